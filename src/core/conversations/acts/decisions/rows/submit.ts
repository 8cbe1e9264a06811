import { requireScope } from "../../../../access/access.ts";
import type { CommandCall } from "../../../../access/context.ts";
import { amountOn } from "../../../../base/money.ts";
import type { Say } from "../../../../base/words/say.ts";
import { phrase } from "../../../../base/words/say.ts";
import { told } from "../../../../base/words/sentence.ts";
import { isAsAsked, reviewSubmit } from "../../../../review/review.ts";
import type { Action } from "../../../model/acts.ts";
import { notified } from "../../../model/audience.ts";
import type { Conversation } from "../../../model/model.ts";
import { recipientsOf } from "../../../model/model.ts";
import { sidesOf } from "../../../model/turn/moves.ts";
import { checkOffer, withFirstUse } from "../../admission/admission.ts";
import { shownRecipients } from "../../checkpoints/card_words.ts";
import {
  closeCheckpoint,
  openCheckpoint,
  supersedeOpen,
  tellAsked,
} from "../../checkpoints/checkpoint.ts";
import { commitSubmit } from "../../drafts/commit_submit.ts";
import { editDraft, sendInitialMessage } from "../../drafts/draft.ts";
import { readyToSend, refuseForeignFrom } from "../../drafts/ready.ts";
import { submitAction, submitFacts } from "../../drafts/submit_facts.ts";
import { denied as refusedPayment } from "../../funding/refusals.ts";
import { move, recordReview } from "../../store/change.ts";
import { changed, close, partsWith } from "./deciding.ts";
import type { ActRow, Deciding, Edited } from "./row.ts";
import { refuseAsking, requestFacts } from "./shared.ts";

/** A draft is sent. */
export const SUBMIT: ActRow<"submit"> = {
  facts(subject) {
    const { conversation } = subject;
    const { price } = conversation;
    return {
      ...requestFacts(subject),
      recipients: recipientsOf(conversation),
      // Before the submit there is no payment.
      ...(price > 0 && {
        money: { moves: "hold", amount: price, ...sidesOf(conversation) },
        spends: true,
      }),
      sends: true,
    };
  },
  approveTitle: phrase`Send`,
  declineTitle: phrase`Don't send`,
  edits: ["text", "title", "price"],
  outcomes: ({ conversation }, say) => ({
    approve: say`It goes to ${shownRecipients(recipientsOf(conversation), say)}, exactly as shown.${holdWords(conversation, say)}`,
    decline: say`Nothing is sent or held. It ends as rejected, and no one else sees it.`,
    silence: say`Nothing is sent or held, and it becomes a draft again.`,
  }),
  happened: {
    approved: phrase`It was approved for sending exactly as shown.`,
    declined: phrase`It wasn't sent, and nothing was held.`,
    expired: phrase`No answer in time: it became a draft again.`,
    superseded: phrase`It had changed since it was shown, so it wasn't sent.`,
  },
  async permit(call, { conversation }) {
    const { member } = call;
    requireScope(member, "conversations:submit", told`send it`);
    if (conversation.price > 0) {
      requireScope(member, "payments:hold", told`hold a price`);
    }
    const ready = await readyToSend(call, conversation);
    const facts = await submitFacts(call, ready);
    refuseAsking(call, reviewSubmit(call, submitAction(ready), facts).review);
  },
  approve,
  decline(deciding) {
    const closed = close(deciding, "declined");
    return move(deciding.call, closed, closed.state, "decline_submit", {
      reason: "declined",
    });
  },
  expire(call, conversation, checkpoint) {
    const closed = closeCheckpoint(call, conversation, checkpoint, {
      status: "expired",
    });
    const draft = move(call, closed, closed.state, "submit_expired", {
      reason: "approval_expired",
    });
    return supersedeOpen(call, draft);
  },
  notify: ({ after, asked }) =>
    after.state === "submitted" ? notified(after, asked.position, null) : [],
};

/**
 * Sends what a person has approved, if it is exactly what they were shown or as they changed
 * it, and no rule denies it by now. Checks the balance again (docs/states.md, row 7).
 * @throws from_not_verified, insufficient_scope, limit_exceeded by the access of the agent
 * that acts for the person
 */
async function approve(deciding: Deciding<"submit">): Promise<Conversation> {
  const { call, conversation, checkpoint, edited } = deciding;
  const shown = withFirstUse(call, await readyToSend(call, conversation));
  const action = submitAction(shown);
  if (!isAsAsked(checkpoint, action)) {
    return await askAnew(deciding, shown, action);
  }
  const ready = edited ? await readyAs(call, conversation, edited) : shown;
  const { review, grants } = reviewSubmit(call, submitAction(ready), {
    ...(await submitFacts(call, ready)),
    byAgent: false,
  });
  refuseForeignFrom(review);
  // A changed price can be one that takes several people.
  if (review.outcome === "needs_person") {
    throw refusedPayment(call, conversation, review);
  }
  const closed = close({ ...deciding, conversation: ready }, "approved");
  recordReview(call, closed, review);
  const denied = review.rules.find(({ outcome }) => outcome === "deny");
  const after = grants
    ? await commitSubmit(call, closed, conversation.state, grants)
    : move(call, closed, conversation.state, "decline_submit", {
        reason: denied?.id ?? null,
        reviewId: review.reviewId,
      });
  return sendInitialMessage(call, after);
}

/** The request as its approver changed it. */
async function readyAs(
  call: CommandCall,
  conversation: Conversation,
  { text, ...fields }: Edited,
): Promise<Conversation> {
  const { parts = [] } = conversation.messages[0] ?? {};
  const written = await editDraft(call, conversation, {
    ...fields,
    ...(text !== undefined && { parts: [...partsWith(parts, text)] }),
  });
  const ready = withFirstUse(call, await readyToSend(call, written));
  if (fields.price !== undefined) await checkOffer(call, ready);
  return ready;
}

/** Asks again: what would be sent is no longer what was approved. */
async function askAnew(
  { call, checkpoint, asked, show }: Deciding<"submit">,
  ready: Conversation,
  action: Action<"submit">,
): Promise<Conversation> {
  const closed = closeCheckpoint(call, ready, checkpoint, {
    status: "superseded",
  });
  const opened = await openCheckpoint(call, closed, {
    action,
    asked,
    askedBy: checkpoint.askedBy,
    rules: checkpoint.rules,
    reviewId: call.newId("review"),
  });
  await tellAsked(call, closed, opened.conversation);
  const shown = await show(opened.conversation, opened.checkpoint);
  const why = told`it has changed since it was shown. A new checkpoint shows how it is now`;
  call.refuseAfter(changed(why, [shown]));
  return opened.conversation;
}

function holdWords(conversation: Conversation, say: Say): string {
  const { price, rail } = conversation;
  if (price === 0) return ` ${say`Nothing is charged.`}`;
  const held = amountOn(conversation, price, say.language);
  return rail === "x402"
    ? ` ${say`It waits until you sign ${held} with your wallet. The money is held until the receipt is signed.`}`
    : ` ${say`${held} is held from your balance until the receipt is signed. If your balance is too low, it isn't sent until you pay.`}`;
}
