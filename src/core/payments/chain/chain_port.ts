import type { CommandCall, QueryCall } from "../../access/context.ts";
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
 * The rail on a chain, which `packages/rail-x402` is: everything that the core asks of it
 * beyond the movements that every rail has. It keeps its books in the core's database.
 */
export interface ChainRail extends PaymentRail {
  readonly name: "x402";
  /**
   * The chain's verdict on the hold that a wallet signed; undefined where the chain is
   * not asked, because the payload does not match the terms.
   */
  hearHold(
    call: QueryCall,
    payment: Payment,
    payload: unknown,
  ): Promise<HeardHold | undefined>;
  /**
   * The hold that a wallet signed, held against what was asked for and what the chain said.
   * @throws payment_required without one, payment_invalid, quota_exceeded, unavailable
   */
  signedHold(
    call: QueryCall,
    payment: Payment,
    signing: HoldSigning,
  ): Promise<SignedHold>;
  /** As `hearHold`, of the transfer back that a payee signed. */
  hearRefund(
    call: QueryCall,
    payment: Payment,
    returning: Returning,
  ): Promise<HeardRefund | undefined>;
  /**
   * As `signedHold`, of the transfer back that a payee signed.
   * @throws payment_required without one, payment_invalid, quota_exceeded, unavailable
   */
  signedRefund(
    call: QueryCall,
    payment: Payment,
    signing: RefundSigning,
  ): Promise<SignedRefund>;
  /** Whether a wallet signed a text (EIP-191), by its key or as a contract. */
  hearText(ask: TextAsk): Promise<boolean | "away">;
  /** Takes notice of the movements of a payment that the chain has ended for good. */
  settle(call: CommandCall, paymentId: string): Promise<Ended>;
  /** Takes notice of what stopped the captures of a conversation; undefined if nothing new did. */
  noteStop(
    call: CommandCall,
    conversationId: string,
  ): Promise<ChainStop | undefined>;
  /** Lets the captures of a conversation go on. */
  liftStops(
    call: CommandCall,
    conversationId: string,
  ): Promise<{ readonly lifted: number }>;
  /** Has a movement that does not go on tried anew. @throws not_found, wrong_state */
  retry(call: CommandCall, id: string): Promise<Mended>;
  /** Ends a movement that does not go on. @throws not_found, wrong_state */
  resolve(call: CommandCall, id: string, reason: string): Promise<Mended>;
  /** How money on the chain stands, for the operator. */
  status(call: QueryCall): Promise<RailStatus>;
  /** Holds some payments after one of them against the escrow. */
  verify(call: QueryCall, after: string): Promise<ChainSlice>;
  /**
   * Looks at the chain once, and has every conversation take notice of what it did.
   * @throws if the node or a contract kept the look from being whole
   */
  keep(core: KeepingCore, notice: Notify, signal?: AbortSignal): Promise<void>;
}

/** A wallet's signature, and its conversation. */
export interface HoldSigning {
  readonly conversationId: string;
  /** An x402 v2 PaymentPayload; undefined if none was sent. */
  readonly payload: unknown;
  /** The chain's verdict on it. */
  readonly heard: HeardHold | undefined;
}

/** A refund, and the payload that the payee's wallet signed for it. */
export interface Returning {
  readonly amount: number;
  /** An x402 v2 PaymentPayload; undefined if none was sent. */
  readonly payload: unknown;
}

/** The same for a conversation, with what the chain said to it. */
export interface RefundSigning extends Returning {
  readonly conversationId: string;
  readonly heard: HeardRefund | undefined;
}

/** A text, and the signature that is claimed for it. */
export interface TextAsk {
  readonly address: Hex;
  readonly text: string;
  readonly signature: string;
}

/** A movement that the chain has ended for good. */
export interface EndedMovement {
  readonly act: "hold" | "capture" | "void" | "refund";
  readonly isRefused: boolean;
  readonly amount: number;
  /** Why the chain refused it, or ended it otherwise. */
  readonly problem: string | null;
  /** Of an end that was not decided so: what the payee got. */
  readonly captured: number | null;
}

/** The movements that have ended, in order, and the part that the payment keeps. */
interface Ended {
  readonly movements: readonly EndedMovement[];
  readonly settlements: readonly Settlement[];
}

/** A finding in words for an operator, and the transaction that caused it. */
interface ChainStop {
  readonly problem: string;
  readonly transaction: string;
}

/** A movement that was mended. */
interface Mended {
  readonly act: string;
  readonly conversationId: string;
}

/** The result for a slice of the payments. */
export interface ChainSlice {
  /** True if the node does not answer: nothing was compared. */
  readonly isAway: boolean;
  readonly checked: number;
  readonly faults: readonly RailFault[];
  /** Where the next one goes on; null after the last. */
  readonly next: string | null;
}

/** The parts of the core that a look at the chain needs. */
export interface KeepingCore {
  readonly db: Database;
  readonly clock: () => number;
  readonly log: Log;
}

/** Has a conversation take notice of what the chain did. */
export type Notify = (conversationId: string) => Promise<void>;

/**
 * The rail on a chain.
 * @throws unavailable if the settings lead to none any more
 */
export function chainRailOf({
  outside,
}: Pick<QueryCall, "outside">): ChainRail {
  const { chain } = outside;
  if (chain && isRail(chain)) return chain;
  throw noChain();
}

/** The error of a price on a chain that the settings do not lead to any more. */
export function noChain(): ServiceError {
  return new ServiceError("unavailable", {
    detail: told`Cannot move this price: it's held on a chain, and this service no longer uses one.`,
  });
}

function isRail(plug: ChainPlug): plug is ChainRail {
  return "keep" in plug;
}
