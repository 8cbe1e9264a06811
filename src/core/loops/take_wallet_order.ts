import type { Caller } from "../access/context.ts";
import { SlidingWindow } from "../access/sliding_window.ts";
import { freeAddressOf } from "../addresses/present.ts";
import { addressStore } from "../addresses/store.ts";
import { sha256 } from "../base/digest.ts";
import { LIMITS } from "../base/limits.ts";
import { told } from "../base/words/sentence.ts";
import type { WalletOrder } from "../conversations/acts/drafts/wallet_order.ts";
import { perDatabase } from "../db/per_database.ts";
import { ServiceError } from "../errors/errors.ts";
import { BUYER_SCOPES } from "../identity/buyers/order_link.ts";
import { orderLinkStore } from "../identity/buyers/order_link_store.ts";
import { placeOrder } from "../operations/place_order.ts";
import { parseChainAddress } from "../payments/terms/address.ts";
import { parseHex } from "../payments/terms/hex.ts";
import { payloadFields } from "../payments/x402.ts";
import type { Services } from "../pipeline/call.ts";
import { callOperation } from "../pipeline/call.ts";

/** An order with the payment that a wallet signed for it. */
export interface PaidOrder extends WalletOrder {
  /** An x402 v2 PaymentPayload. */
  readonly payment: object;
  /** The buyer's own word for this order; a repeat with it gets the same link. */
  readonly key: string | undefined;
  readonly from: string | null;
  readonly caller: Omit<Caller, "principal">;
}

const windowOf = perDatabase(
  () => new SlidingWindow(LIMITS.walletOrdersPerMinuteMax),
);

/**
 * Takes an order that a wallet pays; a repeat of its payment makes no second one, and gets the
 * token of the link only if it is proved to be the buyer's.
 * @throws as {@linkcode placeOrder}, rate_limited, invalid_input
 */
export async function takeWalletOrder(
  services: Services,
  { key, from, caller, ...order }: PaidOrder,
) {
  const { wallet, nonce } = authorizationIn(order.payment);
  const token = tokenFor(services, nonce, key);
  const made = async () => await orderLinkStore(services.db).byNonce(nonce);
  const shown = (
    link: Readonly<Record<"conversationId" | "tokenHash", string>>,
  ) => ({
    wallet,
    conversationId: link.conversationId,
    token: link.tokenHash === sha256(token) ? token : undefined,
  });
  const before = await made();
  if (before) return shown(before);
  takeRate(services, `${from ?? ""} ${order.localPart} ${order.offerId}`);
  const place = async () => {
    const own = await addressStore(services.db).byLocalPart(wallet);
    const principal = {
      ...({ kind: "guest", conversationId: "", position: 0 } as const),
      ...{ outboxId: "", scopes: BUYER_SCOPES },
      address: freeAddressOf(services.settings, wallet),
      accountId: own?.accountId ?? services.newId("account"),
    };
    const by = { ...caller, principal };
    const input = { ...order, nonce, tokenHash: sha256(token) };
    return (await callOperation(services, placeOrder, by, input)).output;
  };
  try {
    // Of two first orders of a wallet, the second one finds its account.
    return shown(await services.locks.run([wallet], place));
  } catch (error) {
    // The same payment may have made its order meanwhile, which is why this one is refused.
    const after = await made();
    if (after) return shown(after);
    throw error;
  }
}

/** @throws invalid_input for a payload that names no wallet */
function authorizationIn(payment: object) {
  const signed = payloadFields(payloadFields(payment)?.payload);
  const authorization = payloadFields(signed?.authorization);
  const wallet = parseChainAddress(authorization?.from);
  const nonce = parseHex(authorization?.nonce, 32);
  if (wallet && nonce) return { wallet, nonce };
  throw new ServiceError("invalid_input", {
    detail: told`Cannot pay: PAYMENT-SIGNATURE must hold the authorization of an EIP-3009 transfer.`,
  });
}

/**
 * The secret of the order's link. Everybody can read a payment on the chain, so that only the
 * buyer's own key makes it again.
 */
function tokenFor(
  { signer, randomBytes }: Pick<Services, "signer" | "randomBytes">,
  nonce: string,
  key = "",
): string {
  const bytes =
    key.length < LIMITS.orderKeyCharsMin
      ? randomBytes(16)
      : Uint8Array.fromHex(signer.mac(`order ${nonce} ${key}`).slice(0, 32));
  return bytes.toBase64({ alphabet: "base64url", omitPadding: true });
}

/** @throws rate_limited */
function takeRate({ db, clock }: Services, of: string): void {
  const waitMs = windowOf(db).take(of, clock());
  if (waitMs <= 0) return;
  throw new ServiceError("rate_limited", {
    detail: told`Cannot order this now: too many orders came within a minute. Nothing was taken.`,
    extra: { retryAfter: Math.ceil(waitMs / 1_000) },
  });
}
