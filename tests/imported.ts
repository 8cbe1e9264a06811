import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { itemsOf } from "../src/cli/import/archive_items.ts";
import { openChecked } from "../src/cli/import/checked_archive.ts";
import { OPERATOR } from "../src/core/access/principal.ts";
import { beginImport } from "../src/core/operations/begin_import.ts";
import { continueImport } from "../src/core/operations/continue_import.ts";
import { callOperation } from "../src/core/pipeline/call.ts";
import type { OpenServices } from "../src/process/open_services.ts";
import { exported } from "./core/exports/archive.ts";
import { emptyDirectory } from "./directory.ts";

const CALLER = { principal: OPERATOR, via: "cli", requestId: "t" } as const;

/** Takes the archive of one account in for another one, as `svc import` does. */
export async function importInto(
  services: OpenServices,
  from: string,
  accountId: string,
): Promise<void> {
  const archive = await exported(
    services,
    {
      run: async (operation, input) =>
        (await callOperation(services, operation, CALLER, input)).output,
    },
    from,
  );
  const folder = await emptyDirectory("import-");
  const file = join(folder, "archive.zip");
  await writeFile(file, archive.bytes);
  const checked = await openChecked(file, {});
  const items = [];
  for await (const waiting of itemsOf(checked.archive)) {
    items.push(await waiting());
  }
  const itemsAll = items.length;
  const input = { accountId, itemsAll, ...checked.said };
  const begun = await callOperation(services, beginImport, CALLER, input);
  const { importId } = begun.output.import;
  await callOperation(services, continueImport, CALLER, {
    ...{ importId, from: 0, items },
  });
  await checked.archive.close?.();
  await rm(folder, { recursive: true });
}
