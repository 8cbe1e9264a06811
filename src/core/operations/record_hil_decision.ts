import { Type } from "typebox";
import { defineCommand, MEMBER } from "../access/operation.ts";
import { SENDER_CONTACTS } from "../addresses/contact_types.ts";
import { LIMITS } from "../base/limits.ts";
import { Word } from "../base/own_words.ts";
import { ConversationId, ConversationIdWord, closed } from "../base/schemas.ts";
import { cleanLine } from "../base/text.ts";
import { answerCheckpoint } from "../conversations/acts/decisions/answer_checkpoint.ts";
import { ConversationSeen, StateNow } from "../conversations/model/schemas.ts";
import { act } from "../conversations/read/projection/answer.ts";
import { checkpointTo } from "../conversations/read/projection/present_to.ts";

/** Answers a checkpoint: the human-in-the-loop decision. */
export const recordHilDecision = defineCommand({
  name: "record_hil_decision",
  title: "Record a decision",
  description:
    "Answer a checkpoint that waits for you (see checkpoints in the conversation, view needs_you): approve accepts the request, or lets happen what an agent of yours proposed, or answers what it asked (comment); for a raised price it holds what it costs more. decline turns a request down, which returns a held price if you are its payee; of what your agent proposed it rejects a submit for good, drops a message that waits and keeps what was to be canceled as it is; it leaves a question unanswered and a raised price at what was agreed. An agent approves only what it could do itself without asking, and never what it proposed: mayDecide says so, and approvalUrl is where your person decides the rest. checkpointId may be left out when exactly one waits.",
  access: MEMBER,
  scope: "decisions:write",
  input: closed({
    conversationId: ConversationId,
    checkpointId: Type.Optional(
      Type.String({
        description: "The checkpoint that is decided.",
        maxLength: LIMITS.idCharsMax,
      }),
    ),
    decision: Type.Enum(["approve", "decline"]),
    contact: Type.Optional(
      Type.Enum([...SENDER_CONTACTS], {
        description:
          "What the sender of the request becomes to you by it: trusted with approve makes them a contact, whose free requests need no acceptance; blocked with decline keeps them from writing to you first.",
      }),
    ),
    comment: Type.Optional(
      Type.String({
        description: "Why, for the record; may be empty.",
        maxLength: LIMITS.commentCharsMax,
      }),
    ),
  }),
  output: closed({
    conversationId: ConversationIdWord,
    checkpointId: Word("id", "Id of the checkpoint."),
    decision: Type.Enum(["approve", "decline"], {
      description: "The answer that was recorded.",
    }),
    recorded: Type.Literal(true, { description: "True once it is recorded." }),
    state: StateNow,
    conversation: ConversationSeen,
  }),
  tool: { destructive: true, idempotent: true, openWorld: false },
  // A change of a contact is recorded in the account's own chain.
  chains: ({ conversationId }, { member }) => [
    conversationId,
    member.accountId,
  ],
  run: ({ conversationId, comment, ...answer }, call) =>
    act(
      call,
      conversationId,
      answerCheckpoint({
        checkpointId: answer.checkpointId,
        decision: answer.decision,
        contact: answer.contact,
        comment: comment ? cleanLine(comment) : null,
        show: checkpointTo,
      }),
    ),
});
