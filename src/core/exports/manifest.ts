import type { QueryCall } from "../access/context.ts";
import { signArchive } from "../audit/log/archive_part.ts";
import { sha256 } from "../base/digest.ts";
import { LIMITS } from "../base/limits.ts";
import { showTime } from "../base/time.ts";
import { archiveName } from "./account_text.ts";
import { exportStore } from "./export_store.ts";
import { nextPhase } from "./place.ts";
import type { Slice } from "./slice.ts";
import { jsonLines, numbered } from "./slice.ts";
import type { ExportStep, Stepped } from "./step.ts";

/** The form of the archive, for its readers. */
export const ARCHIVE_FORMAT = "svc-archive/1";

/** The length and the hash of a file. */
export interface Listed {
  readonly bytes: number;
  readonly sha256: string;
}

/**
 * Lists all other files, each with its length and hash, in files of limited length; then
 * these in `manifest.json`, the last file.
 */
export async function manifestStep({
  call,
  made,
  slice,
  place,
}: ExportStep): Promise<Stepped> {
  const { at, number, files } = readCursor(place.cursor);
  const limit = LIMITS.exportManifestLines;
  const found = await exportStore(call.db).entriesAfter(made.id, at, limit);
  const last = found.at(-1);
  // Only the last file lists the files that list the others.
  const listed = found.filter(({ name }) => !name.startsWith("manifest/"));
  if (last && listed.length > 0) {
    const text = jsonLines(
      listed.map(({ name, size, sha256 }) => ({
        path: name,
        bytes: size,
        sha256,
      })),
    );
    const name = numbered("manifest", number + 1);
    await slice.text(name, text);
    const next = {
      at: last.at,
      number: number + 1,
      files: {
        ...files,
        [name]: { bytes: Buffer.byteLength(text), sha256: sha256(text) },
      },
    };
    if (found.length === limit) {
      return { place: { ...place, cursor: JSON.stringify(next) } };
    }
    await writeManifest(call, slice, next.files, {}, made.createdAt);
    return { place: nextPhase(place) };
  }
  await writeManifest(call, slice, files, {}, made.createdAt);
  return { place: nextPhase(place) };
}

/** Writes the last files of an archive: the manifest, and the signature of it. */
export async function writeManifest(
  call: QueryCall,
  slice: Slice,
  files: Readonly<Record<string, Listed>>,
  more: Readonly<Record<string, string>>,
  at: number = call.now,
): Promise<void> {
  const manifest = {
    format: ARCHIVE_FORMAT,
    service: new URL(call.settings.baseUrl).host,
    account: await archiveName(call),
    accountId: call.member.accountId,
    at: showTime(at),
    ...more,
    files,
  };
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  await slice.text("manifest.json", text);
  await slice.text("manifest.note", await signArchive(call, sha256(text)));
}

interface Cursor {
  readonly at: number;
  readonly number: number;
  readonly files: Readonly<Record<string, Listed>>;
}

function readCursor(cursor: string | null): Cursor {
  return cursor === null
    ? { at: -1, number: 0, files: {} }
    : JSON.parse(cursor);
}
