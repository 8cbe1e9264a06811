import { and, asc, desc, eq, gt, isNull, lt, or, sql } from "drizzle-orm";
import type { Database } from "../db/database.ts";
import { perDatabase } from "../db/per_database.ts";
import { rowSlots, slots } from "../db/slots.ts";
import { statementOf } from "../db/statement.ts";
import { reports } from "../db/tables/account_schema.ts";

/** An account's report to the operator. */
export type ReportRow = typeof reports.$inferSelect;

/** The subject of an account's open report. */
export type Reported = Pick<
  ReportRow,
  "reporterId" | "reported" | "conversationId"
>;

/** The reports in the operator's list. */
export interface ReportPage {
  /** True includes closed ones. */
  readonly all: boolean;
  /** Only older ones than this. */
  readonly before: string;
  readonly limit: number;
}

/** Reads and stores reports. */
export const reportStore = perDatabase(makeReportStore);

const slot = sql.placeholder;
const { id, reporterId, reported, conversationId, closedAt } = reports;
const isIt = eq(id, slot("id"));
const isBy = eq(reporterId, slot("reporterId"));
const isAbout = and(
  isBy,
  eq(reported, slot("reported")),
  eq(conversationId, slot("conversationId")),
);
const isOpen = isNull(closedAt);
const ALL = rowSlots(reports);

function makeReportStore({ orm }: Database) {
  const one = (where: typeof isAbout) =>
    orm.select().from(reports).where(where).limit(1).prepare();
  const find = one(isIt);
  const open = one(and(isAbout, isOpen));
  const made = orm
    .select({ createdAt: reports.createdAt })
    .from(reports)
    .where(and(isBy, gt(reports.createdAt, slot("after"))))
    .orderBy(asc(reports.createdAt))
    .limit(slot("limit"))
    .prepare();
  const page = orm
    .select()
    .from(reports)
    .where(and(lt(id, slot("before")), or(isOpen, sql`${slot("all")}`)))
    .orderBy(desc(id))
    .limit(slot("limit"))
    .prepare();
  const insert = orm.insert(reports).values(ALL).prepare();
  const close = orm
    .update(reports)
    .set(slots(reports, "closedAt"))
    .where(isIt)
    .prepare();
  return {
    find: (id: string) => find.get({ id }),
    open: (about: Reported) => open.get({ ...about }),
    /** The times of an account's reports after a moment, oldest first. */
    madeAfter: async (reporterId: string, after: number, limit: number) =>
      (await made.all({ reporterId, after, limit })).map((it) => it.createdAt),
    /** The newest first. */
    page: ({ all, before, limit }: ReportPage) =>
      page.all({ all: Number(all), before, limit }),
    insert: (row: ReportRow) => statementOf(insert, { ...row }),
    close: (id: string, closedAt: number) =>
      statementOf(close, { id, closedAt }),
  };
}
