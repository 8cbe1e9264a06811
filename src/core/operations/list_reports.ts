import { Type } from "typebox";
import { defineQuery, OPERATOR_ONLY } from "../access/operation.ts";
import {
  OperatorReportSchema,
  presentToOperator,
} from "../addresses/reports.ts";
import { reportStore } from "../addresses/reports_store.ts";
import { LIMITS } from "../base/limits.ts";
import { Before, closed, flag, NextBefore } from "../base/schemas.ts";

/** Above every id. */
const LAST = "~";

/** Lists the reports of accounts, newest first. */
export const listReports = defineQuery({
  name: "list_reports",
  title: "List abuse reports",
  access: OPERATOR_ONLY,
  input: closed({
    all: Type.Optional(flag("True: also closed ones.")),
    before: Before,
  }),
  output: closed({
    reports: Type.Array(OperatorReportSchema, {
      description: "One page, newest first.",
    }),
    nextBefore: NextBefore,
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
