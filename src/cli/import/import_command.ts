import { resolve } from "node:path";
import type { Command } from "commander";
import type { Terminal } from "../../../packages/terminal/src/answer.ts";
import { showFields } from "../../../packages/terminal/src/columns.ts";
import { accountIdOf } from "../../../packages/terminal/src/operator/find.ts";
import type {
  InputOf,
  OutputOf,
} from "../../../packages/terminal/src/operator/operations.ts";
import { run } from "../../../packages/terminal/src/operator/run.ts";
import type { Runner } from "../../../packages/terminal/src/operator/runner.ts";
import { LIMITS } from "../../core/base/limits.ts";
import type { ImportItem } from "../../core/conversations/acts/imported/imports.ts";
import { coreOf } from "../core_of.ts";
import type { Waiting } from "./archive_items.ts";
import type { KnownOfArchive } from "./checked_archive.ts";

type Import = OutputOf<"begin_import">["import"];

interface ImportOptions extends KnownOfArchive {
  readonly as: string;
}

/** `svc import` */
export function addImportCommand(svc: Command): void {
  svc
    .command("import")
    .description("import another service's archive as read-only history")
    .argument("<file>", "archive from svc export or from Settings")
    .requiredOption("--as <account>", "account that gets it: address or id")
    .option("--key <key>", "that service's log key, if you know it")
    .option("--against <file>", "a signed checkpoint of it that you saved")
    .addHelpText(
      "after",
      `
The whole archive is verified first, and nothing is imported if anything in it was changed.
Its conversations, messages and files then show in the account's view "imported" and its
searches, read-only and for that account alone. Without --key, this proves that one key
signed all of it, but not whose. If it stops halfway, run it again to continue; running it
twice changes nothing.

Examples:
  svc import alice.zip --as alice@inbox.localhost
  svc import alice.zip --as alice@inbox.localhost --key "inbox.example.com/log+…"`,
    )
    .action((name: string, options: ImportOptions, command: Command) =>
      run(command, async (operator) => {
        const { terminal } = command.optsWithGlobals<{ terminal: Terminal }>();
        const accountId = await accountIdOf(operator, options.as);
        const { itemsOf, openChecked } = await coreOf(command);
        const { archive, said } = await openChecked(resolve(name), options);
        const done = await takeAll(operator, {
          input: { accountId, ...said },
          items: () => itemsOf(archive),
          say: (text) => terminal.err(`${text}\n`),
        }).finally(() => archive.close?.());
        const text = showFields([
          ["From", `${done.address} at ${done.service}`],
          ["Verified", `log of size ${done.logSize}, ${trust(done)}`],
          ["Imported", `${done.items} conversations, messages and files`],
        ]);
        return { output: { import: done }, text };
      }),
    );
}

function trust({ keyKnown }: Import): string {
  return keyKnown
    ? "signed with the key you gave"
    : "signed with a key that the archive itself gives";
}

interface Taking {
  readonly input: Omit<InputOf<"begin_import">, "itemsAll">;
  readonly items: () => AsyncGenerator<Waiting>;
  readonly say: (text: string) => void;
}

/** Imports what is missing. */
async function takeAll(
  operator: Runner,
  { input, items: all, say }: Taking,
): Promise<Import> {
  let itemsAll = 0;
  for await (const _ of all()) itemsAll++;
  let at = (await operator.run("begin_import", { ...input, itemsAll })).import;
  if (at.readyAt !== null) return at;
  for await (const items of slicesOf(all(), at.items)) {
    const { importId, items: from } = at;
    const made = await operator.run("continue_import", {
      importId,
      from,
      items,
    });
    at = made.import;
    if (at.readyAt === null) say(`${at.items} of ${at.itemsAll}`);
  }
  return at;
}

/** The items after the first `skipped`, in slices for one commit each. */
async function* slicesOf(
  all: AsyncGenerator<Waiting>,
  skipped: number,
): AsyncGenerator<ImportItem[]> {
  let items: ImportItem[] = [];
  let bytes = 0;
  let at = 0;
  for await (const waiting of all) {
    if (at++ < skipped) continue;
    const item = await waiting();
    const more = JSON.stringify(item).length;
    const isFull =
      bytes + more > LIMITS.importSliceBytes ||
      items.length === LIMITS.importSliceItems;
    if (isFull && items.length > 0) {
      yield items;
      items = [];
      bytes = 0;
    }
    items.push(item);
    bytes += more;
  }
  if (items.length > 0) yield items;
}
