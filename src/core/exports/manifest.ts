import { signArchive } from "../audit/log/archive_part.ts";
import { sha256 } from "../base/digest.ts";
import { LIMITS } from "../base/limits.ts";
import { showTime } from "../base/time.ts";
import { archiveName } from "./account_text.ts";
import { exportStore } from "./export_store.ts";
import { nextPhase } from "./place.ts";
import { jsonLines, numbered } from "./slice.ts";
import type { ExportStep, Stepped } from "./step.ts";

/** The form of the archive, for its readers. */
export const ARCHIVE_FORMAT = "svc-archive/1";

interface Listed {
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
    await writeLast({ call, made, slice, place }, next.files);
    return { place: nextPhase(place) };
  }
  await writeLast({ call, made, slice, place }, files);
  return { place: nextPhase(place) };
}

async function writeLast(
  { call, made, slice }: ExportStep,
  files: Readonly<Record<string, Listed>>,
): Promise<void> {
  const manifest = {
    format: ARCHIVE_FORMAT,
    service: new URL(call.settings.baseUrl).host,
    account: await archiveName(call),
    accountId: made.accountId,
    at: showTime(made.createdAt),
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
