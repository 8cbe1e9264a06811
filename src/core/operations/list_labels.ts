import { Type } from "typebox";
import { defineQuery, MEMBER } from "../access/operation.ts";
import { closed, string } from "../base/schemas.ts";
import { labelStore } from "../conversations/acts/labels/label_store.ts";

/** Lists the caller's labels. */
export const listLabels = defineQuery({
  name: "list_labels",
  title: "List labels",
  description: "List the labels that you put on conversations.",
  access: MEMBER,
  scope: "conversations:read",
  input: closed({}),
  output: closed({
    labels: Type.Array(closed({ name: string("Its title.") }), {
      description: "All of them, in order.",
    }),
  }),
  tool: { destructive: false, idempotent: true, openWorld: false },
  async run(_input, call) {
    const all = await labelStore(call.db).of(call.member.accountId);
    return { labels: all.map(({ name }) => ({ name })) };
  },
});
