import { Type } from "typebox";
import { defineQuery, OPERATOR_ONLY } from "../access/operation.ts";
import { closed, flag, integer } from "../base/schemas.ts";
import { trialBalance } from "../payments/ledger.ts";
import { ledgerRail } from "../payments/ledger_rail.ts";

/** Checks the ledger against itself and against the payments. */
export const verifyLedger = defineQuery({
  name: "verify_ledger",
  title: "Verify the ledger",
  access: OPERATOR_ONLY,
  input: closed({}),
  output: closed({
    ok: flag("True if nothing is wrong."),
    sum: integer("All entries; zero if right."),
    faults: Type.Array(
      closed({ about: Type.String(), problem: Type.String() }),
    ),
  }),
  async run(_input, call) {
    const { entries, balances } = await trialBalance(call);
    const faults = [...(await ledgerRail.reconcile(call))];
    const isZero = entries === 0 && balances === 0;
    return { ok: isZero && faults.length === 0, sum: entries, faults };
  },
});
