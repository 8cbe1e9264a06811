import { foreignStore } from "../../addresses/foreign/foreign_store.ts";
import type { RemotePlace } from "../../addresses/foreign/remote_task_store.ts";
import { remoteTaskStore } from "../../addresses/foreign/remote_task_store.ts";
import { getRemoteTask } from "../../agents/remote/calls/a2a_client.ts";
import { errorOfCall } from "../../agents/remote/calls/refusal.ts";
import { LIMITS } from "../../base/limits.ts";
import { Loop } from "../../base/loop.ts";
import { nextLook } from "../../conversations/acts/delivery/taken_remote.ts";
import {
  recipientOf,
  remotePlaceOf,
} from "../../conversations/acts/store/foreign_queue.ts";
import { SharedSlots } from "../../delivery/shared_slots.ts";
import { peerOpens, peerTold } from "../../federation/circuits.ts";
import { foreignCaller } from "../../federation/foreign_caller.ts";
import { mayReach } from "../../federation/policy.ts";
import type { Services } from "../../pipeline/call.ts";
import { takeRemote } from "./take_remote.ts";

/** Asks for tasks at other services whose time has come, each service in its share. */
export class RemoteLooks {
  readonly #services: Services;
  readonly #slots: SharedSlots;

  constructor(services: Services) {
    this.#services = services;
    const all = LIMITS.remoteLooksAtOnceMax;
    const ofHost = LIMITS.remoteLooksAtOnceOfHost;
    const shares = { all, ofAccount: all, ofHost, failing: all };
    this.#slots = new SharedSlots(shares, (error) =>
      services.log.error("remote_look.failed", error),
    );
  }

  /** Starts a look at every task that is due, without waiting for it. */
  async pass(): Promise<void> {
    const { db, clock } = this.#services;
    const due = await remoteTaskStore(db).due(clock());
    const waiting = due.map(({ origin, accountId, ...it }) => {
      const id = recipientOf({ ...it, accountId });
      return { id, accountId, isFailing: false, host: () => origin };
    });
    this.#slots.begin(waiting, ({ id }) => this.#look(remotePlaceOf(id)));
  }

  /** Resolves once nothing is running. */
  async idle(): Promise<void> {
    await this.#slots.idle();
  }

  /** The next look is planned first: a process that dies in this one loses nothing. */
  async #look(place: RemotePlace): Promise<void> {
    const { db, clock } = this.#services;
    const store = remoteTaskStore(db);
    const row = await store.find(place);
    const account = await foreignStore(db).byAccount(place.accountId);
    const now = clock();
    if (!row || (row.lookAt ?? now + 1) > now) return;
    const looks = row.looks + 1;
    const lookAt = nextLook(now, looks);
    await db.commit([store.asked(place, { now, lookAt, looks })]);
    if (row.taskId === null || !account) return;
    if (!(await mayReach(this.#services, account))) return;
    if (await peerOpens(this.#services, account.origin)) return;
    const caller = foreignCaller(this.#services, account);
    const came = await getRemoteTask(caller, row.taskId);
    const isAnswer = came.came === "task" || came.came === "message";
    const error = isAnswer ? null : errorOfCall(came);
    const told = await peerTold(this.#services, account.origin, error);
    if (told.length > 0) await db.commit(told);
    if (came.came !== "task") return;
    const said = came.task;
    const taken = await takeRemote(this.#services, {
      ...place,
      said,
      by: "look",
      knownBefore: row.version ?? 0,
    });
    // A conversation that was erased is followed by nothing.
    if (taken === "gone")
      await db.commit([store.change({ ...row, lookAt: null })]);
  }
}

/** The loop of looks at tasks of which no push tells. */
export function remoteLooks(services: Services): Loop {
  const looks = new RemoteLooks(services);
  return new Loop({
    everyMs: LIMITS.remoteLookPassMs,
    pass: () => looks.pass(),
    idle: () => looks.idle(),
    failed: (error) => services.log.error("remote_look.failed", error),
  });
}
