import { and, asc, eq, isNull, lte, sql } from "drizzle-orm";
import { LIMITS } from "../../../base/limits.ts";
import { HOUR_MS } from "../../../base/time.ts";
import type { Database } from "../../../db/database.ts";
import { perDatabase } from "../../../db/per_database.ts";
import { rowSlots } from "../../../db/slots.ts";
import { statementOf } from "../../../db/statement.ts";
import { accounts } from "../../../db/tables/account_schema.ts";
import {
  checkpoints,
  conversations,
  participants,
  payments,
} from "../../../db/tables/conversation_schema.ts";
import { holdNotices } from "../../../db/tables/time_schema.ts";

/** A due item and its place in the order of times. */
export interface Due {
  readonly conversationId: string;
  /** Id of the payment, the checkpoint, the account or the conversation. */
  readonly id: string;
  readonly at: number;
}

/** A page begins after this item. */
export type DueAfter = Pick<Due, "at" | "id">;

export const BEFORE_ALL: DueAfter = { at: 0, id: "" };

type Page = (until: number, after: DueAfter) => Promise<readonly Due[]>;

/** A notice that was sent about a hold. */
export type HoldNotice = Readonly<typeof holdNotices.$inferSelect>;

/** Finds what is due, longest overdue first; each query has an index. */
export const dueStore = perDatabase(makeDueStore);

const value = sql.placeholder;
const until = value("until");
const after = sql`(${value("at")}, ${value("id")})`;

function makeDueStore(db: Database) {
  return {
    ...payable(db),
    ...waiting(db),
    ...asking(db),
    ...timed(db),
    ...snoozed(db),
    ...notices(db),
  };
}

function pageOf(query: {
  all(values: DueAfter & { readonly until: number }): Promise<unknown[]>;
}): Page {
  return async (moment, place) =>
    (await query.all({ until: moment, ...place })) as Due[];
}

function payable({ orm }: Database) {
  const { id, conversationId, captureBefore, status } = payments;
  const row = { id, conversationId, at: captureBefore };
  const isDue = and(
    // As a literal: one index serves all states of a payment.
    sql`${status} = 'held'`,
    lte(captureBefore, until),
    sql`(${captureBefore}, ${id}) > ${after}`,
  );
  const order = [asc(captureBefore), asc(id)] as const;
  const holds = orm
    .select(row)
    .from(payments)
    .where(isDue)
    .orderBy(...order)
    .limit(LIMITS.sweepPage)
    .prepare();
  const isTold = and(
    eq(holdNotices.paymentId, id),
    eq(holdNotices.kind, "ending"),
    eq(holdNotices.endsAt, captureBefore),
  );
  const endings = orm
    .select(row)
    .from(payments)
    .leftJoin(holdNotices, isTold)
    .where(and(isDue, isNull(holdNotices.paymentId)))
    .orderBy(...order)
    .limit(LIMITS.sweepPage)
    .prepare();
  return {
    /** Holds that end at a time or before. */
    holds: pageOf(holds),
    /** Those holds whose two sides have not been told yet. */
    endings: pageOf(endings),
  };
}

function waiting({ orm }: Database) {
  const { id, stateAt, state, sending } = conversations;
  // Written as in the index, or SQLite does not use it.
  const at = sql<number>`${sending} ->> '$.at'`;
  const toSend = orm
    .select({ id, conversationId: id, at })
    .from(conversations)
    .where(
      and(
        sql`${sending} is not null`,
        lte(at, until),
        sql`(${at}, ${id}) > ${after}`,
      ),
    )
    .orderBy(asc(at), asc(id))
    .limit(LIMITS.sweepPage)
    .prepare();
  const unpaid = orm
    .select({ id, conversationId: id, at: stateAt })
    .from(conversations)
    .where(
      and(
        // Written as in the partial index, or SQLite does not use it.
        sql`${state} = 'auth-required'`,
        lte(stateAt, until),
        sql`(${stateAt}, ${id}) > ${after}`,
      ),
    )
    .orderBy(asc(stateAt), asc(id))
    .limit(LIMITS.sweepPage)
    .prepare();
  const { expiresAt } = checkpoints;
  const open = orm
    .select({
      id: checkpoints.id,
      conversationId: checkpoints.conversationId,
      at: expiresAt,
    })
    .from(checkpoints)
    .where(
      and(
        sql`${checkpoints.status} = 'open'`,
        lte(expiresAt, until),
        sql`(${expiresAt}, ${checkpoints.id}) > ${after}`,
      ),
    )
    .orderBy(asc(expiresAt), asc(checkpoints.id))
    .limit(LIMITS.sweepPage)
    .prepare();
  const version = orm
    .select({ version: conversations.version })
    .from(conversations)
    .where(eq(id, value("id")))
    .limit(1)
    .prepare();
  return {
    /** Drafts to be sent at a time or before. */
    toSend: pageOf(toSend),
    /** Conversations that have waited for money since a time or longer. */
    unpaid: pageOf(unpaid),
    /** Open checkpoints that expire at a time or before. */
    checkpoints: pageOf(open),
    /** The version of a conversation; undefined once it is deleted. */
    version: async (conversationId: string) =>
      (await version.get({ id: conversationId }))?.version,
  };
}

/** Decisions that are put before more people: few teams ask so. */
function asking({ orm }: Database) {
  const { escalatedAt, openedAt, forAccountId } = checkpoints;
  // Written as in the index, or SQLite does not use it.
  const hours = sql`${accounts.approvals} ->> '$.escalateAfter'`;
  const againAt = sql<number>`(${openedAt} + (${hours}) * ${HOUR_MS})`;
  const unanswered = orm
    .select({
      id: checkpoints.id,
      conversationId: checkpoints.conversationId,
      at: againAt,
    })
    .from(accounts)
    .crossJoin(checkpoints)
    .where(
      and(
        sql`${hours} > 0`,
        eq(forAccountId, accounts.id),
        eq(checkpoints.status, "open"),
        isNull(escalatedAt),
        lte(againAt, until),
      ),
    )
    .limit(LIMITS.sweepPage)
    .prepare();
  const page = pageOf(unanswered);
  return {
    /** Open checkpoints whose account asks more people by then: one page each time. */
    unanswered: async (moment: number, place: DueAfter) =>
      place === BEFORE_ALL ? await page(moment, place) : [],
  };
}

function timed({ orm }: Database) {
  const { id, terms } = conversations;
  // Written as in the index, or SQLite does not use it.
  const dueAt = sql<number>`${terms} ->> '$.next'`;
  const deadlines = orm
    .select({ id, conversationId: id, at: dueAt })
    .from(conversations)
    .where(
      and(
        sql`${dueAt} is not null`,
        lte(dueAt, until),
        sql`(${dueAt}, ${id}) > ${after}`,
      ),
    )
    .orderBy(asc(dueAt), asc(id))
    .limit(LIMITS.sweepPage)
    .prepare();
  return {
    /** Conversations whose deadlines have to be looked at by a time. */
    deadlines: pageOf(deadlines),
  };
}

function snoozed({ orm }: Database) {
  const { snoozedUntil, accountId } = participants;
  const toWake = orm
    .select({
      id: accountId,
      conversationId: participants.conversationId,
      at: snoozedUntil,
    })
    .from(participants)
    .where(
      and(
        // Written as in the partial index, or SQLite does not use it.
        sql`${snoozedUntil} > 0`,
        lte(snoozedUntil, until),
        sql`(${snoozedUntil}, ${accountId}) > ${after}`,
      ),
    )
    .orderBy(asc(snoozedUntil), asc(accountId))
    .limit(LIMITS.sweepPage)
    .prepare();
  return {
    /** Snoozed conversations due back at a time or before; the id is the viewer's account. */
    toWake: pageOf(toWake),
  };
}

function notices({ orm }: Database) {
  const isOf = eq(holdNotices.paymentId, value("paymentId"));
  const extended = orm
    .select({ endsAt: holdNotices.endsAt })
    .from(holdNotices)
    .where(and(isOf, sql`${holdNotices.kind} = 'extended'`))
    .limit(1)
    .prepare();
  const told = orm
    .select({ endsAt: holdNotices.endsAt })
    .from(holdNotices)
    .where(
      and(
        isOf,
        sql`${holdNotices.kind} = 'ending'`,
        eq(holdNotices.endsAt, value("endsAt")),
      ),
    )
    .limit(1)
    .prepare();
  const tell = orm.insert(holdNotices).values(rowSlots(holdNotices)).prepare();
  return {
    wasExtended: async (paymentId: string) =>
      (await extended.get({ paymentId })) !== undefined,
    wasTold: async (paymentId: string, endsAt: number) =>
      (await told.get({ paymentId, endsAt })) !== undefined,
    tell: (notice: HoldNotice) => statementOf(tell, { ...notice }),
  };
}
