import { getTableName } from "drizzle-orm";
import { LIMITS } from "../../base/limits.ts";
import type { Job } from "../commit.ts";
import { storedArgs } from "../deflated_text.ts";
import type { Statement } from "../statement.ts";
import { idempotencyKeys } from "../tables/account_schema.ts";
import { auditRecords } from "../tables/audit_schema.ts";
import { accountChanges } from "../tables/change_schema.ts";
import {
  checkpoints,
  conversations,
  messages,
  participants,
} from "../tables/conversation_schema.ts";
import { pushNotices } from "../tables/data/push_schema.ts";
import { wordRows } from "../tables/word_schema.ts";
import { words } from "../tables/words.ts";

/** A statement as it is sent, and the place of its job; none of one that several jobs share. */
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
 * The same with what several jobs insert alike as one statement of many rows: the server
 * prepares each statement anew, which takes it longer than to write the row.
 *
 * Only jobs that insert nothing but rows of independent tables are joined: it makes no
 * difference to the outcome which of two such jobs is written first, nor if their statements
 * take turns. What one of them may not write fails the whole, and is then found `apart`.
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
 * Tables in which rows of different commits have nothing to do with one another: no trigger
 * and no constraint of theirs asks for more than a sum, or a key that nobody else may have.
 */
const INDEPENDENT: ReadonlySet<string> = new Set(
  [
    accountChanges,
    auditRecords,
    checkpoints,
    conversations,
    idempotencyKeys,
    messages,
    participants,
    pushNotices,
    wordRows,
    words,
  ].map(getTableName),
);

/** What is inserted, as the text around its rows. */
interface Insert {
  readonly head: string;
  readonly rows: string;
  readonly tail: string;
  readonly statement: Statement;
}

/** What is left of a job that may be joined with others. */
interface Queue {
  readonly job: number;
  readonly inserts: Insert[];
}

/** Takes what comes next in the first job from all jobs in which it comes next, until nothing is left. */
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
      const statement = alike.length === 1 ? first.statement : asOne(alike);
      sent.push({ statement, job: isShared ? undefined : job });
    }
  }
  return sent;
}

/** Those that come next and go into the same statement, as long as it has room. */
function takeAlike(
  inserts: Insert[],
  { head, tail }: Insert,
  taken: number,
): readonly Insert[] {
  const others = inserts.findIndex(
    (it) => it.head !== head || it.tail !== tail,
  );
  const alike = others === -1 ? inserts.length : others;
  return inserts.splice(0, Math.min(alike, LIMITS.rowsJoinedMax - taken));
}

function asOne(alike: readonly Insert[]): Statement {
  const [first] = alike;
  const rows = alike.map((it) => it.rows).join(", ");
  return {
    sql: `${first?.head}${rows}${first?.tail}`,
    args: alike.flatMap(({ statement }) => storedArgs(statement)),
    isOneTime: true,
  };
}

/** The inserts that some statements are; null if one is something else. */
function insertsIn(statements: readonly Statement[]): Insert[] | null {
  const inserts: Insert[] = [];
  for (const statement of statements) {
    const parts = partsOf(statement.sql);
    if (!parts) return null;
    inserts.push({ ...parts, statement });
  }
  return inserts;
}

const VALUE = String.raw`(?:\?|null|\(select [^()]*\([^()]*\)\))`;
const ROW = String.raw`\(${VALUE}(?:, ${VALUE})*\)`;
const INSERT = new RegExp(
  String.raw`^(insert into "?(\w+)"? \([^()?]*\)\s[^?]*?\bvalues )(${ROW}(?:, ${ROW})*)( on conflict do nothing|\) told\b.*)?$`,
  "s",
);

type Parts = Omit<Insert, "statement"> | null;
const known = new Map<string, Parts>();

function partsOf(sql: string): Parts {
  const parts = known.get(sql);
  if (parts !== undefined) return parts;
  if (known.size >= LIMITS.statementCacheMax) known.clear();
  const [, head, table = "", rows = "", tail = ""] = INSERT.exec(sql) ?? [];
  // A row that asks its own table rests on the rows before it.
  const isAlone = INDEPENDENT.has(table) && !rows.includes(`from "${table}"`);
  const found = head && isAlone ? { head, rows, tail } : null;
  known.set(sql, found);
  return found;
}
