import type { CommandCall, Core } from "../access/context.ts";
import type { SenderName } from "../db/tables/data/delivery_schema.ts";
import type { Delivery } from "../delivery/delivery_store.ts";
import type { DeliveryOutcome } from "../delivery/outcome.ts";
import type { Receiver, Shares } from "../delivery/shared_slots.ts";
import type { Mailer } from "../mail/mailer.ts";

/** The carriers of deliveries, beside connections of our own. */
export interface Carriers {
  /** Undefined without a relay: then no mail leaves. */
  readonly mailer: Mailer | undefined;
}

/** Hands over once what was composed; it never rejects. */
export type HandOver = (carriers: Carriers) => Promise<DeliveryOutcome>;

/**
 * One way for deliveries to leave: whom something is due for, how one is made, handed over,
 * and what its end means. Claims, leases, pauses, fairness and the log are those of all.
 */
export interface Sender {
  readonly name: SenderName;
  readonly shares: Shares;
  /** How long after each attempt the next one comes; after the last there is none. */
  readonly schedule: readonly number[];
  /** False for what is forgotten at its end. */
  readonly isKept: boolean;
  /** False where what this sender needs was not set. */
  canLeave(carriers: Carriers): boolean;
  /** Whom something is due for, the longest due first. */
  busy(core: Core): Promise<readonly Receiver[]>;
  /** Makes what there is to make for one before its deliveries leave; true if there is more. */
  begin?(call: CommandCall, receiverId: string): Promise<boolean>;
  /** Makes what is handed over, by what holds now, or says why nothing is. */
  compose(
    call: CommandCall,
    delivery: Delivery,
  ): Promise<HandOver | DeliveryOutcome>;
  /** The chain that the outcome may be recorded on. */
  chainOf(delivery: Delivery, outcome: DeliveryOutcome): string | null;
  /** Does what follows from an outcome; `isEnd` if nothing more is tried. */
  settled(
    call: CommandCall,
    delivery: Delivery,
    outcome: DeliveryOutcome & { readonly isEnd: boolean },
  ): Promise<void>;
}
