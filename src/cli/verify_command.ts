import type { Command } from "commander";
import { verifyAll } from "../core/loops/upkeep_tasks.ts";
import { run } from "./run.ts";

/** `svc verify` */
export function addVerifyCommand(svc: Command): void {
  svc
    .command("verify")
    .description("look for damage in everything that is stored")
    .option("--accept", "take the pages of the file as they are, from now on")
    .addHelpText(
      "after",
      `
Each page of the file, its structure and indexes, every audit chain with the content that it commits to,
files against their hashes, the ledger. A running service does it by itself once a day
and goes on answering; /healthz says what was found last. Exits 1 if anything is wrong:
restore a backup of before then. A page that another program than the service wrote is
wrong, too; if that was you, --accept says so.

Example:
  svc verify --json`,
    )
    .action((options: { readonly accept?: true }, command: Command) =>
      run(command, async (operator) => {
        const output = await verifyAll(
          (operation, input) => operator.run(operation, input),
          options,
        );
        const text = output.ok
          ? `Nothing is wrong: the file, ${output.records} records in ${output.chains} chains with what they commit to, and the ledger.`
          : output.problems.join("\n");
        return { output, text, isBad: !output.ok };
      }),
    );
}
