import { LIMITS } from "../base/limits.ts";
import type { Database } from "../db/database.ts";
import type { DiskRoom } from "../insight/disk_room.ts";
import { probe } from "../insight/probe_store.ts";

/** The proof that requests are read and written, and that `svc` gets through. */
export type ReadinessPart = "database" | "operator";

/** Proves that a part works; rejects with why it does not. */
type Proof = () => Promise<unknown>;

interface Kept {
  readonly at: number;
  readonly fault: Promise<unknown>;
}

/**
 * Whether parts work, by doing what they are for. Anybody may ask at any rate,
 * so an answer is kept for a moment, and whoever asks meanwhile waits for the same one.
 */
export class Readiness {
  readonly #clock: () => number;
  readonly #proofs = new Map<ReadinessPart, Proof>();
  readonly #kept = new Map<ReadinessPart, Kept>();
  #isDraining = false;

  constructor(
    db: Pick<Database, "orm" | "commit">,
    clock: () => number,
    room: Pick<DiskRoom, "check"> = { check: async () => {} },
  ) {
    this.#clock = clock;
    this.#proofs.set("database", async () => {
      await room.check();
      await probe(db);
    });
  }

  /** Has a part proven like this from now on. */
  watch(part: ReadinessPart, proof: Proof): void {
    this.#proofs.set(part, proof);
  }

  /** True if the part is one of this process. */
  isWatched(part: ReadinessPart): boolean {
    return this.#proofs.has(part);
  }

  /** Says from now on that it is not ready, so that proxies send requests elsewhere. */
  drain(): void {
    this.#isDraining = true;
  }

  /** True once the process is to stop, while it still serves. */
  get isDraining(): boolean {
    return this.#isDraining;
  }

  /** Why a part does not work; undefined if it works, or is not watched. */
  fault(part: ReadinessPart): Promise<unknown> {
    const proof = this.#proofs.get(part);
    if (!proof) return Promise.resolve(undefined);
    const now = this.#clock();
    const kept = this.#kept.get(part);
    if (kept && Math.abs(now - kept.at) < LIMITS.readyKeptMs) return kept.fault;
    const fault = proof().then(
      () => undefined,
      (error: unknown) => error ?? new Error("it failed"),
    );
    this.#kept.set(part, { at: now, fault });
    return fault;
  }
}
