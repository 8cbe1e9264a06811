/** Accounts, their credentials and contacts, and the requests under idempotency keys. */
import { sql } from "drizzle-orm";
import {
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { ACCESS_ROLES } from "../../base/team_roles.ts";

/** The owners of inboxes; a team is one that several people act as (docs/teams.md). */
export const ACCOUNT_KINDS = ["person", "agent", "service", "team"] as const;
export type AccountKind = (typeof ACCOUNT_KINDS)[number];

/** The public keys of a program: listed, or at an address that is read when one is needed. */
export type ClientKeys =
  | { readonly jwks: readonly Readonly<Record<string, unknown>>[] }
  | { readonly jwksUri: string };

/** How an account's decisions are approved (docs/teams.md). */
export interface ApprovalTerms {
  /** Above so many micro-USDC, `needed` people approve; null for no amount. */
  readonly over: number | null;
  readonly needed: number;
  /** After so many hours without an answer others are asked, too; null for never. */
  readonly escalateAfter: number | null;
}

export const accounts = sqliteTable(
  "accounts",
  {
    id: text().primaryKey(),
    kind: text({ enum: ACCOUNT_KINDS }).notNull(),
    displayName: text("display_name").notNull(),
    createdAt: integer("created_at").notNull(),
    /** While set, nobody can sign in to the account, and none of its tokens works. */
    disabledAt: integer("disabled_at"),
    approvals: text({ mode: "json" }).$type<ApprovalTerms | null>(),
  },
  (table) => [
    // For the clock, which looks for those that ask more people.
    index("accounts_approvals").on(
      sql`${table.approvals} ->> '$.escalateAfter'`,
    ),
  ],
);

export const addresses = sqliteTable(
  "addresses",
  {
    id: text().primaryKey(),
    localPart: text("local_part").notNull(),
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("addresses_local_part").on(table.localPart),
    uniqueIndex("addresses_account").on(table.accountId),
  ],
);

export const credentials = sqliteTable(
  "credentials",
  {
    id: text().primaryKey(),
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id),
    name: text().notNull(),
    /** Absent when the agent signs in by OAuth. */
    tokenHash: text("token_hash"),
    lastFour: text("last_four"),
    /** The public keys of a program that signs in without a secret. */
    keys: text({ mode: "json" }).$type<ClientKeys | null>(),
    /** The OAuth client of this access. */
    clientId: text("client_id"),
    /** The redirect address of the client when the person last consented. */
    redirectUri: text("redirect_uri"),
    scopes: text({ mode: "json" }).$type<readonly string[] | null>(),
    /** Most micro-USDC for one payment, and for all payments of a UTC day. */
    perPayment: integer("per_payment"),
    perDay: integer("per_day"),
    /** The same for all payments of a UTC day to one payee. */
    perPayee: integer("per_payee"),
    /** Addresses that it may pay, and contact types that it may claim for that. */
    payees: text({ mode: "json" }).$type<readonly string[] | null>(),
    contactTypes: text("contact_types", { mode: "json" }).$type<
      readonly string[] | null
    >(),
    /** True if it asks its person before it first pays somebody new to them. */
    askFirstPayment: integer("ask_first_payment", { mode: "boolean" })
      .notNull()
      .default(false),
    /** Limits of what it may accept without asking; null if only its scopes limit it. */
    accept: text({ mode: "json" }).$type<AcceptLimits | null>(),
    /** Of a membership or a delegation: its person, their role, and which decisions they make; null for all. */
    memberId: text("member_id"),
    role: text({ enum: ACCESS_ROLES }),
    decides: text({ mode: "json" }).$type<readonly string[] | null>(),
    startsAt: integer("starts_at"),
    /** Why a person has somebody decide for them, in their words. */
    reason: text(),
    /** The member of the team who made this credential, and with whom it ends. */
    madeBy: text("made_by"),
    createdAt: integer("created_at").notNull(),
    rotatedAt: integer("rotated_at"),
    expiresAt: integer("expires_at"),
    revokedAt: integer("revoked_at"),
    lastUsedAt: integer("last_used_at"),
    lastUsedFrom: text("last_used_from"),
  },
  (table) => [
    uniqueIndex("credentials_token_hash").on(table.tokenHash),
    index("credentials_account").on(table.accountId),
    index("credentials_of_client")
      .on(table.clientId)
      .where(sql`client_id is not null`),
    uniqueIndex("credentials_member")
      .on(table.memberId, table.accountId)
      .where(sql`member_id is not null and revoked_at is null`),
    index("credentials_made_by")
      .on(table.madeBy)
      .where(sql`made_by is not null`),
    uniqueIndex("credentials_client")
      .on(table.accountId, table.clientId)
      .where(sql`revoked_at is null`),
  ],
);

/** The contacts of an owner, with the type of each (docs/addresses.md, Contact types). */
export const contacts = sqliteTable(
  "contacts",
  {
    ownerId: text("owner_id").notNull(),
    address: text().notNull(),
    contactId: text("contact_id"),
    /** The owner's own name for them; "" for none. */
    name: text().notNull().default(""),
    contactType: text("contact_type").notNull(),
    /** How the owner admits them: usual, blocked or allowed. */
    standing: text({ enum: ["usual", "blocked", "allowed"] })
      .notNull()
      .default("usual"),
    /** True for a contact that an agent met, until the owner confirms it. */
    byAgent: integer("by_agent", { mode: "boolean" }).notNull().default(false),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.ownerId, table.address] }),
    // An account is one contact; a second row would undo a block.
    uniqueIndex("contacts_account").on(table.ownerId, table.contactId),
  ],
);

/** The reports of accounts to the operator (docs/addresses.md, Reports). */
export const reports = sqliteTable(
  "reports",
  {
    id: text().primaryKey(),
    reporterId: text("reporter_id").notNull(),
    address: text().notNull(),
    /** The account behind the address, or the address without one. */
    reported: text().notNull(),
    /** The conversation concerned; "" without one. */
    conversationId: text("conversation_id").notNull(),
    reason: text({
      enum: ["spam", "scam", "harassment", "impersonation", "illegal", "other"],
    }).notNull(),
    note: text().notNull(),
    createdAt: integer("created_at").notNull(),
    closedAt: integer("closed_at"),
  },
  (table) => [
    uniqueIndex("reports_open")
      .on(table.reporterId, table.reported, table.conversationId)
      .where(sql`closed_at is null`),
    index("reports_of").on(table.reporterId, table.createdAt),
    index("reports_age").on(table.createdAt),
  ],
);

export const idempotencyKeys = sqliteTable(
  "idempotency_keys",
  {
    scope: text().notNull(),
    key: text().notNull(),
    operation: text().notNull(),
    requestHash: text("request_hash").notNull(),
    output: text().notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.scope, table.key] }),
    index("idempotency_age").on(table.createdAt),
  ],
);

/** How an owner limits what an agent accepts; an absent member sets no limit. */
export interface AcceptLimits {
  /** The highest value of a request, in micro-USDC. */
  readonly maxPrice?: number;
  /** The sender's types in the owner's contacts; a sender in none counts as `everyone`. */
  readonly contactTypes?: readonly string[];
  /** Addresses of senders in canonical form; any address of the same account counts. */
  readonly senders?: readonly string[];
}

/** The conversation for `security`'s questions to an account: the newest. */
export const desks = sqliteTable("desks", {
  accountId: text("account_id").primaryKey(),
  conversationId: text("conversation_id").notNull(),
});

/** The single welcome conversation of an account. */
export const welcomes = sqliteTable("welcomes", {
  accountId: text("account_id").primaryKey(),
  conversationId: text("conversation_id").notNull(),
  /** The request of the demo sender that came with it. */
  demoId: text("demo_id"),
});
