import type { Static, TSchema } from "typebox";
import type { Command } from "../access/operation.ts";
import { LIMITS } from "../base/limits.ts";
import { Loop } from "../base/loop.ts";
import type { TakenRemote } from "../conversations/acts/delivery/taken_remote.ts";
import type { Delivery } from "../delivery/delivery_store.ts";
import { deliveryStore } from "../delivery/delivery_store.ts";
import type { Receiver } from "../delivery/shared_slots.ts";
import { SharedSlots } from "../delivery/shared_slots.ts";
import { beginDeliveries } from "../operations/begin_deliveries.ts";
import { composeDelivery } from "../operations/compose_delivery.ts";
import { settleDelivery } from "../operations/settle_delivery.ts";
import type { Services } from "../pipeline/call.ts";
import { outputOf } from "../pipeline/call.ts";
import { DELIVERY_SENDERS } from "../senders/mod.ts";
import type { Carriers, Sender } from "../senders/sender.ts";
import { clock } from "./duty.ts";
import { fileAdder } from "./remote/add_fetched.ts";
import { takeRemote } from "./remote/take_remote.ts";

type Stop = Pick<AbortSignal, "aborted">;

/** One sender's deliveries in progress. */
interface Lane {
  readonly sender: Sender;
  readonly slots: SharedSlots;
  readonly failed: (error: unknown) => void;
}

/**
 * Hands over due deliveries of every sender, each receiver separately, so that one that does
 * not answer delays no other. A delivery is claimed, composed, handed over and settled; if
 * the process dies in between it is sent again when the lease ends, under the same id
 * (docs/decisions/0034).
 */
export class Deliveries {
  readonly #services: Services;
  readonly #carriers: Carriers;
  readonly #lanes: readonly Lane[];

  /** Without a mailer no mail leaves: it waits, and `svc mail` shows it. */
  constructor(
    services: Services,
    given: Pick<Carriers, "mailer" | "writeTask"> = {},
  ) {
    this.#services = services;
    const carriers = {
      ...given,
      takeRemote: (taken: TakenRemote) => takeRemote(services, taken),
      addFile: fileAdder(services),
    };
    this.#carriers = carriers;
    const senders = Object.values(DELIVERY_SENDERS);
    this.#lanes = senders
      .filter((it) => it.canLeave(carriers))
      .map((sender) => {
        const event = `${sender.name}_delivery.failed`;
        const failed = (error: unknown) => services.log.error(event, error);
        return {
          sender,
          slots: new SharedSlots(sender.shares, failed),
          failed,
        };
      });
  }

  /** Starts with every receiver with something due, without waiting for them. */
  async pass(signal: Stop = { aborted: false }): Promise<void> {
    const looks = this.#lanes.map(async ({ sender, slots, failed }) => {
      try {
        const busy = await sender.busy(this.#services);
        slots.begin(busy, (it) => this.#work(sender, it, signal));
      } catch (error) {
        // A failing look-up delays no other.
        failed(error);
      }
    });
    await Promise.all(looks);
  }

  /** Resolves once nothing is running. */
  async idle(): Promise<void> {
    await Promise.all(this.#lanes.map(({ slots }) => slots.idle()));
  }

  /** Sends to one receiver, some at a time, until nothing is due for it. */
  async #work(sender: Sender, to: Receiver, signal: Stop): Promise<void> {
    const { id: receiverId, accountId } = to;
    const input = { sender: sender.name, accountId, receiverId };
    let hasMore = sender.begin !== undefined;
    while (hasMore && !signal.aborted) {
      hasMore = (await this.#call(beginDeliveries, input)).hasMore;
    }
    while (!signal.aborted && (await this.#some(sender, receiverId)));
  }

  /** False if nothing was due, or all of it was postponed. */
  async #some(sender: Sender, recipient: string): Promise<boolean> {
    const { db, clock, randomBytes } = this.#services;
    const lease = randomBytes(16).toHex();
    const to = { sender: sender.name, recipient };
    const due = await deliveryStore(db).claim(to, lease, clock());
    const sent = due.map((it) => this.#one(sender, it, lease));
    return (await Promise.all(sent)).some((it) => it);
  }

  /** True if it was tried, or has ended. */
  async #one(
    sender: Sender,
    delivery: Delivery,
    lease: string,
  ): Promise<boolean> {
    const { id } = delivery;
    try {
      const { made } = await this.#call(composeDelivery, { id, lease });
      if (made === null) return false;
      const outcome =
        typeof made === "function" ? await made(this.#carriers) : made;
      const chainId = sender.chainOf(delivery, outcome);
      const settled = { id, lease, chainId, outcome };
      const { became } = await this.#call(settleDelivery, settled);
      if (outcome.came === "later") return false;
      this.#services.measures.deliveries[sender.name].of(became).add();
      return true;
    } catch (error) {
      const event = `${sender.name}_delivery.failed`;
      this.#services.log.error(event, error);
      return false;
    }
  }

  async #call<I extends TSchema, O extends TSchema>(
    operation: Command<I, O>,
    input: Static<I>,
  ): Promise<Static<O>> {
    const services = this.#services;
    const caller = clock(services);
    return await outputOf(services, operation, caller, input);
  }
}

/** The one loop for all deliveries: it looks for due ones every second. */
export function deliveryLoop(
  services: Services,
  carriers: Required<Pick<Carriers, "mailer" | "writeTask">>,
): Loop {
  const deliveries = new Deliveries(services, carriers);
  return new Loop({
    everyMs: LIMITS.deliverPassMs,
    pass: (signal) => deliveries.pass(signal),
    idle: () => deliveries.idle(),
    failed: (error) => services.log.error("delivery.failed", error),
  });
}
