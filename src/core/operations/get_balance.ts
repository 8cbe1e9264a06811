import { Type } from "typebox";
import { defineQuery, MEMBER } from "../access/operation.ts";
import { showMoney } from "../base/money.ts";
import { closed, money, TestLabel } from "../base/schemas.ts";
import { balanceOf } from "../payments/ledger.ts";
import { statementStore } from "../payments/statement_store.ts";
import { usdcApart } from "../payments/totals/usdc_apart.ts";

/** Reads the balance of the caller's account. */
export const getBalance = defineQuery({
  name: "get_balance",
  title: "Read the balance",
  description:
    "Read what your account can spend (available), what is held for prices you offered (held), and what is held for you until you sign the receipt, less the service's fee (incoming). Test money; usdc has the amounts on a chain.",
  access: MEMBER,
  scope: "payments:read",
  input: closed({}),
  output: closed({
    available: money("The available amount."),
    held: money("Held for prices you offered."),
    incoming: money("Held by others for you."),
    currency: Type.Literal("USDC", { description: "Always USDC." }),
    label: TestLabel(),
    usdc: Type.Optional(
      closed(
        {
          held: money("Held for prices you offered."),
          incoming: money("Held by others for you."),
        },
        {
          description:
            "The same in USDC on a chain, never added to test money. The wallet itself holds what you can spend; the service does not read it.",
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
