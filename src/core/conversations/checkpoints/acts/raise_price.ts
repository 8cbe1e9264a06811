import { LIMITS } from "../../../base/limits.ts";
import { amountOn } from "../../../base/money.ts";
import {
  fund,
  refuseToFund,
  refuseToFundRaise,
} from "../../settlement/fund.ts";
import {
  dropAsk,
  partners,
  refuseUnsigned,
} from "../../settlement/price_ask.ts";
import { cardAmount as plain } from "../card_words.ts";
import { sidesOf } from "../moves.ts";
import type { ActRow } from "./row.ts";

/** How the sender agrees to it. */
const HOW = {
  ledger: "Approving",
  x402: "A wallet that signs it",
} as const;

/** The payee asks for a higher price. */
export const RAISE_PRICE: ActRow<"raise_price"> = {
  hours: LIMITS.fundingHours,
  card(_call, conversation, { action }) {
    const { title } = conversation;
    const price = Number(action.price);
    const extra = Number(action.extra);
    return {
      title: `Raise the price to ${amountOn(conversation, price)}`,
      summary: `The recipient of "${title}" asks for ${amountOn(conversation, extra)} more. ${HOW[conversation.rail]} holds it beside the ${plain(price - extra)} that are held; declining keeps the price as it is.`,
    };
  },
  /** As it was asked for, also after it is decided. */
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
  undone: "the price stays as it is",
  outcomes({ conversation }) {
    const { payment } = conversation;
    const price = payment?.price ?? 0;
    const asked = payment?.asked ?? price;
    const stays = `The price stays ${amountOn(conversation, price)}, and the work goes on.`;
    return {
      approve: `${amountOn(conversation, asked - price)} more is held from your ${conversation.rail === "ledger" ? "balance" : "wallet"}, and the work goes on for ${amountOn(conversation, asked)} in all.`,
      decline: stays,
      silence: stays,
    };
  },
  happened: {
    approved: "The higher price was agreed and held.",
    declined: "The price stayed as it was.",
    expired: "Nobody answered in time: the price stayed as it was.",
    superseded: "The higher price was taken back.",
  },
  approveTitle: "Agree to the price",
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
