import type {
  AnsweredRows,
  SentStatement,
  WireAnswer,
  WireBatch,
  WireRequest,
  WireResult,
  WireRows,
  WireStatement,
  WireStep,
} from "./wire.ts";
import { rowsOf, toWire, wireError } from "./wire.ts";

/** The address of a libSQL server, and the bounds of a stream. */
export interface StreamOptions {
  readonly url: string;
  readonly authToken?: string | undefined;
  /** Ends a request. */
  readonly deadlineMs: number;
  /** A stream that was idle for longer is left to the server. */
  readonly idleMs: number;
  /** Texts stored at the server, and their length. */
  readonly textsMax: number;
  readonly textCharsMax: number;
  /** The error of a request that got no answer. */
  failed(message: string, options?: ErrorOptions): Error;
}

/** Why a batch was not written, and the failed statement, if it was one. */
export class BatchFailure extends Error {
  override readonly name = "BatchFailure";
  readonly statement: number | undefined;

  constructor(cause: Error, statement?: number) {
    super(cause.message, { cause });
    this.statement = statement;
  }
}

/** The result of each statement, and the rowid of the last insert. */
export interface WrittenBatch {
  readonly results: readonly AnsweredRows[];
  readonly rowId: number;
}

/** Builds requests for statements, given the encoding of a statement. */
type Build = (
  said: (statement: SentStatement) => WireStatement,
) => WireRequest[];

/**
 * One stream to a libSQL server, reused for requests: opening one costs the server five times
 * a read. It also stores the texts of statements. A stream that failed, or was idle for long,
 * is left to the server, and the next request opens another.
 */
export class HranaStream {
  readonly #url: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #options: StreamOptions;
  #baton: string | null = null;
  readonly #texts = new Map<string, number>();
  #usedAt = 0;

  constructor(options: StreamOptions) {
    const { url, authToken } = options;
    const server = new URL(url);
    const token = authToken ?? server.searchParams.get("authToken");
    this.#url = pipelineOf(server);
    this.#headers = {
      "content-type": "application/json",
      // Otherwise it deflates each answer, which costs both sides more than the bytes.
      "accept-encoding": "identity",
      ...(token && { authorization: `Bearer ${token}` }),
    };
    this.#options = options;
  }

  /** Runs each statement separately; a failing one only reports itself. */
  async each(
    statements: readonly SentStatement[],
  ): Promise<readonly (AnsweredRows | Error)[]> {
    const results = await this.#ask((said) =>
      statements.map((it) => ({ type: "execute", stmt: said(it) })),
    );
    return results.map((it) =>
      it.type === "error"
        ? wireError(it.error)
        : rowsOf(it.response.result as WireRows),
    );
  }

  /** True if the server did not itself write a row that it reports as added. */
  async handsOn(write: SentStatement): Promise<boolean> {
    const [done] = await this.#ask((said) => [
      { type: "execute", stmt: said(write) },
    ]);
    if (done?.type !== "ok") return false;
    return (done.response.result as WireRows).rows_written === 0;
  }

  /**
   * Writes all statements in one transaction.
   * @throws BatchFailure if none of them was written
   */
  async write(statements: readonly SentStatement[]): Promise<WrittenBatch> {
    const [answer] = await this.#ask((said) => [
      { type: "batch", batch: { steps: transaction(statements.map(said)) } },
    ]);
    if (answer?.type !== "ok") {
      const error = { message: "the server did not answer the batch" };
      throw new BatchFailure(wireError(answer?.error ?? error));
    }
    const batch = answer.response.result as WireBatch;
    const failed = batch.step_errors.findIndex((it) => it !== null);
    const error = batch.step_errors[failed];
    if (error) throw new BatchFailure(wireError(error), of(failed, statements));
    const done = batch.step_results.slice(1, statements.length + 1);
    const results = done.flatMap((it) => (it ? [rowsOf(it)] : []));
    return { results, rowId: Number(done.at(-1)?.last_insert_rowid) };
  }

  async #ask(build: Build): Promise<readonly WireResult[]> {
    const { idleMs, textsMax, failed } = this.#options;
    const isIdle = performance.now() - this.#usedAt > idleMs;
    if (isIdle || this.#texts.size >= textsMax) this.#leave();
    const isResumed = this.#baton !== null;
    try {
      return await this.#post(build);
    } catch (error) {
      this.#leave();
      if (!(error instanceof Refused)) throw error;
      // The server no longer has the stream, and has done nothing.
      if (isResumed) return await this.#again(build);
      throw failed(error.message);
    }
  }

  async #again(build: Build): Promise<readonly WireResult[]> {
    try {
      return await this.#post(build);
    } catch (error) {
      if (error instanceof Refused) throw this.#options.failed(error.message);
      throw error;
    }
  }

  async #post(build: Build): Promise<readonly WireResult[]> {
    const stored: WireRequest[] = [];
    const requests = build((it) => this.#said(it, stored));
    const body = { baton: this.#baton, requests: [...stored, ...requests] };
    const answer = await this.#fetch(JSON.stringify(body));
    this.#baton = answer.baton;
    this.#usedAt = performance.now();
    const isStored = answer.results
      .slice(0, stored.length)
      .every(({ type }) => type === "ok");
    const results = answer.results.slice(stored.length);
    if (!isStored || results.length !== requests.length) {
      throw this.#options.failed(
        "Cannot reach the database: it answers otherwise",
      );
    }
    return results;
  }

  #said(statement: SentStatement, stored: WireRequest[]): WireStatement {
    const { sql } = statement;
    const bound = statement.args.map(toWire);
    // The server does not store longer texts.
    if (sql.length > this.#options.textCharsMax) {
      return { sql, args: bound };
    }
    return { sql_id: this.#idOf(sql, stored), args: bound };
  }

  /** The number of a text in this stream; a new text is stored under it. */
  #idOf(sql: string, stored: WireRequest[]): number {
    const known = this.#texts.get(sql);
    if (known !== undefined) return known;
    const id = this.#texts.size;
    this.#texts.set(sql, id);
    stored.push({ type: "store_sql", sql_id: id, sql });
    return id;
  }

  async #fetch(body: string): Promise<WireAnswer> {
    try {
      const signal = AbortSignal.timeout(this.#options.deadlineMs);
      const { url, headers } = { url: this.#url, headers: this.#headers };
      const answer = await fetch(url, {
        method: "POST",
        headers,
        body,
        signal,
      });
      const text = await answer.text();
      if (answer.status === 400) throw new Refused(text);
      if (!answer.ok) throw new Error(`status ${answer.status}: ${text}`);
      return JSON.parse(text);
    } catch (cause) {
      if (cause instanceof Refused) throw cause;
      const why = cause instanceof Error ? cause.message : String(cause);
      throw this.#options.failed(`Cannot reach the database: ${why}`, {
        cause,
      });
    }
  }

  #leave(): void {
    this.#baton = null;
    this.#texts.clear();
  }
}

/** The server did nothing of a request, such as one on an ended stream. */
class Refused extends Error {
  constructor(why: string) {
    super(`Cannot reach the database: ${why}`);
  }
}

/** All steps, each if the previous one succeeded; an incomplete transaction is rolled back. */
function transaction(statements: readonly WireStatement[]): WireStep[] {
  const begin: WireStep = { stmt: { sql: "BEGIN IMMEDIATE" } };
  const all = [...statements, { sql: "COMMIT" }];
  const steps = all.map(
    (stmt, step): WireStep => ({ condition: { type: "ok", step }, stmt }),
  );
  const cond = { type: "ok", step: all.length } as const;
  const undo: WireStep = {
    condition: { type: "not", cond },
    stmt: { sql: "ROLLBACK" },
  };
  return [begin, ...steps, undo];
}

/** The statement of a step; undefined for BEGIN and COMMIT. */
function of(
  step: number,
  { length }: readonly SentStatement[],
): number | undefined {
  return step >= 1 && step <= length ? step - 1 : undefined;
}

/** The address of requests: every scheme of a server means HTTP. */
function pipelineOf({ protocol, host, pathname, searchParams }: URL): string {
  const isPlain =
    protocol === "http:" ||
    protocol === "ws:" ||
    (protocol === "libsql:" && searchParams.get("tls") === "0");
  const path = pathname.replace(/\/?$/, "/v2/pipeline");
  return `${isPlain ? "http" : "https"}://${host}${path}`;
}
