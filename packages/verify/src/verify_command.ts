/**
 * `verify.mjs`: checks an archive of this service, without the service.
 * @module
 */
import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { checkArchive } from "./check_archive.ts";
import { readNoteKey } from "./notes.ts";
import { openArchive } from "./open_archive.ts";
import { rowIn } from "./rows.ts";
import { evidenceLines } from "./terms/evidence_lines.ts";
import { recount } from "./track_record/recount.ts";

const HELP = `Checks an archive that was exported from an inbox: every chain of records, every
signature, and that the service's public log holds where each chain ends. Of the evidence of a
dispute it also says the facts in short.

  node verify.mjs ARCHIVE [--key KEY] [--against FILE [--proof FILE]] [--witness KEY]…

  ARCHIVE    the file, or a directory that it was unpacked into
  --key      the key of the service's log, from an independent source
  --against  a signed checkpoint that you kept (GET /log/checkpoint)
  --proof    the answer of GET /v1/audit/log/consistency?from=SIZE
  --witness  the key of a witness that must have signed the log
  --record   counts the account's track record again, up to its "until"

Exits with 0 if everything is intact, 1 if something was changed, 2 if it cannot be read.`;

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      key: { type: "string" },
      against: { type: "string" },
      proof: { type: "string" },
      witness: { type: "string", multiple: true },
      record: { type: "string" },
      help: { type: "boolean" },
    },
  });
  const [path, ...more] = positionals;
  if (values.help || path === undefined || more.length > 0) {
    say(HELP);
    return values.help ? 0 : 2;
  }
  const { key, against, proof, witness = [], record } = values;
  // A wrong argument is not a fault of the archive.
  for (const it of witness) readNoteKey(it);
  const archive = await openArchive(path);
  const { faults, counts, said } = await checkArchive(archive, {
    key,
    against: against && (await readFile(against, "utf8")),
    proof: proof ? rowIn(new Uint8Array(await readFile(proof))) : undefined,
    witnesses: witness,
  });
  for (const line of said) say(shown(line));
  const all = Object.entries(counts).map(([what, count]) => `${count} ${what}`);
  say(`Checked: ${all.join(", ") || "nothing"}.`);
  for (const { about, problem } of faults) {
    say(shown(`WRONG ${about}: ${problem}`));
  }
  for (const line of await evidenceLines(archive)) say(shown(line));
  if (record !== undefined) {
    const counted = await recount(archive, record);
    say(`Track record: ${counted ? JSON.stringify(counted) : "too little"}`);
  }
  say(
    faults.length === 0
      ? "Everything is intact."
      : `Problems found: ${faults.length}.`,
  );
  return faults.length === 0 ? 0 : 1;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Words of an archive, without terminal control characters. */
function shown(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, "\ufffd");
}

try {
  process.exitCode = await main();
} catch (error) {
  const why = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${why}\n`);
  process.exitCode = 2;
}
