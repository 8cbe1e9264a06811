import { LIMITS } from "../../base/limits.ts";
import type { MicroUsdc } from "../../base/money.ts";
import type { ChainPlace, Hex } from "../../base/rails/chain.ts";
import { DAY_MS } from "../../base/time.ts";
import type { Payment } from "../model.ts";
import type { ChainRequirements } from "./requirements.ts";

/** The part of the terms that is not as it has to be. */
export type WrongTerm =
  | "network"
  | "token"
  | "escrow"
  | "payout"
  | "operator"
  | "amount"
  | "deadline"
  | "fee"
  | "timeout";

/** The facts that another service's terms are compared with. */
export interface TermsAsked {
  readonly place: ChainPlace;
  /** The wallet and the operator that the payee's signed card pins. */
  readonly pinned: { readonly payout: Hex; readonly operator: Hex };
  /** The price that was offered. */
  readonly price: MicroUsdc;
  readonly now: number;
}

/**
 * Compares the terms of a hold at another service with its signed card, with this service's
 * own escrow and bounds; undefined if a wallet may be asked to sign them. Pure.
 */
export function wrongTerm(
  terms: ChainRequirements,
  { place, pinned, price, now }: TermsAsked,
): WrongTerm | undefined {
  const { extra } = terms;
  const seconds = now / 1_000;
  const day = DAY_MS / 1_000;
  const { captureDeadline, refundDeadline, minFeeBps, maxFeeBps } = extra;
  const least = captureDeadline - seconds;
  const amount = Number(terms.amount);
  const checks: readonly (readonly [WrongTerm, boolean])[] = [
    ["network", terms.network === `eip155:${place.chainId}`],
    [
      "token",
      terms.asset === place.token &&
        extra.name === place.name &&
        extra.version === place.version,
    ],
    ["escrow", extra.authCaptureEscrow === place.escrow],
    ["payout", terms.payTo === pinned.payout],
    ["operator", extra.captureAuthorizer === pinned.operator],
    ["amount", amount >= price && amount <= LIMITS.priceMax],
    [
      "deadline",
      least >= LIMITS.chainForeignHoldDaysMin * day &&
        least <= LIMITS.chainForeignHoldDaysMax * day &&
        refundDeadline >= captureDeadline &&
        refundDeadline - captureDeadline <=
          LIMITS.chainForeignRefundDaysMax * day,
    ],
    ["fee", minFeeBps <= maxFeeBps && maxFeeBps <= LIMITS.feeBpsMax],
    [
      "timeout",
      terms.maxTimeoutSeconds >= LIMITS.chainSignatureLeftSecondsMin &&
        terms.maxTimeoutSeconds <= LIMITS.chainForeignTimeoutSecondsMax,
    ],
  ];
  return checks.find(([, isRight]) => !isRight)?.[0];
}

/** True until a payee's service has said what a wallet signs to pay there. Pure. */
export function isUntold({
  rail,
  status,
  terms,
}: Pick<Payment, "rail" | "status" | "terms">): boolean {
  return rail === "x402" && status === "requires_payment" && terms === null;
}
