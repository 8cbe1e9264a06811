import type { SQL } from "drizzle-orm";
import { and, desc, eq, isNull, lte, sql } from "drizzle-orm";
import { LIMITS } from "../base/limits.ts";
import type { Database } from "../db/database.ts";
import { perDatabase } from "../db/per_database.ts";
import { rowSlots, slots } from "../db/slots.ts";
import { statementOf } from "../db/statement.ts";
import { accounts } from "../db/tables/account_schema.ts";
import {
  account,
  session,
  sessionTokens,
  user,
} from "../db/tables/auth_schema.ts";

/** A session for its person. */
export interface SessionRow {
  readonly id: string;
  readonly userAgent: string | null;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly lastUsedAt: number | null;
  readonly lastUsedFrom: string | null;
}

/** The session of a cookie, and when it was last renewed. */
export interface CookieHolder {
  readonly sessionId: string;
  readonly accountId: string;
  readonly renewedAt: number | null;
}

/** How a session's cookie changes. */
export interface CookieRenewal {
  readonly sessionId: string;
  readonly previousToken: string;
  readonly token: string;
  readonly renewedAt: number;
  readonly expiresAt: Date;
}

/** Reads and ends sessions; better-auth creates them. */
export const sessionStore = perDatabase(makeSessionStore);

function makeSessionStore({ orm }: Database) {
  return { ...tokens(orm), ...cookies(orm), ...lists(orm), ...writes(orm) };
}

/** Not expired, not of a closed account, and not of an account that was not created in time. */
const IS_OPEN = and(
  sql`${session.expiresAt} > ${sql.placeholder("now")}`,
  isNull(accounts.disabledAt),
  sql`(${accounts.id} is not null or ${session.createdAt} > ${sql.placeholder("now")} - ${sql.raw(String(LIMITS.signUpMs))})`,
);

function tokens(orm: Database["orm"]) {
  const byToken = orm
    .select({
      sessionId: session.id,
      accountId: session.userId,
      tokenEndsAt: sessionTokens.expiresAt,
      lastUsedAt: session.lastUsedAt,
      hasAccount: sql<number>`${accounts.id} is not null`,
    })
    .from(sessionTokens)
    .innerJoin(session, eq(session.id, sessionTokens.sessionId))
    .leftJoin(accounts, eq(accounts.id, session.userId))
    .where(
      and(eq(sessionTokens.tokenHash, sql.placeholder("tokenHash")), IS_OPEN),
    )
    .limit(1)
    .prepare();
  const isOpen = orm
    .select({ id: session.id })
    .from(session)
    .leftJoin(accounts, eq(accounts.id, session.userId))
    .where(and(eq(session.id, sql.placeholder("id")), IS_OPEN))
    .limit(1)
    .prepare();
  return {
    /** `hasAccount` is false until the person has chosen a display name. */
    byToken: async (tokenHash: string, at: number) => {
      const found = await byToken.get({ tokenHash, now: at });
      return found && { ...found, hasAccount: Boolean(found.hasAccount) };
    },
    /** True while the session and its account are open. */
    isOpen: async (id: string, at: number) =>
      (await isOpen.get({ id, now: at })) !== undefined,
  };
}

function cookies(orm: Database["orm"]) {
  const holderWhere = (isIt: SQL) =>
    orm
      .select({
        sessionId: session.id,
        accountId: session.userId,
        renewedAt: session.renewedAt,
      })
      .from(session)
      .leftJoin(accounts, eq(accounts.id, session.userId))
      .where(and(isIt, IS_OPEN))
      .limit(1)
      .prepare();
  const shown = sql.placeholder("token");
  const byCookie = holderWhere(eq(session.token, shown));
  const byPreviousCookie = holderWhere(eq(session.previousToken, shown));
  // A range of the unique index: "/" is the character after ".".
  const byFamily = holderWhere(
    sql`${session.token} > ${sql.placeholder("from")} and ${session.token} < ${sql.placeholder("to")}`,
  );
  const cookieOf = orm
    .select({ token: session.token })
    .from(session)
    .where(eq(session.id, sql.placeholder("id")))
    .limit(1)
    .prepare();
  return {
    /** The open session with this cookie. */
    byCookie: (token: string, at: number) => byCookie.get({ token, now: at }),
    /** The open session whose previous cookie this is. */
    byPreviousCookie: (token: string, at: number) =>
      byPreviousCookie.get({ token, now: at }),
    /** The open session whose renewed cookie has this prefix. */
    byFamily: (family: string, at: number) =>
      byFamily.get({ from: `${family}.`, to: `${family}/`, now: at }),
    /** The newest cookie of a session. */
    cookieOf: async (id: string) => (await cookieOf.get({ id }))?.token,
  };
}

function lists(orm: Database["orm"]) {
  const now = sql.placeholder("now");
  const of = orm
    .select({
      id: session.id,
      userAgent: session.userAgent,
      createdAt: sql<number>`${session.createdAt}`,
      expiresAt: sql<number>`${session.expiresAt}`,
      lastUsedAt: session.lastUsedAt,
      lastUsedFrom: session.lastUsedFrom,
    })
    .from(session)
    .where(
      and(
        eq(session.userId, sql.placeholder("accountId")),
        sql`${session.expiresAt} > ${now}`,
      ),
    )
    .orderBy(desc(session.createdAt))
    .limit(LIMITS.sessionsListedMax)
    .prepare();
  return {
    of: (accountId: string, at: number) => of.all({ accountId, now: at }),
  };
}

function writes(orm: Database["orm"]) {
  const isOf = eq(session.userId, sql.placeholder("accountId"));
  const isId = eq(session.id, sql.placeholder("id"));
  const isTokenOf = eq(sessionTokens.sessionId, sql.placeholder("sessionId"));
  const addToken = orm
    .insert(sessionTokens)
    .values(rowSlots(sessionTokens))
    .prepare();
  const dropEnded = orm
    .delete(sessionTokens)
    .where(and(isTokenOf, lte(sessionTokens.expiresAt, sql.placeholder("now"))))
    .prepare();
  const dropOldest = orm
    .delete(sessionTokens)
    .where(
      and(
        isTokenOf,
        sql`${sessionTokens.tokenHash} not in (
          select newest.token_hash from session_tokens as newest
          where newest.session_id = ${sql.placeholder("sessionId")}
          order by newest.created_at desc, newest.token_hash
          limit ${LIMITS.sessionTokensMax - 1})`,
      ),
    )
    .prepare();
  const renewCookie = orm
    .update(session)
    .set(slots(session, "token", "previousToken", "renewedAt", "expiresAt"))
    .where(and(isId, eq(session.token, sql.placeholder("previousToken"))))
    .prepare();
  const remove = orm.delete(session).where(and(isId, isOf)).prepare();
  const removeAll = orm.delete(session).where(isOf).prepare();
  const touch = orm
    .update(session)
    .set(slots(session, "lastUsedAt", "lastUsedFrom"))
    .where(isId)
    .prepare();
  return {
    addToken: (
      token: { readonly tokenHash: string; readonly sessionId: string },
      times: { readonly createdAt: number; readonly expiresAt: number },
    ) => statementOf(addToken, { ...token, ...times }),
    /** Deletes tokens of a session: expired ones, and the oldest beyond the limit. */
    dropTokens: (sessionId: string, now: number) => [
      statementOf(dropEnded, { sessionId, now }),
      statementOf(dropOldest, { sessionId }),
    ],
    /** Replaces the presented cookie by a new one; does nothing if another request was faster. */
    renewCookie: ({ sessionId: id, ...renewal }: CookieRenewal) =>
      statementOf(renewCookie, { id, ...renewal }),
    remove: (accountId: string, id: string) =>
      statementOf(remove, { accountId, id }),
    removeAll: (accountId: string) => statementOf(removeAll, { accountId }),
    touch: (id: string, lastUsedAt: number, lastUsedFrom: string | null) =>
      statementOf(touch, { id, lastUsedAt, lastUsedFrom }),
  };
}

/** Reads better-auth's people. The mailbox never leaves the sign-in. */
export const peopleStore = perDatabase(({ orm }: Database) => {
  const byEmail = orm
    .select({ id: user.id })
    .from(user)
    .where(eq(user.email, sql.placeholder("email")))
    .limit(1)
    .prepare();
  const byId = orm
    .select({ id: user.id, email: user.email })
    .from(user)
    .where(eq(user.id, sql.placeholder("id")))
    .limit(1)
    .prepare();
  const ofCompany = orm
    .select({ id: account.id })
    .from(account)
    .where(eq(account.userId, sql.placeholder("id")))
    .limit(1)
    .prepare();
  const insert = orm
    .insert(user)
    .values(
      slots(
        user,
        ...(["id", "name", "email", "emailVerified"] as const),
        ...(["createdAt", "updatedAt"] as const),
      ),
    )
    .prepare();
  return {
    /** Lets the holder of a mailbox sign in to an existing account. */
    add: (id: string, email: string, now: number) =>
      statementOf(insert, {
        id,
        email,
        name: "",
        emailVerified: false,
        createdAt: new Date(now),
        updatedAt: new Date(now),
      }),
    /** The account that signed up with a mailbox, if any. */
    byEmail: (email: string) => byEmail.get({ email }),
    byId: (id: string) => byId.get({ id }),
    /** True if a company's provider signed this person in. */
    isOfCompany: async (id: string) =>
      (await ofCompany.get({ id })) !== undefined,
  };
});
