import { checkCall } from "../../../access/access.ts";
import { amountOn } from "../../../base/money.ts";
import { disputable, refuseToWithdraw } from "../../acts/disputes/dispute.ts";
import { refuseToRule } from "../../acts/disputes/ruling.ts";
import {
  refuseBeyond,
  refuseToSplit,
  refuseToTake,
} from "../../acts/disputes/split.ts";
import { CALLABLE } from "../../model/callable.ts";
import type { Conversation } from "../../model/model.ts";
import { payeeOf } from "../../model/payee.ts";
import { isParty } from "../../model/terms/agreed.ts";
import {
  freezeOf,
  isArbiter,
  offeredTo,
  openDisputeOf,
} from "../../model/terms/disputed.ts";
import { isEarned } from "../../model/turn/condition.ts";
import { sidesOf } from "../../model/turn/moves.ts";
import type { Row, Standpoint } from "./action.ts";
import { AT_ONCE } from "./action.ts";

/** The other side's number, for one of the two. */
function offered({ conversation, me }: Standpoint) {
  const dispute = freezeOf(conversation);
  if (!dispute || !isParty(conversation, me)) return undefined;
  const found = offeredTo(dispute, me.position);
  return found && { ...found, rest: dispute.amount - found.split.returned };
}

/** The same where its action is listed. */
function named(at: Standpoint) {
  const found = offered(at);
  if (!found) throw new RangeError("The action has a number");
  return found;
}

const shown = ({ call, conversation }: Standpoint, micro: number) =>
  amountOn(conversation, micro, call.say.language);

/** True where a cancel no longer gives the price back. */
function isEarnedOrPaid(conversation: Conversation): boolean {
  const { payment } = conversation;
  if (payment?.status === "released") return true;
  const payee = payeeOf(conversation);
  const isHeld = payment?.status === "held";
  return isHeld && payee !== undefined && isEarned(conversation, payee);
}

/** The actions about a disputed price. */
export const OF_DISPUTES: readonly Row[] = [
  {
    name: "take_split",
    operation: CALLABLE.answerDispute.name,
    title: (at) =>
      at.call.say`Agree: ${shown(at, named(at).split.returned)} goes back`,
    isFor: (at) => offered(at) !== undefined,
    async permit(at) {
      const { call, conversation, me } = at;
      checkCall(CALLABLE.answerDispute, call.member);
      await refuseToTake(call, conversation, me, named(at).number);
      return AT_ONCE;
    },
    effect: (at) =>
      at.call
        .say`${shown(at, named(at).split.returned)} goes back to the sender, and ${shown(at, named(at).rest)} is paid to the payee, at once.`,
    money: (at) => {
      const { from: to } = sidesOf(at.conversation);
      return { moves: "return", amount: named(at).split.returned, to };
    },
    input: (at) => ({ take: named(at).number }),
  },
  {
    name: "propose_split",
    operation: CALLABLE.answerDispute.name,
    title: ({ call: { say } }) => say`Propose another split`,
    isFor: ({ conversation, me }) =>
      freezeOf(conversation) !== undefined && isParty(conversation, me),
    async permit({ call, conversation, me }) {
      checkCall(CALLABLE.answerDispute, call.member);
      refuseToSplit(call, conversation, me);
      await refuseBeyond(call, conversation, me, 0);
      return AT_ONCE;
    },
    effect: ({ call: { say } }) =>
      say`The other side can agree to it. No money moves before that.`,
    needs: () => ["return"],
  },
  {
    name: "rule",
    operation: CALLABLE.ruleDispute.name,
    title: ({ call: { say } }) => say`Decide the dispute`,
    isFor: ({ conversation, me }) =>
      freezeOf(conversation)?.status === "arbitration" &&
      isArbiter(conversation, me),
    permit({ call, conversation, me }) {
      checkCall(CALLABLE.ruleDispute, call.member);
      refuseToRule(call, conversation, me);
      return AT_ONCE;
    },
    effect: ({ call: { say } }) =>
      say`The amount you name goes back to the sender, and the rest is paid to the payee, at once.`,
    needs: () => ["return", "text"],
  },
  {
    name: "dispute",
    operation: CALLABLE.openDispute.name,
    title: ({ call: { say } }) => say`Open a dispute`,
    isFor: ({ conversation, me }) =>
      me.role === "sender" &&
      openDisputeOf(conversation) === undefined &&
      isEarnedOrPaid(conversation),
    async permit({ call, conversation, me }) {
      checkCall(CALLABLE.openDispute, call.member);
      await disputable(call, conversation, me);
      return AT_ONCE;
    },
    effect: ({ call: { say }, conversation: { payment } }) =>
      payment?.status === "held"
        ? say`The price is frozen until the two of you agree, or it goes back.`
        : say`Asks the payee for a refund. Nothing is frozen.`,
    needs: () => ["reason", "text"],
  },
  {
    name: "withdraw_dispute",
    operation: CALLABLE.withdrawDispute.name,
    title: ({ call: { say } }) => say`Withdraw the dispute`,
    isFor: ({ conversation, me }) =>
      me.role === "sender" && openDisputeOf(conversation) !== undefined,
    permit({ call, conversation, me }) {
      checkCall(CALLABLE.withdrawDispute, call.member);
      refuseToWithdraw(conversation, me);
      return AT_ONCE;
    },
    effect: ({ call: { say } }) =>
      say`Nothing is frozen any more, and the payee can sign the receipt.`,
  },
];
