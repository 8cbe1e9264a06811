import type { CommandCall, Core } from "../access/context.ts";
import type { Member } from "../access/principal.ts";
import type { TakenRemote } from "../conversations/acts/delivery/taken_remote.ts";
import type { SenderName } from "../db/tables/data/delivery_schema.ts";
import type { Delivery } from "../delivery/delivery_store.ts";
import type { DeliveryOutcome } from "../delivery/outcome.ts";
import type { Receiver, Shares } from "../delivery/shared_slots.ts";
import type { Mailer } from "../mail/mailer.ts";

/** The carriers of deliveries, beside our own connections. */
export interface Carriers {
  /** Undefined without a relay: then no mail is sent. */
  readonly mailer?: Mailer | undefined;
  /** Writes a task as A2A shows it to a member now; without it no task is pushed. */
  readonly writeTask?: WriteTask | undefined;
  /** Adds a fetched file for its sender; "later", or the code of the refusal. */
  addFile(member: Member, key: string, file: FetchedFile): Promise<string>;
  /** Takes what another service answered, before its delivery is settled; "later" if not all. */
  takeRemote(taken: TakenRemote): Promise<string>;
}

/** A file as it is added, its bytes as base64. */
export interface FetchedFile {
  readonly conversationId: string;
  readonly name: string;
  readonly mimeType: string;
  readonly bytes: string;
}

/** @throws ServiceError if the member may not read it */
export type WriteTask = (
  reader: Member,
  conversationId: string,
) => Promise<WrittenTask>;

/** A task as it is pushed. */
export interface WrittenTask {
  readonly body: string;
  readonly version: number;
  /** True in a terminal state. */
  readonly isOver: boolean;
}

/** Hands over a composed delivery once; never rejects. */
export type HandOver = (carriers: Carriers) => Promise<DeliveryOutcome>;

/**
 * One kind of delivery: which receivers have something due, how a delivery is made, handed
 * over and settled. Claims, leases, pauses, fairness and the log are shared.
 */
export interface Sender {
  readonly name: SenderName;
  readonly shares: Shares;
  /** The pause after each attempt; after the last there is no other. */
  readonly schedule: readonly number[];
  /**
   * How long it is tried, however often: the last pause repeats. For receivers whose signs of
   * life bring attempts forward.
   */
  readonly keptMs?: number;
  /** False if a delivery is deleted at its end. */
  readonly isKept: boolean;
  /** False if the settings lack what this sender needs. */
  canLeave(carriers: Pick<Carriers, "mailer">): boolean;
  /** Receivers with something due, longest due first. */
  busy(core: Core): Promise<readonly Receiver[]>;
  /** Makes pending deliveries for one receiver before they are sent; true if there are more. */
  begin?(call: CommandCall, receiverId: string): Promise<boolean>;
  /** Composes a delivery from the current state, or tells why it is not sent. */
  compose(
    call: CommandCall,
    delivery: Delivery,
  ): Promise<HandOver | DeliveryOutcome>;
  /** The chain that records the outcome, if one does. */
  chainOf(delivery: Delivery, outcome: DeliveryOutcome): string | null;
  /** Does what follows from an outcome; `isEnd` if there is no other attempt. */
  settled(
    call: CommandCall,
    delivery: Delivery,
    outcome: DeliveryOutcome & { readonly isEnd: boolean },
  ): Promise<void>;
}
