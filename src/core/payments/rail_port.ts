/**
 * How does money move, and how much may an agent spend? `rail.ts` is what the acts call,
 * `ledger_rail.ts` the rail in the database (`ledger.ts` has its entries). `spending.ts`
 * holds spend limits, `pay_limits.ts` whom an agent may pay, `fees.ts` the fee. `x402.ts`
 * and `terms/` are the words of x402, `chain/` is what the core asks of a chain, `totals/`
 * what payments add up to in a period, `verify_transfers.ts` what an audit finds.
 * @module
 */
import type { CommandCall, QueryCall } from "../access/context.ts";
import type { MicroUsdc } from "../base/money.ts";
import type { Hex } from "../base/rails/chain.ts";
import type { Approval } from "../review/review.ts";
import type { SignedHold, SignedRefund } from "./terms/signed.ts";

/**
 * A place that can hold a price and pay it out (docs/decisions/0018_payment_rails.md). The
 * four movements only collect: a rail in the database adds its statements to the call's
 * commit, an outside rail adds an intent that is carried out afterwards. Each takes a unique
 * key: a movement under a key is done once, and a batch that repeats it is refused as a
 * whole. On an outside rail a movement counts once it is final there: until then `get` does
 * not know it.
 */
export interface PaymentRail {
  readonly name: "ledger" | "x402";
  /** The terms of a hold now; moves nothing. */
  quote(call: QueryCall, ask: RailAsk): Promise<RailQuote>;
  /** Takes an amount from the payer; several holds of one payment add up. */
  hold(
    call: CommandCall,
    approval: Approval<"payment">,
    intent: HoldIntent,
  ): void;
  /** Settles a part of the hold: pays some to the payee, less the fee, and returns some. */
  settlePart(call: CommandCall, intent: SettleIntent): void;
  /** Refunds an amount of a released price from the payee to the payer. */
  refund(
    call: CommandCall,
    approval: Approval<"payment">,
    intent: RefundIntent,
  ): void;
  /** The rail's own record of a payment; undefined if it never held it. */
  get(call: QueryCall, paymentId: string): Promise<RailPayment | undefined>;
  /** Compares the service's records with the rail; empty if they agree. */
  reconcile(call: QueryCall): Promise<readonly RailFault[]>;
}

/** The input for the terms of a price. */
export interface RailAsk {
  readonly payerId: string;
  readonly amount: MicroUsdc;
  /** The payer's wallet, on a rail that keeps no accounts itself. */
  readonly wallet?: Hex | undefined;
}

/** The payer's balance, and the shortfall of the amount. */
export interface RailQuote {
  readonly available: MicroUsdc;
  /** 0 if the amount can be held. */
  readonly missing: MicroUsdc;
}

interface Intent {
  /** Used for nothing else. */
  readonly key: string;
  readonly paymentId: string;
  readonly conversationId: string;
}

export interface HoldIntent extends Intent {
  readonly payerId: string;
  readonly amount: MicroUsdc;
  /** The payer's signed payload, on a rail that needs it. */
  readonly signed?: SignedHold | undefined;
}

export interface SettleIntent extends Intent {
  readonly payerId: string;
  /** Gets what is released. */
  readonly payeeId: string | null;
  /** The amount for the payee, fee included; 0 for none. */
  readonly released: MicroUsdc;
  /** The share of it that the service keeps. */
  readonly fee: MicroUsdc;
  /** The amount that goes back; 0 for none. If any does, it is all that is left. */
  readonly returned: MicroUsdc;
  /** True if another service returns it. */
  readonly isElsewhere?: boolean;
}

export interface RefundIntent extends Intent {
  readonly payerId: string;
  readonly payeeId: string;
  readonly amount: MicroUsdc;
  /** The payee's signed payload, on a rail that needs it. */
  readonly signed?: SignedRefund | undefined;
}

/** The money of one payment, by the rail's own records. */
export interface RailPayment {
  readonly held: MicroUsdc;
  /** Fee included. */
  readonly released: MicroUsdc;
  readonly voided: MicroUsdc;
  readonly refunded: MicroUsdc;
}

/** A mismatch, in words for an operator. */
export interface RailFault {
  /** The payment, ledger account or transfer concerned. */
  readonly about: string;
  readonly problem: string;
}
