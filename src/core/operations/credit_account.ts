import { Type } from "typebox";
import { ServiceError } from "../errors.ts";
import { loadAccount } from "../identity/accounts.ts";
import { LIMITS } from "../limits.ts";
import { parseAmount, showMoney } from "../money.ts";
import { defineCommand, OPERATOR_ONLY } from "../operation.ts";
import { balanceOf, creditWallet, mintedBy } from "../payments/ledger.ts";
import { closed, MoneySchema, PriceInput, TestLabel } from "../schemas.ts";

/** Gives an account test money. */
export const creditAccount = defineCommand({
  name: "credit_account",
  title: "Credit an account",
  description: "Give an account test money from the mint.",
  access: OPERATOR_ONLY,
  input: closed({
    accountId: Type.String({ maxLength: LIMITS.idCharsMax }),
    amount: PriceInput,
  }),
  output: closed({
    accountId: Type.String(),
    credited: MoneySchema,
    balance: MoneySchema,
    label: TestLabel(),
  }),
  chains: ({ accountId }) => [accountId],
  async run({ accountId, amount }, call) {
    const credit = parseAmount(amount, "/amount");
    if (credit === 0) throw wrong("it must be above zero");
    const { id } = await loadAccount(call, accountId);
    if ((await mintedBy(call)) + credit > LIMITS.ledgerMax) {
      throw wrong("the ledger cannot hold that much");
    }
    const before = await balanceOf(call, id);
    creditWallet(call, id, credit);
    call.record({
      chainId: id,
      type: "account.credited",
      refs: { amount: String(credit) },
    });
    return {
      accountId: id,
      credited: showMoney(credit),
      balance: showMoney(before + credit),
      label: "TEST" as const,
    };
  },
});

function wrong(detail: string): ServiceError {
  return new ServiceError("invalid_price", {
    detail: `Cannot credit the account: ${detail}.`,
    errors: [{ pointer: "/amount", code: "invalid_price", detail }],
  });
}
