import type { Command } from "commander";
import { verifyAudit } from "../core/operations/verify_audit.ts";
import { run } from "./run.ts";

/** `svc audit …` */
export function addAuditCommand(svc: Command): void {
  svc
    .command("audit")
    .description("the hash-linked records")
    .command("verify")
    .description(
      "recompute every hash of one audit chain, or of all, and compare what is stored",
    )
    .argument("[conversationId]", "one conversation; all chains, if absent")
    .addHelpText(
      "after",
      `
Exits 1 if a record was changed, removed or put in, or if a stored conversation,
message, file, decision, payment or transfer is not what its record commits to.

Examples:
  svc audit verify
  svc audit verify cnv_01k… --json`,
    )
    .action((conversationId: string | undefined, _options, command: Command) =>
      run(command, async (operator) => {
        const output = await operator.run(
          verifyAudit,
          conversationId === undefined ? {} : { conversationId },
        );
        const { ok, chains, records, faults } = output;
        const text = ok
          ? `Every link holds, and all that is stored is what was recorded: ${count(records, "record")} in ${count(chains, "chain")}.`
          : faults
              .map(
                ({ chainId, seq, problem }) =>
                  `${chainId}${seq > 0 ? ` record ${seq}` : ""}: ${problem}`,
              )
              .join("\n");
        return { output, text, isBad: !ok };
      }),
    );
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
