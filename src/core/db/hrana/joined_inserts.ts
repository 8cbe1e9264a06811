import { getTableName } from "drizzle-orm";
import { LIMITS } from "../../base/limits.ts";
import type { Job } from "../commit.ts";
import type { SqlValue, Statement } from "../statement.ts";
import { idempotencyKeys } from "../tables/account_schema.ts";
import { auditRecords } from "../tables/audit_schema.ts";
import { accountChanges } from "../tables/change_schema.ts";
import {
  checkpoints,
  conversations,
  messages,
  participants,
} from "../tables/conversation_schema.ts";
import { deliveries } from "../tables/data/delivery_schema.ts";

/** A statement as sent, and the index of its job; undefined if several jobs share it. */
export interface Sent {
  readonly statement: Statement;
  readonly job: number | undefined;
}

/** All statements, in the order of their jobs. */
export function apart(jobs: readonly Job[]): readonly Sent[] {
  return jobs.flatMap(({ statements }, job) =>
    statements.map((statement) => ({ statement, job })),
  );
}

/**
 * The same with the equal inserts of several jobs as one statement of many rows: the server
 * parses and prepares each statement anew, which takes longer than writing the row. The rows
 * are one argument, a JSON text, because separate values take a third more. Only jobs that
 * insert nothing but rows of independent tables are joined: their order and interleaving make
 * no difference. A row that cannot be written fails the whole, and is then found `apart`.
 */
export function joinedInserts(jobs: readonly Job[]): readonly Sent[] {
  const sent: Sent[] = [];
  let run: Queue[] = [];
  for (const [job, { statements, asksResult }] of jobs.entries()) {
    const inserts = asksResult ? null : insertsIn(statements);
    if (inserts) {
      run.push({ job, inserts });
      continue;
    }
    sent.push(...together(run));
    run = [];
    sent.push(...statements.map((statement) => ({ statement, job })));
  }
  return [...sent, ...together(run)];
}

/**
 * Tables whose rows of different commits are independent: their triggers and constraints need
 * only a sum, or a unique key.
 */
const INDEPENDENT: ReadonlySet<string> = new Set(
  [
    accountChanges,
    auditRecords,
    checkpoints,
    conversations,
    deliveries,
    idempotencyKeys,
    messages,
    participants,
  ].map(getTableName),
);

/** An insert, as the text around its rows, which all have the same form. */
interface Insert {
  readonly head: string;
  readonly row: string;
  readonly tail: string;
  readonly statement: Statement;
}

/** The rest of a job that may be joined with others. */
interface Queue {
  readonly job: number;
  readonly inserts: Insert[];
}

/** Takes the first job's next insert from all jobs where it comes next, until nothing is left. */
function together(run: readonly Queue[]): readonly Sent[] {
  const sent: Sent[] = [];
  for (const { job, inserts } of run) {
    for (;;) {
      const first = inserts.shift();
      if (!first) break;
      const alike = [first];
      let isShared = false;
      for (const other of run) {
        const more = takeAlike(other.inserts, first, alike.length);
        alike.push(...more);
        if (other.job !== job && more.length > 0) isShared = true;
      }
      const statement =
        alike.length === 1 ? first.statement : asOne(first, alike);
      sent.push({ statement, job: isShared ? undefined : job });
    }
  }
  return sent;
}

/** The inserts that come next and fit into the same statement. */
function takeAlike(
  inserts: Insert[],
  { head, row, tail }: Insert,
  taken: number,
): readonly Insert[] {
  const others = inserts.findIndex(
    (it) => it.head !== head || it.row !== row || it.tail !== tail,
  );
  const alike = others === -1 ? inserts.length : others;
  return inserts.splice(0, Math.min(alike, LIMITS.rowsJoinedMax - taken));
}

/** All rows as one statement, whose text does not depend on their number. */
function asOne(first: Insert, alike: readonly Insert[]): Statement {
  const { head, row, tail } = first;
  const slots = row.split("?").length - 1;
  const rows: JsonValue[][] = [];
  const blobs = new Set<number>();
  for (const { statement } of alike) {
    const { args } = statement;
    for (let from = 0; from < args.length; from += slots) {
      rows.push(args.slice(from, from + slots).map(inJson));
    }
    for (const [n, arg] of args.entries()) {
      if (arg instanceof Uint8Array) blobs.add(n % slots);
    }
  }
  return {
    sql: `${head}${selecting(row, blobs)}${tail}`,
    args: [JSON.stringify(rows)],
  };
}

/** A value in the JSON of rows: bytes are a list with their hex digits. */
type JsonValue = string | number | null | readonly [hex: string];

function inJson(value: SqlValue): JsonValue {
  if (value instanceof Uint8Array) return [Buffer.from(value).toString("hex")];
  return typeof value === "bigint" ? Number(value) : value;
}

/** True for a number that JSON preserves. */
function isWhole(value: SqlValue): boolean {
  return typeof value === "number" || typeof value === "bigint"
    ? Number.isSafeInteger(Number(value))
    : true;
}

/**
 * A select that extracts the rows from the JSON, with the column names of `values`. The rows
 * are materialised: otherwise each access would parse them again.
 */
function selecting(row: string, blobs: ReadonlySet<number>): string {
  let slot = 0;
  const taken = () => {
    const n = slot++;
    return blobs.has(n)
      ? `iif(json_type(v, '$[${n}]') = 'array', unhex(v ->> '$[${n}][0]'), v ->> ${n})`
      : `v ->> ${n}`;
  };
  const values = [...row.matchAll(VALUES)].map(
    ([value], column) =>
      `${value.replaceAll("?", taken)} as column${column + 1}`,
  );
  return `with given (v) as materialized (select value from json_each(?)) select ${values.join(", ")} from given where true`;
}

/** Some statements as inserts; null if one is something else. */
function insertsIn(statements: readonly Statement[]): Insert[] | null {
  const inserts: Insert[] = [];
  for (const statement of statements) {
    const parts = partsOf(statement.sql);
    if (!parts || !statement.args.every(isWhole)) return null;
    inserts.push({ ...parts, statement });
  }
  return inserts;
}

const VALUE = String.raw`(?:\?|null|\(select [^()]*\([^()]*\)\))`;
const VALUES = new RegExp(VALUE, "gs");
const ROW = String.raw`\(${VALUE}(?:, ${VALUE})*\)`;
const INSERT = new RegExp(
  String.raw`^(insert into "?(\w+)"? \([^()?]*\)\s(?:[^?]*\()?)values (${ROW})((?:, ${ROW})*)( on conflict do nothing|\) told\b[^?]*)?$`,
  "s",
);

type Parts = Omit<Insert, "statement"> | null;
const known = new Map<string, Parts>();

function partsOf(sql: string): Parts {
  const parts = known.get(sql);
  if (parts !== undefined) return parts;
  if (known.size >= LIMITS.statementCacheMax) known.clear();
  const [, head, table = "", row = "", others = "", tail = ""] =
    INSERT.exec(sql) ?? [];
  // A row that queries its own table depends on the rows before it.
  const isAlone = INDEPENDENT.has(table) && !row.includes(`from "${table}"`);
  const isAlike = others.replaceAll(`, ${row}`, "") === "";
  const found = head && isAlone && isAlike ? { head, row, tail } : null;
  known.set(sql, found);
  return found;
}
