import { Type } from "typebox";
import type { CommandCall } from "../access/context.ts";
import { defineCommand, OPERATOR_ONLY } from "../access/operation.ts";
import { parseAmount } from "../access/parse_money.ts";
import { LIMITS } from "../base/limits.ts";
import { showMoney } from "../base/money.ts";
import {
  closed,
  flag,
  money,
  PriceInput,
  string,
  TestLabel,
} from "../base/schemas.ts";
import type { Sentence } from "../base/words/sentence.ts";
import { told } from "../base/words/sentence.ts";
import { ServiceError } from "../errors/errors.ts";
import { loadAccount } from "../identity/accounts.ts";
import type { Credit } from "../payments/ledger.ts";
import {
  balanceOf,
  creditWallet,
  isCredited,
  mintedBy,
} from "../payments/ledger.ts";

/** Gives an account test money. */
export const creditAccount = defineCommand({
  name: "credit_account",
  title: "Credit an account",
  access: OPERATOR_ONLY,
  input: closed({
    accountId: Type.String({ maxLength: LIMITS.idCharsMax }),
    amount: PriceInput,
    key: Type.Optional(
      Type.String({
        description:
          "Your key for this one credit. A repeat adds nothing; another amount or account is refused.",
        pattern: "^[\\x21-\\x7e]+$",
        maxLength: LIMITS.idempotencyKeyCharsMax,
      }),
    ),
  }),
  output: closed({
    accountId: string("Id of the account."),
    credited: money("The amount added."),
    balance: money("The available amount."),
    repeated: flag("True if it was already added under this key."),
    label: TestLabel(),
  }),
  chains: ({ accountId }) => [accountId],
  async run({ accountId, amount: given, key }, call) {
    const amount = parseAmount(given, "/amount");
    if (amount === 0) throw wrong(told`it must be more than zero`);
    const { id } = await loadAccount(call, accountId);
    const credit = { accountId: id, amount, ...(key !== undefined && { key }) };
    const repeated = await isCredited(call, credit);
    const before = await balanceOf(call, id);
    if (!repeated) await give(call, credit);
    return {
      accountId: id,
      credited: showMoney(amount),
      balance: showMoney(repeated ? before : before + amount),
      repeated,
      label: "TEST" as const,
    };
  },
});

async function give(call: CommandCall, credit: Credit): Promise<void> {
  const { accountId, amount } = credit;
  if ((await mintedBy(call)) + amount > LIMITS.ledgerMax) {
    throw wrong(told`the ledger cannot hold that much`);
  }
  creditWallet(call, credit);
  call.record({
    chainId: accountId,
    type: "account.credited",
    refs: { amount: String(amount) },
  });
}

function wrong(detail: Sentence): ServiceError {
  return new ServiceError("invalid_price", {
    detail: told`Cannot credit the account: ${detail}.`,
    errors: [{ pointer: "/amount", code: "invalid_price", detail }],
  });
}
