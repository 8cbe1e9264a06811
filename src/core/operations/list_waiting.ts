import { Type } from "typebox";
import { CheckpointSchema } from "../conversations/checkpoint_schema.ts";
import { loadForMember } from "../conversations/load.ts";
import { checkpointTo } from "../conversations/present_to.ts";
import { conversationStore, FIRST_PLACE } from "../conversations/store.ts";
import { loadAccount } from "../identity/accounts.ts";
import { inNameOf } from "../identity/in_name_of.ts";
import { LIMITS } from "../limits.ts";
import { defineQuery, OPERATOR_ONLY } from "../operation.ts";
import { closed } from "../schemas.ts";

const EVERYTHING = {
  contextId: null,
  state: null,
  changedSince: 0,
  search: null,
};

/** Lists what waits for an account's decision. */
export const listWaiting = defineQuery({
  name: "list_waiting",
  title: "List what waits for a decision",
  description:
    "List what waits for the decision of an account, the newest conversation first.",
  access: OPERATOR_ONLY,
  input: closed({
    accountId: Type.String({ maxLength: LIMITS.idCharsMax }),
  }),
  output: closed({
    waiting: Type.Array(
      closed({
        conversationId: Type.String(),
        title: Type.String(),
        checkpoint: CheckpointSchema,
      }),
    ),
    hasMore: Type.Boolean(),
  }),
  async run({ accountId }, operator) {
    const { id } = await loadAccount(operator, accountId);
    const call = inNameOf(operator, id);
    const seats = await conversationStore(call.db).view(
      id,
      "needs_you",
      EVERYTHING,
      { after: FIRST_PLACE, limit: LIMITS.waitingListMax + 1 },
    );
    const waiting = [];
    for (const { conversationId } of seats.slice(0, LIMITS.waitingListMax)) {
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
    return { waiting, hasMore: seats.length > LIMITS.waitingListMax };
  },
});
