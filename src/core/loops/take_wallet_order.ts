import { SYSTEM, visitor } from "../access/principal.ts";
import { SlidingWindow } from "../access/sliding_window.ts";
import { sha256 } from "../base/digest.ts";
import { LIMITS } from "../base/limits.ts";
import type { Hex } from "../base/rails/chain.ts";
import type { Language } from "../base/words/languages.ts";
import { told } from "../base/words/sentence.ts";
import { perDatabase } from "../db/per_database.ts";
import { ServiceError } from "../errors/errors.ts";
import { BUYER_SCOPES } from "../identity/buyers/order_link.ts";
import { orderLinkStore } from "../identity/buyers/order_link_store.ts";
import { meetWallet } from "../operations/meet_wallet.ts";
import { placeOrder } from "../operations/place_order.ts";
import { priceOrder } from "../operations/price_order.ts";
import { parseChainAddress } from "../payments/terms/address.ts";
import { parseHex } from "../payments/terms/hex.ts";
import { payloadFields } from "../payments/x402.ts";
import type { Services } from "../pipeline/call.ts";
import { callOperation } from "../pipeline/call.ts";

/** An order with the payment that a wallet signed for it. */
export interface PaidOrder {
  readonly localPart: string;
  readonly offerId: string;
  readonly input: unknown;
  /** An x402 v2 PaymentPayload. */
  readonly payment: object;
  /** The buyer's own word for this order; a repeat with it gets the same link. */
  readonly key: string | undefined;
  readonly from: string | null;
  readonly requestId: string;
  readonly language: Language;
}

/** The order that was made, or that the same payment has made before. */
export interface TakenOrder {
  readonly conversationId: string;
  readonly wallet: Hex;
  /** Undefined for a repeat that is not proved to be the buyer's. */
  readonly token: string | undefined;
}

const windowOf = perDatabase(
  () => new SlidingWindow(LIMITS.walletOrdersPerMinuteMax),
);

/**
 * Takes an order that a wallet pays. The payment is checked before the wallet gets an account, and
 * once it is an order, a repeat makes no second one.
 * @throws as the operations, rate_limited, invalid_input
 */
export async function takeWalletOrder(
  services: Services,
  order: PaidOrder,
): Promise<TakenOrder> {
  const { wallet, nonce } = authorizationIn(order.payment);
  const token = tokenFor(services, nonce, order.key);
  const known = async () => {
    const link = await orderLinkStore(services.db).byNonce(nonce);
    return link && takenOf(link, wallet, token);
  };
  const before = await known();
  if (before) return before;
  takeRate(services, order);
  try {
    const link = await place(services, order, { wallet, nonce, token });
    return takenOf(link, wallet, token);
  } catch (error) {
    // The same payment may have made its order meanwhile, which is why this one is refused.
    const made = await known();
    if (made) return made;
    throw error;
  }
}

async function place(
  services: Services,
  { localPart, offerId, input, payment, ...order }: PaidOrder,
  {
    wallet,
    nonce,
    token,
  }: { readonly wallet: Hex; readonly nonce: string; readonly token: string },
) {
  const { requestId, language } = order;
  const given = { offerId, ...(input !== undefined && { input }), payment };
  const by = { via: "rest", requestId, language } as const;
  const principal = visitor(order.from);
  // It was counted before its body was read.
  const asker = { ...by, principal, isCounted: true };
  const asked = { localPart, ...given };
  const tried = await callOperation(services, priceOrder, asker, asked);
  const system = { ...by, principal: SYSTEM };
  const met = await callOperation(services, meetWallet, system, { wallet });
  const buyer = {
    ...({ kind: "guest", conversationId: "", position: 0 } as const),
    ...{ ...met.output, outboxId: "", scopes: BUYER_SCOPES },
  };
  const paid = { ...given, to: tried.output.to, nonce };
  const placed = await callOperation(
    services,
    placeOrder,
    { ...by, principal: buyer },
    { ...paid, tokenHash: sha256(token) },
  );
  return placed.output;
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
  key: string | undefined,
): string {
  const bytes =
    key === undefined || key.length < LIMITS.orderKeyCharsMin
      ? randomBytes(16)
      : Uint8Array.fromHex(signer.mac(`order ${nonce} ${key}`).slice(0, 32));
  return bytes.toBase64({ alphabet: "base64url", omitPadding: true });
}

function takenOf(
  link: { readonly conversationId: string; readonly tokenHash: string },
  wallet: Hex,
  token: string,
): TakenOrder {
  const { conversationId, tokenHash } = link;
  const isTheirs = tokenHash === sha256(token);
  return { conversationId, wallet, token: isTheirs ? token : undefined };
}

/** @throws rate_limited */
function takeRate(
  { db, clock }: Services,
  { localPart, offerId, from }: PaidOrder,
): void {
  const of = `${from ?? ""} ${localPart} ${offerId}`;
  const waitMs = windowOf(db).take(of, clock());
  if (waitMs <= 0) return;
  throw new ServiceError("rate_limited", {
    detail: told`Cannot order this now: too many orders came within a minute. Nothing was taken.`,
    extra: { retryAfter: Math.ceil(waitMs / 1_000) },
  });
}
