import type { Command } from "commander";
import { verifyAudit } from "../core/operations/verify_audit.ts";
import {
  compareWithFile,
  exportCheckpoint,
  makeAll,
} from "./checkpoint_file.ts";
import { run } from "./run.ts";
import { showFields } from "./show.ts";

const PROVEN = `
What it proves depends on what an intruder had:
  the database alone      they can change nothing unseen that a checkpoint covers,
                          and add or rewrite no record: its key is not in the database.
                          Taking away the last commits together with their rows, or all
                          checkpoints with what they cover, shows only against a copy
                          of a checkpoint. Contacts, profiles, settings, tokens and the
                          sign-in are in no record: docs/audit.md has the list.
  also the signing key    only a copy of a checkpoint that you keep elsewhere shows it:
                          svc audit checkpoint FILE now, --against FILE later.
                          All records of that copy are proven, later ones are not.
  a deleted signing key   the service makes another, and everything signed before is
                          reported as not signed with the service's key: restore it.`;

/** `svc audit …` */
export function addAuditCommand(svc: Command): void {
  const audit = svc.command("audit").description("the hash-linked records");
  addVerify(audit);
  addCheckpoint(audit);
}

function addVerify(audit: Command): void {
  audit
    .command("verify")
    .description(
      "recompute every hash of one audit chain, or of all, and compare what is stored",
    )
    .argument("[conversationId]", "one conversation; all chains, if absent")
    .option("--against <file>", "also compare with a checkpoint that you kept")
    .addHelpText(
      "after",
      `
Exits 1 if a record was changed, removed or put in, or if a stored conversation,
message, file, decision, payment or transfer is not what its record commits to.
${PROVEN}

Examples:
  svc audit verify
  svc audit verify --against /mnt/elsewhere/checkpoint.txt
  svc audit verify cnv_01k… --json`,
    )
    .action(
      (
        conversationId: string | undefined,
        { against }: { readonly against?: string },
        command: Command,
      ) =>
        run(command, async (operator) => {
          const found = await operator.run(
            verifyAudit,
            conversationId === undefined ? {} : { conversationId },
          );
          const since =
            against === undefined
              ? []
              : await compareWithFile(operator, against);
          const faults = [...found.faults, ...since];
          const ok = faults.length === 0;
          const output = { ...found, ok, faults };
          const { chains, records } = output;
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

function addCheckpoint(audit: Command): void {
  audit
    .command("checkpoint")
    .description("sign where all audit chains end now, and export it")
    .argument(
      "[file]",
      "a new file for the checkpoint and the list of all chains",
    )
    .addHelpText(
      "after",
      `
The service makes one in every minute in which something changed. Keep copies of it
where an intruder of this machine cannot reach them.

Examples:
  svc audit checkpoint
  svc audit checkpoint /mnt/elsewhere/checkpoint.txt`,
    )
    .action((file: string | undefined, _options, command: Command) =>
      run(command, async (operator) => {
        const output =
          file === undefined
            ? await makeAll(operator)
            : await exportCheckpoint(operator, file);
        const text = showFields([
          ["Checkpoint", String(output.number)],
          ["Made", output.at],
          ["Chains", String(output.chains)],
          ["Root", output.root],
          ["Key", output.key],
        ]);
        return { output, text };
      }),
    );
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
