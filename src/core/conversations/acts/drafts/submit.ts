import { requireScope } from "../../../access/access.ts";
import type { CommandCall, QueryCall } from "../../../access/context.ts";
import { hasScope } from "../../../access/principal.ts";
import type { MicroUsdc } from "../../../base/money.ts";
import { showMoney } from "../../../base/money.ts";
import { told } from "../../../base/words/sentence.ts";
import { invalid } from "../../../errors/field_errors.ts";
import type { Review, SubmitGrants, Verdict } from "../../../review/review.ts";
import { reviewSubmit } from "../../../review/review.ts";
import type { Action } from "../../model/acts.ts";
import { CALLABLE } from "../../model/callable.ts";
import type { Conversation } from "../../model/model.ts";
import { senderOf } from "../../model/model.ts";
import { assertTransition } from "../../model/state.ts";
import type { State } from "../../model/states.ts";
import { askedOf, checkOffer, withFirstUse } from "../admission/admission.ts";
import { askPerson } from "../checkpoints/ask.ts";
import { move, recordReview } from "../store/change.ts";
import { commitSubmit } from "./commit_submit.ts";
import { checkDeadlines } from "./deadlines.ts";
import { sendInitialMessage } from "./draft.ts";
import { readyToSend, refuseForeignFrom } from "./ready.ts";
import type { LookedUp } from "./recipients.ts";
import type { Judging } from "./submit_facts.ts";
import { submitAction, submitFacts } from "./submit_facts.ts";

/** A draft as it would be sent, with the verdict of the rules. */
export interface Judged {
  readonly ready: Conversation;
  readonly action: Action<"submit">;
  readonly verdict: Verdict<SubmitGrants>;
}

/** How to judge a draft, and its recipients if already looked up. */
interface JudgingOf extends Judging {
  readonly named?: LookedUp;
}

/**
 * Judges a draft as it would be sent now.
 * @throws as {@linkcode readyToSend}
 */
export async function judgeSubmit(
  call: CommandCall,
  draft: Conversation,
  { named, ...judging }: JudgingOf = {},
): Promise<Judged> {
  const ready = withFirstUse(call, await readyToSend(call, draft, named));
  const action = submitAction(ready);
  const facts = await submitFacts(call, ready, judging);
  return { ready, action, verdict: reviewSubmit(call, action, facts) };
}

/**
 * Submits a draft: resolve, review, hold, state (docs/states.md, rows 3 to 6). `from` is
 * "new" for a draft that was never stored.
 * @throws invalid_input, from_not_verified, insufficient_scope, limit_exceeded, and as
 * {@linkcode checkOffer}
 */
export async function submit(
  call: CommandCall,
  draft: Conversation,
  from: State | "new",
): Promise<Conversation> {
  assertTransition(from, "submit");
  return await submitJudged(call, await judgeSubmit(call, draft), from);
}

/** True if the access may send the draft to any recipients. */
export function maySend({ member }: QueryCall, { price }: Conversation) {
  const mayHold = price === 0 || hasScope(member, "payments:hold");
  return mayHold && hasScope(member, CALLABLE.submit.scope);
}

/** Submits a draft that was already judged. */
export async function submitJudged(
  call: CommandCall,
  { ready, action, verdict: { review, grants } }: Judged,
  from: State | "new",
): Promise<Conversation> {
  refuseForeignFrom(review);
  if (ready.price > 0) {
    requireScope(call.member, "payments:hold", told`hold a price`);
  }
  recordReview(call, ready, review);
  if (review.outcome !== "deny") {
    await checkOffer(call, ready);
    const { price: asked, holdDays } = await askedOf(call, ready);
    refuseTooFewSteps(ready, asked);
    checkDeadlines(call, ready, holdDays);
  }
  if (review.outcome === "needs_person") {
    return await askToSubmit(call, ready, from, { review, action });
  }
  const after = grants
    ? await commitSubmit(call, ready, from, grants)
    : deny(call, ready, from, review);
  return sendInitialMessage(call, after);
}

/** @throws invalid_input for steps that add up to less than the recipient asks */
function refuseTooFewSteps(
  { price, milestones }: Conversation,
  asked: MicroUsdc,
): void {
  if (!milestones || price >= asked) return;
  const { amount } = showMoney(asked);
  const detail = told`the recipient's price is ${amount}; let the steps add up to it`;
  throw invalid("/milestones", "sum", detail);
}

/** Asks the person first; until they decide, nothing is held or delivered. */
async function askToSubmit(
  call: CommandCall,
  ready: Conversation,
  from: State | "new",
  { review, action }: { review: Review; action: Action<"submit"> },
): Promise<Conversation> {
  const me = senderOf(ready);
  const asking = { action, review };
  const asked = await askPerson(call, ready, me, asking);
  return move(call, asked, from, "submit_asks", {
    reason: "approval_needed",
    review,
  });
}

function deny(
  call: CommandCall,
  ready: Conversation,
  from: State | "new",
  review: Review,
): Conversation {
  const denied = review.rules.find((it) => it.outcome === "deny");
  const reason = denied?.id ?? null;
  return move(call, ready, from, "submit_denied", { reason, review });
}
