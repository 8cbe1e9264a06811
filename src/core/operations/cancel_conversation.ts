import { Type } from "typebox";
import type { CommandCall } from "../access/context.ts";
import { defineCommand, MEMBER_OR_GUEST } from "../access/operation.ts";
import { auditStore } from "../audit/store.ts";
import { LIMITS } from "../base/limits.ts";
import { Word } from "../base/own_words.ts";
import {
  ConversationId,
  ConversationIdWord,
  closed,
  described,
  filled,
} from "../base/schemas.ts";
import { cleanLine, isReadable } from "../base/text.ts";
import { told } from "../base/words/sentence.ts";
import { pendingAct } from "../conversations/acts/checkpoints/waiting.ts";
import {
  WAITING_FIELDS,
  waitingAnswer,
} from "../conversations/acts/checkpoints/waiting_answer.ts";
import { cancel } from "../conversations/acts/settlement/cancel.ts";
import { CALLABLE } from "../conversations/model/callable.ts";
import type { Conversation } from "../conversations/model/model.ts";
import { RuleSchema } from "../conversations/model/part_schemas.ts";
import { PaymentSchema } from "../conversations/model/payment_schema.ts";
import {
  ConversationSeen,
  StateSchema,
} from "../conversations/model/schemas.ts";
import { assertTransition } from "../conversations/model/state.ts";
import { act, withPayment } from "../conversations/read/projection/answer.ts";
import { ServiceError } from "../errors/errors.ts";
import { invalid } from "../errors/field_errors.ts";
import { OUTCOMES } from "../review/rule.ts";

const ReviewSchema = closed({
  reviewId: Word("id", "Id of the security review."),
  outcome: Type.Enum([...OUTCOMES], { description: "The review's outcome." }),
  rules: Type.Array(RuleSchema, { description: "The result of each rule." }),
});

/** Cancels a conversation after a review allows it. */
export const cancelConversation = defineCommand({
  ...CALLABLE.cancel,
  description:
    "Stop a conversation that is not finished, as its sender or as an addressed recipient. A security review runs first; a held price goes back to the sender. An agent asks its person first where a price is held: then the state is input-required. The sender cannot cancel once the recipient has met the release condition.",
  access: MEMBER_OR_GUEST,
  input: closed({
    conversationId: ConversationId,
    reason: filled("Reason, shown to the others.", LIMITS.reasonCharsMax),
  }),
  output: closed({
    ...WAITING_FIELDS,
    conversationId: ConversationIdWord,
    state: described(StateSchema, "Its state now."),
    review: described(ReviewSchema, "The review of the cancel."),
    payment: described(PaymentSchema, "The price's outcome."),
    conversation: ConversationSeen,
  }),
  tool: { destructive: true, idempotent: true, openWorld: false },
  chains: ({ conversationId }) => [conversationId],
  run: async ({ conversationId, reason }, call) =>
    withPayment(
      await act(call, conversationId, {
        verb: "cancel",
        async run({ call, before, next, me }) {
          const given = readReason(reason);
          const repeated =
            (await earlierCancel(call, before, given)) ??
            pendingCancel(call, before, given);
          if (repeated) return { after: before, ...repeated };
          assertTransition(before.state, "cancel");
          const canceling = await cancel(call, next, me, given);
          const { reviewId, outcome, rules } = canceling.review;
          return {
            after: canceling.conversation,
            review: { reviewId, outcome, rules: [...rules] },
          };
        },
      }),
    ),
});

/** @throws invalid_input for a reason without visible characters */
function readReason(given: string): string {
  const reason = cleanLine(given);
  if (isReadable(reason)) return reason;
  throw invalid("/reason", "blank", told`it is empty`);
}

/**
 * The answer about a cancel that the account's agents have already asked for.
 * @throws wrong_state for another reason than the one shown to the person
 */
function pendingCancel(
  call: CommandCall,
  conversation: Conversation,
  reason: string,
) {
  const { kind, accountId } = call.member;
  if (kind !== "agent") return undefined;
  const pending = pendingAct(conversation, accountId, "cancel");
  if (!pending) return undefined;
  if (pending.action.reason !== reason) {
    throw new ServiceError("wrong_state", {
      detail: told`Cannot cancel this conversation: a cancellation with another reason is waiting for your person.`,
      extra: { state: conversation.state },
    });
  }
  const { reviewId, rules } = pending;
  return {
    ...waitingAnswer(call, conversation, pending),
    review: {
      reviewId: reviewId ?? "",
      outcome: "needs_person" as const,
      rules: [...rules],
    },
  };
}

const RECENT_RECORDS = 50;

/** The review of the same account's earlier cancel, which this one repeats exactly. */
async function earlierCancel(
  call: CommandCall,
  { id, state, stateReason }: Conversation,
  reason: string,
) {
  // Empty if one of the readers blocks the sender.
  const isSame = stateReason === null || stateReason === reason;
  if (state !== "canceled" || !isSame) return undefined;
  const store = auditStore(call.db);
  const { seq } = await store.head(id);
  const rows = await store.page(id, seq - RECENT_RECORDS, RECENT_RECORDS);
  const record = rows
    .map(({ said }) => said)
    .findLast(({ type }) => type === "conversation.canceled");
  if (record?.actor.accountId !== call.member.accountId) return undefined;
  return {
    review: {
      reviewId: String(record.reviewId),
      outcome: "allow" as const,
      rules: [],
    },
  };
}
