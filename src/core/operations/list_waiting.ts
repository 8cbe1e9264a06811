import { Type } from "typebox";
import { defineQuery, OPERATOR_ONLY } from "../access/operation.ts";
import { LIMITS } from "../base/limits.ts";
import { closed, described, flag, string } from "../base/schemas.ts";
import { loadForMember } from "../conversations/acts/store/load.ts";
import { FIRST_PLACE } from "../conversations/acts/store/store.ts";
import { CheckpointSchema } from "../conversations/model/checkpoint_schema.ts";
import { listRows } from "../conversations/read/lists/list.ts";
import { checkpointTo } from "../conversations/read/projection/present_to.ts";
import { loadAccount } from "../identity/accounts.ts";
import { inNameOf } from "../identity/in_name_of.ts";

/** Lists the checkpoints that wait for an account's decision. */
export const listWaiting = defineQuery({
  name: "list_waiting",
  title: "List open checkpoints",
  access: OPERATOR_ONLY,
  input: closed({
    accountId: Type.String({ maxLength: LIMITS.idCharsMax }),
  }),
  output: closed({
    waiting: Type.Array(
      closed({
        conversationId: string(
          "Id of the conversation; the same value is the A2A task id.",
        ),
        title: string("The conversation's title."),
        checkpoint: described(CheckpointSchema, "The open checkpoint."),
      }),
    ),
    hasMore: flag("True if there are more."),
  }),
  async run({ accountId }, operator) {
    const { id } = await loadAccount(operator, accountId);
    const call = inNameOf(operator, id);
    const page = { after: FIRST_PLACE, limit: LIMITS.waitingListMax };
    const needed = await listRows(call, { ...page, view: "needs_you" });
    const requests = await listRows(call, { ...page, view: "requests" });
    const waiting = [];
    for (const { conversationId } of [...needed.rows, ...requests.rows]) {
      const { conversation } = await loadForMember(call, conversationId);
      const { title } = conversation;
      const open = conversation.checkpoints.filter(
        (it) => it.status === "open" && it.forAccountId === id,
      );
      for (const it of open) {
        const checkpoint = await checkpointTo(call, conversation, it);
        waiting.push({ conversationId, title, checkpoint });
      }
    }
    return { waiting, hasMore: needed.next !== null || requests.next !== null };
  },
});
