import { Type } from "typebox";
import type { CommandCall } from "../access/context.ts";
import { defineCommand, MEMBER } from "../access/operation.ts";
import { auditStore } from "../audit/store.ts";
import { LIMITS } from "../base/limits.ts";
import { Word } from "../base/own_words.ts";
import { ConversationId, closed, described } from "../base/schemas.ts";
import { pendingAct } from "../conversations/checkpoints/waiting.ts";
import {
  WAITING_FIELDS,
  waitingAnswer,
} from "../conversations/checkpoints/waiting_answer.ts";
import type { Conversation } from "../conversations/model/model.ts";
import { RuleSchema } from "../conversations/model/part_schemas.ts";
import { PaymentSchema } from "../conversations/model/payment_schema.ts";
import {
  ConversationSchema,
  StateSchema,
} from "../conversations/model/schemas.ts";
import { assertTransition } from "../conversations/model/state.ts";
import { presentTo } from "../conversations/projection/present_to.ts";
import {
  cancel,
  refuseBystanders,
} from "../conversations/settlement/cancel.ts";
import { nextVersion } from "../conversations/store/change.ts";
import type { Loaded } from "../conversations/store/load.ts";
import { loadForMember } from "../conversations/store/load.ts";
import { save } from "../conversations/store/save.ts";
import type { Review } from "../review/review.ts";
import { OUTCOMES } from "../review/rule.ts";

const ReviewSchema = closed({
  reviewId: Word("id", "Id of the security review."),
  outcome: Type.Enum([...OUTCOMES], { description: "What the review said." }),
  rules: Type.Array(RuleSchema, { description: "How each rule judged." }),
});

type Shown = Pick<Review, "reviewId" | "outcome" | "rules">;

/** Cancels a conversation, once a review has allowed it. */
export const cancelConversation = defineCommand({
  name: "cancel_conversation",
  title: "Cancel a conversation",
  description:
    "Stop a conversation that is not finished, as its sender or as an addressed recipient. A security review runs first; a held price goes back to the sender. An agent asks its person first where a price is held: then the state is input-required. The sender cannot cancel once the recipient has met the release condition.",
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
    ...WAITING_FIELDS,
    conversationId: Word(
      "id",
      "Id of the conversation; the same value is the A2A task id.",
    ),
    state: described(StateSchema, "Where it is now."),
    review: described(ReviewSchema, "The review of the cancel."),
    payment: described(PaymentSchema, "What became of the price."),
    conversation: described(
      ConversationSchema,
      "The conversation as you see it.",
    ),
  }),
  tool: { destructive: true, idempotent: true, openWorld: false },
  chains: ({ conversationId }) => [conversationId],
  async run({ conversationId, reason }, call) {
    const loaded = await loadForMember(call, conversationId);
    const { conversation, me } = loaded;
    refuseBystanders(me);
    const repeated =
      (await earlierCancel(call, conversation)) ?? waiting(call, conversation);
    if (repeated) return result(call, loaded, conversation, repeated);
    assertTransition(conversation.state, "cancel");
    const next = nextVersion(call, conversation);
    const { conversation: after, review } = await cancel(
      call,
      next,
      me,
      reason,
    );
    const asks = review.outcome === "needs_person";
    save(call, conversation, after, {
      // The person that the agent asks has something new to read.
      actor: asks ? null : me.position,
      notify: asks ? [me.position] : [],
    });
    const mine = {
      ...loaded,
      viewerState: { ...loaded.viewerState, unread: asks },
    };
    return result(call, mine, after, review);
  },
});

/** What the same account's agents have asked for already, and what waits. */
function waiting(
  { member }: CommandCall,
  conversation: Conversation,
): Shown | undefined {
  if (member.kind !== "agent") return undefined;
  const pending = pendingAct(conversation, member.accountId, "cancel");
  if (!pending) return undefined;
  const { reviewId, rules } = pending;
  return { reviewId: reviewId ?? "", outcome: "needs_person", rules };
}

const RECENT_RECORDS = 50;

/** The review of the same account's earlier cancel, which this one repeats. */
async function earlierCancel(
  call: CommandCall,
  { id, state }: Conversation,
): Promise<Shown | undefined> {
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

async function result(
  call: CommandCall,
  { viewerState }: Loaded,
  conversation: Conversation,
  { reviewId, outcome, rules }: Shown,
) {
  const shown = await presentTo(call, conversation, viewerState);
  const asked =
    outcome === "needs_person" &&
    pendingAct(conversation, call.member.accountId, "cancel");
  return {
    ...(asked && waitingAnswer(call, conversation, asked)),
    conversationId: conversation.id,
    state: conversation.state,
    review: { reviewId, outcome, rules: [...rules] },
    payment: shown.payment,
    conversation: shown,
  };
}
