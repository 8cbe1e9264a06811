import { definePreparedCommand, OPERATOR_ONLY } from "../access/operation.ts";
import {
  OperatorReportSchema,
  presentToOperator,
} from "../addresses/reports.ts";
import type { ReportRow } from "../addresses/reports_store.ts";
import { reportStore } from "../addresses/reports_store.ts";
import { closed, identifier } from "../base/schemas.ts";
import { told } from "../base/words/sentence.ts";
import type { Database } from "../db/database.ts";
import { ServiceError } from "../errors/errors.ts";

/** Marks a report as dealt with; a second time changes nothing. */
export const closeReport = definePreparedCommand({
  name: "close_report",
  title: "Close an abuse report",
  access: OPERATOR_ONLY,
  input: closed({ reportId: identifier("rpt", "Id of the report.") }),
  output: closed({ report: OperatorReportSchema }),
  prepare: ({ reportId }, { db }) => found(db, reportId),
  chains: (_input, _call, { reporterId }) => [reporterId],
  async run({ reportId }, call) {
    const row = await found(call.db, reportId);
    if (row.closedAt !== null) return { report: presentToOperator(row) };
    call.write(reportStore(call.db).close(reportId, call.now));
    call.record({
      chainId: row.reporterId,
      type: "report.closed",
      refs: { reportId },
    });
    return { report: presentToOperator({ ...row, closedAt: call.now }) };
  },
});

/** @throws report_not_found */
async function found(db: Database, reportId: string): Promise<ReportRow> {
  const row = await reportStore(db).find(reportId);
  if (row) return row;
  throw new ServiceError("report_not_found", {
    detail: told`Cannot find the report.`,
  });
}
