import { checkCall } from "../../../access/access.ts";
import { amountOn } from "../../../base/money.ts";
import { refuseToAgree } from "../../acts/funding/agree.ts";
import { refuseToPropose } from "../../acts/funding/propose.ts";
import { isWorkDue, refuseToExtend } from "../../acts/settlement/extend.ts";
import { CALLABLE } from "../../model/callable.ts";
import { SENDER } from "../../model/model.ts";
import {
  isParty,
  isUnsettled,
  openProposals,
  soleRecipient,
} from "../../model/terms/agreed.ts";
import type { Proposal } from "../../model/terms/proposal.ts";
import { sidesOf } from "../../model/turn/moves.ts";
import type { Row, Standpoint } from "./action.ts";
import { AT_ONCE } from "./action.ts";

/** The open proposal of the viewer's own side, or of the other. */
function proposed(
  { call, conversation, me }: Standpoint,
  side: "own" | "other",
): Proposal | undefined {
  if (!isUnsettled(conversation) || !isParty(conversation, me))
    return undefined;
  return openProposals(conversation, call.now).find(
    ({ by }) => (by === me.position) === (side === "own"),
  );
}

/** The same where its action is listed. */
function named(at: Standpoint, side: "own" | "other"): Proposal {
  const found = proposed(at, side);
  if (!found) throw new RangeError("The action has a proposal");
  return found;
}

const priceOf = ({ call, conversation }: Standpoint, { price }: Proposal) =>
  amountOn(conversation, price, call.say.language);

/** The actions about terms: until something is held, and while work is due. */
export const OF_TERMS: readonly Row[] = [
  {
    name: "extend_deadline",
    operation: CALLABLE.extendDeadline.name,
    title: ({ call: { say } }) => say`Extend the deadline`,
    isFor: ({ conversation, me }) =>
      me.role === "sender" && isWorkDue(conversation),
    permit({ call, conversation, me }) {
      checkCall(CALLABLE.extendDeadline, call.member);
      refuseToExtend(call, conversation, me);
      return AT_ONCE;
    },
    effect: ({ call: { say }, conversation }) =>
      conversation.payment?.status === "held"
        ? say`The recipient gets until dueAt. The price stays held.`
        : say`The recipient gets until dueAt.`,
    needs: () => ["dueAt"],
  },
  {
    name: "accept_proposal",
    operation: CALLABLE.acceptProposal.name,
    title: (at) => at.call.say`Accept ${priceOf(at, named(at, "other"))}`,
    isFor: (at) => proposed(at, "other") !== undefined,
    async permit(at) {
      const { call, conversation, me } = at;
      checkCall(CALLABLE.acceptProposal, call.member);
      await refuseToAgree(call, conversation, me, named(at, "other"));
      return AT_ONCE;
    },
    effect: (at) =>
      at.me.position === SENDER
        ? at.call
            .say`${priceOf(at, named(at, "other"))} is held until the recipient signs the receipt, and the work starts.`
        : at.call
            .say`You agree to do it for ${priceOf(at, named(at, "other"))}. The sender is asked to pay.`,
    money: (at) => ({
      moves: "hold",
      amount: named(at, "other").price,
      ...sidesOf(at.conversation),
    }),
    input: (at) => ({ proposalId: named(at, "other").id }),
  },
  {
    name: "propose",
    operation: CALLABLE.propose.name,
    title: (at) =>
      proposed(at, "other")
        ? at.call.say`Propose other terms`
        : at.call.say`Propose a price`,
    // An agent that sends a request names a price there; here it answers one.
    isFor: ({ call, conversation, me }) =>
      isUnsettled(conversation) &&
      soleRecipient(conversation) !== undefined &&
      isParty(conversation, me) &&
      (me.position !== SENDER ||
        conversation.proposals !== null ||
        call.member.kind === "person"),
    async permit({ call, conversation, me }) {
      checkCall(CALLABLE.propose, call.member);
      await refuseToPropose(call, conversation, me);
      return AT_ONCE;
    },
    effect: ({ call: { say } }) =>
      say`The other side can accept it until validUntil. Nothing is held before that.`,
    needs: () => ["price", "validUntil"],
  },
  {
    name: "withdraw_proposal",
    operation: CALLABLE.withdrawProposal.name,
    title: ({ call: { say } }) => say`Withdraw the proposal`,
    isFor: (at) => proposed(at, "own") !== undefined,
    permit({ call }) {
      checkCall(CALLABLE.withdrawProposal, call.member);
      return AT_ONCE;
    },
    effect: ({ call: { say } }) => say`It can no longer be accepted.`,
    input: (at) => ({ proposalId: named(at, "own").id }),
  },
];
