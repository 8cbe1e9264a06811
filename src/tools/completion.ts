import { LIMITS } from "../core/base/limits.ts";
import { listConversations } from "../core/operations/list_conversations.ts";
import { outputOf } from "../core/pipeline/call.ts";
import type { Completer } from "./resources/resource.ts";

const ID = /^cnv_?[0-9a-z]*$/;

/** Ids of the newest conversations that begin with the text or contain its words. */
export const conversationIds: Completer = async (
  { services },
  { caller },
  typed,
) => {
  const q = typed.slice(0, LIMITS.searchCharsMax);
  const isId = ID.test(typed);
  const output = await outputOf(services, listConversations, caller, {
    fields: "summary",
    limit: LIMITS.completionsMax,
    ...(q !== "" && !isId && { q }),
  });
  const ids = output.conversations.map((it) => it.conversationId);
  return isId ? ids.filter((id) => id.startsWith(typed)) : ids;
};
