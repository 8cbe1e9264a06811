import type { Cosignature } from "../../../packages/verify/src/witness.ts";
import {
  askWitness,
  NotSigned,
  WitnessPatience,
} from "../../../packages/verify/src/witness.ts";
import { parseForeignUrl } from "../agents/remote/foreign_url.ts";
import { guardedRequest } from "../agents/remote/guarded_request.ts";
import type { SignedLog } from "../audit/log/prove.ts";
import { newestLog, proveConsistency } from "../audit/log/prove.ts";
import { witnessStore } from "../audit/log/witness_store.ts";
import type { Witnessed } from "../audit/log/witnessed.ts";
import { witnessedLog } from "../audit/log/witnessed.ts";
import { LIMITS } from "../base/limits.ts";
import { Loop } from "../base/loop.ts";
import { ServiceError } from "../errors/errors.ts";
import type { Services } from "../pipeline/call.ts";

/**
 * Has each witness sign the newest log. One that fails is asked after longer and longer
 * pauses; the others do not wait for it.
 */
export class LogWitnessing {
  readonly #services: Services;
  readonly #patience = new WitnessPatience({
    firstMs: LIMITS.witnessRetryMs,
    mostMs: LIMITS.witnessRetryMaxMs,
  });

  constructor(services: Services) {
    this.#services = services;
  }

  /** Asks all that have not signed the newest log. */
  async pass(signal: AbortSignal = new AbortController().signal) {
    // Read before the log, which is then no older than what they signed.
    const witnessed = await witnessedLog(this.#services);
    const log = await newestLog(this.#services);
    if (!log) return;
    const now = this.#services.clock();
    const due = witnessed.filter(
      ({ keptAs, size }) =>
        size !== log.size && this.#patience.isDue(keptAs, now),
    );
    await Promise.all(due.map((it) => this.#settle(it, log, signal)));
  }

  async #settle(witness: Witnessed, log: SignedLog, signal: AbortSignal) {
    const { db, clock } = this.#services;
    const { keptAs } = witness;
    const store = witnessStore(db);
    try {
      const signed = await ask(this.#services, witness, log, signal);
      await db.commit([store.signed(keptAs, log.size, signed, clock())]);
      this.#patience.signed(keptAs);
    } catch (error) {
      // A stopping process learns nothing about the others.
      if (signal.aborted) return;
      const problem = problemIn(error);
      this.#patience.failed(keptAs, clock());
      await db.commit([store.failed(keptAs, problem, clock())]);
      if (problem === witness.problem) return;
      this.#services.log.info("log.not_witnessed", {
        witness: keptAs,
        problem,
      });
    }
  }
}

/** @throws NotSigned, or the error of the request */
async function ask(
  services: Services,
  witness: Witnessed,
  { size, note }: SignedLog,
  signal: AbortSignal,
): Promise<Cosignature> {
  const { outside } = services;
  return await askWitness(witness, {
    ...{ size, note },
    prove: (from) => proveConsistency(services, from, size),
    post: (body) =>
      guardedRequest(outside, {
        url: parseForeignUrl(outside, `${witness.url}/add-checkpoint`),
        isPrivateAllowed: false,
        headers: { "content-type": "text/plain; charset=utf-8" },
        body,
        answerBytesMax: LIMITS.witnessAnswerBytesMax,
        signal: AbortSignal.any([
          signal,
          outside.deadline(LIMITS.witnessAnswerMs),
        ]),
      }),
  });
}

/** Reveals nothing about this network. */
function problemIn(error: unknown): string {
  if (error instanceof NotSigned || error instanceof ServiceError) {
    return error.message;
  }
  return "It cannot be reached.";
}

/** Asks witnesses while the service runs, if there are any. */
export function logWitnessing(services: Services): readonly Loop[] {
  if (services.settings.witnesses.length === 0) return [];
  const witnessing = new LogWitnessing(services);
  const loop = new Loop({
    everyMs: LIMITS.witnessPassMs,
    pass: (signal) => witnessing.pass(signal),
    failed: (error) => services.log.error("log.witnessing_failed", error),
  });
  return [loop];
}
