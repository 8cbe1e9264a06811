import { Type } from "typebox";
import { defineQuery, MEMBER } from "../access/operation.ts";
import { showMoney } from "../base/money.ts";
import { closed, money, TestLabel } from "../base/schemas.ts";
import { balanceOf } from "../payments/ledger.ts";
import { statementStore } from "../payments/statement_store.ts";
import { usdcApart } from "../payments/totals/usdc_apart.ts";

/** Says what the caller's account has. */
export const getBalance = defineQuery({
  name: "get_balance",
  title: "Read the balance",
  description:
    "What your account can spend (available), what is set aside for prices that you offered (held), and what is held for you until you sign the receipt, less the service's fee (incoming). Test money; usdc has what is held on a chain.",
  access: MEMBER,
  scope: "payments:read",
  input: closed({}),
  output: closed({
    available: money("What can be spent."),
    held: money("What is set aside for open prices of yours."),
    incoming: money("What others have set aside for you."),
    currency: Type.Literal("USDC", { description: "Always USDC." }),
    label: TestLabel(),
    usdc: Type.Optional(
      closed(
        {
          held: money("What is held for open prices of yours."),
          incoming: money("What others have held for you."),
        },
        {
          description:
            "The same in USDC on a chain, which is never added to test money; what can be spent is in the wallet, which the service does not read.",
        },
      ),
    ),
  }),
  tool: { destructive: false, idempotent: true, openWorld: false },
  async run(_input, call) {
    const { accountId } = call.member;
    const available = await balanceOf(call, accountId);
    const store = statementStore(call.db);
    const { held, incoming } = await store.held(accountId, "TEST");
    const onChain = await store.held(accountId, "USDC");
    return {
      available: showMoney(available),
      held: showMoney(held),
      incoming: showMoney(incoming),
      currency: "USDC" as const,
      label: "TEST" as const,
      ...usdcApart(call, onChain, (sums) => ({
        held: showMoney(sums.held),
        incoming: showMoney(sums.incoming),
      })),
    };
  },
});
