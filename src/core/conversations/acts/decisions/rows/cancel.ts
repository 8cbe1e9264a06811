import { requireScope } from "../../../../access/access.ts";
import type { CommandCall } from "../../../../access/context.ts";
import { phrase } from "../../../../base/words/say.ts";
import { told } from "../../../../base/words/sentence.ts";
import { reviewApproved, reviewCancel } from "../../../../review/review.ts";
import type { Checkpoint, Conversation } from "../../../model/model.ts";
import { returnOf } from "../../../model/turn/moves.ts";
import { makerOf } from "../../checkpoints/ask.ts";
import type { Closing } from "../../checkpoints/checkpoint.ts";
import { closeCheckpoint } from "../../checkpoints/checkpoint.ts";
import { resume } from "../../checkpoints/waiting.ts";
import {
  cancelAction,
  cancelFacts,
  commitCancel,
  reasonToTell,
  refusalOf,
} from "../../settlement/cancel_facts.ts";
import { recordReview } from "../../store/change.ts";
import { changed, close, toSender } from "./deciding.ts";
import type { ActRow, Deciding } from "./row.ts";
import { othersOf, refuseAsking, returnWords } from "./shared.ts";

/** A conversation is canceled. */
export const CANCEL: ActRow<"cancel"> = {
  facts: (subject) => ({
    reason: subject.checkpoint.action.reason,
    recipients: othersOf(subject),
    money: returnOf(subject.conversation),
  }),
  approveTitle: phrase`Cancel it`,
  declineTitle: phrase`Keep it`,
  outcomes: ({ conversation }, say) => ({
    approve: say`The conversation is canceled for everyone.${returnWords(conversation, say)}`,
    decline: say`Nothing changes.`,
    silence: say`Nothing changes.`,
  }),
  happened: {
    approved: phrase`The conversation was canceled.`,
    declined: phrase`It wasn't canceled.`,
    expired: phrase`No answer in time: it wasn't canceled.`,
    superseded: phrase`This didn't cancel it.`,
  },
  async permit(call, { conversation, checkpoint, asked }) {
    requireScope(call.member, "conversations:cancel", told`cancel it`);
    const { reason } = checkpoint.action;
    const action = cancelAction(conversation, asked, reason);
    const facts = cancelFacts(call, conversation, asked);
    refuseAsking(call, reviewCancel(call, action, facts).review);
  },
  approve,
  decline: ({ call, conversation, checkpoint, comment }) =>
    drop(call, conversation, checkpoint, { status: "declined", comment }),
  expire: (call, conversation, checkpoint) =>
    drop(call, conversation, checkpoint, { status: "expired" }),
  notify: toSender,
};

/**
 * Carries out an approved cancel (docs/states.md, row 24). A price that was earned or changed
 * in the meantime stays.
 */
async function approve(deciding: Deciding<"cancel">): Promise<Conversation> {
  const { call, conversation, checkpoint, asked } = deciding;
  const action = cancelAction(conversation, asked, checkpoint.action.reason);
  const verdict = reviewApproved(reviewCancel, call, {
    waiting: checkpoint,
    action,
    facts: cancelFacts(call, conversation, asked),
  });
  if (!verdict?.grants) {
    call.refuseAfter(
      verdict
        ? refusalOf(call, verdict.review)
        : changed(told`the price has changed since it was shown`),
    );
    return drop(call, conversation, checkpoint, { status: "superseded" });
  }
  const closed = close(deciding, "approved");
  recordReview(call, closed, verdict.review, asked.position);
  const given = { reason: action.reason, by: makerOf(checkpoint) };
  return commitCancel(call, closed, verdict.grants, {
    verb: "cancel_approved",
    ...(await reasonToTell(call, closed, asked, given)),
  });
}

/** Restores what was before the cancel was asked for. */
function drop(
  call: CommandCall,
  conversation: Conversation,
  checkpoint: Checkpoint<"cancel">,
  closing: Closing & { readonly status: "declined" | "expired" | "superseded" },
): Conversation {
  const closed = closeCheckpoint(call, conversation, checkpoint, closing);
  return resume(call, closed, "cancel_declined", `cancel_${closing.status}`);
}
