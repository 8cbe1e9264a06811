import { stat } from "node:fs/promises";
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
service, bring the database to their schema. Exits 1 if it is of a newer version.`,
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
      print(command, {
        output: output ?? null,
        text: output ? sentence(output, await sizeOf(databasePath)) : NOTHING,
        isBad: output?.isNewer ?? false,
      });
    });
}

const NOTHING = "There is no database yet: a start makes it.";

/** A migration of 0.1 took 17 % more than the file (docs/operations.md, Before an upgrade). */
const ROOM = 0.25;

/** Bytes of the file; null of a server's. */
async function sizeOf(path: string | null): Promise<number | null> {
  return path === null ? null : (await stat(path)).size;
}

function sentence(
  { pending, isNewer }: SchemaSteps,
  bytes: number | null,
): string {
  if (isNewer) {
    return "A newer version has written this database. Run that version, or restore a backup from before.";
  }
  if (pending.length === 0)
    return "Nothing to do: the schema is this version's.";
  return [
    `A start takes ${pending.length} steps, which cannot be taken back:`,
    ...pending.map((it) => `  ${it}`),
    ...(bytes === null
      ? []
      : [
          `The file has ${shownBytes(bytes)}: keep ${shownBytes(Math.ceil(bytes * ROOM))} free beside it, and let a start take about a minute for each GB; it answers nothing meanwhile.`,
        ]),
    "Make a backup first.",
  ].join("\n");
}
