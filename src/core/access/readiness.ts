import { keptFor } from "../base/cache.ts";
import { LIMITS } from "../base/limits.ts";
import type { Database } from "../db/database.ts";
import type { DiskRoom } from "../insight/disk_room.ts";
import { probe } from "../insight/probe_store.ts";

/** The parts that must work: reads and writes, and the way from `svc`. */
export type ReadinessPart = "database" | "operator";

/** Proves that a part works; rejects with the reason if not. */
type Proof = () => Promise<unknown>;
/** Why a part does not work, as of a moment ago. */
type Fault = (now: number) => Promise<unknown>;

/**
 * Checks parts by using them. Anybody may ask at any rate, so an answer is cached for a
 * moment, and simultaneous callers share one check.
 */
export class Readiness {
  readonly #clock: () => number;
  readonly #faults = new Map<ReadinessPart, Fault>();
  #isDraining = false;

  constructor(
    db: Pick<Database, "orm" | "commit">,
    clock: () => number,
    room: Pick<DiskRoom, "check"> = { check: async () => {} },
  ) {
    this.#clock = clock;
    this.watch("database", async () => {
      await room.check();
      await probe(db);
    });
  }

  /** Sets the proof of a part. */
  watch(part: ReadinessPart, proof: Proof): void {
    const fault = () =>
      proof().then(
        () => undefined,
        (error: unknown) => error ?? new Error("it failed"),
      );
    this.#faults.set(part, keptFor(LIMITS.readyKeptMs, fault));
  }

  /** True if this process has the part. */
  isWatched(part: ReadinessPart): boolean {
    return this.#faults.has(part);
  }

  /** Reports not ready from now on, so that proxies use other nodes. */
  drain(): void {
    this.#isDraining = true;
  }

  /** True while it still serves before it stops. */
  get isDraining(): boolean {
    return this.#isDraining;
  }

  /** Why a part does not work; undefined if it works, or is not watched. */
  async fault(part: ReadinessPart): Promise<unknown> {
    return await this.#faults.get(part)?.(this.#clock());
  }
}
