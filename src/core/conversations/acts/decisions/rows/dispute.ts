import { amountOn } from "../../../../base/money.ts";
import { timeInWords } from "../../../../base/time.ts";
import type { Say } from "../../../../base/words/say.ts";
import { phrase } from "../../../../base/words/say.ts";
import { told } from "../../../../base/words/sentence.ts";
import { ServiceError } from "../../../../errors/errors.ts";
import type { Conversation } from "../../../model/model.ts";
import { SENDER, senderOf } from "../../../model/model.ts";
import { payeeOf } from "../../../model/payee.ts";
import {
  answerBy,
  freezeOf,
  toldToOthers,
} from "../../../model/terms/disputed.ts";
import { sidesOf } from "../../../model/turn/moves.ts";
import { closeCheckpoint } from "../../checkpoints/checkpoint.ts";
import type { Subject } from "../../checkpoints/subject.ts";
import { recuse, refuseToRule } from "../../disputes/ruling.ts";
import { refuseToTake, takeSplit } from "../../disputes/split.ts";
import type { ActRow } from "./row.ts";

/** The other side of a dispute names how much goes back. */
export const DISPUTE: ActRow<"dispute"> = {
  facts({ conversation, checkpoint: { action }, asked }) {
    const payee = payeeOf(conversation);
    const other = asked.position === SENDER ? payee : senderOf(conversation);
    const { from: to } = sidesOf(conversation);
    return {
      reason: action.reason,
      recipients: other ? [other] : [],
      money: { moves: "return", amount: Number(action.return), to },
      spends: true,
    };
  },
  outcomes(subject, say) {
    const rest = unsettledWords(subject.conversation, say);
    return {
      approve: settledWords(subject, say),
      decline: say`Nothing is settled. ${rest}`,
      silence: rest,
    };
  },
  happened: {
    approved: phrase`The dispute was settled so.`,
    declined: phrase`The two did not agree on it.`,
    expired: phrase`No answer in time.`,
    superseded: phrase`The dispute went on, or ended, without an answer to this.`,
  },
  approveTitle: phrase`Agree`,
  declineTitle: phrase`Don't agree`,
  permit: async (call, { conversation, checkpoint, asked }) => {
    await refuseToTake(call, conversation, asked, checkpoint.action.take);
  },
  check: async (call, { conversation, checkpoint, asked }) => {
    await refuseToTake(call, conversation, asked, checkpoint.action.take);
  },
  approve: ({ call, conversation, checkpoint, asked }) =>
    takeSplit(call, conversation, asked, checkpoint.action.take),
  decline: ({ call, conversation, checkpoint, comment }) =>
    closeCheckpoint(call, conversation, checkpoint, {
      status: "declined",
      comment,
    }),
  expire: (call, conversation, checkpoint) =>
    closeCheckpoint(call, conversation, checkpoint, { status: "expired" }),
  notify: ({ before, asked }) => toldToOthers(before, asked.position).notify,
};

/** The arbiter of a dispute decides it. */
export const ARBITRATION: ActRow<"arbitration"> = {
  facts({ conversation, checkpoint: { action } }) {
    const payee = payeeOf(conversation);
    const { from: to } = sidesOf(conversation);
    return {
      recipients: [senderOf(conversation), ...(payee ? [payee] : [])],
      money: { moves: "return", amount: Number(action.amount), to },
    };
  },
  outcomes({ conversation }, say) {
    const rest = unsettledWords(conversation, say);
    return {
      approve: say`You name how much goes back. The rest is paid out, at once.`,
      decline: say`You don't decide it. The two can still agree; otherwise everything goes back.`,
      silence: rest,
    };
  },
  happened: {
    approved: phrase`The arbiter decided.`,
    declined: phrase`The arbiter does not decide it.`,
    expired: phrase`The arbiter did not decide in time.`,
    superseded: phrase`The dispute ended before, or by the arbiter's ruling.`,
  },
  approveTitle: phrase`Decide`,
  declineTitle: phrase`I don't decide it`,
  permit: () => Promise.resolve(),
  check(call, { conversation, asked }) {
    refuseToRule(call, conversation, asked);
    throw new ServiceError("ruling_required", {
      detail: told`Cannot approve: a ruling says how much goes back.`,
    });
  },
  approve: ({ conversation }) => conversation,
  decline: ({ call, conversation, asked }) => recuse(call, conversation, asked),
  expire: (call, conversation, checkpoint) =>
    closeCheckpoint(call, conversation, checkpoint, { status: "expired" }),
  notify: ({ before, asked }) => toldToOthers(before, asked.position).notify,
};

function settledWords(
  { conversation, checkpoint }: Subject<"dispute">,
  say: Say,
): string {
  const { action } = checkpoint;
  const shown = (micro: string) =>
    amountOn(conversation, Number(micro), say.language);
  const { from, to } = sidesOf(conversation);
  return say`${shown(action.return)} goes back to ${from}, and ${shown(action.release)} is paid to ${to}, at once.`;
}

/** The course of a dispute that the two do not settle. */
function unsettledWords(conversation: Conversation, say: Say): string {
  const dispute = freezeOf(conversation);
  if (!dispute) return say`The dispute is over.`;
  const at = timeInWords(
    answerBy(conversation, dispute),
    undefined,
    say.language,
  );
  const { arbiter } = conversation.terms ?? {};
  const isAsked = dispute.status === "open" && dispute.askAt !== undefined;
  return arbiter && isAsked
    ? say`Without an agreement by ${at}, ${arbiter.address} is asked to decide.`
    : say`Without an agreement or a ruling by ${at}, everything that is held goes back.`;
}
