import { and, asc, desc, eq, gt, gte, lte, sql } from "drizzle-orm";
import { LIMITS } from "../base/limits.ts";
import type { ListPlace } from "../conversations/acts/store/store.ts";
import { bounded } from "../db/bounded.ts";
import type { Database } from "../db/database.ts";
import { perDatabase } from "../db/per_database.ts";
import { rowSlots, slots } from "../db/slots.ts";
import { statementOf } from "../db/statement.ts";
import {
  exportEntries,
  exportedConversations,
  exports,
} from "../db/tables/data/export_schema.ts";
import { newestOf } from "../db/viewer_rows.ts";

/** An archive of an account, and its progress. */
export type Export = typeof exports.$inferSelect;
/** An entry of an archive. */
export type ArchiveEntry = typeof exportEntries.$inferSelect;
/** The same without its content. */
export type EntryHead = Omit<ArchiveEntry, "bytes">;

/** Stores exports and their entries. */
export const exportStore = perDatabase(makeExportStore);

const value = sql.placeholder;
const isOne = eq(exports.id, value("id"));
const ofExport = eq(exportEntries.exportId, value("id"));
const { bytes: _bytes, ...HEAD } = columnsOf();

function columnsOf() {
  const { exportId, at, directoryAt, name, crc, sha256, size } = exportEntries;
  const { packedSize, bytes, artifactId } = exportEntries;
  return {
    ...{ exportId, at, directoryAt, name, crc, sha256, size },
    ...{ packedSize, bytes, artifactId },
  };
}

function makeExportStore(db: Database) {
  return { ...rows(db), ...conversationsOf(db), ...entries(db) };
}

function rows({ orm }: Database) {
  const one = orm.select().from(exports).where(isOne).limit(1).prepare();
  const of = orm
    .select()
    .from(exports)
    .where(
      and(
        eq(exports.accountId, value("accountId")),
        gt(exports.expiresAt, value("now")),
      ),
    )
    .orderBy(desc(exports.createdAt))
    .limit(LIMITS.exportsPerDayMax)
    .prepare();
  const making = orm
    .select({ id: exports.id })
    .from(exports)
    .where(sql`${exports.status} = 'making'`)
    .orderBy(asc(exports.id))
    .limit(LIMITS.exportsPerDayMax)
    .prepare();
  const kept = orm
    .select({ bytes: sql<number>`coalesce(sum(${exports.keptBytes}), 0)` })
    .from(exports)
    .where(
      and(
        gt(exports.expiresAt, value("now")),
        bounded("those of a day, a few of each account"),
      ),
    )
    .prepare();
  const columns = [
    ...(["status", "reason", "place", "slices", "entries"] as const),
    ...(["dataBytes", "directoryBytes", "keptBytes"] as const),
    ...(["conversations", "conversationsDone"] as const),
    ...(["readyAt", "expiresAt"] as const),
  ];
  const insert = orm
    .insert(exports)
    .values(slots(exports, "id", "accountId", "createdAt", ...columns))
    .prepare();
  const advance = orm
    .update(exports)
    .set(slots(exports, ...columns))
    .where(and(isOne, sql`${exports.slices} = ${value("slices")} - 1`))
    .prepare();
  const removeRow = orm.delete(exports).where(isOne).prepare();
  return {
    find: (id: string) => one.get({ id }),
    /** Those of an account that have not expired, the newest first. */
    of: (accountId: string, now: number) => of.all({ accountId, now }),
    /** Ids of some being made, oldest first. */
    making: async () => (await making.all()).map(({ id }) => id),
    /** The bytes that all of them store besides the files. */
    keptBytes: async (now: number) => (await kept.get({ now }))?.bytes ?? 0,
    insert: (row: Export) => statementOf(insert, row),
    /** Writes the result of a slice, unless another process has. */
    advance: (row: Export) => statementOf(advance, row),
    removeRow: (id: string) => statementOf(removeRow, { id }),
  };
}

function conversationsOf({ orm }: Database) {
  const table = exportedConversations;
  const newest = newestOf(
    orm,
    sql`(participants.updated_at, participants.conversation_id) < (${value("at")}, ${value("belowId")})`,
  )
    .limit(LIMITS.exportFoundAtOnce)
    .prepare();
  const note = orm
    .insert(table)
    .select(
      sql`select ${value("id")}, value from json_each(${value("ids")}) where true`,
    )
    .onConflictDoNothing()
    .prepare();
  const ofOne = eq(table.exportId, value("id"));
  const count = orm
    .select({ count: sql<number>`count(*)` })
    .from(table)
    .where(ofOne)
    .prepare();
  const after = orm
    .select({ id: table.conversationId })
    .from(table)
    .where(and(ofOne, gt(table.conversationId, value("after"))))
    .orderBy(asc(table.conversationId))
    .limit(value("limit"))
    .prepare();
  const notedAfter = async (id: string, from: string, limit: number) =>
    (await after.all({ id, after: from, limit })).map((it) => it.id);
  return {
    /** A page of conversations that the account has, the newest change first. */
    newest: async (accountId: string, { at, id }: ListPlace) =>
      (await newest.all({ accountId, at, belowId: id })).map((it) => ({
        at: it.updatedAt,
        updatedAt: it.updatedAt,
        id: it.conversationId,
      })),
    note: (id: string, ids: readonly string[]) =>
      statementOf(note, { id, ids: JSON.stringify(ids) }),
    countNoted: async (id: string) => (await count.get({ id }))?.count ?? 0,
    /** The conversation after one, by id. */
    nextNoted: async (id: string, from: string) =>
      (await notedAfter(id, from, 1))[0],
    notedAfter,
  };
}

function entries({ orm }: Database) {
  const insert = orm
    .insert(exportEntries)
    .values(rowSlots(exportEntries))
    .prepare();
  const page = (
    by: typeof exportEntries.at | typeof exportEntries.directoryAt,
  ) => {
    const from = orm
      .select({ at: by })
      .from(exportEntries)
      .where(and(ofExport, lte(by, value("at"))))
      .orderBy(desc(by))
      .limit(1);
    return orm
      .select(HEAD)
      .from(exportEntries)
      .where(and(ofExport, gte(by, sql`${from}`)))
      .orderBy(asc(by))
      .limit(LIMITS.exportSliceEntries)
      .prepare();
  };
  const byPlace = page(exportEntries.at);
  const byRecord = page(exportEntries.directoryAt);
  const after = orm
    .select(HEAD)
    .from(exportEntries)
    .where(and(ofExport, gt(exportEntries.at, value("at"))))
    .orderBy(asc(exportEntries.at))
    .limit(value("limit"))
    .prepare();
  const bytes = orm
    .select({ bytes: exportEntries.bytes })
    .from(exportEntries)
    .where(and(ofExport, eq(exportEntries.at, value("at"))))
    .limit(1)
    .prepare();
  return {
    insertEntry: (entry: ArchiveEntry) => statementOf(insert, entry),
    /** The entries from the one with a byte on, without their content. */
    entriesFrom: (id: string, at: number) => byPlace.all({ id, at }),
    /** The same by the place in the directory. */
    recordsFrom: (id: string, at: number) => byRecord.all({ id, at }),
    /** Entries after a place, for the manifest. */
    entriesAfter: (id: string, at: number, limit: number) =>
      after.all({ id, at, limit }),
    bytesOf: async (id: string, at: number) =>
      (await bytes.get({ id, at }))?.bytes ?? undefined,
    ...removals(orm),
  };
}

/** Removes the content of an ended one in slices. */
function removals(orm: Database["orm"]) {
  const some = (
    table: typeof exportEntries | typeof exportedConversations,
    count: number,
  ) =>
    orm
      .delete(table)
      .where(
        sql`rowid in (select rowid from ${table} where ${table.exportId} = ${value("id")} limit ${sql.raw(String(count))})`,
      )
      .prepare();
  const someEntries = some(exportEntries, LIMITS.exportSliceEntries);
  const someNoted = some(exportedConversations, LIMITS.pruneBatch);
  const hasSome = sql`(exists (select 1 from ${exportEntries} e where e.export_id = ${exports.id}) or exists (select 1 from ${exportedConversations} c where c.export_id = ${exports.id}))`;
  const ended = orm
    .select({ id: exports.id })
    .from(exports)
    .where(
      and(
        bounded("those of a day, a few of each account"),
        sql`((${exports.status} in ('removed', 'failed') and ${hasSome}) or ${lte(exports.expiresAt, value("now"))})`,
      ),
    )
    .limit(1)
    .prepare();
  return {
    /** Deletes some content of a removed one. */
    removeSome: (id: string) => [
      statementOf(someEntries, { id }),
      statementOf(someNoted, { id }),
    ],
    /** An ended export with remaining content. */
    leftover: async (now: number) => (await ended.get({ now }))?.id,
  };
}
