import { setTimeout } from "node:timers/promises";
import type { Client, Config } from "@libsql/client";
import { createClient } from "@libsql/client";
import type {
  HranaStream,
  WrittenBatch,
} from "../../../../packages/libsql-server/src/stream.ts";
import { BatchFailure } from "../../../../packages/libsql-server/src/stream.ts";
import type { AnsweredRows } from "../../../../packages/libsql-server/src/wire.ts";
import { LIMITS } from "../../base/limits.ts";
import type { Job, JobOutcome, Sink } from "../commit.ts";
import type { Failure } from "../failure.ts";
import {
  errorOf,
  failureOf,
  isStatementFault,
  StorageError,
  storageErrorOf,
} from "../failure.ts";
import type { Follower } from "../nodes/follower.ts";
import type { Statement } from "../statement.ts";
import type { Sent } from "./joined_inserts.ts";
import { apart, joinedInserts } from "./joined_inserts.ts";
import type { RemoteOptions } from "./server.ts";
import { openHrana } from "./server.ts";

/** The outcome of a merged batch: written, failed in one job, or unknown. */
type Attempt =
  | { readonly kind: "written"; readonly results: readonly AnsweredRows[] }
  | {
      readonly kind: "faulty";
      readonly failure: Failure;
      readonly job: number | undefined;
    }
  | { readonly kind: "failed"; readonly error: StorageError };

/**
 * A client whose requests all end by the deadline: the server may hang, and the package waits
 * forever.
 */
export function openRemote(options: RemoteOptions): Client {
  return createClient(remoteConfig(options));
}

/** Uses HTTP also for a ws: URL, because only a request can be aborted. */
export function remoteConfig({
  url,
  deadlineMs = LIMITS.databaseDeadlineMs,
  ...rest
}: RemoteOptions): Config {
  return {
    ...rest,
    url: url.replace(/^ws(s?):/, "http$1:"),
    fetch: (request: Request) => fetchInTime(request, deadlineMs),
  };
}

/**
 * Refuses a replica: it forwards writes, and answers reads before it has them.
 * @param write The write that reveals it
 */
export async function refuseReplica(
  options: RemoteOptions,
  write: Statement,
): Promise<void> {
  if (!(await openHrana(options).handsOn(write))) return;
  throw new Error(
    "Cannot start: DATABASE_URL names a replica, which answers before it has what was just written. Name the primary.",
  );
}

/** One batch at a time: a server with several writing streams may stop accepting writes. */
export class RemoteSink implements Sink {
  readonly #stream: HranaStream;
  readonly #follower: Follower | null;

  constructor(options: RemoteOptions, follower: Follower | null = null) {
    this.#stream = openHrana(options);
    this.#follower = follower;
  }

  /**
   * Writes as many jobs as it can in one round trip; a failing job ends its part, and fails
   * alone.
   */
  async apply(jobs: readonly Job[]): Promise<readonly JobOutcome[]> {
    const outcomes: JobOutcome[] = [];
    let arrange = joinedInserts;
    let size = jobs.length;
    while (outcomes.length < jobs.length) {
      const part = jobs.slice(outcomes.length, outcomes.length + size);
      const sent = arrange(part);
      const attempt = await this.#attempt(part, sent);
      if (attempt.kind === "failed") {
        const rest = jobs.length - outcomes.length;
        return outcomes.concat(new Array(rest).fill(attempt.error));
      }
      if (attempt.kind === "written") {
        outcomes.push(...resultsOf(part, sent, attempt.results));
        size = jobs.length - outcomes.length;
      } else if (attempt.job === undefined && arrange === joinedInserts) {
        arrange = apart;
      } else if (attempt.job === 0 || part.length === 1) {
        outcomes.push(errorOf(attempt.failure));
        size = jobs.length - outcomes.length;
      } else {
        // Those before the failed one, or half of them if COMMIT names none.
        size = attempt.job ?? part.length >> 1;
      }
    }
    return outcomes;
  }

  /** The server ends an unused stream. */
  async close(): Promise<void> {}

  async #attempt(
    part: readonly Job[],
    sent: readonly Sent[],
  ): Promise<Attempt> {
    const told = this.#follower?.row(part);
    const statements = sent.map(({ statement }) => statement);
    try {
      const { results, rowId } = await this.#write(
        told ? [...statements, told] : statements,
      );
      if (told) this.#follower?.wrote(rowId);
      return { kind: "written", results };
    } catch (error) {
      if (error instanceof BatchFailure) {
        const failure = failureOf(error.cause);
        if (isStatementFault(failure)) {
          const job = sent[error.statement ?? sent.length]?.job;
          return { kind: "faulty", failure, job };
        }
      }
      return { kind: "failed", error: storageErrorOf("write", causeOf(error)) };
    }
  }

  /**
   * A server that another node writes to sometimes reports that it is locked, and has written
   * nothing.
   */
  async #write(statements: readonly Statement[]): Promise<WrittenBatch> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#stream.write(statements);
      } catch (error) {
        if (attempt === LIMITS.busyAttemptsMax || !isBusy(error)) throw error;
        await setTimeout(LIMITS.busyRestMs * attempt);
      }
    }
  }
}

function isBusy(error: unknown): boolean {
  return (
    error instanceof BatchFailure &&
    failureOf(error.cause).code.startsWith("SQLITE_BUSY")
  );
}

function causeOf(error: unknown): unknown {
  return error instanceof BatchFailure ? error.cause : error;
}

/** The last statement's result of each job that asked for it. */
function resultsOf(
  part: readonly Job[],
  sent: readonly Sent[],
  results: readonly AnsweredRows[],
): readonly JobOutcome[] {
  return part.map(({ asksResult }, job) =>
    asksResult
      ? results[sent.findLastIndex((it) => it.job === job)]
      : undefined,
  );
}

/** Reads the body before the deadline too, so nothing of a request can hang. */
async function fetchInTime(
  request: Request,
  deadlineMs: number,
): Promise<Response> {
  try {
    const signal = AbortSignal.timeout(deadlineMs);
    const response = await fetch(request, { signal });
    return new Response(await response.arrayBuffer(), response);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new StorageError(`Cannot reach the database: ${why}`, { cause });
  }
}
