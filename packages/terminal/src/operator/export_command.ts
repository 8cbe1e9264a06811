import { open, rename, rm, stat } from "node:fs/promises";
import { resolve } from "node:path";
import type { Command } from "commander";
import { sizeText } from "../../../../src/core/base/text.ts";
import type { Terminal } from "../answer.ts";
import { showFields } from "../columns.ts";
import { accountIdOf } from "./find.ts";
import { makeAll } from "./log_checkpoint.ts";
import type { OutputOf } from "./operations.ts";
import { run } from "./run.ts";
import type { Runner } from "./runner.ts";

type Made = OutputOf<"start_export">["export"];

/** `svc export` */
export function addExportCommand(svc: Command): void {
  svc
    .command("export")
    .description("export an account to a verifiable archive")
    .argument("<account>", "address or account id")
    .argument("[file]", "new file (default: export-<account>.zip)")
    .addHelpText(
      "after",
      `
Writes a ZIP with all that the account can read: conversations, messages, files,
contacts, payments and audit chains. docs/export.md says what is where. If it stops
halfway, run it again to continue. The account's record shows the export.

Examples:
  svc export alice@inbox.localhost
  svc export alice@inbox.localhost /mnt/elsewhere/alice.zip --json`,
    )
    .action((account: string, name: string | undefined, _, command: Command) =>
      run(command, async (operator) => {
        const { terminal } = command.optsWithGlobals<{ terminal: Terminal }>();
        const accountId = await accountIdOf(operator, account);
        const file = resolve(
          name ?? `export-${account.replaceAll(/[^\w.@-]/g, "_")}.zip`,
        );
        if (await isThere(file)) {
          throw new Error(`Cannot write ${file}: it already exists`);
        }
        const begun = await begin(operator, accountId, file);
        const made = await finish(operator, begun, (text) =>
          terminal.err(`${text}\n`),
        );
        const bytes = await fetchAll(operator, accountId, made, file);
        const { exportId, conversations } = made;
        await operator.run("delete_export", { accountId, exportId });
        const output = { file, bytes, conversations };
        const text = showFields([
          ["Archive", file],
          ["Size", sizeText(bytes)],
          ["Conversations", String(conversations)],
        ]);
        return { output, text };
      }),
    );
}

/** Continues an incomplete download, or starts an export. */
async function begin(
  operator: Runner,
  accountId: string,
  file: string,
): Promise<Made> {
  const { exports } = await operator.run("list_exports", { accountId });
  for (const it of exports) {
    if (it.status === "making") return it;
    const isBegun = it.status === "ready" && (await isThere(partOf(file, it)));
    if (isBegun) return it;
  }
  return (await operator.run("start_export", { accountId })).export;
}

async function finish(
  operator: Runner,
  begun: Made,
  say: (text: string) => void,
): Promise<Made> {
  const { exportId } = begun;
  for (let told = -1; ; ) {
    const step = await operator.run("continue_export", { exportId });
    if (step.needsHeads) await makeAll(operator);
    const { status, conversationsDone, conversations } = step.export;
    if (step.hasMore) {
      const percent =
        conversations && (100 * conversationsDone) / conversations;
      const tens = Math.floor(percent / 10);
      if (tens > told) {
        say(`${conversationsDone} of ${conversations} conversations`);
      }
      told = Math.max(told, tens);
      continue;
    }
    if (status === "ready") return step.export;
    throw new Error(
      `Cannot export the account: it ${status === "failed" ? "is too large" : "was deleted meanwhile"}`,
    );
  }
}

/** Downloads the missing part of the file, which gets its name once it is complete. */
async function fetchAll(
  operator: Runner,
  accountId: string,
  made: Made,
  file: string,
): Promise<number> {
  const { exportId } = made;
  const ready = await operator.run("get_export", { accountId, exportId });
  const bytes = ready.export.bytes ?? 0;
  const part = partOf(file, made);
  const handle = await open(part, "a", 0o600);
  try {
    for (let from = (await handle.stat()).size; ; ) {
      const input = { accountId, exportId, from };
      const { base64 } = await operator.run("read_export", input);
      const read = Buffer.from(base64, "base64");
      await handle.appendFile(read);
      from += read.length;
      if (from > bytes) {
        await rm(part);
        throw new Error(
          `Cannot continue ${part}: it is longer than the archive`,
        );
      }
      if (from < bytes) continue;
      await handle.sync();
      await rename(part, file);
      return bytes;
    }
  } finally {
    await handle.close();
  }
}

function partOf(file: string, { exportId }: Made): string {
  return `${file}.${exportId}.part`;
}

/** True if the file exists. */
async function isThere(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch {
    return false;
  }
}
