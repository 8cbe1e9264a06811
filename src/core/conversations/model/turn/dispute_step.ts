import { showTime } from "../../../base/time.ts";
import type { Say } from "../../../base/words/say.ts";
import { openAbout } from "../checkpoints_about.ts";
import type { Conversation, Participant } from "../model.ts";
import { answerBy, freezeOf, seesDispute } from "../terms/disputed.ts";
import type { NextStep } from "../turn_schemas.ts";

/**
 * Whose turn it is while a price is frozen or asked back, for a viewer whom no checkpoint
 * asks; undefined otherwise. Pure.
 */
export function disputeStep(
  conversation: Conversation,
  viewer: Participant,
  say: Say,
): NextStep | undefined {
  const [refund] = openAbout(conversation, "refund");
  if (refund && viewer.role === "sender") {
    const text = say`Waiting for the payee to decide about the refund.`;
    return { who: "them", text, by: showTime(refund.expiresAt) };
  }
  const dispute = freezeOf(conversation);
  if (!dispute) return undefined;
  const by = showTime(answerBy(conversation, dispute));
  if (!seesDispute(conversation, viewer)) {
    return { who: "them", text: say`Waiting for the parties to settle.`, by };
  }
  const { arbiter } = conversation.terms ?? {};
  if (dispute.status === "arbitration" && arbiter) {
    const text = say`${arbiter.address} decides the dispute.`;
    return { who: "them", text, by };
  }
  const [open] = openAbout(conversation, "dispute");
  const asked = conversation.participants.find(
    (it) => it.accountId !== null && it.accountId === open?.forAccountId,
  );
  return asked
    ? {
        who: "them",
        text: say`Waiting for ${asked.address} to answer the dispute.`,
        by,
      }
    : {
        who: "you",
        text: say`Agree to the other side's number, or propose another split.`,
        by,
      };
}
