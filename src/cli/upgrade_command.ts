import { stat, statfs } from "node:fs/promises";
import { dirname } from "node:path";
import type { Command } from "commander";
import type { Terminal } from "../../packages/terminal/src/answer.ts";
import { print } from "../../packages/terminal/src/answer.ts";
import { readConfig } from "../config/config.ts";
import { readSchema } from "../core/db/database.ts";
import type { SchemaSteps } from "../core/db/schema_steps.ts";
import { whyUnknown } from "../core/db/schema_steps.ts";
import { shownBytes } from "./doctor/check.ts";

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
service, bring the database to their schema. Exits 1 if this version cannot work on it, or
if the disk has no room for that.`,
    )
    .action(async (_options: object, command: Command) => {
      const { terminal } = command.optsWithGlobals<{ terminal: Terminal }>();
      const config = readConfig(terminal.env);
      const { databaseUrl: url, databaseAuthToken: authToken } = config;
      const output = await readSchema({
        url,
        ...(authToken !== undefined && { authToken }),
      });
      const refusal =
        output &&
        (whyUnknown(output) ?? (await whyNoRoom(output, config.databasePath)));
      print(command, {
        output: output ?? null,
        text: refusal ?? (output ? sentence(output) : NOTHING),
        isBad: refusal !== undefined,
      });
    });
}

const NOTHING = "There is no database yet: a start makes it.";

/** The share of the file's size that steps may take beside it. */
const ROOM = 0.25;

/** Why the steps that are ahead would find no room, if they would; a server says nothing of its disk. */
async function whyNoRoom(
  { pending }: SchemaSteps,
  path: string | null,
): Promise<string | undefined> {
  if (pending.length === 0 || path === null) return undefined;
  const wanted = (await stat(path)).size * ROOM;
  const { bavail, bsize } = await statfs(dirname(path));
  const free = bavail * bsize;
  if (free >= wanted) return undefined;
  return `Cannot take the steps that are ahead: the disk of ${path} has ${shownBytes(free)} free. Make room for ${shownBytes(wanted)} before the start`;
}

function sentence({ pending }: SchemaSteps): string {
  if (pending.length === 0)
    return "Nothing to do: the schema is this version's.";
  return [
    `A start takes ${pending.length} steps, which cannot be taken back:`,
    ...pending.map((it) => `  ${it}`),
    "Make a backup first, and keep a quarter of the file's size free beside it.",
  ].join("\n");
}
