import type { Command } from "commander";
import { Option } from "commander";
import { addAccount } from "../core/operations/add_account.ts";
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
  svc
    .command("account")
    .description("accounts and inboxes")
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
