import { checkCall } from "../../../access/access.ts";
import { amountOn } from "../../../base/money.ts";
import { refundable } from "../../../payments/model.ts";
import { refuseToAccept } from "../../acts/checkpoints/may_accept.ts";
import { refuseToAskRefund } from "../../acts/funding/ask_refund.ts";
import { refuseToFund } from "../../acts/funding/fund.ts";
import { raisable } from "../../acts/funding/raise.ts";
import { judgeRefund } from "../../acts/funding/refund.ts";
import { CALLABLE } from "../../model/callable.ts";
import type { Conversation } from "../../model/model.ts";
import { isAllowed } from "../../model/state.ts";
import { agreedOf } from "../../model/terms/agreed.ts";
import { sidesOf } from "../../model/turn/moves.ts";
import type { Row, Standpoint } from "./action.ts";
import { AT_ONCE } from "./action.ts";
import { isUnderWay } from "./of_threads.ts";

function isPayee({ conversation, me }: Standpoint): boolean {
  const payeeId = conversation.payment?.payeeId ?? null;
  return payeeId !== null && payeeId === me.accountId;
}

/** The payee's open request for a higher price; null without one. */
function askedPrice({ payment }: Conversation): number | null {
  return payment?.status === "held" ? payment.asked : null;
}

async function refuseRaise({ call, conversation, me }: Standpoint) {
  checkCall(CALLABLE.raise, call.member);
  await refuseToAccept(call, conversation, me);
}

/** The amount to hold in addition. */
function missing({ conversation: { payment } }: Standpoint) {
  if (!payment) return { all: 0, more: 0 };
  const all = payment.asked ?? payment.price;
  return { all, more: payment.status === "held" ? all - payment.price : all };
}

/** The effect of paying: by the rail, and by whether something is already held. */
function fundEffect(at: Standpoint): string {
  const { say } = at.call;
  const { all, more } = missing(at);
  const amount = amountOn(at.conversation, more, say.language);
  const isInLedger = at.conversation.rail === "ledger";
  if (askedPrice(at.conversation) === null) {
    if (agreedOf(at.conversation)) {
      return isInLedger
        ? say`Holds ${amount} from your balance, and the work starts.`
        : say`Holds ${amount} from your wallet, and the work starts.`;
    }
    return isInLedger
      ? say`Holds ${amount} from your balance and sends the request.`
      : say`Holds ${amount} from your wallet and sends the request.`;
  }
  const whole = amountOn(at.conversation, all, say.language);
  return isInLedger
    ? say`Holds another ${amount} from your balance. The work continues for ${whole} in total.`
    : say`Holds another ${amount} from your wallet. The work continues for ${whole} in total.`;
}

/** The actions of the parties about the price. */
export const OF_MONEY: readonly Row[] = [
  {
    name: "fund",
    operation: CALLABLE.fund.name,
    title: (at) =>
      at.call
        .say`Pay ${amountOn(at.conversation, missing(at).more, at.call.say.language)}`,
    isFor: ({ conversation, me }) =>
      me.role === "sender" &&
      conversation.payment !== null &&
      isAllowed(conversation.state, "funded"),
    async permit({ call, conversation }) {
      checkCall(CALLABLE.fund, call.member);
      await refuseToFund(call, conversation);
      return AT_ONCE;
    },
    effect: fundEffect,
    money: (at) => ({
      moves: askedPrice(at.conversation) === null ? "hold" : "raise",
      amount: missing(at).more,
      ...sidesOf(at.conversation),
    }),
  },
  {
    name: "raise_price",
    operation: CALLABLE.raise.name,
    title: ({ call: { say } }) => say`Ask for a higher price`,
    isFor: (at) =>
      isPayee(at) &&
      isUnderWay(at) &&
      at.conversation.payment?.status === "held" &&
      askedPrice(at.conversation) === null,
    async permit(at) {
      await refuseRaise(at);
      raisable(at.call, at.conversation);
      return AT_ONCE;
    },
    effect: ({ call: { say }, conversation }) =>
      say`${amountOn(conversation, conversation.price, say.language)} stays held. The work pauses until the sender agrees to the higher price or declines it.`,
    needs: () => ["price"],
  },
  {
    name: "keep_price",
    operation: CALLABLE.raise.name,
    title: ({ call: { say } }) => say`Withdraw the higher price`,
    isFor: (at) =>
      isPayee(at) && isUnderWay(at) && askedPrice(at.conversation) !== null,
    async permit(at) {
      await refuseRaise(at);
      return AT_ONCE;
    },
    effect: ({ call: { say }, conversation }) =>
      say`The work continues for ${amountOn(conversation, conversation.price, say.language)}. Send that as price.`,
    needs: () => ["price"],
  },
  {
    name: "refund",
    operation: CALLABLE.refund.name,
    title: ({ call: { say } }) => say`Refund money`,
    isFor: (at) =>
      isPayee(at) && at.conversation.payment?.status === "released",
    async permit({ call, conversation }) {
      checkCall(CALLABLE.refund, call.member);
      await judgeRefund(call, conversation);
      return AT_ONCE;
    },
    effect: ({ call: { say }, conversation: { payment } }) =>
      payment?.rail === "x402"
        ? say`You sign the amount with your wallet. It goes straight to the wallet that paid and counts once it's final.`
        : say`The amount goes from your balance to the sender right away.`,
    money: ({ conversation }) => {
      const { payment } = conversation;
      if (!payment) return undefined;
      const { from: to, to: from } = sidesOf(conversation);
      return { moves: "return", amount: refundable(payment), from, to };
    },
  },
  {
    name: "request_refund",
    operation: CALLABLE.askRefund.name,
    title: ({ call: { say } }) => say`Ask for a refund`,
    isFor: ({ conversation, me }) =>
      me.role === "sender" && conversation.payment?.status === "released",
    permit({ call, conversation, me }) {
      checkCall(CALLABLE.askRefund, call.member);
      refuseToAskRefund(call, conversation, me);
      return AT_ONCE;
    },
    effect: ({ call: { say } }) =>
      say`Asks the payee for a refund. No money moves until they agree.`,
  },
];
