import type { QueryCall } from "../access/context.ts";
import { LIMITS } from "../base/limits.ts";
import type { MicroUsdc } from "../base/money.ts";
import type { ChainSettings } from "../base/rails/chain.ts";
import { DAY_MS, HOUR_MS } from "../base/time.ts";
import { phrase } from "../base/words/say.ts";
import { told } from "../base/words/sentence.ts";
import { ServiceError } from "../errors/errors.ts";
import { checkHold } from "./chain/check_hold.ts";
import type { BadPayload } from "./chain/payload_parts.ts";
import type { SignedHold } from "./chain/read_payload.ts";
import { readPayload } from "./chain/read_payload.ts";
import type { ChainRequirements } from "./chain/requirements.ts";
import { chainRequirements } from "./chain/requirements.ts";
import { ChainUnavailableError, chainClient } from "./chain/rpc.ts";
import { refuseManySigned } from "./chain/status/signed_bound.ts";
import type { Payment } from "./model.ts";
import { payeeAddress } from "./payout.ts";
import type { PaymentRequired } from "./x402.ts";

/**
 * What a payer has to sign for the price of a submit.
 * @throws no_payout_address
 */
export function submitTerms(
  call: QueryCall,
  payment: Payment,
  holdDays: number,
): Promise<ChainRequirements> {
  const heldUntil =
    call.now + LIMITS.fundingHours * HOUR_MS + (holdDays + 1) * DAY_MS;
  return termsOf(call, payment, {
    amount: payment.asked ?? payment.price,
    heldUntil,
  });
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
  const { place, operator } = settingsOf(call);
  const days = LIMITS.holdExtensionDays + LIMITS.chainMarginDays;
  const captureDeadline = Math.ceil((heldUntil + days * DAY_MS) / 1_000);
  return chainRequirements(place, operator, {
    ...{ amount, captureDeadline, feeBps },
    payTo: await payeeAddress(call, payeeId),
    refundDeadline: captureDeadline + (LIMITS.refundDays * DAY_MS) / 1_000,
    maxTimeoutSeconds: LIMITS.chainSignatureSeconds,
  });
}

/** What a wallet signed, and for which conversation. */
interface Signing {
  readonly conversationId: string;
  /** An x402 v2 PaymentPayload; undefined if none was sent. */
  readonly payload: unknown;
}

/**
 * The hold that a wallet signed, held against what was asked for and against the chain.
 * @throws payment_required without one, payment_invalid, quota_exceeded, unavailable
 */
export async function signedFor(
  call: QueryCall,
  { id, terms }: Payment,
  { conversationId, payload }: Signing,
): Promise<SignedHold> {
  const { place, operator } = settingsOf(call);
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
  const invalid = ({ code, problem }: BadPayload) =>
    new ServiceError("payment_invalid", {
      detail: told`Cannot fund: ${problem}.`,
      extra: { reason: code, ...required(code) },
    });
  const read = readPayload(place, terms, { payload, now: call.now });
  if ("problem" in read) throw invalid(read);
  const { chain } = call.outside;
  if (!chain) throw new RangeError("A chain has a node");
  const client = chainClient(chain);
  const asking = { client, place, key: { address: operator } };
  const problem = await checkHold(asking, read).catch((error: unknown) => {
    if (error instanceof ChainUnavailableError) throw away();
    throw error;
  });
  if (problem) throw invalid(problem);
  return read;
}

function away(): ServiceError {
  return new ServiceError("unavailable", {
    detail: told`Cannot fund: the node of the chain does not answer.`,
  });
}

function settingsOf({ settings }: QueryCall): ChainSettings {
  if (!settings.chain) throw new RangeError("No chain is set");
  return settings.chain;
}
