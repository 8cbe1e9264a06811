import {
  archiveBytes,
  archivePart,
} from "../../../src/core/exports/archive.ts";
import { exportStore } from "../../../src/core/exports/export_store.ts";
import type { Zipped } from "../../../src/core/exports/unzip.ts";
import { readDirectory, readEntry } from "../../../src/core/exports/unzip.ts";
import { makeExports } from "../../../src/core/loops/export_making.ts";
import { startExport } from "../../../src/core/operations/start_export.ts";
import type { OpenServices } from "../../../src/open_services.ts";
import type { Actor } from "../core_harness.ts";

/** An archive that was read whole. */
export interface Archive {
  readonly exportId: string;
  readonly bytes: Uint8Array;
  readonly names: readonly string[];
  text(name: string): Promise<string>;
  /** The lines of all files of a folder. */
  lines(folder: string): Promise<readonly Record<string, unknown>[]>;
}

const BOUNDS = {
  entriesMax: 100_000,
  directoryBytesMax: 2 ** 26,
  nameBytesMax: 500,
};

/** Has the operator export an account, and reads what came of it. */
export async function exported(
  services: OpenServices,
  operator: Pick<Actor, "run">,
  accountId: string,
): Promise<Archive> {
  const begun = await operator.run(startExport, { accountId });
  const { exportId } = begun.export;
  await makeExports(services);
  return await archiveOf(exportId, await wholeOf(services, exportId));
}

/** All bytes of an export that is ready. */
export async function wholeOf(
  { db }: OpenServices,
  exportId: string,
  from = 0,
): Promise<Uint8Array> {
  const made = await exportStore(db).find(exportId);
  if (made?.status !== "ready") throw new Error(`It is ${made?.status}`);
  const to = archiveBytes(made);
  return Buffer.concat(
    await Array.fromAsync(archivePart(db, made, { from, to })),
  );
}

/** Reads an archive. */
export async function archiveOf(
  exportId: string,
  bytes: Uint8Array,
): Promise<Archive> {
  const read = async (from: number, to: number) => bytes.subarray(from, to);
  const entries = await readDirectory(read, bytes.length, BOUNDS);
  const contentOf = async (entry: Zipped) =>
    new TextDecoder().decode(await readEntry(read, entry, 2 ** 26));
  return {
    exportId,
    bytes,
    names: entries.map(({ name }) => name),
    async text(name) {
      const entry = entries.find((it) => it.name === name);
      if (!entry) throw new Error(`There is no ${name}`);
      return await contentOf(entry);
    },
    async lines(folder) {
      const chosen = entries.filter(({ name }) =>
        name.startsWith(`${folder}/`),
      );
      const texts = await Promise.all(chosen.map(contentOf));
      const lines = texts.flatMap((it) => it.trimEnd().split("\n"));
      return lines.map((it) => JSON.parse(it));
    },
  };
}
