import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** What a device chooses to be told of. */
export const PUSH_KINDS = ["asks", "replies", "money"] as const;
export type PushKind = (typeof PUSH_KINDS)[number];

/** Devices that are told by Web Push. */
export const pushDevices = sqliteTable(
  "push_devices",
  {
    id: text().primaryKey(),
    accountId: text("account_id").notNull(),
    name: text().notNull(),
    /** Of its endpoint: the same browser is one device, whoever signs in there. */
    endpointHash: text("endpoint_hash").notNull().unique(),
    /** Endpoint and keys: whoever has them can tell the device something. Sealed. */
    subscription: text().notNull(),
    /** What it is told of. */
    kinds: text({ mode: "json" }).$type<readonly PushKind[]>().notNull(),
    createdAt: integer("created_at").notNull(),
    /** When its push service last took something. */
    reachedAt: integer("reached_at"),
  },
  (table) => [index("push_devices_account").on(table.accountId)],
);

/** What waits to be told, written with its cause. */
export const pushNotices = sqliteTable(
  "push_notices",
  {
    id: text().primaryKey(),
    accountId: text("account_id").notNull(),
    /** The devices that have yet to be told. */
    deviceId: text("device_id").notNull(),
    kind: text({ enum: PUSH_KINDS }).notNull(),
    about: text().notNull(),
    conversationId: text("conversation_id"),
    attempts: integer().notNull().default(0),
    dueAt: integer("due_at").notNull(),
    /** What is told later is told no more. */
    endsAt: integer("ends_at").notNull(),
    lease: text(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    index("push_notices_due").on(table.dueAt),
    index("push_notices_device").on(table.deviceId),
    index("push_notices_lease").on(table.lease).where(sql`lease is not null`),
  ],
);
