import { Type } from "typebox";
import { auditStore } from "../audit/store.ts";
import type { CommandCall } from "../context.ts";
import { nextVersion } from "../conversations/change.ts";
import { isEarned } from "../conversations/condition.ts";
import type { Seated } from "../conversations/load.ts";
import { loadForMember } from "../conversations/load.ts";
import type { Conversation } from "../conversations/model.ts";
import { present } from "../conversations/present.ts";
import { presentPayment } from "../conversations/present_payment.ts";
import { save } from "../conversations/save.ts";
import {
  ConversationSchema,
  PaymentSchema,
  StateSchema,
} from "../conversations/schemas.ts";
import { closeWithout } from "../conversations/settle.ts";
import { refuse } from "../conversations/state.ts";
import { noteReview } from "../conversations/submit.ts";
import { ServiceError } from "../errors.ts";
import { LIMITS } from "../limits.ts";
import { defineCommand, MEMBER } from "../operation.ts";
import type { Approval, Review } from "../review/review.ts";
import { reviewCancel } from "../review/review.ts";
import { ConversationId, closed } from "../schemas.ts";
import { cleanLine } from "../text.ts";

const ReviewSchema = closed({
  reviewId: Type.String(),
  outcome: Type.Enum(["allow", "needs_person", "deny"]),
  rules: Type.Array(
    closed({
      id: Type.String(),
      outcome: Type.String(),
      detail: Type.String(),
    }),
  ),
});

/** Cancels a conversation, once a review has allowed it. */
export const cancelConversation = defineCommand({
  name: "cancel_conversation",
  title: "Cancel a conversation",
  description:
    "Stop a conversation that is not finished, as its sender or as an addressed recipient. A security review runs first; a held price goes back to the sender. The sender cannot cancel once the recipient has met the release condition.",
  access: MEMBER,
  scope: "conversations:cancel",
  input: closed({
    conversationId: ConversationId,
    reason: Type.String({
      description: "Why, as the others will read it.",
      minLength: 1,
      maxLength: LIMITS.reasonCharsMax,
    }),
  }),
  output: closed({
    conversationId: Type.String(),
    state: StateSchema,
    review: ReviewSchema,
    payment: PaymentSchema,
    conversation: ConversationSchema,
  }),
  tool: { destructive: true, idempotent: true, openWorld: false },
  chains: ({ conversationId }) => [conversationId],
  async run({ conversationId, reason }, call) {
    const seated = await loadForMember(call, conversationId);
    const { conversation, me } = seated;
    if (me.role !== "sender" && me.role !== "to") {
      throw new ServiceError("forbidden", {
        detail: "Cannot cancel: only the sender or an addressed account may.",
      });
    }
    const repeated = await earlierCancel(call, conversation);
    if (repeated) return result(call, seated, conversation, repeated);
    refuse(conversation.state, "cancel");
    const { review, grants } = reviewCancel(
      call,
      { act: "cancel", conversationId, by: me.address, reason },
      factsOf(seated),
    );
    if (!grants) {
      const denied = review.rules.find((it) => it.outcome === "deny");
      throw new ServiceError("condition_already_met", {
        detail: `Cannot cancel: ${denied?.detail ?? "the review denied it."}`,
        extra: { review },
      });
    }
    const next = nextVersion(call, conversation);
    noteReview(call, next, review);
    const after = cancel(call, grants, next, reason);
    save(call, conversation, after, {
      actor: me.position,
      notify: [],
    });
    const mine = { ...seated, seat: { ...seated.seat, unread: false } };
    return result(call, mine, after, review);
  },
});

function factsOf({ conversation, me }: Seated) {
  const status = conversation.payment?.status;
  const isReleased = status === "released";
  const payee = conversation.participants.find(
    (it) =>
      it.accountId !== null && it.accountId === conversation.payment?.payeeId,
  );
  return {
    bySender: me.role === "sender",
    isPriced: status === "held" || isReleased,
    conditionMet:
      isReleased ||
      (payee !== undefined && isEarned(conversation, payee.position)),
  };
}

/** Commits a cancel: without the review's approval this does not compile. */
function cancel(
  call: CommandCall,
  { reviewId }: Approval<"cancel">,
  conversation: Conversation,
  reason: string,
): Conversation {
  return closeWithout(call, conversation, "cancel", {
    reason: cleanLine(reason),
    voidReason: "canceled",
    reviewId,
  });
}

const RECENT_RECORDS = 50;

/** The review of the same account's earlier cancel, which this one repeats. */
async function earlierCancel(
  call: CommandCall,
  { id, state }: Conversation,
): Promise<Pick<Review, "reviewId" | "outcome" | "rules"> | undefined> {
  if (state !== "canceled") return undefined;
  const store = auditStore(call.db);
  const { seq } = await store.head(id);
  const rows = await store.page(id, seq - RECENT_RECORDS, RECENT_RECORDS);
  const record = rows
    .map((row) => JSON.parse(row.body))
    .findLast((body) => body.type === "conversation.canceled");
  if (record?.actor.accountId !== call.member.accountId) return undefined;
  return { reviewId: record.reviewId, outcome: "allow", rules: [] };
}

function result(
  call: CommandCall,
  { seat }: Seated,
  conversation: Conversation,
  { reviewId, outcome, rules }: Pick<Review, "reviewId" | "outcome" | "rules">,
) {
  return {
    conversationId: conversation.id,
    state: conversation.state,
    review: { reviewId, outcome, rules: [...rules] },
    payment: presentPayment(conversation),
    conversation: present(call.settings, conversation, seat),
  };
}
