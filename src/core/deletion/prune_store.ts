import { and, lte, notExists, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Retention } from "../access/context.ts";
import { LIMITS } from "../base/limits.ts";
import { DAY_MS, HOUR_MS } from "../base/time.ts";
import type { Database } from "../db/database.ts";
import { perDatabase } from "../db/per_database.ts";
import type { Statement } from "../db/statement.ts";
import { statementOf } from "../db/statement.ts";
import {
  accounts,
  credentials,
  idempotencyKeys,
  reports,
} from "../db/tables/account_schema.ts";
import { session, user, verification } from "../db/tables/auth_schema.ts";
import { deliveries } from "../db/tables/data/delivery_schema.ts";
import { signatureNonces } from "../db/tables/data/federation_schema.ts";
import {
  oauthAccessToken,
  oauthClient,
  oauthConsent,
  oauthRefreshToken,
} from "../db/tables/oauth_schema.ts";
import { mailTokens } from "../db/tables/outbox_schema.ts";
import { agentSpending, spending } from "../db/tables/spending_schema.ts";
import { changeStore } from "../events/change_store.ts";

type Kept = (retention: Retention) => number;

/** One kind of row that expires. */
export interface Prunable {
  readonly name: string;
  /** The time before which rows may be deleted. */
  before(now: number, retention: Retention): number;
  /** How many may be deleted, up to a batch. */
  count(before: number): Promise<number>;
  /** Removes a batch of rows that may still be deleted. */
  remove(before: number): Statement;
}

/** Everything that expires, each kind found by an index; sign-ups by a scan of all people. */
export const pruneStore = perDatabase(makePruneStore);

const before = sql.placeholder("before");
const daysBefore = sql`cast(${before} / ${sql.raw(String(DAY_MS))} as integer)`;

function makePruneStore(db: Database): readonly Prunable[] {
  const { orm, longOrm } = db;
  const changes = changeStore(db);
  const kind = (
    name: string,
    table: SQLiteTable,
    {
      where,
      keptMs = 0,
    }: { where: ReturnType<typeof and>; keptMs?: number | Kept },
  ): Prunable => {
    const chosen = sql`select rowid from ${table} where ${where} limit ${sql.raw(String(LIMITS.pruneBatch))}`;
    const remove = orm.delete(table).where(sql`rowid in (${chosen})`).prepare();
    const count = longOrm
      .select({ count: sql<number>`count(*)` })
      .from(sql`(${chosen})`)
      .prepare();
    return {
      name,
      before: (now, retention) =>
        now - (typeof keptMs === "number" ? keptMs : keptMs(retention)),
      count: async (before) => (await count.get({ before }))?.count ?? 0,
      remove: (before) => statementOf(remove, { before }),
    };
  };
  return [
    {
      name: "account_changes",
      before: (now) => now - LIMITS.changesKeptDays * DAY_MS,
      count: changes.countOld,
      remove: changes.prune,
    },
    kind("idempotency_keys", idempotencyKeys, {
      where: lte(idempotencyKeys.createdAt, before),
      keptMs: ({ idempotencyKeptMs }) => idempotencyKeptMs,
    }),
    // Their tokens go with them, and OAuth's lose their session.
    kind("sessions", session, {
      where: sql`${session.expiresAt} <= ${before}`,
    }),
    // An abandoned sign-up. An hour more, so none ends while it is being completed.
    kind("sign_ups", user, {
      where: neverSignedUp(orm),
      keptMs: LIMITS.signUpMs + HOUR_MS,
    }),
    kind("verifications", verification, {
      where: sql`${verification.expiresAt} <= ${before}`,
    }),
    kind("signature_nonces", signatureNonces, {
      where: lte(signatureNonces.expiresAt, before),
      keptMs: LIMITS.nonceKeptMs,
    }),
    kind("mail_tokens", mailTokens, {
      where: lte(mailTokens.expiresAt, before),
    }),
    // Counted within a UTC day; older rows are not read.
    kind("spending", spending, {
      where: sql`${spending.day} < ${daysBefore}`,
      keptMs: LIMITS.spendingKeptDays * DAY_MS,
    }),
    kind("agent_spending", agentSpending, {
      where: sql`${agentSpending.day} < ${daysBefore}`,
      keptMs: LIMITS.spendingKeptDays * DAY_MS,
    }),
    kind("webhook_deliveries", deliveries, {
      where: sql`sender = 'webhook' and ${deliveries.settledAt} <= ${before}`,
      keptMs: LIMITS.webhookLogDays * DAY_MS,
    }),
    kind("reports", reports, {
      where: lte(reports.createdAt, before),
      keptMs: ({ reportKeptMs }) => reportKeptMs,
    }),
    // Notices stay, because a sent one must not be sent again.
    kind("invites", deliveries, {
      where: sql`sender = 'mail' and ${deliveries.settledAt} <= ${before} and ${deliveries.mailbox} is not null`,
      keptMs: ({ mailKeptMs }) => mailKeptMs ?? Number.MAX_SAFE_INTEGER,
    }),
    kind("oauth_clients", oauthClient, {
      where: neverUsed(orm),
      keptMs: LIMITS.oauthClientUnusedDays * DAY_MS,
    }),
  ];
}

/** People without an account, none of whose sessions may create one any more. */
function neverSignedUp(orm: Database["orm"]) {
  const one = { one: sql`1` };
  const isRecent = sql`${session.userId} = ${user.id} and ${session.createdAt} > ${before}`;
  return and(
    sql`${user.createdAt} <= ${before}`,
    notExists(
      orm.select(one).from(accounts).where(sql`${accounts.id} = ${user.id}`),
    ),
    notExists(orm.select(one).from(session).where(isRecent)),
  );
}

/** Registered clients that nobody ever connected. */
function neverUsed(orm: Database["orm"]) {
  const one = { one: sql`1` };
  const { clientId, createdAt, skipConsent } = oauthClient;
  const of = (
    table:
      | typeof oauthConsent
      | typeof oauthRefreshToken
      | typeof oauthAccessToken
      | typeof credentials,
  ) =>
    notExists(
      orm.select(one).from(table).where(sql`${table.clientId} = ${clientId}`),
    );
  return and(
    sql`${createdAt} <= ${before}`,
    sql`${skipConsent} is not true`,
    of(oauthConsent),
    of(oauthRefreshToken),
    of(oauthAccessToken),
    of(credentials),
  );
}
