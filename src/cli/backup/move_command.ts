import { resolve } from "node:path";
import type { Command } from "commander";
import { print, terminalOf } from "../../../packages/terminal/src/answer.ts";
import { showFields } from "../../../packages/terminal/src/columns.ts";
import type { Config } from "../../config/config.ts";
import { configAt, readConfig } from "../../config/config.ts";
import type { SvcCore } from "../core_of.ts";
import { coreOf } from "../core_of.ts";
import { openOperator } from "../operator.ts";

/** `svc move FILE` */
export function addMoveCommand(svc: Command): void {
  svc
    .command("move")
    .description("move from a libSQL server to a file, with the keys")
    .argument("<file>", "file for the database, in an empty place")
    .addHelpText(
      "after",
      `
Set DATABASE_URL and AUTH_SECRET to the server's. Stop the service on every node first: a
server in use is not moved. The nodes' shared keys are written beside the file, and all
of it is verified. The server stays as it is. Then start the service with
DATABASE_URL=file:FILE.

Example:
  svc move /var/lib/inbox/inbox.db`,
    )
    .action(async (file: string, _options: object, command: Command) => {
      const { terminal } = terminalOf(command);
      const config = readConfig(terminal.env);
      const target = configAt(config, resolve(file));
      const core = await coreOf(command);
      const moved = await core.moveServer(config, target);
      const { problems } = await verified(target, core);
      const output = { ...moved, problems };
      const text = showFields([
        ["Moved", moved.database],
        ["Rows", `${moved.rows} in ${moved.tables} tables`],
        ...moved.keys.map((it) => ["Key", it] as const),
        ...(problems.length === 0
          ? [["Verified", "nothing is wrong, nothing is missing"] as const]
          : []),
        ...problems.map((it) => ["Wrong", it] as const),
      ]);
      print(command, { output, text, isBad: problems.length > 0 });
    });
}

async function verified(target: Config, core: SvcCore) {
  const operator = await openOperator(target, { core: async () => core });
  try {
    return await core.verifyAll(core.operationsOf(operator));
  } finally {
    await operator.close();
  }
}
