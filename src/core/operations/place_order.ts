import { Type } from "typebox";
import type { CommandCall } from "../access/context.ts";
import { definePreparedCommand, GUEST } from "../access/operation.ts";
import { rehearsal } from "../access/rehearsal.ts";
import { reserve } from "../addresses/domains/claim.ts";
import { walletIn, walletName } from "../base/rails/wallet_name.ts";
import { closed } from "../base/schemas.ts";
import { told } from "../base/words/sentence.ts";
import { conclude } from "../conversations/acts/act.ts";
import { submitWalletOrder } from "../conversations/acts/drafts/wallet_order.ts";
import { fund } from "../conversations/acts/funding/fund.ts";
import { actAs } from "../conversations/model/acting.ts";
import { CALLABLE } from "../conversations/model/callable.ts";
import { SENDER } from "../conversations/model/model.ts";
import { ServiceError } from "../errors/errors.ts";
import { accountStore } from "../identity/accounts_store.ts";
import { orderLinkStore } from "../identity/buyers/order_link_store.ts";
import { chainRailOf } from "../payments/chain/chain_port.ts";
import { WALLET_ORDER_FIELDS } from "./price_order.ts";

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
    ...WALLET_ORDER_FIELDS,
    payment: Type.Object({}, { additionalProperties: true }),
    /** Of its authorization: one payment makes one order. */
    nonce: Type.String(),
    /** Of the link by which it is read. */
    tokenHash: Type.String(),
  }),
  output: closed({ conversationId: Type.String(), tokenHash: Type.String() }),
  async prepare({ payment, nonce, ...asked }, call) {
    if (await orderLinkStore(call.db).byNonce(nonce)) return undefined;
    const trial = actAs(rehearsal(call), "sender");
    const { order } = await submitWalletOrder(trial, asked, payment);
    return await chainRailOf(call).hearHold(call, order.payment, payment);
  },
  chains: () => [],
  async run({ payment, nonce, tokenHash, ...asked }, call, heard) {
    const links = orderLinkStore(call.db);
    const known = await links.byNonce(nonce);
    if (known) return { ...known };
    await meetWallet(call);
    const acting = actAs(call, "sender");
    const { order } = await submitWalletOrder(acting, asked, payment);
    const after = await fund(acting, order, { payload: payment, heard });
    const { accountId } = call.member;
    const link = { conversationId: after.id, accountId, tokenHash, nonce };
    call.write(links.insert({ ...link, createdAt: call.now }));
    const buyer = { position: SENDER, unread: false, archived: false };
    conclude(acting, null, buyer, { after, notify: [] });
    return { conversationId: after.id, tokenHash };
  },
});

/** Makes the wallet's account at its first order; nobody signs in to it. @throws forbidden */
async function meetWallet(call: CommandCall): Promise<void> {
  const { accountId: id, guest } = call.member;
  const store = accountStore(call.db);
  const known = await store.byId(id);
  if (known?.disabledAt != null) {
    throw new ServiceError("forbidden", {
      detail: told`Cannot order: this service takes no orders from this wallet.`,
    });
  }
  const wallet = walletIn(guest?.address ?? "");
  if (known || !wallet) return;
  const own = { kind: "person", displayName: walletName(wallet) } as const;
  call.write(
    store.insert({ id, ...own, createdAt: call.now, disabledAt: null }),
  );
  call.record({ chainId: id, type: "account.created" });
  reserve(call, id, wallet);
}
