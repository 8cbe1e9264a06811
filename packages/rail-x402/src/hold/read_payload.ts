import type { ChainPlace, Hex } from "../../../../src/core/base/rails/chain.ts";
import { told } from "../../../../src/core/base/words/sentence.ts";
import { parseHex } from "../../../../src/core/payments/terms/hex.ts";
import type { PaymentInfo } from "../../../../src/core/payments/terms/payment_info.ts";
import {
  infoHash,
  infoNonce,
} from "../../../../src/core/payments/terms/payment_info.ts";
import type { ChainRequirements } from "../../../../src/core/payments/terms/requirements.ts";
import { holdTerms } from "../../../../src/core/payments/terms/requirements.ts";
import type {
  BadPayload,
  SignedHold,
  TransferAuthorization,
} from "../../../../src/core/payments/terms/signed.ts";
import { badPayload, signedParts, wrongPayloadTime } from "../payload_parts.ts";
import { unwrapSignature } from "../wallets/wallet_signature.ts";

/** One of the two, distinguished by `problem`. */
export type ReadHold = SignedHold | BadPayload;

/**
 * Reads an x402 v2 PaymentPayload and checks it against the terms: version, every field of
 * the requirements, each field of the authorization. Calls nothing; `checkHold` checks the
 * signature on the chain, as a wallet may be a contract.
 */
export function readPayload(
  place: ChainPlace,
  asked: ChainRequirements,
  { payload, now }: { readonly payload: unknown; readonly now: number },
): ReadHold {
  const parts = signedParts(payload, asked);
  if ("problem" in parts) return parts;
  const { authorization, signature } = parts;
  const salt = parseHex(parts.signed.salt, 32);
  if (!salt) return badPayload("invalid_payload", told`salt must be 32 bytes`);
  const late = wrongPayloadTime(authorization, asked, now);
  if (late) return late;
  const info = holdTerms(place, asked, {
    payer: authorization.from,
    preApprovalExpiry: authorization.validBefore,
    salt,
  });
  return signedBy(place, info, authorization, signature);
}

function signedBy(
  place: ChainPlace,
  info: PaymentInfo,
  authorization: TransferAuthorization,
  signature: Hex,
): ReadHold {
  const isOurs =
    authorization.to === place.collector &&
    authorization.value === info.maxAmount &&
    authorization.nonce === infoNonce(place, info);
  if (!isOurs) {
    return badPayload(
      "invalid_payload",
      told`authorization doesn't match these terms: its to, value or nonce differs`,
    );
  }
  const factory = unwrapSignature(signature)?.factory;
  if (factory !== undefined && !place.walletFactories.includes(factory)) {
    return badPayload(
      "invalid_auth_capture_evm_erc6492_factory_not_allowed",
      told`the wallet isn't on the chain yet, and this service cannot deploy it through ${factory}: deploy it first, with any transaction of it`,
    );
  }
  return { info, signature, hash: infoHash(place, info) };
}
