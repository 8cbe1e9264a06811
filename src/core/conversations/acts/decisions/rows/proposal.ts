import { amountOn } from "../../../../base/money.ts";
import { timeInWords } from "../../../../base/time.ts";
import type { Say } from "../../../../base/words/say.ts";
import { phrase } from "../../../../base/words/say.ts";
import { SENDER } from "../../../model/model.ts";
import {
  conditionWords,
  earnedWords,
} from "../../../model/turn/condition_words.ts";
import { sidesOf } from "../../../model/turn/moves.ts";
import type { Subject } from "../../checkpoints/subject.ts";
import { agree, pricedBy, refuseToAgree } from "../../funding/agree.ts";
import { partners } from "../../funding/price_ask.ts";
import {
  endAsk,
  endProposal,
  otherSide,
  proposalOf,
} from "../../funding/proposals.ts";
import type { ActRow } from "./row.ts";

/** The other side proposes terms. */
export const PROPOSAL: ActRow<"proposal"> = {
  facts({ conversation, checkpoint: { action }, asked }) {
    const isPayer = asked.position === SENDER;
    return {
      reason: action.reason,
      recipients: [otherSide(conversation, asked)],
      money: {
        moves: "hold",
        amount: Number(action.price),
        ...sidesOf(conversation),
      },
      ...(isPayer ? { spends: true } : { accepts: true }),
    };
  },
  outcomes(subject, say) {
    const decline = say`The proposal is off, and nothing else changes.`;
    return { approve: agreedWords(subject, say), decline, silence: decline };
  },
  happened: {
    approved: phrase`The terms were agreed on.`,
    declined: phrase`The proposal was declined.`,
    expired: phrase`No answer in time: the proposal is no longer valid.`,
    superseded: phrase`Another proposal took its place, or it was withdrawn.`,
  },
  approveTitle: phrase`Accept`,
  permit: (call, subject) => refuseFor(call, subject),
  check: (call, subject) => refuseFor(call, subject),
  approve: ({ call, conversation, checkpoint, asked }) =>
    agree(
      call,
      conversation,
      asked,
      proposalIn({ conversation, checkpoint, asked }),
    ),
  decline({ call, conversation, checkpoint, asked, comment }) {
    const declined = proposalIn({ conversation, checkpoint, asked });
    const status = "declined";
    const ended = endProposal(call, conversation, declined, {
      status,
      ...(comment && { reason: comment }),
    });
    return endAsk(call, ended, declined.id, { status, comment });
  },
  expire: (call, conversation, { action }) =>
    endAsk(call, conversation, action.proposalId, { status: "expired" }),
  notify: ({ before, asked }) => [
    ...new Set([...partners(before, asked), otherSide(before, asked).position]),
  ],
};

function proposalIn({ conversation, checkpoint, asked }: Subject<"proposal">) {
  return proposalOf(conversation, asked, checkpoint.action.proposalId);
}

function refuseFor(
  call: Parameters<typeof refuseToAgree>[0],
  subject: Subject<"proposal">,
): Promise<void> {
  const { conversation, asked } = subject;
  return refuseToAgree(call, conversation, asked, proposalIn(subject));
}

function agreedWords(subject: Subject<"proposal">, say: Say): string {
  const { conversation, asked } = subject;
  const proposal = proposalIn(subject);
  const priced = pricedBy(conversation, proposal);
  const { dueAt } = proposal;
  const due =
    dueAt === null
      ? ""
      : ` ${say`Due by ${timeInWords(dueAt, undefined, say.language)}.`}`;
  const price = amountOn(priced, priced.price, say.language);
  if (asked.position !== SENDER) {
    return `${say`You agree to do it for ${price}. The sender is asked to pay, and the money is held until you sign the receipt. ${earnedWords(priced, price, say)}`}${due}`;
  }
  // The payer has to see that it would be paid for something else.
  const earned =
    priced.release === conversation.release
      ? ""
      : ` ${say`Earned as soon as: ${conditionWords(priced, otherSide(conversation, asked), say)}`}`;
  return conversation.rail === "ledger"
    ? `${say`${price} is held from your balance until the recipient signs the receipt, and the work starts.`}${earned}${due}`
    : `${say`You're asked to sign ${price} with your wallet. It's held until the recipient signs the receipt, and then the work starts.`}${earned}${due}`;
}
