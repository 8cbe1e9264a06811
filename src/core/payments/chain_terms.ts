import type { QueryCall } from "../access/context.ts";
import { LIMITS } from "../base/limits.ts";
import type { MicroUsdc } from "../base/money.ts";
import { DAY_MS, HOUR_MS } from "../base/time.ts";
import { phrase } from "../base/words/say.ts";
import { told } from "../base/words/sentence.ts";
import { ServiceError } from "../errors/errors.ts";
import { chainInUse, hear } from "./chain/chain_place.ts";
import { checkHold } from "./chain/check_hold.ts";
import { eventsStore } from "./chain/events_store.ts";
import type { BadPayload } from "./chain/payload_parts.ts";
import { USED } from "./chain/payload_parts.ts";
import type { SignedHold } from "./chain/read_payload.ts";
import { readPayload } from "./chain/read_payload.ts";
import type { ChainRequirements } from "./chain/requirements.ts";
import { chainRequirements } from "./chain/requirements.ts";
import { refuseDust } from "./chain/status/least_price.ts";
import {
  refuseManyOpen,
  refuseManySigned,
} from "./chain/status/signed_bound.ts";
import type { Payment } from "./model.ts";
import { payeeAddress } from "./payout.ts";
import type { PaymentRequired } from "./x402.ts";

/**
 * What a payer has to sign for the price of a submit.
 * @throws no_payout_address, invalid_price for what a recipient asked for before the least
 * price held
 */
export async function submitTerms(
  call: QueryCall,
  payment: Payment,
  holdDays: number,
): Promise<ChainRequirements> {
  const heldUntil =
    call.now + LIMITS.fundingHours * HOUR_MS + (holdDays + 1) * DAY_MS;
  const amount = payment.asked ?? payment.price;
  refuseDust(payment.rail, amount, "/price");
  return await termsOf(call, payment, { amount, heldUntil });
}

/**
 * What a payer has to sign for what a raised price costs more.
 * @throws no_payout_address
 */
export function raiseTerms(
  call: QueryCall,
  payment: Payment,
  amount: MicroUsdc,
): Promise<ChainRequirements> {
  const heldUntil = payment.captureBefore ?? call.now;
  return termsOf(call, payment, { amount, heldUntil });
}

async function termsOf(
  call: QueryCall,
  { payeeId, feeBps }: Payment,
  {
    amount,
    heldUntil,
  }: { readonly amount: MicroUsdc; readonly heldUntil: number },
): Promise<ChainRequirements> {
  const { place, operator } = chainInUse(call);
  const days = LIMITS.holdExtensionDays + LIMITS.chainMarginDays;
  const captureDeadline = Math.ceil((heldUntil + days * DAY_MS) / 1_000);
  return chainRequirements(place, operator, {
    ...{ amount, captureDeadline, feeBps },
    payTo: await payeeAddress(call, payeeId),
    refundDeadline: captureDeadline + (LIMITS.refundDays * DAY_MS) / 1_000,
    maxTimeoutSeconds: LIMITS.chainSignatureSeconds,
  });
}

/** What the chain said to a hold; `fine` if it would take it. */
export type HeardHold = BadPayload | "fine" | "away";

/**
 * What the chain says to the hold that a wallet signed; undefined where it is not asked,
 * as the payload is not what is asked for.
 */
export async function hearHold(
  call: QueryCall,
  { terms }: Payment,
  payload: unknown,
): Promise<HeardHold | undefined> {
  const { client, place, operator } = chainInUse(call);
  const { now } = call;
  const read = terms && readPayload(place, terms, { payload, now });
  if (!read || "problem" in read) return undefined;
  const asking = { client, place, key: { address: operator } };
  return (await hear(checkHold(asking, read))) ?? "fine";
}

/** What a wallet signed, and for which conversation. */
interface Signing {
  readonly conversationId: string;
  /** An x402 v2 PaymentPayload; undefined if none was sent. */
  readonly payload: unknown;
  /** What the chain said to it. */
  readonly heard: HeardHold | undefined;
}

/**
 * The hold that a wallet signed, held against what was asked for and against what the
 * chain said to it.
 * @throws payment_required without one, payment_invalid, quota_exceeded, unavailable
 */
export async function signedFor(
  call: QueryCall,
  { id, terms, payerId }: Payment,
  { conversationId, payload, heard }: Signing,
): Promise<SignedHold> {
  const { place } = chainInUse(call);
  if (!terms) throw new RangeError("A price on a chain has terms");
  const required = (error: string): PaymentRequired => ({
    ...{ x402Version: 2, error, accepts: [terms] },
    resource: {
      url: `${call.settings.baseUrl}/v1/conversations/${conversationId}/fund`,
    },
  });
  if (payload === undefined) {
    throw new ServiceError("payment_required", {
      detail: told`Cannot fund: no payment came with it.`,
      fix: phrase`Sign what payment.requirements accepts with the payer's wallet, and send the x402 payload as \`payment\`.`,
      extra: { ...required("payment_required") },
    });
  }
  await refuseManySigned(call, id, told`fund`);
  await refuseManyOpen(call, payerId);
  const invalid = ({ code, problem }: BadPayload) =>
    new ServiceError("payment_invalid", {
      detail: told`Cannot fund: ${problem}.`,
      extra: { reason: code, ...required(code) },
    });
  const read = readPayload(place, terms, { payload, now: call.now });
  if ("problem" in read) throw invalid(read);
  if (await eventsStore(call.db).holdBy(read.hash)) throw invalid(USED);
  if (heard === "away") {
    throw new ServiceError("unavailable", {
      detail: told`Cannot fund: the node of the chain does not answer.`,
    });
  }
  if (heard === undefined) {
    throw new ServiceError("unavailable", {
      detail: told`Cannot fund: what is asked for has changed meanwhile.`,
    });
  }
  if (heard !== "fine") throw invalid(heard);
  return read;
}
