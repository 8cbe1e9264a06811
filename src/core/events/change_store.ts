/**
 * How does anybody learn that something changed for an account? Here is the journal of
 * changes; `change_state.ts` is the place in it that a reader goes on from. `bus.ts` wakes
 * those who wait in this process.
 * @module
 */
import { and, asc, desc, eq, gt, sql } from "drizzle-orm";
import type { AccountChange } from "../access/context.ts";
import { LIMITS } from "../base/limits.ts";
import { bounded } from "../db/bounded.ts";
import type { Database } from "../db/database.ts";
import { perDatabase } from "../db/per_database.ts";
import type { Statement } from "../db/statement.ts";
import { statementOf } from "../db/statement.ts";
import { accountChanges } from "../db/tables/change_schema.ts";
import { indexedTo } from "../db/tables/word_schema.ts";

/** A place in the order of all commits, and its time. */
export interface JournalPlace {
  readonly place: number;
  readonly at: number;
}

/** A change of an account as stored. */
export type ChangeRow = Pick<AccountChange, "kind" | "objectId" | "what"> &
  JournalPlace & { readonly version: number | null };

/** The place before any change. */
export const NOWHERE: JournalPlace = { place: 0, at: 0 };

/** The changes of each account, in the order of the commits. */
export const changeStore = perDatabase(makeChangeStore);

const value = sql.placeholder;

function makeChangeStore({ orm }: Database) {
  const place = { place: accountChanges.place, at: accountChanges.at };
  const last = orm
    .select(place)
    .from(accountChanges)
    .where(bounded("the end of its key"))
    .orderBy(desc(accountChanges.place))
    .limit(1)
    .prepare();
  const first = orm
    .select(place)
    .from(accountChanges)
    .where(bounded("the start of its key"))
    .orderBy(asc(accountChanges.place))
    .limit(1)
    .prepare();
  const one = orm
    .select(place)
    .from(accountChanges)
    .where(eq(accountChanges.place, value("place")))
    .prepare();
  const page = orm
    .select({
      ...place,
      kind: accountChanges.kind,
      objectId: accountChanges.objectId,
      what: accountChanges.what,
      version: accountChanges.version,
    })
    .from(accountChanges)
    .where(
      and(
        eq(accountChanges.accountId, value("accountId")),
        gt(accountChanges.place, value("place")),
      ),
    )
    .orderBy(asc(accountChanges.place))
    .limit(value("limit"))
    .prepare();
  // Times roughly follow the order, so the oldest are at the start. A change stays until the
  // search index has its words.
  const old = sql`select place from (select place, at from ${accountChanges} where ${bounded("a batch from the start of its key")} order by place limit ${sql.raw(String(LIMITS.pruneBatch))}) where at <= ${value("before")} and place < (select max(place) from ${accountChanges}) and place <= (select place from ${indexedTo})`;
  const counted = orm
    .select({ count: sql<number>`count(*)` })
    .from(sql`(${old})`)
    .prepare();
  const remove = orm
    .delete(accountChanges)
    .where(sql`place in (${old})`)
    .prepare();
  return {
    /** Written in the batch of its cause. */
    append: appendOf,
    /** The current end of the order. */
    end: async () => (await last.get()) ?? NOWHERE,
    /** True if everything after a place is still stored, and it is a place of this database. */
    async keeps(it: JournalPlace) {
      if (it.place > 0) return (await one.get({ ...it }))?.at === it.at;
      const oldest = await first.get();
      return oldest === undefined || oldest.place === 1;
    },
    /** The changes of an account after a place, the oldest first. */
    after: (accountId: string, after: number, limit: number) =>
      page.all({ accountId, place: after, limit }),
    /** How many of the oldest may be deleted, up to a batch. */
    countOld: async (before: number) =>
      (await counted.get({ before }))?.count ?? 0,
    /** Removes a batch of the oldest, but never the newest of all. */
    prune: (before: number) => statementOf(remove, { before }),
  };
}

/** Rows of one statement: there are few texts, so the writer has them prepared. */
function appendOf(changes: readonly AccountChange[], now: number): Statement {
  const rows = changes.map(() => "(?, ?, ?, ?, ?, ?)").join(", ");
  return {
    sql: `insert into "account_changes" ("account_id", "kind", "object_id", "what", "version", "at") values ${rows}`,
    args: changes.flatMap(({ accountId, kind, objectId, what, version }) => [
      accountId,
      kind,
      objectId,
      what,
      version ?? null,
      now,
    ]),
  };
}
