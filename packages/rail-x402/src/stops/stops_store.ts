import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { LIMITS } from "../../../../src/core/base/limits.ts";
import type { Database } from "../../../../src/core/db/database.ts";
import { perDatabase } from "../../../../src/core/db/per_database.ts";
import { slots } from "../../../../src/core/db/slots.ts";
import type { Statement } from "../../../../src/core/db/statement.ts";
import { statementOf } from "../../../../src/core/db/statement.ts";
import { chainStops } from "../../../../src/core/db/tables/chain_schema.ts";

export type ChainStop = typeof chainStops.$inferSelect;

/** Conversations whose captures wait for the operator. */
export const stopsStore = perDatabase(makeStopsStore);

const at = sql.placeholder;
const IS_OPEN = sql`${chainStops.liftedAt} is null`;

function makeStopsStore({ orm }: Database) {
  const open = orm
    .select()
    .from(chainStops)
    .where(IS_OPEN)
    .orderBy(asc(chainStops.stoppedAt))
    .limit(LIMITS.chainIntentsPageMax)
    .prepare();
  const openIn = orm
    .select()
    .from(chainStops)
    .where(and(IS_OPEN, eq(chainStops.conversationId, at("conversationId"))))
    .limit(LIMITS.chainIntentsPageMax)
    .prepare();
  const unrecorded = orm
    .selectDistinct({ conversationId: chainStops.conversationId })
    .from(chainStops)
    .where(and(IS_OPEN, isNull(chainStops.recordedAt)))
    .limit(LIMITS.chainIntentsPageMax)
    .prepare();
  const add = orm
    .insert(chainStops)
    .values({
      ...slots(chainStops, "intentId", "movedBy", "paymentId"),
      ...slots(chainStops, "conversationId", "problem", "stoppedAt"),
    })
    // A stop that was lifted is not set again for the same transaction.
    .onConflictDoNothing()
    .prepare();
  const record = orm
    .update(chainStops)
    .set(slots(chainStops, "recordedAt"))
    .where(
      and(
        eq(chainStops.conversationId, at("conversationId")),
        isNull(chainStops.recordedAt),
      ),
    )
    .prepare();
  const lift = orm
    .update(chainStops)
    .set(slots(chainStops, "liftedAt"))
    .where(and(IS_OPEN, eq(chainStops.conversationId, at("conversationId"))))
    .prepare();
  return {
    /** The oldest that are not lifted. */
    open: (): Promise<readonly ChainStop[]> => open.all(),
    openIn: (conversationId: string): Promise<readonly ChainStop[]> =>
      openIn.all({ conversationId }),
    /** Conversations whose record does not show it yet. */
    unrecorded: async () =>
      (await unrecorded.all()).map((it) => it.conversationId),
    add: (stop: Omit<ChainStop, "recordedAt" | "liftedAt">): Statement =>
      statementOf(add, stop),
    record: (conversationId: string, recordedAt: number): Statement =>
      statementOf(record, { conversationId, recordedAt }),
    lift: (conversationId: string, liftedAt: number): Statement =>
      statementOf(lift, { conversationId, liftedAt }),
  };
}
