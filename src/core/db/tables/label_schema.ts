/** Labels that an account adds to its conversations; only it sees them. */
import {
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";

export const labels = sqliteTable(
  "labels",
  {
    id: text().primaryKey(),
    accountId: text("account_id").notNull(),
    name: text().notNull(),
    /** Equal for two names of the same label. */
    key: text().notNull(),
  },
  (table) => [uniqueIndex("labels_key").on(table.accountId, table.key)],
);

/**
 * The conversations of a label by their last change; triggers keep it in step with
 * `participants.labels` and `updated_at`.
 */
export const labelRows = sqliteTable(
  "label_rows",
  {
    labelId: text("label_id").notNull(),
    updatedAt: integer("updated_at").notNull(),
    conversationId: text("conversation_id").notNull(),
  },
  (table) => [
    primaryKey({
      columns: [table.labelId, table.updatedAt, table.conversationId],
    }),
  ],
);

/** The rules of an account's inbox, by sender and words. */
export const inboxRules = sqliteTable(
  "inbox_rules",
  {
    id: text().primaryKey(),
    accountId: text("account_id").notNull(),
    /** An address, or a domain without an @; null for any sender. */
    from: text("sender"),
    /** Words of the title; null for any. */
    words: text(),
    labelId: text("label_id"),
    archive: integer({ mode: "boolean" }).notNull(),
    trust: integer({ mode: "boolean" }).notNull(),
    /** Addresses of a team's members who are put on them in turn; [] for all who may write. */
    inTurn: text("in_turn", { mode: "json" }).$type<readonly string[] | null>(),
    /** The membership whose turn it was last. */
    turn: text(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [index("inbox_rules_account").on(table.accountId, table.id)],
);
