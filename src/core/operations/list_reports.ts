import { Type } from "typebox";
import { defineQuery, OPERATOR_ONLY } from "../access/operation.ts";
import {
  OperatorReportSchema,
  presentToOperator,
} from "../addresses/reports.ts";
import { reportStore } from "../addresses/reports_store.ts";
import { LIMITS } from "../base/limits.ts";
import { closed, flag, nullable, string } from "../base/schemas.ts";

/** Above every id. */
const LAST = "~";

/** Lists whom accounts have reported, the newest first. */
export const listReports = defineQuery({
  name: "list_reports",
  title: "List the reports of abuse",
  description:
    "List whom accounts have reported to you, the newest first; without all, what is still open.",
  access: OPERATOR_ONLY,
  input: closed({
    all: Type.Optional(flag("True: also those that are closed.")),
    before: Type.Optional(
      Type.String({
        description: "Only older ones than this report.",
        maxLength: LIMITS.idCharsMax,
      }),
    ),
  }),
  output: closed({
    reports: Type.Array(OperatorReportSchema, {
      description: "One page of them, the newest first.",
    }),
    nextBefore: nullable(
      string("Send it as before for the next page; null after the last."),
    ),
  }),
  async run({ all = false, before = LAST }, { db }) {
    const limit = LIMITS.reportListMax;
    const rows = await reportStore(db).page({ all, before, limit });
    const last = rows.length === limit ? rows.at(-1) : undefined;
    return {
      reports: rows.map(presentToOperator),
      nextBefore: last?.id ?? null,
    };
  },
});
