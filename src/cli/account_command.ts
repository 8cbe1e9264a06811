import type { Command } from "commander";
import { Option } from "commander";
import { addAccount } from "../core/operations/add_account.ts";
import { disableAccount } from "../core/operations/disable_account.ts";
import { enableAccount } from "../core/operations/enable_account.ts";
import { accountIdOf } from "./find.ts";
import { run } from "./run.ts";
import { credentialFields, showFields, showToken } from "./show.ts";

interface AddOptions {
  readonly name: string;
  readonly localPart?: string;
  readonly credit?: string;
  readonly kind?: "person" | "agent";
}

/** `svc account …` */
export function addAccountCommand(svc: Command): void {
  const account = svc
    .command("account")
    .description("accounts and inboxes")
    .addHelpText(
      "after",
      `
Examples:
  svc account add --local-part alice --name "Alice"
  svc account disable alice@inbox.localhost
  svc account enable alice@inbox.localhost`,
    );
  add(account);
  disable(account);
  enable(account);
}

function add(parent: Command): void {
  parent
    .command("add")
    .description("make an account, its free address and its first credential")
    .requiredOption("--name <name>", "name that others see")
    .option("--local-part <text>", "what precedes the @ of its free address")
    .option("--credit <amount>", "opening test money in USDC, such as 100.00")
    .addOption(
      new Option("--kind <kind>", "whose inbox it is (default: person)") //
        .choices(["person", "agent"]),
    )
    .addHelpText(
      "after",
      `
Examples:
  svc account add --local-part alice --name "Alice"
  svc account add --local-part bot --name "Alice's bot" --kind agent --credit 25.00
  svc account add --local-part carol --name "Carol" --json`,
    )
    .action((options: AddOptions, command: Command) =>
      run(command, async (operator) => {
        const { name, localPart, credit, kind } = options;
        const output = await operator.run(addAccount, {
          name,
          ...(localPart !== undefined && { localPart }),
          ...(credit !== undefined && { credit }),
          ...(kind !== undefined && { kind }),
        });
        const { account, address, credential, token } = output;
        const fields = showFields([
          [
            "Account",
            `${account.displayName} (${account.id}, ${account.kind})`,
          ],
          ["Address", address?.address ?? "none yet"],
          ...credentialFields(credential),
        ]);
        return { output, text: `${fields}\n\n${showToken(token)}` };
      }),
    );
}

function disable(parent: Command): void {
  parent
    .command("disable")
    .description("let nobody in: sessions, credentials and OAuth clients")
    .argument("<account>", "its address, local-part or id")
    .action((named: string, _options, command: Command) =>
      run(command, async (operator) => {
        const accountId = await accountIdOf(operator, named);
        const output = await operator.run(disableAccount, { accountId });
        return { output, text: `Disabled ${nameOf(output.account)}.` };
      }),
    );
}

function enable(parent: Command): void {
  parent
    .command("enable")
    .description("let them in again; people sign in anew")
    .argument("<account>", "its address, local-part or id")
    .action((named: string, _options, command: Command) =>
      run(command, async (operator) => {
        const accountId = await accountIdOf(operator, named);
        const output = await operator.run(enableAccount, { accountId });
        return { output, text: `Enabled ${nameOf(output.account)}.` };
      }),
    );
}

function nameOf(account: {
  readonly displayName: string;
  readonly id: string;
}) {
  return `${account.displayName} (${account.id})`;
}
