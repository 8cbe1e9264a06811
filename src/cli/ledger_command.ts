import type { Command } from "commander";
import { TEST_USDC } from "../core/base/money.ts";
import { creditAccount } from "../core/operations/credit_account.ts";
import { findAccount } from "../core/operations/find_account.ts";
import { readStatement } from "../core/operations/read_statement.ts";
import { verifyLedger } from "../core/operations/verify_ledger.ts";
import type { Operator } from "./operator.ts";
import { run } from "./run.ts";
import { showFields, showTable } from "./show.ts";

interface PageOptions {
  readonly limit?: string;
  readonly cursor?: string;
}

/** `svc ledger …` */
export function addLedgerCommand(svc: Command): void {
  const ledger = svc
    .command("ledger")
    .description("the test money of all accounts")
    .addHelpText(
      "after",
      `
Examples:
  svc ledger credit alice@inbox.localhost 25.00 --key order-1042
  svc ledger statement alice@inbox.localhost --limit 50
  svc ledger verify --json`,
    );
  credit(ledger);
  statement(ledger);
  verify(ledger);
}

function credit(ledger: Command): void {
  ledger
    .command("credit")
    .description("give an account test money")
    .argument("<account>", "its address, local-part or id")
    .argument("<amount>", "in USDC, such as 25.00")
    .option("--key <text>", "credit once under this key, however often it runs")
    .addHelpText(
      "after",
      `
Choose a key of your own for each credit, and run the same again if you did not
see it end: under one key money is given once. The same key with another amount or
account is refused. Without a key each run gives money.`,
    )
    .action((account: string, amount: string, _options, command: Command) =>
      run(command, async (operator) => {
        const accountId = await idOf(operator, account);
        const { key } = command.opts<{ key?: string }>();
        const output = await operator.run(creditAccount, {
          accountId,
          amount,
          ...(key !== undefined && { key }),
        });
        const { credited, balance, repeated } = output;
        const before = repeated ? ", before: nothing was given again" : "";
        const text = showFields([
          ["Account", accountId],
          ["Credited", `${credited.amount} ${TEST_USDC}${before}`],
          ["Balance", `${balance.amount} ${TEST_USDC}`],
        ]);
        return { output, text };
      }),
    );
}

function statement(ledger: Command): void {
  ledger
    .command("statement")
    .description("list what moved in an account, newest first")
    .argument("<account>", "its address, local-part or id")
    .option("--limit <count>", "how many entries")
    .option("--cursor <text>", "where the page before ended")
    .action((account: string, options: PageOptions, command: Command) =>
      run(command, async (operator) => {
        const { limit, cursor } = options;
        const output = await operator.run(readStatement, {
          accountId: await idOf(operator, account),
          ...(limit !== undefined && { limit: Number(limit) }),
          ...(cursor !== undefined && { cursor }),
        });
        const rows = output.entries.map((it) => [
          it.at,
          it.kind,
          it.amount.amount,
          it.balanceAfter.amount,
          it.counterparty ?? "-",
          it.conversationId ?? "-",
        ]);
        const head = ["At", "Kind", TEST_USDC, "Balance", "With", "In"];
        const more =
          output.nextCursor === null
            ? ""
            : `\n\nMore: --cursor ${output.nextCursor}`;
        return { output, text: showTable([head, ...rows]) + more };
      }),
    );
}

function verify(ledger: Command): void {
  ledger
    .command("verify")
    .description("hold the ledger against itself and against the payments")
    .addHelpText(
      "after",
      `
Exits 1 if entries do not sum to zero, a balance is not its entries, or an
escrow does not match a held payment.`,
    )
    .action((_options, command: Command) =>
      run(command, async (operator) => {
        const output = await operator.run(verifyLedger, {});
        const { ok, sum, faults } = output;
        const lines = faults.map((it) => `${it.about}: ${it.problem}`);
        const text = ok
          ? "The ledger is right: all entries sum to zero, every escrow has its payment (TEST)."
          : [`All entries sum to ${sum}.`, ...lines].join("\n");
        return { output, text, isBad: !ok };
      }),
    );
}

async function idOf(operator: Operator, account: string): Promise<string> {
  return (await operator.run(findAccount, { account })).account.id;
}
