import type { Witness } from "../access/context.ts";
import { parseForeignUrl } from "../agents/remote/foreign_url.ts";
import { guardedPost } from "../agents/remote/guarded_post.ts";
import type { SignedLog } from "../audit/log/prove.ts";
import { newestLog, proveConsistency } from "../audit/log/prove.ts";
import type { Cosignature } from "../audit/log/witness_store.ts";
import { witnessStore } from "../audit/log/witness_store.ts";
import type { Witnessed } from "../audit/log/witnessed.ts";
import { cosignatureIn, witnessedLog } from "../audit/log/witnessed.ts";
import { LIMITS } from "../base/limits.ts";
import { Loop } from "../base/loop.ts";
import { ServiceError } from "../errors/errors.ts";
import type { Services } from "../pipeline/call.ts";

/** A witness that does not sign; its words say why. */
class NotSigned extends Error {}

const OK = 200;
const CONFLICT = 409;
const SIZE = /^(\d{1,15})\n?$/;
/** As it is kept, and once more after it said which size it goes on from. */
const TRIES = 2;

/**
 * Has each witness sign the newest log (C2SP tlog-witness), with the proof that it goes on
 * from the one which it signed before. One that fails is left alone for longer and longer;
 * the others do not wait for it.
 */
export class LogWitnessing {
  readonly #services: Services;
  readonly #failing = new Map<string, { times: number; until: number }>();

  constructor(services: Services) {
    this.#services = services;
  }

  /** Asks all who have not signed the newest log. */
  async pass(signal: AbortSignal = new AbortController().signal) {
    // Before the log, which is then no older than what they signed.
    const witnessed = await witnessedLog(this.#services);
    const log = await newestLog(this.#services);
    if (!log) return;
    const now = this.#services.clock();
    const due = witnessed.filter(
      ({ keptAs, size }) =>
        size !== log.size && (this.#failing.get(keptAs)?.until ?? 0) <= now,
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
      this.#failing.delete(keptAs);
    } catch (error) {
      // A process that ends says nothing of the others.
      if (signal.aborted) return;
      const problem = problemIn(error);
      this.#leaveAlone(keptAs);
      await db.commit([store.failed(keptAs, problem, clock())]);
      if (problem === witness.problem) return;
      this.#services.log.info("log.not_witnessed", {
        witness: keptAs,
        problem,
      });
    }
  }

  #leaveAlone(keptAs: string): void {
    const times = (this.#failing.get(keptAs)?.times ?? 0) + 1;
    const waitMs = Math.min(
      LIMITS.witnessRetryMs * 2 ** (times - 1),
      LIMITS.witnessRetryMaxMs,
    );
    const until = this.#services.clock() + waitMs;
    this.#failing.set(keptAs, { times, until });
  }
}

/** @throws NotSigned, or whatever kept it from being asked */
async function ask(
  services: Services,
  witness: Witnessed,
  log: SignedLog,
  signal: AbortSignal,
): Promise<Cosignature> {
  let old = witness.size;
  for (let tries = 1; ; tries++) {
    const { status, text } = await post(services, witness, {
      log,
      old,
      signal,
    });
    if (status === OK) {
      const signed = await cosignatureIn(text, log.note, witness);
      if (signed) return signed;
      throw new NotSigned("Its answer holds no signature of this log.");
    }
    const [, named] = (status === CONFLICT && SIZE.exec(text)) || [];
    if (named === undefined) throw new NotSigned(`It answered ${status}.`);
    const size = Number(named);
    if (size > log.size) {
      throw new NotSigned(
        `It has signed a log of size ${size}, which this one has not reached: was the database set back?`,
      );
    }
    if (size === old || tries === TRIES) {
      throw new NotSigned(`It has signed another log of size ${size}.`);
    }
    old = size;
  }
}

async function post(
  services: Services,
  { url }: Witness,
  {
    log,
    old,
    signal,
  }: {
    readonly log: SignedLog;
    readonly old: number;
    readonly signal: AbortSignal;
  },
) {
  const { outside } = services;
  const proof =
    old === 0 ? [] : await proveConsistency(services, old, log.size);
  const lines = proof.map((it) => `${it}\n`).join("");
  return await guardedPost(outside, {
    url: parseForeignUrl(outside, `${url}/add-checkpoint`),
    isPrivateAllowed: false,
    headers: { "content-type": "text/plain; charset=utf-8" },
    body: `old ${old}\n${lines}\n${log.note}`,
    answerBytesMax: LIMITS.witnessAnswerBytesMax,
    signal: AbortSignal.any([signal, outside.deadline(LIMITS.witnessAnswerMs)]),
  });
}

/** Nothing of what this network looks like. */
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
