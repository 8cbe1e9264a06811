import type {
  Client,
  Config,
  InArgs,
  InStatement,
  ResultSet,
} from "@libsql/client";
import { createClient, LibsqlBatchError } from "@libsql/client";
import { LIMITS } from "../base/limits.ts";
import type { Job, JobOutcome, Sink } from "./commit.ts";
import { deflatedText } from "./deflated_text.ts";
import type { Failure } from "./failure.ts";
import {
  errorOf,
  failureOf,
  isStatementFault,
  StorageError,
  storageErrorOf,
} from "./failure.ts";
import { LimitedClient } from "./limited_client.ts";
import type { SqlValue, Statement } from "./statement.ts";

/** Where a libSQL server is. */
export interface RemoteOptions {
  readonly url: string;
  readonly authToken?: string;
  readonly deadlineMs?: number;
}

/** What a merged batch came to: written, or at fault in one job, or unknown. */
type Attempt =
  | { readonly kind: "written"; readonly results: readonly ResultSet[] }
  | {
      readonly kind: "faulty";
      readonly failure: Failure;
      readonly job: number | undefined;
    }
  | { readonly kind: "failed"; readonly error: StorageError };

/** A client whose every request ends by the deadline: the server may hang, the package waits forever. */
export function openRemote(options: RemoteOptions): Client {
  return createClient(remoteConfig(options));
}

/** Speaks HTTP also to a ws: URL, since only a request can be aborted. */
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

/** One batch at a time: a server with several writing streams may stop accepting writes. */
export class RemoteSink implements Sink {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /** Writes as many jobs as it can in one round trip; a job that fails ends its part, and fails alone. */
  async apply(jobs: readonly Job[]): Promise<readonly JobOutcome[]> {
    const outcomes: JobOutcome[] = [];
    let size = jobs.length;
    while (outcomes.length < jobs.length) {
      const part = jobs.slice(outcomes.length, outcomes.length + size);
      const attempt = await this.#attempt(part);
      if (attempt.kind === "failed") {
        const rest = jobs.length - outcomes.length;
        return outcomes.concat(new Array(rest).fill(attempt.error));
      }
      if (attempt.kind === "written") {
        outcomes.push(...resultsOf(part, attempt.results));
        size = jobs.length - outcomes.length;
      } else if (attempt.job === 0 || part.length === 1) {
        outcomes.push(errorOf(attempt.failure));
        size = jobs.length - outcomes.length;
      } else {
        // Those before the guilty one, or half of them if COMMIT names none.
        size = attempt.job ?? part.length >> 1;
      }
    }
    return outcomes;
  }

  async close(): Promise<void> {
    this.#client.close();
  }

  async #attempt(part: readonly Job[]): Promise<Attempt> {
    const batch = part.flatMap((job) =>
      job.statements.map((it) => ({ sql: it.sql, args: argsOf(it) })),
    );
    try {
      const results = await this.#client.batch(batch, "write");
      return { kind: "written", results };
    } catch (error) {
      const failure = failureOf(error);
      if (isStatementFault(failure)) {
        return { kind: "faulty", failure, job: guiltyJob(part, error) };
      }
      return {
        kind: "failed",
        error: storageErrorOf("write", error),
      };
    }
  }
}

function argsOf({ args, deflates: at }: Statement): SqlValue[] {
  return at === undefined
    ? [...args]
    : args.with(at, deflatedText(String(args[at])));
}

/** The last statement's result of each job that asked for it. */
function resultsOf(
  part: readonly Job[],
  results: readonly ResultSet[],
): readonly JobOutcome[] {
  let end = 0;
  return part.map(({ statements, asksResult }) => {
    end += statements.length;
    const last = asksResult ? results[end - 1] : undefined;
    return last;
  });
}

function guiltyJob(part: readonly Job[], error: unknown): number | undefined {
  if (!(error instanceof LibsqlBatchError)) return undefined;
  let left = error.statementIndex;
  for (const [index, job] of part.entries()) {
    if (left < job.statements.length) return index;
    left -= job.statements.length;
  }
  return undefined;
}

/** Reads the body too before the deadline, so that nothing of a request can hang. */
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

/** Reads of a libSQL server, whose failures say that they are the store's. */
export class RemoteReader extends LimitedClient {
  protected readonly purpose = "on the read side";
  readonly protocol = "http";
  readonly #client: Client;

  constructor(client: Client) {
    super();
    this.#client = client;
  }

  get closed(): boolean {
    return this.#client.closed;
  }

  execute(statement: InStatement | string, args?: InArgs): Promise<ResultSet> {
    return told(
      typeof statement === "string"
        ? this.#client.execute(statement, args)
        : this.#client.execute(statement),
    );
  }

  override batch(
    statements: (InStatement | [string, InArgs?])[],
  ): Promise<ResultSet[]> {
    return told(this.#client.batch(statements, "read"));
  }

  /** The client is the writer's to close. */
  close(): void {}

  reconnect(): void {}
}

async function told<T>(read: Promise<T>): Promise<T> {
  try {
    return await read;
  } catch (error) {
    throw storageErrorOf("read", error);
  }
}
