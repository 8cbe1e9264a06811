import { told } from "../../../../src/core/base/words/sentence.ts";
import type { RefundRequirements } from "../../../../src/core/payments/terms/requirements.ts";
import type {
  BadPayload,
  SignedRefund,
  TransferAuthorization,
} from "../../../../src/core/payments/terms/signed.ts";
import { badPayload, signedParts, wrongPayloadTime } from "../payload_parts.ts";
import { unwrapSignature } from "../wallets/wallet_signature.ts";

/**
 * Reads a payee's x402 v2 PaymentPayload and checks it against the terms, as `readPayload`
 * does for a hold. `checkRefund` checks the signature.
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
  // The token creates no wallet: one already on the chain signs by itself.
  const inner = unwrapSignature(signature)?.signature ?? signature;
  return { authorization, signature: inner };
}

function wrongTransfer(
  { from, to, value }: TransferAuthorization,
  { payTo, amount }: RefundRequirements,
): BadPayload | undefined {
  // A wallet cannot refund itself.
  if (from === payTo) {
    const problem = told`from is the wallet being refunded: sign with another one`;
    return badPayload("invalid_payload", problem);
  }
  if (to === payTo && String(value) === amount) return undefined;
  return badPayload(
    "invalid_payload",
    told`authorization doesn't match these terms: its to or value differs`,
  );
}
