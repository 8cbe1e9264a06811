import { Type } from "typebox";
import { ANYONE, defineQuery } from "../operation.ts";
import { trialBalance } from "../payments/ledger.ts";
import { closed } from "../schemas.ts";

/** Says whether the database answers and the ledger balances. */
export const getHealth = defineQuery({
  name: "get_health",
  title: "Check the service",
  description: "Whether the database answers and the ledger sums to zero.",
  access: ANYONE,
  input: closed({}),
  output: closed({
    ok: Type.Boolean(),
    ledger: closed({
      sum: Type.Integer({ description: "All entries; zero if right." }),
      drifted: Type.Integer({
        description: "Accounts whose balance is not their entries.",
      }),
    }),
  }),
  async run(_input, call) {
    const { entries, balances, drifted } = await trialBalance(call);
    const ok = entries === 0 && balances === 0 && drifted === 0;
    return { ok, ledger: { sum: entries, drifted } };
  },
});
