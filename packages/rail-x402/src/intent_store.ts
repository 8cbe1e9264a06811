import { and, asc, count, eq, gt, sql } from "drizzle-orm";
import { LIMITS } from "../../../src/core/base/limits.ts";
import { bounded } from "../../../src/core/db/bounded.ts";
import type { Database } from "../../../src/core/db/database.ts";
import { perDatabase } from "../../../src/core/db/per_database.ts";
import { slots } from "../../../src/core/db/slots.ts";
import type { Statement } from "../../../src/core/db/statement.ts";
import { statementOf } from "../../../src/core/db/statement.ts";
import { chainIntents } from "../../../src/core/db/tables/chain_schema.ts";
import { payments } from "../../../src/core/db/tables/conversation_schema.ts";

export type ChainIntent = typeof chainIntents.$inferSelect;

/** The columns of a movement that change with its state. */
type IntentChange = Partial<
  Pick<
    ChainIntent,
    "problem" | "settledAt" | "foundEnded" | "captured" | "retriedAt"
  >
>;

/** Movements on a chain: what was decided, and what became of it. */
export const intentStore = perDatabase(makeIntentStore);

const at = sql.placeholder;
const UNSETTLED = sql`${chainIntents.state} in ('open', 'confirmed', 'refused')`;

function makeIntentStore(db: Database) {
  const { orm } = db;
  const ofPayment = orm
    .select()
    .from(chainIntents)
    .where(eq(chainIntents.paymentId, at("paymentId")))
    .orderBy(asc(chainIntents.id))
    .limit(LIMITS.chainIntentsOfPaymentMax)
    .prepare();
  const inState = orm
    .select()
    .from(chainIntents)
    .where(
      and(
        // Written as in the index, or SQLite does not use it.
        UNSETTLED,
        eq(chainIntents.state, at("state")),
        gt(chainIntents.id, at("after")),
      ),
    )
    .orderBy(asc(chainIntents.id))
    .limit(LIMITS.chainIntentsPageMax)
    .prepare();
  const paid = orm
    .selectDistinct({ paymentId: chainIntents.paymentId })
    .from(chainIntents)
    .where(gt(chainIntents.paymentId, at("after")))
    .orderBy(asc(chainIntents.paymentId))
    .limit(LIMITS.chainIntentsPageMax)
    .prepare();
  const holdsOnTheirWay = orm
    .select({ count: count() })
    .from(chainIntents)
    .innerJoin(payments, eq(payments.id, chainIntents.paymentId))
    .where(
      and(
        UNSETTLED,
        eq(chainIntents.state, "open"),
        eq(chainIntents.act, "hold"),
        eq(payments.payerId, at("payerId")),
        bounded("movements that are on their way"),
      ),
    )
    .prepare();
  const byId = orm
    .select()
    .from(chainIntents)
    .where(eq(chainIntents.id, at("id")))
    .limit(1)
    .prepare();
  return {
    byId: (id: string): Promise<ChainIntent | undefined> => byId.get({ id }),
    /** All movements of a payment, in the order of their decisions. */
    ofPayment: (paymentId: string): Promise<readonly ChainIntent[]> =>
      ofPayment.all({ paymentId }),
    /** A page of the movements in a state that needs more work. */
    page: (
      state: "open" | "confirmed" | "refused",
      after: string,
    ): Promise<readonly ChainIntent[]> => inState.all({ state, after }),
    /** A page of the payments that ever moved on the chain. */
    payments: (after: string) => paid.all({ after }),
    /** The number of a payer's holds that are not final yet. */
    holdsOnTheirWay: async (payerId: string): Promise<number> =>
      (await holdsOnTheirWay.get({ payerId }))?.count ?? 0,
    ...openPages(db),
    ...writes(db),
  };
}

function openPages({ orm }: Database) {
  const open = orm
    .select()
    .from(chainIntents)
    .where(
      and(
        UNSETTLED,
        eq(chainIntents.state, "open"),
        eq(chainIntents.isWatched, at("isWatched")),
        gt(chainIntents.id, at("after")),
      ),
    )
    .orderBy(asc(chainIntents.id))
    .limit(LIMITS.chainIntentsPageMax)
    .prepare();
  return {
    /** A page of those that wait for this service, or for another one. */
    openPage: (
      after: string,
      isWatched: boolean,
    ): Promise<readonly ChainIntent[]> => open.all({ after, isWatched }),
  };
}

function writes({ orm }: Database) {
  const addIntent = orm
    .insert(chainIntents)
    .values({
      ...slots(chainIntents, "id", "key", "act", "conversationId", "paymentId"),
      ...slots(chainIntents, "amount", "terms", "signature", "hash"),
      ...slots(chainIntents, "createdAt", "isWatched"),
      state: "open",
    })
    .prepare();
  const isAsRead = and(
    eq(chainIntents.id, at("id")),
    eq(chainIntents.state, at("from")),
  );
  const setIntent = orm
    .update(chainIntents)
    .set({
      ...slots(chainIntents, "state", "problem", "settledAt", "foundEnded"),
      ...slots(chainIntents, "captured", "retriedAt"),
    })
    .where(isAsRead)
    .prepare();
  return {
    add: (
      intent: Omit<
        ChainIntent,
        | "state"
        | "problem"
        | "settledAt"
        | "foundEnded"
        | "captured"
        | "retriedAt"
        | "isWatched"
      > & { readonly isWatched?: boolean | undefined },
    ): Statement =>
      statementOf(addIntent, {
        ...intent,
        isWatched: intent.isWatched ?? false,
      }),
    /** Changes a movement's state from the one that was read. */
    settle: (
      { id, state, captured, retriedAt }: ChainIntent,
      to: ChainIntent["state"],
      change: IntentChange = {},
    ): Statement =>
      statementOf(setIntent, {
        ...{ id, from: state, state: to, captured, retriedAt },
        ...{ problem: null, settledAt: null, foundEnded: null },
        ...change,
      }),
  };
}
