import { and, desc, eq, inArray, lt, ne, or, sql } from "drizzle-orm";
import type { PaidJob } from "../../../../packages/verify/src/track_record/count_record.ts";
import { LIMITS } from "../../base/limits.ts";
import { bounded } from "../../db/bounded.ts";
import type { Database } from "../../db/database.ts";
import { perDatabase } from "../../db/per_database.ts";
import { accounts } from "../../db/tables/account_schema.ts";
import { logCheckpoints } from "../../db/tables/audit_schema.ts";
import {
  conversations,
  payments,
} from "../../db/tables/conversation_schema.ts";

const value = sql.placeholder;

/** Reads what a track record is counted from. */
export const trackRecordStore = perDatabase(({ longOrm: orm }: Database) => {
  const acceptedInMs = sql<number | null>`(
    select decided_at - opened_at from checkpoints
    where conversation_id = ${payments.conversationId} and for_account_id = ${payments.payeeId}
      and action ->> 'act' = 'accept' and status = 'approved'
    order by id limit 1)`;
  const endedAt = sql<number>`coalesce(${payments.releasedAt}, ${payments.voidedAt})`;
  const isPaid = inArray(payments.status, ["released", "refunded"]);
  const disputed = sql`coalesce(${conversations.terms} ->> '$.dispute.status' <> 'withdrawn'
    and ${conversations.terms} ->> '$.dispute.openedAt' < ${value("until")}, 0)`;
  const isMissed = eq(payments.voidReason, "deadline_missed");
  const jobs = orm
    .select({
      payerId: payments.payerId,
      endedAt,
      isPaid: sql<number>`${isPaid}`,
      isOnTime: sql<number | null>`
        case when ${conversations.terms} ->> '$.dueAt' is not null 
        then not coalesce(${isMissed}, 0) end`,
      isDisputed: sql<number>`${disputed}`,
      acceptedInMs,
      isRefunded: sql<number>`coalesce(${payments.refundedAt} < ${value("until")}, 0)`,
    })
    .from(payments)
    .innerJoin(accounts, eq(accounts.id, payments.payerId))
    .innerJoin(conversations, eq(conversations.id, payments.conversationId))
    .where(
      and(
        eq(payments.payeeId, value("accountId")),
        eq(payments.rail, value("rail")),
        or(isPaid, and(eq(payments.status, "voided"), or(isMissed, disputed))),
        sql`${endedAt} >= ${value("from")} and ${endedAt} < ${value("until")}`,
        ne(payments.payerId, payments.payeeId),
        // The service pays its own demo requests.
        ne(accounts.kind, "service"),
        bounded("the newest jobs of one account"),
      ),
    )
    .orderBy(desc(payments.id))
    .limit(LIMITS.trackRecordJobsMax)
    .prepare();
  const checkpoint = orm
    .select({
      size: logCheckpoints.size,
      signedAt: logCheckpoints.signedAt,
    })
    .from(logCheckpoints)
    .where(
      and(
        lt(logCheckpoints.signedAt, value("before")),
        bounded("those of a day, from the end of its key"),
      ),
    )
    .orderBy(desc(logCheckpoints.size))
    .limit(1)
    .prepare();
  return {
    /** The newest jobs of an account for a price in a time, without those that it paid itself. */
    jobs: async (asked: {
      readonly accountId: string;
      readonly rail: "ledger" | "x402";
      readonly from: number;
      readonly until: number;
    }): Promise<readonly PaidJob[]> =>
      (await jobs.all(asked)).map((it) => ({
        ...it,
        isPaid: it.isPaid !== 0,
        isOnTime: it.isOnTime === null ? null : it.isOnTime !== 0,
        isDisputed: it.isDisputed !== 0,
        isRefunded: it.isRefunded !== 0,
      })),
    /** The newest signed log from before a time. */
    logBefore: (before: number) => checkpoint.get({ before }),
  };
});
