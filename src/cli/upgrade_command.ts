import { stat, statfs } from "node:fs/promises";
import { dirname } from "node:path";
import type { Command } from "commander";
import type { Terminal } from "../../packages/terminal/src/answer.ts";
import { print } from "../../packages/terminal/src/answer.ts";
import { readConfig } from "../config/config.ts";
import type { SchemaSteps } from "../core/db/schema_steps.ts";
import { coreOf } from "./core_of.ts";
import { shownBytes } from "./doctor/check.ts";

/** `svc upgrade` */
export function addUpgradeCommand(svc: Command): void {
  svc
    .command("upgrade")
    .description("show pending database migrations")
    .requiredOption("--check", "don't change anything")
    .addHelpText(
      "after",
      `
Run it with the new version before you start it: the service, and every other svc
command, migrate the database. Exits 1 if this version can't use the database, or if the
disk has no room to migrate it.`,
    )
    .action(async (_options: object, command: Command) => {
      const { terminal } = command.optsWithGlobals<{ terminal: Terminal }>();
      const config = readConfig(terminal.env);
      const { databaseUrl: url, databaseAuthToken: authToken } = config;
      const { readSchema, whyUnknown } = await coreOf(command);
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

const NOTHING =
  "There's no database yet; the service creates it when it starts.";

/** The share of the file's size that steps may need in addition. */
const ROOM = 0.25;

/** Why there is no room for the pending steps, if so; a server does not report its disk. */
async function whyNoRoom(
  { pending }: SchemaSteps,
  path: string | null,
): Promise<string | undefined> {
  if (pending.length === 0 || path === null) return undefined;
  const wanted = (await stat(path)).size * ROOM;
  const { bavail, bsize } = await statfs(dirname(path));
  const free = bavail * bsize;
  if (free >= wanted) return undefined;
  return `Cannot migrate: the disk of ${path} has ${shownBytes(free)} free. Make room for ${shownBytes(wanted)} first`;
}

function sentence({ pending }: SchemaSteps): string {
  if (pending.length === 0) return "Nothing to do: the schema is up to date.";
  return [
    `${pending.length} migrations will run at the next start and can't be undone:`,
    ...pending.map((it) => `  ${it}`),
    "Make a backup first, and leave a quarter of the file's size free beside it.",
  ].join("\n");
}
