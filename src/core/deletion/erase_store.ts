import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { LIMITS } from "../base/limits.ts";
import type { Database } from "../db/database.ts";
import { perDatabase } from "../db/per_database.ts";
import type { Statement } from "../db/statement.ts";
import { statementOf } from "../db/statement.ts";
import {
  contacts,
  desks,
  idempotencyKeys,
  welcomes,
} from "../db/tables/account_schema.ts";
import { profiles } from "../db/tables/agents_schema.ts";
import { user } from "../db/tables/auth_schema.ts";
import { payoutAddresses } from "../db/tables/chain_schema.ts";
import { accountChanges } from "../db/tables/change_schema.ts";
import { calendarFeeds } from "../db/tables/data/calendar_schema.ts";
import { deliveries } from "../db/tables/data/delivery_schema.ts";
import {
  exportEntries,
  exportedConversations,
  exports,
} from "../db/tables/data/export_schema.ts";
import {
  importedConversations,
  importedFiles,
  importedMessages,
  imports,
} from "../db/tables/data/import_schema.ts";
import { offers, orders } from "../db/tables/data/offer_schema.ts";
import { pushDevices } from "../db/tables/data/push_schema.ts";
import { templates } from "../db/tables/data/template_schema.ts";
import { inboxRules, labelRows, labels } from "../db/tables/label_schema.ts";
import { notificationSettings, webhooks } from "../db/tables/outbox_schema.ts";
import { wordRows } from "../db/tables/word_schema.ts";
import { words } from "../db/tables/words.ts";

/** One kind of row that only the account needs. */
export interface Erasable {
  /** How many exist, up to a batch. */
  count(accountId: string): Promise<number>;
  /** Removes a batch. */
  remove(accountId: string): readonly Statement[];
}

/** All kinds: dependent rows come first. */
export const eraseStore = perDatabase(makeEraseStore);

const whose = sql.placeholder("accountId");

function makeEraseStore({ orm }: Database): readonly Erasable[] {
  const kind = (table: SQLiteTable, where: SQL): Erasable => {
    const chosen = sql`select rowid from ${table} where ${where} limit ${sql.raw(String(LIMITS.pruneBatch))}`;
    const remove = orm.delete(table).where(sql`rowid in (${chosen})`).prepare();
    const count = orm
      .select({ count: sql<number>`count(*)` })
      .from(sql`(${chosen})`)
      .prepare();
    return {
      count: async (accountId) => (await count.get({ accountId }))?.count ?? 0,
      remove: (accountId) => [statementOf(remove, { accountId })],
    };
  };
  const ofAccount = sql`account_id = ${whose}`;
  const ofOwner = sql`where account_id = ${whose}`;
  const ofExports = sql`export_id in (select id from ${exports} ${ofOwner})`;
  return [
    wordsOfImports(orm),
    kind(importedFiles, ofAccount),
    kind(importedMessages, ofAccount),
    kind(importedConversations, ofAccount),
    kind(imports, ofAccount),
    kind(contacts, sql`owner_id = ${whose}`),
    kind(
      labelRows,
      sql`label_id in (select id from ${labels} where account_id = ${whose})`,
    ),
    kind(labels, ofAccount),
    kind(inboxRules, ofAccount),
    kind(templates, ofAccount),
    kind(offers, ofAccount),
    kind(orders, sql`seller_id = ${whose}`),
    kind(deliveries, sql`recipient in (select id from ${webhooks} ${ofOwner})`),
    kind(webhooks, ofAccount),
    kind(exportEntries, ofExports),
    kind(exportedConversations, ofExports),
    kind(exports, ofAccount),
    kind(profiles, ofAccount),
    kind(payoutAddresses, ofAccount),
    kind(
      deliveries,
      sql`recipient in (select id from ${pushDevices} ${ofOwner})`,
    ),
    kind(pushDevices, ofAccount),
    kind(calendarFeeds, ofAccount),
    kind(notificationSettings, ofAccount),
    kind(idempotencyKeys, sql`scope = ${whose}`),
    kind(accountChanges, ofAccount),
    kind(desks, ofAccount),
    kind(welcomes, ofAccount),
    kind(deliveries, sql`series = ${whose} and settled_at is not null`),
    // With the person's sessions, passkeys, consents and tokens.
    kind(user, sql`id = ${whose}`),
  ];
}

/** The word index contains imported texts; its rows go with those that refer to them. */
function wordsOfImports(orm: Database["orm"]): Erasable {
  const chosen = sql`select id from ${wordRows} where conversation_id in (select id from ${importedConversations} where account_id = ${whose}) limit ${sql.raw(String(LIMITS.pruneBatch))}`;
  const forget = orm.delete(words).where(sql`rowid in (${chosen})`).prepare();
  const forgetRows = orm
    .delete(wordRows)
    .where(sql`id in (${chosen})`)
    .prepare();
  const count = orm
    .select({ count: sql<number>`count(*)` })
    .from(sql`(${chosen})`)
    .prepare();
  return {
    count: async (accountId) => (await count.get({ accountId }))?.count ?? 0,
    remove: (accountId) => [
      statementOf(forget, { accountId }),
      statementOf(forgetRows, { accountId }),
    ],
  };
}
