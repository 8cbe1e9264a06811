import type { Command } from "commander";
import { currencyText } from "../../../../src/core/base/money.ts";
import type { VerifiedRail } from "../../../../src/core/loops/verify_chain.ts";
import { verifyChain } from "../../../../src/core/loops/verify_chain.ts";
import { showFields, showTable } from "../columns.ts";
import { accountIdOf } from "./find.ts";
import { run } from "./run.ts";

interface PageOptions {
  readonly limit?: string;
  readonly cursor?: string;
}

const TEST_MONEY = currencyText({ label: "TEST" });

/** `svc ledger …` */
export function addLedgerCommand(svc: Command): void {
  const ledger = svc
    .command("ledger")
    .description("manage test money")
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
    .description("add test money to an account")
    .argument("<account>", "address, local-part or id")
    .argument("<amount>", "amount in USDC, such as 25.00")
    .option("--key <text>", "credit only once under this key")
    .addHelpText(
      "after",
      `
Choose a new key for each credit, and run the same command again if you didn't see it
finish: each key credits once. The same key with another amount or account is refused.
Without a key, every run credits.`,
    )
    .action((account: string, amount: string, _options, command: Command) =>
      run(command, async (operator) => {
        const accountId = await accountIdOf(operator, account);
        const { key } = command.opts<{ key?: string }>();
        const output = await operator.run("credit_account", {
          accountId,
          amount,
          ...(key !== undefined && { key }),
        });
        const { credited, balance, repeated } = output;
        const before = repeated ? " earlier; nothing was added" : "";
        const text = showFields([
          ["Account", accountId],
          ["Credited", `${credited.amount} ${TEST_MONEY}${before}`],
          ["Balance", `${balance.amount} ${TEST_MONEY}`],
        ]);
        return { output, text };
      }),
    );
}

function statement(ledger: Command): void {
  ledger
    .command("statement")
    .description("list an account's movements, newest first")
    .argument("<account>", "address, local-part or id")
    .option("--limit <count>", "number of entries")
    .option("--cursor <text>", "cursor from the previous page")
    .action((account: string, options: PageOptions, command: Command) =>
      run(command, async (operator) => {
        const { limit, cursor } = options;
        const output = await operator.run("read_statement", {
          accountId: await accountIdOf(operator, account),
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
        const head = ["At", "Kind", TEST_MONEY, "Balance", "With", "In"];
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
    .description("check the ledger, and compare both rails with the payments")
    .addHelpText(
      "after",
      `
Exits 1 if the entries don't sum to zero, a balance differs from its entries, or an
escrow doesn't match a held payment. Prices held on a chain are compared with the escrow
contract, each by itself and all with its tokens; this also exits 1 if the node doesn't
answer.`,
    )
    .action((_options, command: Command) =>
      run(command, async (operator) => {
        const books = await operator.run("verify_ledger", {});
        const chain = await verifyChain((input) =>
          operator.run("verify_rail", input),
        );
        const ok = books.ok && chain.ok;
        const faults = [...books.faults, ...chain.faults];
        const lines = faults.map((it) => `${it.about}: ${it.problem}`);
        const onChain = chainWords(chain);
        const text = [
          books.ok
            ? "The ledger is correct: all entries sum to zero, and every escrow has its payment (TEST)."
            : `The ledger isn't correct. All entries sum to ${books.sum}.`,
          ...onChain,
          ...lines,
        ].join("\n");
        const { isAway, checked } = chain;
        const output = { ...books, ok, faults, chain: { isAway, checked } };
        return { output, text, isBad: !ok };
      }),
    );
}

function chainWords({ ok, isAway, checked }: VerifiedRail): readonly string[] {
  if (isAway) return ["The chain's node doesn't answer."];
  if (checked === 0) return [];
  const end = ok ? "all match the escrow and its tokens" : "not all match";
  return [`On the chain: ${checked} payments, ${end}.`];
}
