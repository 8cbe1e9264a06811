import { sql } from "drizzle-orm";
import {
  index,
  integer,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";

/** The senders of deliveries, each with its own method. */
export const SENDER_NAMES = [
  "a2a",
  "fetch",
  "mail",
  "push",
  "webhook",
] as const;
export type SenderName = (typeof SENDER_NAMES)[number];

/** The status of a delivery. All except the first two are final. */
export const DELIVERY_STATUSES = [
  "waiting",
  "sending",
  "delivered",
  "failed",
  "dropped",
] as const;

/** One attempt to hand a delivery over. */
export interface Attempt {
  readonly at: number;
  readonly tookMs: number;
  /** Of the answer; null without one. */
  readonly status: number | null;
  /** Why there was no answer; codes, never the other side's words. */
  readonly error: string | null;
  /** The start of the answer's body. */
  readonly response: string | null;
}

/** Outgoing deliveries: written with their cause, sent later (docs/decisions/0034). */
export const deliveries = sqliteTable(
  "deliveries",
  {
    /** The same at every attempt. */
    id: text().primaryKey(),
    sender: text({ enum: SENDER_NAMES }).notNull(),
    /** For a mail or a notice, its kind; for an event, its type. */
    kind: text().notNull(),
    /** The account whose share of simultaneous deliveries it uses. */
    accountId: text("account_id").notNull(),
    /** An address, an account with a mailbox, a device, a webhook. */
    recipient: text().notNull(),
    conversationId: text("conversation_id"),
    /** Its content: an object in JSON, or the exact body to send. */
    body: text().notNull(),
    status: text({ enum: DELIVERY_STATUSES }).notNull(),
    attempts: integer().notNull().default(0),
    /** When it is tried next; while it is being sent, when its lease ends. */
    dueAt: integer("due_at").notNull(),
    /** When it is no longer wanted. */
    endsAt: integer("ends_at"),
    /** The lease under which it is being sent: only its holder may settle it. */
    lease: text(),
    /** The newest attempts, oldest first. */
    log: text({ mode: "json" }).$type<readonly Attempt[]>().notNull(),
    createdAt: integer("created_at").notNull(),
    settledAt: integer("settled_at"),
    /** Its number in a series: of a sender's invites, of one-time notices. */
    series: text(),
    number: integer(),
    /** The mailbox of an invite's address, and the number of the invite there. */
    mailbox: text(),
    mailboxNumber: integer("mailbox_number"),
    /** When an invite beyond its mailbox's daily limit may leave; null if it is within. */
    opensAt: integer("opens_at"),
    /** A bounce from the reader's mail system, or the reader's report. */
    trouble: text({ enum: ["bounced", "reported"] }),
    troubleAt: integer("trouble_at"),
  },
  (table) => [
    // Settled deliveries cost the search for due ones nothing.
    index("deliveries_due")
      .on(table.sender, table.dueAt)
      .where(sql`settled_at is null`),
    index("deliveries_open")
      .on(table.recipient, table.dueAt)
      .where(sql`settled_at is null`),
    index("deliveries_lease").on(table.lease).where(sql`lease is not null`),
    // Two that count at once cannot both take the last place.
    uniqueIndex("deliveries_series")
      .on(table.series, table.number)
      .where(sql`series is not null`),
    uniqueIndex("deliveries_mailbox")
      .on(table.mailbox, table.mailboxNumber)
      .where(sql`mailbox is not null`),
    index("deliveries_trouble")
      .on(table.series, table.troubleAt)
      .where(sql`trouble is not null`),
    index("deliveries_settled")
      .on(table.sender, table.settledAt)
      .where(sql`settled_at is not null`),
    // The log of a webhook and everything deleted with it.
    index("deliveries_recipient").on(table.recipient, table.id),
  ],
);
