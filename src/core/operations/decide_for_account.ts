import { Type } from "typebox";
import { defineCommand, OPERATOR_ONLY } from "../access/operation.ts";
import { LIMITS } from "../base/limits.ts";
import { ConversationId, closed, string } from "../base/schemas.ts";
import { cleanLine } from "../base/text.ts";
import { answerCheckpoint } from "../conversations/acts/decisions/answer_checkpoint.ts";
import { StateNow } from "../conversations/model/schemas.ts";
import { act } from "../conversations/read/projection/answer.ts";
import { checkpointTo } from "../conversations/read/projection/present_to.ts";
import { loadAccount } from "../identity/accounts.ts";
import { inNameOf } from "../identity/in_name_of.ts";

/** Decides in an account's name, as the operator's act. */
export const decideForAccount = defineCommand({
  name: "decide_for_account",
  title: "Decide for an account",
  access: OPERATOR_ONLY,
  input: closed({
    accountId: Type.String({ maxLength: LIMITS.idCharsMax }),
    conversationId: ConversationId,
    checkpointId: Type.String({ maxLength: LIMITS.idCharsMax }),
    decision: Type.Enum(["approve", "decline"]),
    comment: Type.Optional(Type.String({ maxLength: LIMITS.commentCharsMax })),
  }),
  output: closed({
    conversationId: string(
      "Id of the conversation; the same value is the A2A task id.",
    ),
    checkpointId: string("Id of the checkpoint."),
    decision: Type.Enum(["approve", "decline"], {
      description: "The recorded answer.",
    }),
    state: StateNow,
    effect: string("The result, in a sentence."),
  }),
  chains: ({ accountId, conversationId }) => [conversationId, accountId],
  async run({ accountId, conversationId, ...answering }, operator) {
    const { id } = await loadAccount(operator, accountId);
    const call = inNameOf(operator, id);
    const { checkpointId, decision, comment } = answering;
    const { state, conversation } = await act(
      call,
      conversationId,
      answerCheckpoint({
        checkpointId,
        decision,
        comment: comment ? cleanLine(comment) : null,
        show: checkpointTo,
      }),
    );
    const decided = conversation.checkpoints.find(
      (it) => it.checkpointId === checkpointId,
    );
    const effect = decided?.decision?.effect ?? "";
    return { conversationId, checkpointId, decision, state, effect };
  },
});
