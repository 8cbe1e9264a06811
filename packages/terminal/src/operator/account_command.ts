import type { Command } from "commander";
import { Option } from "commander";
import { showFields, showTable } from "../columns.ts";
import { askFirstPayment } from "./credential_command.ts";
import { accountIdOf } from "./find.ts";
import type { OutputOf } from "./operations.ts";
import { addPayoutCommand } from "./payout_command.ts";
import { run } from "./run.ts";
import { credentialFields, showToken } from "./show.ts";

interface AddOptions {
  readonly name: string;
  readonly localPart?: string;
  readonly credit?: string;
  readonly kind?: "person" | "agent";
  readonly email?: string;
  readonly askFirstPayment?: boolean;
}

/** `svc account …` */
export function addAccountCommand(svc: Command): void {
  const account = svc
    .command("account")
    .description("manage accounts")
    .addHelpText(
      "after",
      `
Examples:
  svc account add --local-part alice --name "Alice" --email alice@example.org
  svc account list
  svc account disable alice@inbox.localhost
  svc account enable alice@inbox.localhost
  svc account payout alice@inbox.localhost 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed
  svc account delete alice@inbox.localhost --confirm alice@inbox.localhost`,
    );
  add(account);
  list(account);
  disable(account);
  enable(account);
  remove(account);
  addPayoutCommand(account);
}

function add(parent: Command): void {
  parent
    .command("add")
    .description("create an account with a free address and a first credential")
    .requiredOption("--name <name>", "display name")
    .option("--local-part <text>", "part before the @ of its free address")
    .option("--credit <amount>", "starting test money in USDC, such as 100.00")
    .option("--email <mailbox>", "email that its person signs in with")
    .addOption(
      new Option("--kind <kind>", "kind of account (default: person)") //
        .choices(["person", "agent"]),
    )
    .addOption(askFirstPayment())
    .addHelpText(
      "after",
      `
Examples:
  svc account add --local-part alice --name "Alice" --email alice@example.org
  svc account add --local-part bot --name "Alice's bot" --kind agent --credit 25.00
  svc account add --local-part carol --name "Carol" --json`,
    )
    .action((options: AddOptions, command: Command) =>
      run(command, async (operator) => {
        const { name, localPart, credit, kind, email } = options;
        const { askFirstPayment: asks } = options;
        const output = await operator.run("add_account", {
          name,
          ...(localPart !== undefined && { localPart }),
          ...(credit !== undefined && { credit }),
          ...(kind !== undefined && { kind }),
          ...(email !== undefined && { email }),
          ...(asks && { askFirstPayment: asks }),
        });
        const { account, address, credential, token } = output;
        const fields = showFields([
          [
            "Account",
            `${account.displayName} (${account.id}, ${account.kind})`,
          ],
          ["Address", address?.address ?? "none yet"],
          ...cardFields(address),
          ["Sign-in", email ?? "no one; set --email so that a person can"],
          ...credentialFields(credential),
        ]);
        return { output, text: `${fields}\n\n${showToken(token)}` };
      }),
    );
}

/** Where the account's agent card is, in a form that any program can follow. */
function cardFields(
  address: OutputOf<"add_account">["address"],
): readonly (readonly [string, string])[] {
  const url = address?.agentCardByPath ?? address?.cardUrl;
  return url ? [["Agent card", url]] : [];
}

function list(parent: Command): void {
  parent
    .command("list")
    .description("list accounts, newest first")
    .option("--before <id>", "only accounts older than this one")
    .action((options: { readonly before?: string }, command: Command) =>
      run(command, async (operator) => {
        const output = await operator.run("list_accounts", options);
        const rows = output.accounts.map(({ account, address, email }) => [
          address ?? "",
          account.displayName,
          account.kind,
          email ?? "",
          account.id,
          account.disabledAt === null ? "open" : "disabled",
        ]);
        const head = ["Address", "Name", "Kind", "Signs in", "Id", "Status"];
        const more =
          output.nextBefore === null
            ? ""
            : `\n\nOlder ones: --before ${output.nextBefore}`;
        return { output, text: showTable([head, ...rows]) + more };
      }),
    );
}

function disable(parent: Command): void {
  parent
    .command("disable")
    .description(
      "lock an account: end its sessions, credentials and OAuth clients",
    )
    .argument("<account>", "address, local-part or id")
    .action((named: string, _options, command: Command) =>
      run(command, async (operator) => {
        const accountId = await accountIdOf(operator, named);
        const output = await operator.run("disable_account", { accountId });
        return { output, text: `Disabled ${nameOf(output.account)}.` };
      }),
    );
}

function enable(parent: Command): void {
  parent
    .command("enable")
    .description("unlock an account; its person signs in again")
    .argument("<account>", "address, local-part or id")
    .action((named: string, _options, command: Command) =>
      run(command, async (operator) => {
        const accountId = await accountIdOf(operator, named);
        const output = await operator.run("enable_account", { accountId });
        return { output, text: `Enabled ${nameOf(output.account)}.` };
      }),
    );
}

function remove(parent: Command): void {
  parent
    .command("delete")
    .description("delete an account for good, with everything that only it has")
    .argument("<account>", "address, local-part or id")
    .option(
      "--confirm <account>",
      "repeat the account; without this, only show what would go",
    )
    .addHelpText(
      "after",
      `
Refused while money is held from or for the account. docs/deletion.md says what goes
and what stays. This can't be undone, so run svc export first.`,
    )
    .action(
      (
        named: string,
        { confirm }: { readonly confirm?: string },
        command: Command,
      ) =>
        run(command, async (operator) => {
          if (confirm !== undefined && confirm !== named) {
            throw new Error(
              `Cannot delete the account: --confirm names ${confirm} instead`,
            );
          }
          const accountId = await accountIdOf(operator, named);
          const output = await operator.run("delete_account", {
            accountId,
            ...(confirm !== undefined && { confirm: accountId }),
          });
          let { hasMore } = { hasMore: output.begun };
          while (hasMore) {
            ({ hasMore } = await operator.run("continue_deletion", {
              accountId,
            }));
          }
          return { output, text: deletionText(output) };
        }),
    );
}

/** Lists what a deletion has erased, or would erase. */
function deletionText({
  begun,
  erases,
  stays,
  held,
  forfeited,
}: OutputOf<"delete_account">): string {
  const list = (lines: readonly string[]) => lines.map((it) => `  ${it}`);
  return [
    begun ? "Account deleted. Erased:" : "Would be erased:",
    ...list(erases),
    ...(begun ? [] : [`  ${forfeited.amount} of its wallet.`]),
    "Stays:",
    ...list(stays),
    ...(held.length > 0 ? ["Refused while money is held in:"] : []),
    ...list(held),
  ].join("\n");
}

function nameOf(account: {
  readonly displayName: string;
  readonly id: string;
}) {
  return `${account.displayName} (${account.id})`;
}
