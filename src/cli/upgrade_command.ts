import { stat, statfs } from "node:fs/promises";
import { dirname } from "node:path";
import type { Command } from "commander";
import { readConfig } from "../config.ts";
import { readSchema } from "../core/db/database.ts";
import type { SchemaSteps } from "../core/db/schema_steps.ts";
import { shownBytes } from "./doctor/check.ts";
import type { Terminal } from "./terminal/answer.ts";
import { print } from "./terminal/answer.ts";

/** `svc upgrade` */
export function addUpgradeCommand(svc: Command): void {
  svc
    .command("upgrade")
    .description(
      "say what a start of this version would change in the database",
    )
    .requiredOption("--check", "change nothing")
    .addHelpText(
      "after",
      `
Run it with the new version before it is started: every other command of svc, and the
service, bring the database to their schema. Exits 1 if it is of a newer version, or if
the disk has no room for the steps.`,
    )
    .action(async (_options: object, command: Command) => {
      const { terminal } = command.optsWithGlobals<{ terminal: Terminal }>();
      const config = readConfig(terminal.env);
      const { databaseUrl: url, databaseAuthToken: authToken } = config;
      const { databasePath } = config;
      const output = await readSchema({
        url,
        ...(authToken !== undefined && { authToken }),
      });
      const room =
        output && databasePath !== null && output.pending.length > 0
          ? await roomAt(databasePath)
          : null;
      print(command, {
        output: output ? { ...output, room } : null,
        text: output ? sentence(output, room) : NOTHING,
        isBad: (output?.isNewer ?? false) || (room?.isTooLittle ?? false),
      });
    });
}

const NOTHING = "There is no database yet: a start makes it.";

/** A migration of 0.1 took 17 % more than the file (docs/operations.md, Before an upgrade). */
const ROOM = 0.25;

/** The room that steps need beside the file of a database, and the room there is. */
interface Room {
  readonly bytes: number;
  readonly wanted: number;
  readonly free: number;
  readonly isTooLittle: boolean;
}

async function roomAt(path: string): Promise<Room> {
  const { size: bytes } = await stat(path);
  const { bavail, bsize } = await statfs(dirname(path));
  const wanted = Math.ceil(bytes * ROOM);
  const free = bavail * bsize;
  return { bytes, wanted, free, isTooLittle: free < wanted };
}

function sentence(
  { pending, isNewer }: SchemaSteps,
  room: Room | null,
): string {
  if (isNewer) {
    return "A newer version has written this database. Run that version, or restore a backup from before.";
  }
  if (pending.length === 0)
    return "Nothing to do: the schema is this version's.";
  return [
    `A start takes ${pending.length} steps, which cannot be taken back:`,
    ...pending.map((it) => `  ${it}`),
    ...(room === null ? [] : [roomSentence(room)]),
    "Make a backup first.",
  ].join("\n");
}

function roomSentence({ bytes, wanted, free, isTooLittle }: Room): string {
  const file = `The file has ${shownBytes(bytes)}`;
  return isTooLittle
    ? `${file}, and the disk ${shownBytes(free)} free: make room for ${shownBytes(wanted)} before the start, which fails without it.`
    : `${file}: keep ${shownBytes(wanted)} free beside it, and let a start take about a minute for each GB; it answers nothing meanwhile.`;
}
