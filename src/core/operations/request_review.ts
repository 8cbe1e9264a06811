import type { Static } from "typebox";
import { Type } from "typebox";
import type { QueryCall } from "../access/context.ts";
import { defineQuery, MEMBER } from "../access/operation.ts";
import { hasScope } from "../access/principal.ts";
import { digestOf } from "../base/digest.ts";
import { LIMITS } from "../base/limits.ts";
import { Word } from "../base/own_words.ts";
import {
  ConversationId,
  ConversationIdWord,
  closed,
  described,
  timestamp,
} from "../base/schemas.ts";
import { showTime } from "../base/time.ts";
import { isBlocking } from "../conversations/acts/checkpoints/waiting.ts";
import {
  previewOf,
  problemsOf,
  tryDraft,
} from "../conversations/acts/drafts/preview.ts";
import {
  PreviewSchema,
  ProblemsSchema,
} from "../conversations/acts/drafts/preview_schema.ts";
import { submitAction } from "../conversations/acts/drafts/submit_facts.ts";
import { loadForMember } from "../conversations/acts/store/load.ts";
import { CheckpointSchema } from "../conversations/model/checkpoint_schema.ts";
import type { Checkpoint, Conversation } from "../conversations/model/model.ts";
import { RuleSchema } from "../conversations/model/part_schemas.ts";
import { StateNow } from "../conversations/model/schemas.ts";
import { checkpointTo } from "../conversations/read/projection/present_to.ts";
import { OUTCOMES } from "../review/rule.ts";
import { saidRules } from "../review/said_rule.ts";

const ReviewResult = closed({
  reviewId: Word("id", "Id of the security review."),
  conversationId: ConversationIdWord,
  outcome: Type.Enum([...OUTCOMES], {
    description: "The strictest outcome of the rules.",
  }),
  rules: Type.Array(RuleSchema, {
    description: "The rules that apply, each with its reason.",
  }),
  checkpoint: Type.Optional(
    described(
      CheckpointSchema,
      "The question to a person; absent if there is none.",
    ),
  ),
  state: StateNow,
  actionDigest: Word(
    "digest",
    "SHA-256 over the RFC 8785 form of the exact action.",
  ),
  validUntil: timestamp("When the review expires."),
  problems: Type.Optional(ProblemsSchema),
  preview: Type.Optional(
    described(PreviewSchema, "A preview of sending it; absent once sent."),
  ),
});

/** The findings of a review, before its conversation is named. */
type Found = Omit<Static<typeof ReviewResult>, "conversationId" | "state">;

/** Shows what a review would find, and commits nothing. */
export const requestReview = defineQuery({
  name: "request_review",
  title: "Request a review",
  description:
    "Ask the security review before you act; nothing is sent, held or recorded. For a draft it returns what svc.submit_draft would get: allow, needs_person with the rules that ask your person, or deny, with what is missing in problems; preview has everything that sending would do. For a conversation waiting for your person's decision it shows that checkpoint. Submitting runs the review again in any case.",
  access: MEMBER,
  scope: "conversations:read",
  input: closed({ conversationId: ConversationId }),
  output: ReviewResult,
  tool: { destructive: false, idempotent: true, openWorld: false },
  async run({ conversationId }, call) {
    const { conversation } = await loadForMember(call, conversationId);
    const { state } = conversation;
    const found =
      state === "draft"
        ? await submitting(call, conversation)
        : await pending(call, conversation);
    return { conversationId, state, ...found };
  },
});

/** The review that a submit would get now; an incomplete draft is not allowed. */
async function submitting(
  call: QueryCall,
  draft: Conversation,
): Promise<Found> {
  const trial = await tryDraft(call, draft);
  const problems = problemsOf(trial, call.say);
  const isWhole = problems.length === 0;
  const review = trial.judged?.verdict.review;
  const { participants } = trial.named;
  return {
    reviewId: review?.reviewId ?? call.newId("review"),
    outcome: isWhole && review ? review.outcome : "deny",
    rules: saidRules(
      (review?.rules ?? []).filter(({ detail }) => detail !== ""),
      call.say,
    ),
    ...(!isWhole && { problems }),
    actionDigest:
      isWhole && review
        ? review.actionDigest
        : digestOf(submitAction({ ...draft, participants })),
    validUntil: showTime(call.now + LIMITS.reviewValidMs),
    ...(hasScope(call.member, "addresses:read") && {
      preview: await previewOf(call, draft, "draft", { trial }),
    }),
  };
}

/** The open checkpoint of the caller's own person, if there is one to review. */
async function pending(
  call: QueryCall,
  conversation: Conversation,
): Promise<Found> {
  const waiting = conversation.checkpoints.find((it) => isWaiting(it, call));
  if (waiting) {
    return {
      reviewId: waiting.reviewId ?? call.newId("review"),
      outcome: "needs_person",
      rules: saidRules(waiting.rules, call.say),
      checkpoint: await checkpointTo(call, conversation, waiting),
      actionDigest: waiting.actionDigest,
      validUntil: showTime(waiting.expiresAt),
    };
  }
  const action = { act: "none", conversationId: conversation.id };
  return {
    reviewId: call.newId("review"),
    outcome: "allow",
    rules: [],
    actionDigest: digestOf(action),
    validUntil: showTime(call.now + LIMITS.reviewValidMs),
  };
}

function isWaiting(checkpoint: Checkpoint, { member }: QueryCall): boolean {
  const { status, forAccountId } = checkpoint;
  return (
    status === "open" &&
    forAccountId === member.accountId &&
    isBlocking(checkpoint)
  );
}
