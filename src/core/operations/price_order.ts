import { Type } from "typebox";
import { ANYONE, defineQuery } from "../access/operation.ts";
import { rehearsal } from "../access/rehearsal.ts";
import { OfferId } from "../agents/offers/offer.ts";
import { orderPayment } from "../agents/offers/order_payment.ts";
import { LIMITS } from "../base/limits.ts";
import { closed } from "../base/schemas.ts";
import { submitWalletOrder } from "../conversations/acts/drafts/wallet_order.ts";
import { actAs } from "../conversations/model/acting.ts";
import { BUYER_SCOPES } from "../identity/buyers/order_link.ts";
import type { PaymentRequired } from "../payments/x402.ts";

/** An order of a buyer without an account. */
export const WALLET_ORDER_FIELDS = {
  localPart: Type.String({ maxLength: LIMITS.addressCharsMax }),
  offerId: OfferId,
  input: Type.Optional(Type.Unknown()),
};

/** Tries an order of a buyer without an account: its faults, or the payment that it needs. */
export const priceOrder = defineQuery({
  name: "price_order",
  title: "Order without an account",
  description:
    "Check an order of somebody without an account, and read what their wallet has to sign for it.",
  access: ANYONE,
  rate: "visit",
  input: closed(WALLET_ORDER_FIELDS),
  output: Type.Unsafe<PaymentRequired>({}),
  async run(order, call) {
    // Whose wallet it will be is not known yet.
    const member = {
      ...({ kind: "person", accountId: "", scopes: BUYER_SCOPES } as const),
    };
    const trial = actAs(rehearsal({ ...call, member }), "sender");
    const { input } = order;
    const asked = await submitWalletOrder(trial, order);
    return await orderPayment(call, { ...asked, input });
  },
});
