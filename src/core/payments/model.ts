import type { Actor } from "../access/actor.ts";
import type { MicroUsdc } from "../base/money.ts";
import type { Hex } from "../base/rails/chain.ts";
import type { ChainRequirements } from "./terms/requirements.ts";

export const RELEASES = ["accepted", "replied", "converted"] as const;
export type Release = (typeof RELEASES)[number];

/**
 * The conditions that a row of a price table can have; not `converted`, which needs an action
 * that a row cannot name.
 */
export const PRICE_RELEASES = ["accepted", "replied"] as const;
export type PriceRelease = (typeof PRICE_RELEASES)[number];

/** The act that `converted` requires (docs/money.md, Receipts). */
export type ReleaseAction =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "artifact"; readonly mimeType?: string }
  | { readonly type: "url_visit"; readonly url: string };

export const PAYMENT_STATUSES = [
  "requires_payment",
  "held",
  "released",
  "voided",
  "refunded",
] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/** Why a held price was returned, or was never held. */
export const VOID_REASONS = [
  "canceled",
  "declined",
  "hold_expired",
  "acceptance_missed",
  "deadline_missed",
  "dispute_settled",
  "payment_not_completed",
  "all_deliveries_failed",
  "capture_failed",
] as const;
export type VoidReason = (typeof VOID_REASONS)[number];

/** The movements of a price on a chain. */
export const CHAIN_ACTS = ["hold", "capture", "void", "refund"] as const;

/** The final result of a movement on a chain. */
export interface Settlement {
  readonly act: (typeof CHAIN_ACTS)[number];
  readonly amount: MicroUsdc;
  /** The chain as x402 names it, such as eip155:8453. */
  readonly network: string;
  /** The wallet whose tokens it moved, or would have moved. */
  readonly wallet: string | null;
  /** The service's own transactions that did it; none if somebody else's did. */
  readonly transactions: readonly string[];
  /** Why the chain refused it; null if done. */
  readonly problem: string | null;
  readonly at: number;
}

/**
 * A hold that another service settles: this one neither captures nor returns it, and believes
 * only what the escrow says of it.
 */
export interface Reclaim {
  /** When the payer can take it back alone. */
  readonly at: number;
  /** The escrow, and the call of it by the payer's wallet; null before the wallet has signed. */
  readonly to: Hex;
  readonly data: Hex | null;
}

/** A conversation's price and its status. */
export interface Payment {
  readonly id: string;
  readonly status: PaymentStatus;
  readonly price: MicroUsdc;
  /** The payee's price, if more than is offered or held; null otherwise. */
  readonly asked: MicroUsdc | null;
  readonly payerId: string;
  /** The first account in `to`; null until a recipient joins (docs/money.md, Who is paid). */
  readonly payeeId: string | null;
  readonly rail: "ledger" | "x402";
  readonly heldAt: number | null;
  readonly captureBefore: number | null;
  readonly releasedAt: number | null;
  readonly voidedAt: number | null;
  readonly voidReason: VoidReason | null;
  /** The share of a release that the service keeps; fixed when the price was offered. */
  readonly feeBps: number;
  /** How often a raised price was funded. */
  readonly raises: number;
  /** The sums paid out of the hold, fee included, and returned: all of it at the end. */
  readonly released: MicroUsdc;
  readonly returned: MicroUsdc;
  /** The number of parts in which the hold was settled. */
  readonly parts: number;
  /** The sum of the payee's refunds, and their number. */
  readonly refunded: MicroUsdc;
  readonly refunds: number;
  readonly refundedAt: number | null;
  /** The payer's balance when the price was required; shown only to the payer. */
  readonly shortBalance: MicroUsdc | null;
  readonly shortAt: number | null;
  /** The terms for the payer's wallet to sign, on a rail that needs it. */
  readonly terms: ChainRequirements | null;
  /**
   * Since when a signed movement is pending, on a rail where that takes a while: a hold, also
   * one to be returned on arrival, or a refund.
   */
  readonly pendingAt: number | null;
  /** The final movements on a chain, in order; null before the first. */
  readonly settlements: readonly Settlement[] | null;
  /** How the payer takes back what another service holds; null for a price held here. */
  readonly reclaim: Reclaim | null;
}

/** The amount that is held now; 0 before the hold and after its last part. Pure. */
export function heldOf({
  status,
  price,
  released,
  returned,
}: Pick<Payment, "status" | "price" | "released" | "returned">): MicroUsdc {
  return status === "held" ? price - released - returned : 0;
}

/** The amount that was released and not refunded yet. Pure. */
export function refundable({
  released,
  refunded,
}: Pick<Payment, "released" | "refunded">): MicroUsdc {
  return released - refunded;
}

/** The signed statement that a release condition was met, as stored. */
export interface Receipt {
  readonly receiptId: string;
  readonly conversationId: string;
  readonly paymentId: string | null;
  /** The proposal that both agreed on, if its price was agreed so. */
  readonly proposalId?: string;
  /** The step that it releases, if the price has any. */
  readonly milestoneId?: string;
  /** The sender's condition; null for a message that pays nothing and depends on nothing. */
  readonly condition: Release | null;
  /** Only the evidence that met the condition (docs/money.md, Receipts). */
  readonly evidence: {
    readonly messageIds: readonly string[];
    readonly artifactIds: readonly string[];
    /** The payee's acceptance, for `accepted`. */
    readonly decisionId?: string;
    /** The payee's own words; present for a described conversion. */
    readonly statement?: string;
  };
  readonly signer: {
    readonly accountId: string;
    readonly address: string;
    /** The kind of actor that signed. */
    readonly kind: Actor["kind"];
  };
  readonly price: string;
  /** Hundredths of a percent of the price that the service keeps. */
  readonly feeBps?: number;
  /** The service's fee, a part of the price; absent without a fee. */
  readonly fee?: string;
  /** The money is test money; absent without a price. */
  readonly label?: "TEST";
  readonly signedAt: string;
  /** Hash of the last audit record before the receipt. */
  readonly auditHash: string;
  readonly jws: string;
  /** The signer; not part of the statement. */
  readonly actor: Actor;
}
