import type { CommandCall, QueryCall } from "../../access/context.ts";
import type { MicroUsdc } from "../../base/money.ts";
import type { ChainPlug, Hex } from "../../base/rails/chain.ts";
import { told } from "../../base/words/sentence.ts";
import type { Database } from "../../db/database.ts";
import { ServiceError } from "../../errors/errors.ts";
import type { Log } from "../../insight/log.ts";
import type { Payment, Settlement } from "../model.ts";
import type { PaymentRail, RailFault } from "../rail_port.ts";
import type {
  HeardHold,
  HeardRefund,
  SignedHold,
  SignedRefund,
} from "../terms/signed.ts";
import type { RailStatus } from "./rail_status.ts";

/**
 * The rail on a chain (`packages/rail-x402`): what the core needs of it beyond the movements
 * of every rail. Its records are in the core's database.
 */
export interface ChainRail extends PaymentRail {
  readonly name: "x402";
  /**
   * The chain's verdict on the hold that a wallet signed; undefined if the chain is not
   * asked, because the payload does not match the terms.
   */
  hearHold(
    call: QueryCall,
    payment: Payment,
    payload: unknown,
  ): Promise<HeardHold | undefined>;
  /**
   * The hold that a wallet signed, checked against the terms and the chain's verdict.
   * @throws payment_required without one, payment_invalid, quota_exceeded, unavailable
   */
  signedHold(
    call: QueryCall,
    payment: Payment,
    signing: HoldSigning,
  ): Promise<SignedHold>;
  /** Watches the end of a hold that another service settles. */
  watch(call: CommandCall, movement: WatchedMovement): void;
  /** Like `hearHold`, for the refund that a payee signed. */
  hearRefund(
    call: QueryCall,
    payment: Payment,
    returning: Returning,
  ): Promise<HeardRefund | undefined>;
  /**
   * Like `signedHold`, for the refund that a payee signed.
   * @throws payment_required without one, payment_invalid, quota_exceeded, unavailable
   */
  signedRefund(
    call: QueryCall,
    payment: Payment,
    signing: RefundSigning,
  ): Promise<SignedRefund>;
  /** Whether a wallet signed a text (EIP-191), with its key or as a contract. */
  hearText(ask: TextAsk): Promise<boolean | "away">;
  /** Applies a payment's movements that are final on the chain. */
  settle(call: CommandCall, paymentId: string): Promise<Ended>;
  /** Records what stopped the captures of a conversation; undefined if there is nothing new. */
  noteStop(
    call: CommandCall,
    conversationId: string,
  ): Promise<ChainStop | undefined>;
  /** Lets the captures of a conversation go on. */
  liftStops(
    call: CommandCall,
    conversationId: string,
  ): Promise<{ readonly lifted: number }>;
  /** Retries a movement that is stuck. @throws not_found, wrong_state */
  retry(call: CommandCall, id: string): Promise<Mended>;
  /** Ends a movement that is stuck. @throws not_found, wrong_state */
  resolve(call: CommandCall, id: string, reason: string): Promise<Mended>;
  /** The state of money on the chain, for the operator. */
  status(call: QueryCall): Promise<RailStatus>;
  /** Compares some payments, starting after one, with the escrow. */
  verify(call: QueryCall, after: string): Promise<ChainSlice>;
  /**
   * Reads the chain once, and tells each conversation what it did.
   * @throws if the node or a contract failed during that
   */
  keep(core: KeepingCore, notice: Notify, signal?: AbortSignal): Promise<void>;
}

/** A hold at another service, whose end the escrow tells. */
export interface WatchedMovement {
  readonly key: string;
  readonly paymentId: string;
  readonly conversationId: string;
  readonly amount: MicroUsdc;
}

/** A wallet's signature, and its conversation. */
export interface HoldSigning {
  readonly conversationId: string;
  /** An x402 v2 PaymentPayload; undefined if none was sent. */
  readonly payload: unknown;
  /** The chain's verdict on it. */
  readonly heard: HeardHold | undefined;
}

/** A refund, with the payload that the payee's wallet signed. */
export interface Returning {
  readonly amount: number;
  /** An x402 v2 PaymentPayload; undefined if none was sent. */
  readonly payload: unknown;
}

/** The same for a conversation, with the chain's verdict. */
export interface RefundSigning extends Returning {
  readonly conversationId: string;
  readonly heard: HeardRefund | undefined;
}

/** A text, and the signature claimed for it. */
export interface TextAsk {
  readonly address: Hex;
  readonly text: string;
  readonly signature: string;
}

/** A movement that is final on the chain. */
export interface EndedMovement {
  readonly act: "hold" | "capture" | "void" | "refund";
  readonly isRefused: boolean;
  readonly amount: number;
  /** Why the chain refused it, or ended it differently. */
  readonly problem: string | null;
  /** The amount that the payee got, if the end was not the one decided. */
  readonly captured: number | null;
}

/** The movements that have ended, in order, and the part that the payment stores. */
interface Ended {
  readonly movements: readonly EndedMovement[];
  readonly settlements: readonly Settlement[];
  /** The sums of its ends, where the chain did not do as decided. */
  readonly ends: Pick<Payment, "released" | "returned">;
}

/** A finding for an operator, and the transaction that caused it. */
interface ChainStop {
  readonly problem: string;
  readonly transaction: string;
}

/** A movement that was corrected. */
interface Mended {
  readonly act: string;
  readonly conversationId: string;
}

/** The result for a slice of the payments. */
export interface ChainSlice {
  /** True if the node does not answer, so that nothing was compared. */
  readonly isAway: boolean;
  readonly checked: number;
  readonly faults: readonly RailFault[];
  /** Where the next slice starts; null after the last. */
  readonly next: string | null;
}

/** The parts of the core that reading the chain needs. */
export interface KeepingCore {
  readonly db: Database;
  readonly clock: () => number;
  readonly log: Log;
}

/** Tells a conversation what the chain did. */
export type Notify = (conversationId: string) => Promise<void>;

/** The rail on a chain. @throws unavailable if the settings no longer have one */
export function chainRailOf({
  outside,
}: Pick<QueryCall, "outside">): ChainRail {
  const { chain } = outside;
  if (chain && isRail(chain)) return chain;
  throw noChain();
}

/** The error for a price on a chain that the settings no longer have. */
export function noChain(): ServiceError {
  return new ServiceError("unavailable", {
    detail: told`Cannot move this price: it's held on a chain, and this service no longer uses one.`,
  });
}

function isRail(plug: ChainPlug): plug is ChainRail {
  return "keep" in plug;
}
