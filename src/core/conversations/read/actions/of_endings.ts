import { checkCall } from "../../../access/access.ts";
import { amountOn, amountText, showMoney } from "../../../base/money.ts";
import { heldOf } from "../../../payments/model.ts";
import { openAcceptance } from "../../acts/checkpoints/may_accept.ts";
import {
  pendingAct,
  stateWithoutAsks,
} from "../../acts/checkpoints/waiting.ts";
import { refusalToDecline } from "../../acts/decisions/may_decide.ts";
import { cancelWaits } from "../../acts/settlement/cancel.ts";
import { checkCompletable } from "../../acts/settlement/complete.ts";
import { isEndedByDecline } from "../../acts/settlement/remaining_recipients.ts";
import { checkSignable, isSignerOf } from "../../acts/settlement/settle.ts";
import { isReadByBlocker } from "../../acts/thread/blocked_sender.ts";
import { actWaits } from "../../acts/thread/may_write.ts";
import { CALLABLE } from "../../model/callable.ts";
import { assertTransition, isAllowed } from "../../model/state.ts";
import { dueNow, nextMilestone } from "../../model/terms/steps.ts";
import {
  conditionFor,
  STATEMENT,
  STATEMENT_MISSING,
} from "../../model/turn/condition.ts";
import { returnOf, sidesOf } from "../../model/turn/moves.ts";
import type { Permit, Row, Standpoint } from "./action.ts";
import { isUnderWay } from "./of_threads.ts";

/** The signer: the payee of a price; without one any account in `to`. */
function isSigner({ conversation, me }: Standpoint): boolean {
  return me.accountId !== null && isSignerOf(conversation, me);
}

/** True if the payee must state what was done. */
function asksForWords({ conversation, me }: Standpoint): boolean {
  const condition = conditionFor(conversation, me);
  return !condition.met && condition.missing === STATEMENT_MISSING;
}

/** The actions that end a conversation. */
export const OF_ENDINGS: readonly Row[] = [
  {
    name: "sign_receipt",
    operation: CALLABLE.sign.name,
    title({ call: { say }, conversation }) {
      const { payment } = conversation;
      if (payment?.status !== "held") return say`Sign the receipt`;
      const { amount } = showMoney(dueNow(conversation));
      return say`Sign and receive ${amountText(amount, say.language)}`;
    },
    isFor: (at) =>
      isUnderWay(at) &&
      isSigner(at) &&
      at.conversation.receipt?.signer.accountId !== at.me.accountId,
    async permit(at): Promise<Permit> {
      const { call, conversation, me } = at;
      checkCall(CALLABLE.sign, call.member);
      const words = asksForWords(at) ? "." : undefined;
      const waits = await actWaits(call, conversation, me, "receipt");
      if (!waits) assertTransition(stateWithoutAsks(conversation), "receipt");
      checkSignable(call, conversation, me, words);
      return { waits };
    },
    effect({ call: { say }, conversation }, { waits }) {
      if (waits) return say`Your person decides first.`;
      const { payment, release } = conversation;
      if (payment?.status !== "held") {
        return say`Signs that it is done and completes the conversation. No money moves.`;
      }
      const due = dueNow(conversation);
      const paid = amountOn(conversation, due, say.language);
      if (due < heldOf(payment)) {
        return say`You get ${paid} for this step, and the work continues.`;
      }
      return release === "accepted"
        ? say`You get the held ${paid}, and the work continues.`
        : say`You get the held ${paid}, and the request is completed.`;
    },
    money({ conversation }) {
      const { payment } = conversation;
      if (payment?.status !== "held") return undefined;
      const amount = dueNow(conversation);
      return { moves: "release", amount, ...sidesOf(conversation) };
    },
    needs: (at) => ["confirm", ...(asksForWords(at) ? [STATEMENT] : [])],
    input({ conversation }) {
      const milestoneId = nextMilestone(conversation)?.id;
      return milestoneId === undefined ? undefined : { milestoneId };
    },
  },
  {
    name: "complete",
    operation: CALLABLE.complete.name,
    title: ({ call: { say } }) => say`Mark as completed`,
    isFor: ({ conversation, me }) =>
      me.role === "to" &&
      isAllowed(conversation.state, "complete") &&
      conversation.payment?.status !== "held",
    async permit({ call, conversation, me }) {
      checkCall(CALLABLE.complete, call.member);
      checkCompletable(conversation);
      return { waits: await actWaits(call, conversation, me, "complete") };
    },
    effect: ({ call: { say } }, { waits }) =>
      waits
        ? say`Your person decides first.`
        : say`Marks the conversation as completed for everyone.`,
  },
  {
    name: "cancel",
    operation: CALLABLE.cancel.name,
    title: cancelTitle,
    // An agent that has asked already waits: only the same reason again is not refused.
    isFor: (at) => isEnder(at) && !isAskedFor(at),
    permit({ call, conversation, me }) {
      checkCall(CALLABLE.cancel, call.member);
      return { waits: cancelWaits(call, conversation, me) };
    },
    effect({ call: { say }, conversation, blockers }, { waits }) {
      if (waits) return say`Your person decides first.`;
      const money = returnOf(conversation);
      const ends = money
        ? say`It is canceled for everyone. The held ${amountOn(conversation, money.amount, say.language)} goes back to the sender.`
        : say`It is canceled for everyone. No money moves.`;
      return isReadByBlocker(blockers, null)
        ? `${ends} ${say`Your reason isn't sent: a participant doesn't accept messages from you.`}`
        : ends;
    },
    money: ({ conversation }) => returnOf(conversation),
    needs: () => ["reason"],
  },
];

function isAskedFor({ call, conversation }: Standpoint): boolean {
  const { kind, accountId } = call.member;
  return (
    kind === "agent" &&
    pendingAct(conversation, accountId, "cancel") !== undefined
  );
}

/** No cancel is listed for a recipient whose decline also ends it. */
function isEnder(at: Standpoint): boolean {
  const { conversation, me } = at;
  if (!isAllowed(conversation.state, "cancel")) return false;
  if (me.role !== "to") return me.role === "sender";
  const declinable = declinableBy(at);
  return !declinable || !isEndedByDecline(conversation, declinable);
}

/** The open acceptance that may be declined. */
function declinableBy({ call, conversation, me }: Standpoint) {
  const waiting = openAcceptance(conversation, me.accountId);
  return waiting && !refusalToDecline(call, conversation, waiting)
    ? waiting
    : undefined;
}

function cancelTitle(at: Standpoint): string {
  const { conversation, me } = at;
  const { say } = at.call;
  if (me.role === "sender") return say`Cancel the request`;
  if (declinableBy(at)) return say`End it for everyone`;
  return conversation.state === "submitted"
    ? say`Decline the request`
    : say`Stop the work`;
}
