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
import type { Receipt, VoidReason } from "./model.ts";
import type { SignedHold, SignedRefund } from "./terms/signed.ts";

/**
 * A place that can hold a price and give it on (docs/decisions/0018_payment_rails.md).
 * The four movements only collect: a rail within the database adds its statements to the
 * commit of the call, a rail outside adds an intent that is carried out after it. Each
 * takes a unique key: a movement done under a key is never done again, and a batch that
 * tries to is refused whole. On a rail outside, a movement counts once it is final there:
 * until then `get` does not know it.
 */
export interface PaymentRail {
  readonly name: "ledger" | "x402";
  /** The terms of a hold now; takes nothing. */
  quote(call: QueryCall, ask: RailAsk): Promise<RailQuote>;
  /** Takes an amount from the payer; several holds of one payment add up. */
  hold(
    call: CommandCall,
    approval: Approval<"payment">,
    intent: HoldIntent,
  ): void;
  /** Gives everything that is held to the payee, less the service's fee. */
  release(call: CommandCall, intent: ReleaseIntent): void;
  /** Gives everything that is held back to the payer. */
  void(call: CommandCall, intent: VoidIntent): void;
  /** Returns an amount of a released price from the payee to the payer. */
  refund(
    call: CommandCall,
    approval: Approval<"payment">,
    intent: RefundIntent,
  ): void;
  /** The rail's own record of a payment; undefined if it never held it. */
  get(call: QueryCall, paymentId: string): Promise<RailPayment | undefined>;
  /** Holds the service's own records against the rail; empty if all is right. */
  reconcile(call: QueryCall): Promise<readonly RailFault[]>;
}

/** The question for the terms of a price. */
export interface RailAsk {
  readonly payerId: string;
  readonly amount: MicroUsdc;
  /** Where the payer has the money, on a rail that keeps no accounts itself. */
  readonly wallet?: Hex | undefined;
}

/** The payer's balance, and the shortfall of the amount. */
export interface RailQuote {
  readonly available: MicroUsdc;
  /** 0 if the amount can be held. */
  readonly missing: MicroUsdc;
}

interface Intent {
  /** Never used for anything else. */
  readonly key: string;
  readonly paymentId: string;
  readonly conversationId: string;
}

export interface HoldIntent extends Intent {
  readonly payerId: string;
  readonly amount: MicroUsdc;
  /** The payer's signed payload, on a rail that takes nothing without it. */
  readonly signed?: SignedHold | undefined;
}

/** On the strength of a receipt that the payee signed. */
export interface ReleaseIntent extends Intent {
  readonly payerId: string;
  readonly payeeId: string;
  /** The amount held. */
  readonly amount: MicroUsdc;
  /** The part of it that the service keeps. */
  readonly fee: MicroUsdc;
  readonly receipt: Receipt;
}

export interface VoidIntent extends Intent {
  readonly payerId: string;
  /** The amount held. */
  readonly amount: MicroUsdc;
  /** A code of the service. */
  readonly reason: VoidReason;
}

export interface RefundIntent extends Intent {
  readonly payerId: string;
  readonly payeeId: string;
  readonly amount: MicroUsdc;
  /** The payee's signed payload, on a rail that returns nothing without it. */
  readonly signed?: SignedRefund | undefined;
}

/** The money of one payment, by the rail's own books. */
export interface RailPayment {
  readonly held: MicroUsdc;
  /** Fee included. */
  readonly released: MicroUsdc;
  readonly voided: MicroUsdc;
  readonly refunded: MicroUsdc;
}

/** Something that does not fit, in words for an operator. */
export interface RailFault {
  /** The payment, the ledger account or the transfer that it is about. */
  readonly about: string;
  readonly problem: string;
}
