import { Type } from "typebox";
import { definePreparedCommand, GUEST } from "../access/operation.ts";
import { rehearsal } from "../access/rehearsal.ts";
import { OfferId } from "../agents/offers/offer.ts";
import { ConversationIdWord, closed } from "../base/schemas.ts";
import { conclude } from "../conversations/acts/act.ts";
import { submitWalletOrder } from "../conversations/acts/drafts/wallet_order.ts";
import { fund } from "../conversations/acts/funding/fund.ts";
import { actAs } from "../conversations/model/acting.ts";
import { CALLABLE } from "../conversations/model/callable.ts";
import { SENDER } from "../conversations/model/model.ts";
import { orderLinkStore } from "../identity/buyers/order_link_store.ts";
import { chainRailOf } from "../payments/chain/chain_port.ts";
import { WalletPayment } from "./price_order.ts";

/** Makes the order that a wallet pays, and lets the chain hold its price, in one commit. */
export const placeOrder = definePreparedCommand({
  name: "place_order",
  title: "Order with a wallet",
  description:
    "Order an offer as the owner of a wallet without an account. The order and its payment are kept together: it reaches the seller once the price is held on the chain.",
  access: GUEST,
  scope: CALLABLE.create.scope,
  rate: "create",
  input: closed({
    to: Type.String(),
    offerId: OfferId,
    input: Type.Optional(Type.Unknown()),
    payment: WalletPayment,
    /** Of its authorization: one payment makes one order. */
    nonce: Type.String(),
    /** Of the link by which it is read. */
    tokenHash: Type.String(),
  }),
  output: closed({
    conversationId: ConversationIdWord,
    tokenHash: Type.String(),
  }),
  async prepare({ payment, nonce, ...order }, call) {
    if (await orderLinkStore(call.db).byNonce(nonce)) return undefined;
    const trial = actAs(rehearsal(call), "sender");
    const asked = await submitWalletOrder(trial, order, payment);
    return await chainRailOf(call).hearHold(call, asked.payment, payment);
  },
  chains: () => [],
  async run({ payment, nonce, tokenHash, ...order }, call, heard) {
    const links = orderLinkStore(call.db);
    const known = await links.byNonce(nonce);
    if (known) {
      const { conversationId, tokenHash: kept } = known;
      return { conversationId, tokenHash: kept };
    }
    const acting = actAs(call, "sender");
    const asked = await submitWalletOrder(acting, order, payment);
    const after = await fund(acting, asked, { payload: payment, heard });
    const { accountId } = call.member;
    const link = { conversationId: after.id, accountId, tokenHash, nonce };
    call.write(links.insert({ ...link, createdAt: call.now }));
    const buyer = { position: SENDER, unread: false, archived: false };
    conclude(acting, null, buyer, { after, notify: [] });
    return { conversationId: after.id, tokenHash };
  },
});
