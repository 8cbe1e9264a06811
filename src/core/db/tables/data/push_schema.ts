import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** The kinds of events that a device can choose. */
export const PUSH_KINDS = ["asks", "replies", "money"] as const;
export type PushKind = (typeof PUSH_KINDS)[number];

/** Devices for Web Push. */
export const pushDevices = sqliteTable(
  "push_devices",
  {
    id: text().primaryKey(),
    accountId: text("account_id").notNull(),
    name: text().notNull(),
    /** Of its endpoint: the same browser is one device, whoever signs in there. */
    endpointHash: text("endpoint_hash").notNull().unique(),
    /** Endpoint and keys, sealed, because they are enough to notify the device. */
    subscription: text().notNull(),
    /** The chosen kinds. */
    kinds: text({ mode: "json" }).$type<readonly PushKind[]>().notNull(),
    createdAt: integer("created_at").notNull(),
    /** When its push service last accepted something. */
    reachedAt: integer("reached_at"),
  },
  (table) => [index("push_devices_account").on(table.accountId)],
);
