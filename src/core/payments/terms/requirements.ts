import { LIMITS } from "../../base/limits.ts";
import type { MicroUsdc } from "../../base/money.ts";
import type { ChainPlace, Hex } from "../../base/rails/chain.ts";
import { parseChainAddress } from "./address.ts";
import type { PaymentInfo } from "./payment_info.ts";

/** The terms of a hold. Times are seconds since the epoch. */
export interface ChainAsk {
  readonly amount: MicroUsdc;
  /** The wallet that is finally paid. */
  readonly payTo: Hex;
  /** Until when the service can capture; after that, the payer can take it back alone. */
  readonly captureDeadline: number;
  readonly refundDeadline: number;
  /** The service's exact fee, in hundredths of a percent. */
  readonly feeBps: number;
  /** How long a signature is valid after it is made. */
  readonly maxTimeoutSeconds: number;
}

/**
 * The terms that a payer must sign, as x402 v2 PaymentRequirements of the scheme
 * `auth-capture` (specs/schemes/auth-capture/scheme_auth_capture_evm.md).
 */
export function chainRequirements(
  place: ChainPlace,
  operator: Hex,
  ask: ChainAsk,
) {
  return {
    scheme: "auth-capture",
    network: `eip155:${place.chainId}`,
    amount: String(ask.amount),
    asset: place.token,
    payTo: ask.payTo,
    maxTimeoutSeconds: ask.maxTimeoutSeconds,
    extra: {
      name: place.name,
      version: place.version,
      authCaptureEscrow: place.escrow,
      captureAuthorizer: operator,
      captureDeadline: ask.captureDeadline,
      refundDeadline: ask.refundDeadline,
      minFeeBps: ask.feeBps,
      maxFeeBps: ask.feeBps,
      feeRecipient: place.feeReceiver,
      paymentFlow: "escrow",
      // Of a delegated operator without a receiver's signature: the service captures the
      // hold later, not in the request that pays.
      captureMode: "deferred",
      operatorType: "delegated",
    },
  } as const;
}

export type ChainRequirements = ReturnType<typeof chainRequirements>;

/** The terms of a hold as the escrow takes them, with payer, salt and expiry. */
export function holdTerms(
  { token }: Pick<ChainPlace, "token">,
  { amount, payTo, extra }: ChainRequirements,
  given: Pick<PaymentInfo, "payer" | "salt" | "preApprovalExpiry">,
): PaymentInfo {
  return {
    ...given,
    operator: lower(extra.captureAuthorizer),
    receiver: lower(payTo),
    token,
    maxAmount: Number(amount),
    authorizationExpiry: extra.captureDeadline,
    refundExpiry: extra.refundDeadline,
    minFeeBps: extra.minFeeBps,
    maxFeeBps: extra.maxFeeBps,
    feeReceiver: lower(extra.feeRecipient),
  };
}

/** Terms of another service are kept with its capital letters, since a payload repeats them. */
function lower(address: Hex): Hex {
  return parseChainAddress(address) ?? address;
}

/**
 * The terms that a payee must sign to refund an amount, as x402 v2 PaymentRequirements of the
 * scheme `exact`: a transfer directly to the wallet that paid.
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
