import type { Static } from "typebox";
import { Type } from "typebox";
import type { CommandCall } from "../access/context.ts";
import { LIMITS } from "../base/limits.ts";
import { Word } from "../base/own_words.ts";
import { closed, string, timestamp } from "../base/schemas.ts";
import { DAY_MS, showTime } from "../base/time.ts";
import { told } from "../base/words/sentence.ts";
import { ServiceError } from "../errors/errors.ts";
import type { ReportRow } from "./reports_store.ts";
import { reportStore } from "./reports_store.ts";

/** The reasons for a report. */
export const REPORT_REASONS = [
  "spam",
  "scam",
  "harassment",
  "impersonation",
  "illegal",
  "other",
] as const;

export const ReportReason = Type.Enum([...REPORT_REASONS], {
  description: "Reason of the report.",
});

const REPORT_FIELDS = {
  reportId: Word("id", "Id of the report."),
  address: Word("address", "The reported account."),
  reason: ReportReason,
  note: string("The reporter's note; may be empty."),
  conversationId: Type.Optional(
    Word("id", "The conversation that it is about."),
  ),
  state: Type.Enum(["open", "closed"], {
    description: "Closed once the operator has dealt with it.",
  }),
  createdAt: timestamp("When it was created."),
};

/** A report for the account that made it. */
export const ReportSchema = closed(REPORT_FIELDS);

/** The same for the operator. */
export const OperatorReportSchema = closed({
  ...REPORT_FIELDS,
  reporterId: Word("id", "Account that reported."),
  reportedId: Type.Optional(
    Word("id", "Account behind the address; absent for an ordinary one."),
  ),
});

/** Shows a report to the account that made it. */
export function presentReport(row: ReportRow): Static<typeof ReportSchema> {
  const { id, address, reason, note, conversationId } = row;
  return {
    reportId: id,
    address,
    reason,
    note,
    ...(conversationId !== "" && { conversationId }),
    state: row.closedAt === null ? "open" : "closed",
    createdAt: showTime(row.createdAt),
  };
}

/** Shows a report to the operator. */
export function presentToOperator(
  row: ReportRow,
): Static<typeof OperatorReportSchema> {
  const { reporterId, reported, address } = row;
  return {
    ...presentReport(row),
    reporterId,
    ...(reported !== address && { reportedId: reported }),
  };
}

/** Checks whether the caller may make another report. @throws rate_limited */
export async function checkReportsLeft(call: CommandCall): Promise<void> {
  const most = LIMITS.reportsPerDayMax;
  const made = await reportStore(call.db).madeAfter(
    call.member.accountId,
    call.now - DAY_MS,
    most,
  );
  const [oldest] = made;
  if (oldest === undefined || made.length < most) return;
  throw new ServiceError("rate_limited", {
    detail: told`Cannot report more than ${most} times a day.`,
    extra: { retryAfter: Math.ceil((oldest + DAY_MS - call.now) / 1_000) },
  });
}
