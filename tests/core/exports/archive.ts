import { openZip } from "../../../packages/verify/src/zip/zip_archive.ts";
import {
  archiveBytes,
  archivePart,
} from "../../../src/core/exports/archive.ts";
import { exportStore } from "../../../src/core/exports/export_store.ts";
import { makeExports } from "../../../src/core/loops/export_making.ts";
import { startExport } from "../../../src/core/operations/start_export.ts";
import type { OpenServices } from "../../../src/process/open_services.ts";
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
  const whole = Uint8Array.from(bytes);
  const { paths, read } = await openZip(
    async (start, length) => whole.subarray(start, start + length),
    whole.length,
  );
  const text = async (name: string) =>
    new TextDecoder().decode(await read(name));
  return {
    exportId,
    bytes,
    names: paths,
    text,
    async lines(folder) {
      const chosen = paths.filter((it) => it.startsWith(`${folder}/`));
      const texts = await Promise.all(chosen.map(text));
      const lines = texts.flatMap((it) => it.trimEnd().split("\n"));
      return lines.map((it) => JSON.parse(it));
    },
  };
}
