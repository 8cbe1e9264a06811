import { LIMITS } from "../../../base/limits.ts";
import type { MicroUsdc } from "../../../base/money.ts";
import type { ChainPlace, Hex } from "../../../base/rails/chain.ts";
import { told } from "../../../base/words/sentence.ts";
import type { TransferAuthorization } from "../authorization.ts";
import type { BadPayload } from "../payload_parts.ts";
import { badPayload, signedParts, wrongPayloadTime } from "../payload_parts.ts";
import { unwrapSignature } from "../wallets/wallet_signature.ts";

/**
 * What a payee has to sign to give an amount back, as x402 v2 PaymentRequirements of the
 * scheme `exact`: a transfer straight to the wallet that paid.
 */
export function refundRequirements(
  { chainId, token, name, version }: ChainPlace,
  { amount, payTo }: { readonly amount: MicroUsdc; readonly payTo: Hex },
) {
  return {
    scheme: "exact",
    network: `eip155:${chainId}`,
    amount: String(amount),
    asset: token,
    payTo,
    maxTimeoutSeconds: LIMITS.chainSignatureSeconds,
    extra: { name, version },
  } as const;
}

export type RefundRequirements = ReturnType<typeof refundRequirements>;

/** A transfer back as its payee signed it. */
export interface SignedRefund {
  readonly authorization: TransferAuthorization;
  readonly signature: Hex;
  /** The newest block at that time: nothing was done by it before. */
  readonly fromBlock: number;
}

/**
 * Reads an x402 v2 PaymentPayload of a payee and holds it against what was asked for, as
 * `readPayload` does for a hold. Whose signature it is, is asked by `checkRefund`.
 */
export function readRefund(
  asked: RefundRequirements,
  { payload, now }: { readonly payload: unknown; readonly now: number },
): Omit<SignedRefund, "fromBlock"> | BadPayload {
  const parts = signedParts(payload, asked);
  if ("problem" in parts) return parts;
  const { authorization, signature } = parts;
  const wrong =
    wrongPayloadTime(authorization, asked, now) ??
    wrongTransfer(authorization, asked);
  if (wrong) return wrong;
  // The token makes no wallet: one that is on the chain already signs by itself.
  const inner = unwrapSignature(signature)?.signature ?? signature;
  return { authorization, signature: inner };
}

function wrongTransfer(
  { from, to, value }: TransferAuthorization,
  { payTo, amount }: RefundRequirements,
): BadPayload | undefined {
  // Who pays themselves gives nothing back.
  if (from === payTo) {
    const problem = told`from is the wallet that is paid back: sign with another one`;
    return badPayload("invalid_payload", problem);
  }
  if (to === payTo && String(value) === amount) return undefined;
  return badPayload(
    "invalid_payload",
    told`authorization is not for these terms: its to or value differs`,
  );
}
