import { Type } from "typebox";
import { DECIDER, defineCommand } from "../access/operation.ts";
import { SENDER_CONTACTS } from "../addresses/contact_types.ts";
import { LIMITS } from "../base/limits.ts";
import { Word } from "../base/own_words.ts";
import {
  ConversationId,
  ConversationIdWord,
  closed,
  string,
} from "../base/schemas.ts";
import { cleanLine } from "../base/text.ts";
import { answerCheckpoint } from "../conversations/acts/decisions/answer_checkpoint.ts";
import { ComposeFields, Text } from "../conversations/model/inputs.ts";
import { ConversationSeen, StateNow } from "../conversations/model/schemas.ts";
import { act } from "../conversations/read/projection/answer.ts";
import { checkpointTo } from "../conversations/read/projection/present_to.ts";

/** Answers a checkpoint (the human-in-the-loop decision). */
export const recordHilDecision = defineCommand({
  name: "record_hil_decision",
  title: "Record a decision",
  description:
    "Answer a checkpoint that is waiting for you (see checkpoints in the conversation, view needs_you). approve accepts the request, carries out what your agent proposed, or answers its question (comment); for a raised price it holds the difference. decline turns a request down and returns a held price if you are its payee; of your agent's proposals it rejects a submit for good, drops a waiting message and keeps a conversation that was to be canceled; it leaves a question unanswered and a raised price as agreed. An agent can approve only what it could do itself without asking, never its own proposal: see mayDecide; your person decides the rest at approvalUrl. checkpointId may be left out when exactly one is waiting.",
  access: DECIDER,
  scope: "decisions:write",
  input: closed({
    conversationId: ConversationId,
    checkpointId: Type.Optional(
      string("The checkpoint to decide.", LIMITS.idCharsMax),
    ),
    decision: Type.Enum(["approve", "decline"]),
    contact: Type.Optional(
      Type.Enum([...SENDER_CONTACTS], {
        description:
          "Change the request's sender: trusted with approve makes them a contact whose free requests need no acceptance; blocked with decline stops them from writing to you first.",
      }),
    ),
    edited: Type.Optional(
      closed(
        {
          text: Type.Optional(Text),
          title: ComposeFields.title,
          price: ComposeFields.price,
        },
        {
          description:
            "With approve, from your person alone: what goes in place of your agent's proposal. text of a message; of a request also title and price.",
        },
      ),
    ),
    comment: Type.Optional(
      string(
        "Reason, for the record; may be empty. The sender reads it when it declines their request.",
        LIMITS.commentCharsMax,
      ),
    ),
  }),
  output: closed({
    conversationId: ConversationIdWord,
    checkpointId: Word("id", "Id of the checkpoint."),
    decision: Type.Enum(["approve", "decline"], {
      description: "The recorded answer.",
    }),
    recorded: Type.Literal(true, { description: "Always true." }),
    state: StateNow,
    conversation: ConversationSeen,
  }),
  tool: { destructive: true, idempotent: true, openWorld: false },
  // A contact's change is recorded in the account's own chain.
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
        edited: answer.edited,
        comment: comment ? cleanLine(comment) : null,
        show: checkpointTo,
      }),
    ),
});
