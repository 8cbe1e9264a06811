import type { Command } from "commander";
import { showFields } from "../columns.ts";
import { makeAll } from "./log_checkpoint.ts";
import { run } from "./run.ts";
import type { Runner } from "./runner.ts";

const PROVEN = `
What this proves depends on what an intruder had:
  only the database       they can't change anything that a checkpoint covers, or add
                          or rewrite a record: its key isn't in the database.
                          Removing the last commits with their rows, or all
                          checkpoints with what they cover, shows only against a
                          saved checkpoint. Contacts, profiles, settings, tokens and the
                          sign-in have no record; docs/audit.md has the list.
  also the signing key    only a checkpoint that you save elsewhere shows it: svc
                          audit checkpoint FILE now, --against FILE later. It
                          proves its own records, not later ones.
  a deleted signing key   the service creates another, and everything signed before
                          is reported as not signed by it. Restore the old key.`;

/** `svc audit …` */
export function addAuditCommand(svc: Command): void {
  const audit = svc
    .command("audit")
    .description("verify the hash-linked records");
  addVerify(audit);
  addLogCheckpoint(audit);
}

function addVerify(audit: Command): void {
  audit
    .command("verify")
    .description(
      "recompute every hash of one or all audit chains, and compare what is stored",
    )
    .argument("[conversationId]", "conversation id (default: all chains)")
    .option("--against <file>", "also compare with a checkpoint you saved")
    .addHelpText(
      "after",
      `
Exits 1 if a record was changed, removed or inserted, or if a stored conversation,
message, file, decision, payment or transfer differs from its record.
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
          const { mark: _mark, ...found } = await operator.run(
            "verify_audit",
            conversationId === undefined ? {} : { conversationId },
          );
          const since =
            against === undefined ? null : await problemIn(operator, against);
          const faults = [...found.faults];
          if (since !== null) {
            faults.push({
              chainId: "the saved checkpoint",
              seq: 0,
              problem: since,
            });
          }
          const ok = faults.length === 0;
          const output = { ...found, ok, faults };
          const { chains, records } = output;
          const text = ok
            ? `All links hold, and everything stored matches its record: ${count(records, "record")} in ${count(chains, "chain")}.`
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

function addLogCheckpoint(audit: Command): void {
  audit
    .command("checkpoint")
    .description("sign the log with all chains as they are now")
    .argument("[file]", "new file for the checkpoint")
    .addHelpText(
      "after",
      `
The service makes one for each minute in which something changed. Save copies where an
intruder on this machine can't reach them. GET /log/checkpoint has it, too.

Examples:
  svc audit checkpoint
  svc audit checkpoint /mnt/elsewhere/checkpoint.txt`,
    )
    .action((file: string | undefined, _options, command: Command) =>
      run(command, async (operator) => {
        if (file !== undefined && (await Bun.file(file).exists())) {
          throw new Error(`Cannot write ${file}: it already exists`);
        }
        const output = await makeAll(operator);
        if (!output) {
          throw new Error("Cannot make a checkpoint: there are no records yet");
        }
        if (file !== undefined) await Bun.write(file, output.note);
        const text = showFields([
          ["Size", String(output.size)],
          ["Signed", output.at],
          ["Root", output.root],
          ["Key", output.key],
        ]);
        return { output, text };
      }),
    );
}

/** Compares a checkpoint of the log from a file with the log. */
async function problemIn(
  operator: Runner,
  file: string,
): Promise<string | null> {
  const note = await Bun.file(file).text();
  return (await operator.run("compare_log", { note })).problem;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
