import type { CommandCall } from "../../access/context.ts";
import { ServiceError } from "../../errors/errors.ts";
import { reviewApproved, reviewSubmit } from "../../review/review.ts";
import { askPerson, submitCard } from "../checkpoints/ask.ts";
import type { Answer } from "../checkpoints/checkpoint.ts";
import { closeCheckpoint } from "../checkpoints/checkpoint.ts";
import type { Action } from "../model/acts.ts";
import type { Checkpoint, Conversation, Requester } from "../model/model.ts";
import { checkpointTo } from "../projection/present_to.ts";
import { move, recordReview } from "../store/change.ts";
import { withFirstUse } from "./admission.ts";
import { commitSubmit } from "./commit_submit.ts";
import { sendInitialMessage } from "./draft.ts";
import { readyToSend, refuseForeignFrom } from "./submit.ts";
import { submitAction, submitFacts } from "./submit_facts.ts";

const NOBODY: Requester = { address: "", name: "An agent", kind: "agent" };

/**
 * Sends what a person has approved, if it is to the letter what they were shown
 * and no rule denies it by now; the balance is looked at anew (docs/states.md, row 7).
 * @throws from_not_verified, insufficient_scope, limit_exceeded by the access of
 * the agent that says it for the person
 */
export async function approveSubmit(
  call: CommandCall,
  conversation: Conversation,
  { checkpoint, comment }: Answer,
): Promise<Conversation> {
  const resolved = await readyToSend(call, conversation);
  const ready = withFirstUse(call, resolved);
  const action = submitAction(ready);
  const facts = await submitFacts(call, ready);
  const verdict = reviewApproved(reviewSubmit, call, {
    waiting: checkpoint,
    action,
    facts,
  });
  if (!verdict) return await askAnew(call, ready, checkpoint, action);
  const { review, grants } = verdict;
  refuseForeignFrom(review);
  const closed = closeCheckpoint(call, ready, checkpoint, {
    status: "approved",
    comment,
  });
  recordReview(call, closed, review);
  const { reviewId } = review;
  const denied = review.rules.find(({ outcome }) => outcome === "deny");
  const after = grants
    ? await commitSubmit(call, closed, conversation.state, grants)
    : move(call, closed, conversation.state, "decline_submit", {
        reason: denied?.id ?? null,
        reviewId,
      });
  return sendInitialMessage(call, after);
}

/** What they approved is no longer what would be sent: they are asked again. */
async function askAnew(
  call: CommandCall,
  ready: Conversation,
  checkpoint: Checkpoint,
  action: Action,
): Promise<Conversation> {
  const closed = closeCheckpoint(call, ready, checkpoint, {
    status: "superseded",
  });
  const { review } = reviewSubmit(call, action, {
    ...(await submitFacts(call, ready)),
    byAgent: false,
  });
  const askedBy = checkpoint.askedBy ?? NOBODY;
  const card = await submitCard(call, closed, action, askedBy);
  const again = { ...review, rules: checkpoint.rules };
  const asked = await askPerson(call, closed, card, { review: again, askedBy });
  const opened = await Promise.all(
    asked.checkpoints.slice(-1).map((it) => checkpointTo(call, asked, it)),
  );
  call.refuseAfter(
    new ServiceError("action_changed", {
      detail:
        "Cannot approve: what would be sent is no longer what was shown. A new checkpoint shows it.",
      extra: { checkpoints: opened },
    }),
  );
  return asked;
}

/** Drops what was to be sent (docs/states.md, row 8). */
export function declineSubmit(
  call: CommandCall,
  conversation: Conversation,
  { checkpoint, comment }: Answer,
): Conversation {
  const status = "declined";
  const closed = closeCheckpoint(call, conversation, checkpoint, {
    status,
    comment,
  });
  return move(call, closed, closed.state, "decline_submit", {
    reason: status,
  });
}
