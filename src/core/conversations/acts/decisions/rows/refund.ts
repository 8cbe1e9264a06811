import { requireScope } from "../../../../access/access.ts";
import type { QueryCall } from "../../../../access/context.ts";
import { amountOn } from "../../../../base/money.ts";
import { phrase } from "../../../../base/words/say.ts";
import { told } from "../../../../base/words/sentence.ts";
import { refundable } from "../../../../payments/model.ts";
import type { Conversation } from "../../../model/model.ts";
import { SENDER } from "../../../model/model.ts";
import { sidesOf } from "../../../model/turn/moves.ts";
import type { Subject } from "../../checkpoints/subject.ts";
import { dropRefundAsk } from "../../funding/ask_refund.ts";
import { partners, refuseUnsigned } from "../../funding/price_ask.ts";
import { judgeRefund, refund } from "../../funding/refund.ts";
import type { ActRow } from "./row.ts";

/** The payer asks for a refund of a released price. */
export const REFUND: ActRow<"refund"> = {
  facts(subject) {
    const { conversation, checkpoint } = subject;
    const { from: to, to: from } = sidesOf(conversation);
    return {
      reason: checkpoint.action.reason,
      recipients: conversation.participants.slice(SENDER, SENDER + 1),
      money: { moves: "return", amount: amountOf(subject), from, to },
      spends: true,
    };
  },
  outcomes(subject, say) {
    const amount = amountOn(
      subject.conversation,
      amountOf(subject),
      say.language,
    );
    return {
      approve:
        railOf(subject.conversation) === "x402"
          ? say`Sign ${amount} with your wallet: it goes straight to the wallet that paid. Approving alone refunds nothing.`
          : say`${amount} goes from your balance back to ${subject.conversation.fromAddress} right away.`,
      decline: say`You keep the money. ${subject.conversation.fromAddress} is notified and reads your comment.`,
      silence: say`You keep the money.`,
    };
  },
  happened: {
    approved: phrase`The money was refunded.`,
    declined: phrase`Nothing was refunded.`,
    expired: phrase`No answer in time: nothing was refunded.`,
    superseded: phrase`It was no longer needed, so nothing was done.`,
  },
  approveTitle: phrase`Refund it`,
  async permit(call, subject) {
    requireScope(call.member, "payments:hold", told`refund money`);
    await judge(call, subject);
  },
  async check(call, subject) {
    await judge(call, subject);
    refuseUnsigned(subject.conversation.payment);
  },
  approve: (deciding) =>
    refund(deciding.call, deciding.conversation, deciding.asked, {
      wanted: amountOf(deciding),
      comment: deciding.comment,
    }),
  decline: ({ call, conversation, comment }) =>
    dropRefundAsk(call, conversation, { status: "declined", comment }),
  expire: (call, conversation) =>
    dropRefundAsk(call, conversation, { status: "expired" }),
  notify: ({ before, asked }) => partners(before, asked),
};

const railOf = ({ payment }: Conversation) => payment?.rail ?? "ledger";

async function judge(
  call: QueryCall,
  subject: Subject<"refund">,
): Promise<void> {
  await judgeRefund(call, subject.conversation, amountOf(subject));
}

/** The requested amount, less refunds since. */
function amountOf({ conversation, checkpoint }: Subject<"refund">): number {
  const asked = Number(checkpoint.action.amount);
  const { payment } = conversation;
  if (!payment || checkpoint.status !== "open") return asked;
  return Math.min(asked, refundable(payment));
}
