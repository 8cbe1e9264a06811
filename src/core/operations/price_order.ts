import { Type } from "typebox";
import type { CommandCall, QueryCall } from "../access/context.ts";
import { ANYONE, defineQuery } from "../access/operation.ts";
import { rehearsal } from "../access/rehearsal.ts";
import { freeAddressOf } from "../addresses/present.ts";
import { agentAt } from "../agents/find_agent.ts";
import { OfferId } from "../agents/offers/offer.ts";
import { offerStore } from "../agents/offers/offer_store.ts";
import { isPublic, offerNotFound } from "../agents/offers/offers_of.ts";
import { orderPayment } from "../agents/offers/order_payment.ts";
import { LIMITS } from "../base/limits.ts";
import { Word } from "../base/own_words.ts";
import { closed } from "../base/schemas.ts";
import type { AskedOrder } from "../conversations/acts/drafts/wallet_order.ts";
import { submitWalletOrder } from "../conversations/acts/drafts/wallet_order.ts";
import { actAs } from "../conversations/model/acting.ts";
import { ServiceError } from "../errors/errors.ts";
import { BUYER_SCOPES } from "../identity/buyers/order_link.ts";
import { chainRailOf } from "../payments/chain/chain_port.ts";
import type { PaymentRequired } from "../payments/x402.ts";

/** A wallet's signed payment, as x402 v2 writes it. */
export const WalletPayment = Type.Object(
  {},
  {
    additionalProperties: true,
    description: "The x402 v2 PaymentPayload signed by the buyer's wallet.",
  },
);

/** Tries an order of a buyer without an account: its faults, or the payment that it needs. */
export const priceOrder = defineQuery({
  name: "price_order",
  title: "Order without an account",
  description:
    "Check an order of somebody without an account, and read what their wallet has to sign for it.",
  access: ANYONE,
  rate: "visit",
  input: closed({
    localPart: Type.String({ maxLength: LIMITS.addressCharsMax }),
    offerId: OfferId,
    input: Type.Optional(Type.Unknown()),
    payment: Type.Optional(WalletPayment),
  }),
  output: closed({
    to: Word("address", "The seller's address."),
    required: Type.Unsafe<PaymentRequired>({}),
  }),
  async run({ localPart, offerId, input, payment }, call) {
    const seller = await agentAt(call, localPart);
    const offer = await offerStore(call.db).byId(seller.accountId, offerId);
    if (!offer || !isPublic(offer)) throw offerNotFound();
    const to = freeAddressOf(call.settings, seller.localPart);
    const order = { to, offerId, input };
    const asked = await submitWalletOrder(trial(call), order, payment);
    const { terms } = asked.payment;
    const about = { seller, offer, input, terms };
    const required = await orderPayment(call, about);
    if (payment) await hear(call, asked, payment, required);
    return { to, required };
  },
});

/** The call of a buyer whose wallet is not known yet; it writes nothing. */
function trial(call: QueryCall): CommandCall {
  const member = {
    ...({ kind: "person", accountId: "", scopes: BUYER_SCOPES } as const),
  };
  return actAs(rehearsal({ ...call, member }), "sender");
}

/** @throws payment_invalid with what has to be paid, quota_exceeded, unavailable */
async function hear(
  call: QueryCall,
  { id: conversationId, payment }: AskedOrder,
  payload: unknown,
  required: PaymentRequired,
): Promise<void> {
  const rail = chainRailOf(call);
  const heard = await rail.hearHold(call, payment, payload);
  try {
    await rail.signedHold(call, payment, { conversationId, payload, heard });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (error.code !== "payment_invalid") throw error;
    const { reason } = error.extra;
    throw error.with({ extra: { ...required, reason, error: reason } });
  }
}
