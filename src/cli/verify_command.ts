import type { Command } from "commander";
import { run } from "../../packages/terminal/src/operator/run.ts";
import { coreOf } from "./core_of.ts";

/** `svc verify` */
export function addVerifyCommand(svc: Command): void {
  svc
    .command("verify")
    .description("check everything stored for damage")
    .option("--accept", "accept the file's pages as they are from now on")
    .addHelpText(
      "after",
      `
Checks each page of the file, its structure and indexes, every audit chain with its
content, files against their hashes, and the ledger. A running service does this once a
day and keeps answering; /healthz has the last result. Exits 1 if anything is wrong:
restore an earlier backup. A page that another program wrote counts as wrong, too; if
that was you, use --accept.

Example:
  svc verify --json`,
    )
    .action((options: { readonly accept?: true }, command: Command) =>
      run(command, async (operator) => {
        const { operationsOf, verifyAll } = await coreOf(command);
        const output = await verifyAll(operationsOf(operator), options);
        const text = output.ok
          ? `All good: the file, ${output.records} records in ${output.chains} chains with their content, and the ledger.`
          : output.problems.join("\n");
        return { output, text, isBad: !output.ok };
      }),
    );
}
