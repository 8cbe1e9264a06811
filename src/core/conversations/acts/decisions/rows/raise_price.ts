import { amountOn } from "../../../../base/money.ts";
import { phrase } from "../../../../base/words/say.ts";
import { sidesOf } from "../../../model/turn/moves.ts";
import { fund, refuseToFund, refuseToFundRaise } from "../../funding/fund.ts";
import { dropAsk, partners, refuseUnsigned } from "../../funding/price_ask.ts";
import type { ActRow } from "./row.ts";

/** The payee asks for a higher price. */
export const RAISE_PRICE: ActRow<"raise_price"> = {
  /** As requested, also after the decision. */
  facts({ conversation, checkpoint: { action } }) {
    const { participants, payment } = conversation;
    const id = payment?.payeeId ?? null;
    const after = Number(action.price);
    const amount = Number(action.extra);
    return {
      reason: action.reason,
      recipients: participants.filter(
        (it) => id !== null && it.accountId === id,
      ),
      money: {
        moves: "raise",
        amount,
        ...sidesOf(conversation),
        before: after - amount,
        after,
      },
      spends: true,
    };
  },
  outcomes({ conversation }, say) {
    const { payment } = conversation;
    const price = payment?.price ?? 0;
    const asked = payment?.asked ?? price;
    const more = amountOn(conversation, asked - price, say.language);
    const whole = amountOn(conversation, asked, say.language);
    const stays = say`The price stays ${amountOn(conversation, price, say.language)}, and the work continues.`;
    return {
      approve:
        conversation.rail === "ledger"
          ? say`Another ${more} is held from your balance, and the work continues for ${whole} in total.`
          : say`Another ${more} is held from your wallet, and the work continues for ${whole} in total.`,
      decline: stays,
      silence: stays,
    };
  },
  happened: {
    approved: phrase`The higher price was agreed and held.`,
    declined: phrase`The price stayed the same.`,
    expired: phrase`No answer in time: the price stayed the same.`,
    superseded: phrase`The request for a higher price was withdrawn.`,
  },
  approveTitle: phrase`Agree to the price`,
  permit: (call, { conversation }) => refuseToFundRaise(call, conversation),
  async check(call, { conversation }) {
    await refuseToFund(call, conversation);
    refuseUnsigned(conversation.payment);
  },
  approve: ({ call, conversation, comment }) =>
    fund(call, conversation, { comment }),
  decline: ({ call, conversation, comment }) =>
    dropAsk(call, conversation, { status: "declined", comment }),
  expire: (call, conversation) =>
    dropAsk(call, conversation, { status: "expired" }),
  notify: ({ before, asked }) => partners(before, asked),
};
