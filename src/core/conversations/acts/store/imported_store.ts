import { and, asc, desc, eq, sql } from "drizzle-orm";
import { bounded } from "../../../db/bounded.ts";
import type { Database } from "../../../db/database.ts";
import { perDatabase } from "../../../db/per_database.ts";
import { rowSlots, slots } from "../../../db/slots.ts";
import type { Statement } from "../../../db/statement.ts";
import { statementOf } from "../../../db/statement.ts";
import {
  importedConversations,
  importedFiles,
  importedMessages,
  imports,
} from "../../../db/tables/data/import_schema.ts";
import type { ListPlace } from "./store.ts";

/** An archive being taken in, and its progress. */
export type Import = typeof imports.$inferSelect;
/** A conversation of an archive. */
export type ImportedRow = typeof importedConversations.$inferSelect;
/** A message of an archive. */
export type ImportedMessageRow = typeof importedMessages.$inferSelect;
/** A part of a file of an archive. */
type FileRow = typeof importedFiles.$inferSelect;

/** Stores what accounts imported. */
export const importedStore = perDatabase(makeImportedStore);

const value = sql.placeholder;

function makeImportedStore({ orm, longOrm }: Database) {
  const { id, accountId, updatedAt } = importedConversations;
  const isMine = eq(accountId, value("accountId"));
  const find = orm
    .select()
    .from(importedConversations)
    .where(and(eq(id, value("id")), isMine))
    .prepare();
  const list = longOrm
    .select()
    .from(importedConversations)
    .where(
      and(
        isMine,
        sql`(${updatedAt}, ${id}) < (${value("at")}, ${value("below")})`,
      ),
    )
    .orderBy(desc(updatedAt), desc(id))
    .limit(value("limit"))
    .prepare();
  const among = longOrm
    .select()
    .from(importedConversations)
    .where(
      and(
        isMine,
        sql`${id} in (select value from json_each(${value("ids")}))`,
        sql`(${updatedAt}, ${id}) < (${value("at")}, ${value("below")})`,
        bounded("as many as a search finds"),
      ),
    )
    .orderBy(desc(updatedAt), desc(id))
    .limit(value("limit"))
    .prepare();
  return {
    ...importsOf(orm),
    ...messagesOf(orm),
    ...filesOf(orm),
    /** A conversation that the account imported. */
    find: (conversationId: string, owner: string) =>
      find.get({ id: conversationId, accountId: owner }),
    /** Those of an account below a place, newest change first. */
    list: (owner: string, { at, id: below }: ListPlace, limit: number) =>
      list.all({ accountId: owner, at, below, limit }),
    /** The same among given ids. */
    among: (
      owner: string,
      ids: readonly string[],
      { at, id: below, limit }: ListPlace & { readonly limit: number },
    ) =>
      among.all({
        ...{ accountId: owner, at, below, limit },
        ids: JSON.stringify(ids),
      }),
  };
}

function importsOf(orm: Database["orm"]) {
  const find = orm
    .select()
    .from(imports)
    .where(eq(imports.id, value("id")))
    .prepare();
  const of = orm
    .select()
    .from(imports)
    .where(eq(imports.accountId, value("accountId")))
    .orderBy(desc(imports.createdAt))
    .limit(value("limit"))
    .prepare();
  const insert = orm.insert(imports).values(rowSlots(imports)).prepare();
  const advance = orm
    .update(imports)
    .set(slots(imports, "items", "readyAt"))
    .where(eq(imports.id, value("id")))
    .prepare();
  return {
    import: (importId: string) => find.get({ id: importId }),
    /** Those of an account, newest first. */
    imports: (accountId: string, limit: number) => of.all({ accountId, limit }),
    begin: (row: Import): Statement => statementOf(insert, row),
    advance: (row: Import): Statement => statementOf(advance, row),
  };
}

function messagesOf(orm: Database["orm"]) {
  const { conversationId, id, at } = importedMessages;
  const isOfIt = eq(conversationId, value("conversationId"));
  const before = sql`(${at}, ${id}) < (${value("at")}, ${value("id")})`;
  const newest = orm
    .select()
    .from(importedMessages)
    .where(and(isOfIt, before))
    .orderBy(desc(at), desc(id))
    .limit(value("limit"))
    .prepare();
  const one = orm
    .select({ at, id })
    .from(importedMessages)
    .where(and(isOfIt, eq(id, value("id"))))
    .prepare();
  const count = orm
    .select({ count: sql<number>`count(*)` })
    .from(importedMessages)
    .where(and(isOfIt, before))
    .prepare();
  const putConversation = orm
    .insert(importedConversations)
    .values(rowSlots(importedConversations))
    .onConflictDoUpdate({
      target: importedConversations.id,
      set: slots(importedConversations, "importId", "updatedAt", "said"),
    })
    .prepare();
  const putMessage = orm
    .insert(importedMessages)
    .values(rowSlots(importedMessages))
    .onConflictDoUpdate({
      target: [conversationId, id],
      set: slots(importedMessages, "at", "said"),
    })
    .prepare();
  return {
    /** Messages below a place, newest first. */
    messagesBelow: (of: string, below: ListPlace, limit: number) =>
      newest.all({ conversationId: of, ...below, limit }),
    /** The place of a message. */
    placeOf: (of: string, messageId: string): Promise<ListPlace | undefined> =>
      one.get({ conversationId: of, id: messageId }),
    countBelow: async (of: string, below: ListPlace): Promise<number> =>
      (await count.get({ conversationId: of, ...below }))?.count ?? 0,
    putConversation: (row: ImportedRow): Statement =>
      statementOf(putConversation, row),
    putMessage: (row: ImportedMessageRow): Statement =>
      statementOf(putMessage, row),
  };
}

function filesOf(orm: Database["orm"]) {
  const { id, part } = importedFiles;
  const parts = orm
    .select({ bytes: importedFiles.bytes })
    .from(importedFiles)
    .where(eq(id, value("id")))
    .orderBy(asc(part))
    .prepare();
  const onePart = orm
    .select({ part })
    .from(importedFiles)
    .where(and(eq(id, value("id")), eq(part, value("part"))))
    .prepare();
  const put = orm
    .insert(importedFiles)
    .values(rowSlots(importedFiles))
    .onConflictDoNothing()
    .prepare();
  return {
    /** The bytes of a file; undefined if the archive had none. */
    async fileOf(fileId: string): Promise<Uint8Array | undefined> {
      const found = await parts.all({ id: fileId });
      if (found.length === 0) return undefined;
      return Buffer.concat(found.map(({ bytes }) => bytes));
    },
    hasPart: async (fileId: string, index: number): Promise<boolean> =>
      (await onePart.get({ id: fileId, part: index })) !== undefined,
    putFile: (row: FileRow): Statement => statementOf(put, row),
  };
}
