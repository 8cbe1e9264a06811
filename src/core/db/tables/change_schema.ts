/** Changes for each account, in the order of the commits (docs/events.md). */
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** One changed thing of an account; stored for some weeks. */
export const accountChanges = sqliteTable(
  "account_changes",
  {
    /** Grows in the order of commits, over all accounts, and is never reused. */
    place: integer().primaryKey({ autoIncrement: true }),
    accountId: text("account_id").notNull(),
    kind: text({
      enum: ["conversation", "contact", "payment", "setting"],
    }).notNull(),
    /** An id; for a contact its address, for a setting its name. */
    objectId: text("object_id").notNull(),
    /** `flags`: only the account's own flags and labels of a conversation. */
    what: text({ enum: ["created", "changed", "flags", "gone"] }).notNull(),
    /** For a changed conversation. */
    version: integer(),
    at: integer().notNull(),
  },
  (table) => [index("account_changes_of").on(table.accountId, table.place)],
);
