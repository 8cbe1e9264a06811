import { defineCommand, SYSTEM_ONLY } from "../access/operation.ts";
import { closed, flag } from "../base/schemas.ts";
import { mergeWords } from "../deletion/word_merging_store.ts";

/** Rewrites the next part of the search index without the removed words. */
export const eraseWords = defineCommand({
  name: "erase_words",
  title: "Erase words from the index",
  access: SYSTEM_ONLY,
  input: closed({}),
  output: closed({ hasMore: flag("True while a part is left.") }),
  chains: () => [],
  run: async (_input, call) => ({
    hasMore: await mergeWords(call.db)(call, "words"),
  }),
});
