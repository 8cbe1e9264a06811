import { LIMITS } from "../base/limits.ts";
import type { Loop } from "../base/loop.ts";
import type { Services } from "../pipeline/call.ts";
import { leaseStore } from "./lease_store.ts";

/** The lease for due work, re-checks, verification and clean-up. */
const DUTIES = "duties";

/**
 * The right to exclusive work of one node, renewed while in use. It only saves work: each act
 * is decided again by its own commit, so a node that has lost it without knowing does nothing
 * twice.
 */
export class Lease {
  readonly #services: Services;
  readonly #holder: string;
  /** By this process's own clock: the database counts from a later moment. */
  #until = 0;
  #token: number | undefined;
  #lost = new AbortController();

  constructor(services: Services, holder: string) {
    this.#services = services;
    this.#holder = holder;
  }

  /** Runs a pass if this node has the lease, and ends it early when it loses it. */
  async during(
    signal: AbortSignal,
    pass: (signal: AbortSignal) => Promise<unknown>,
  ): Promise<void> {
    if (!(await this.renew())) return;
    const renewing = setInterval(
      () => void this.renew().catch(() => this.#look()),
      LIMITS.leaseMs / 3,
    );
    try {
      await pass(AbortSignal.any([signal, this.#lost.signal]));
    } finally {
      clearInterval(renewing);
    }
  }

  /** Takes or renews it; false if another node has it, which ends the running pass. */
  async renew(): Promise<boolean> {
    const { db, log } = this.#services;
    const askedAt = performance.now();
    const token = await leaseStore(db).take(DUTIES, this.#holder);
    if (token === undefined) {
      this.#lose();
      return false;
    }
    // Another node had it in between.
    if (this.#token !== undefined && token !== this.#token) this.#lose();
    if (token !== this.#token) log.info("lease.taken", { token });
    this.#token = token;
    this.#until = askedAt + LIMITS.leaseMs;
    return true;
  }

  /** Lets another node take it at once. */
  async giveBack(): Promise<void> {
    this.#lose();
    await leaseStore(this.#services.db).giveBack(DUTIES, this.#holder);
  }

  #look(): void {
    if (performance.now() >= this.#until) this.#lose();
  }

  #lose(): void {
    this.#token = undefined;
    this.#lost.abort();
    this.#lost = new AbortController();
  }
}

/** Loops that only one node runs at a time; unchanged if one process owns the file. */
export function leased(
  services: Services,
  loops: readonly Loop[],
): { readonly loops: readonly Loop[]; giveBack(): Promise<void> } {
  const { follower } = services.db;
  if (!follower) return { loops, giveBack: async () => {} };
  const lease = new Lease(services, follower.id);
  return {
    loops: loops.map((it) =>
      it.within((signal, pass) => lease.during(signal, pass)),
    ),
    giveBack: () => lease.giveBack(),
  };
}
