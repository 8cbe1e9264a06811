import type { Command } from "commander";
import { showFields } from "../../packages/terminal/src/columns.ts";
import { compareLog } from "../core/operations/compare_log.ts";
import { verifyAudit } from "../core/operations/verify_audit.ts";
import { makeAll } from "./log_checkpoint.ts";
import type { Operator } from "./operator.ts";
import { run } from "./run.ts";

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
  addLogCheckpoint(audit);
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
          const { mark: _mark, ...found } = await operator.run(
            verifyAudit,
            conversationId === undefined ? {} : { conversationId },
          );
          const since =
            against === undefined ? null : await problemIn(operator, against);
          const faults = [...found.faults];
          if (since !== null) {
            faults.push({
              chainId: "the kept checkpoint",
              seq: 0,
              problem: since,
            });
          }
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

function addLogCheckpoint(audit: Command): void {
  audit
    .command("checkpoint")
    .description("sign the log with all chains as they end now")
    .argument("[file]", "a new file for the checkpoint")
    .addHelpText(
      "after",
      `
The service makes one in every minute in which something changed. Keep copies of it
where an intruder of this machine cannot reach them; GET /log/checkpoint has it, too.

Examples:
  svc audit checkpoint
  svc audit checkpoint /mnt/elsewhere/checkpoint.txt`,
    )
    .action((file: string | undefined, _options, command: Command) =>
      run(command, async (operator) => {
        if (file !== undefined && (await Bun.file(file).exists())) {
          throw new Error(`Cannot write ${file}: it exists already`);
        }
        const output = await makeAll(operator);
        if (!output) {
          throw new Error("Cannot make a checkpoint: there is no record yet");
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

/** Holds a checkpoint of the log that was kept in a file against the log. */
async function problemIn(
  operator: Operator,
  file: string,
): Promise<string | null> {
  const note = await Bun.file(file).text();
  return (await operator.run(compareLog, { note })).problem;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
