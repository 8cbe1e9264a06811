import { hexDigest } from "./bytes.ts";
import type { Archive, Findings } from "./findings.ts";
import { pathsIn } from "./findings.ts";
import type { NoteKey } from "./notes.ts";
import { signedText } from "./notes.ts";
import type { Row } from "./rows.ts";
import {
  memberText,
  numberIn,
  objectIn,
  rowIn,
  rowsIn,
  textOfBytes,
} from "./rows.ts";

const MANIFEST = "manifest.json";
const NOTE = "manifest.note";
const PARTS = "manifest";

/** Checks that the service signed the manifest, and that every file matches it. */
export async function checkManifest(
  archive: Archive,
  key: NoteKey,
  findings: Findings,
): Promise<void> {
  if (!archive.has(MANIFEST)) {
    return findings.blame(MANIFEST, "it is missing: no file can be checked");
  }
  const bytes = await archive.read(MANIFEST);
  const note = archive.has(NOTE) ? textOfBytes(await archive.read(NOTE)) : "";
  const signed = await signedText(note, key);
  if (signed !== `${key.name}\n${hexDigest(bytes)}\n`) {
    findings.blame(MANIFEST, "the service has not signed it");
  }
  const listed = new Map<string, Row>();
  for (const [path, row] of Object.entries(objectIn(rowIn(bytes), "files"))) {
    listed.set(path, objectIn({ row }, "row"));
  }
  for (const path of pathsIn(archive, PARTS)) {
    for (const row of rowsIn(await archive.read(path))) {
      listed.set(memberText(row, "path"), row);
    }
  }
  for (const path of archive.paths) {
    const isOfItself = path === MANIFEST || path === NOTE;
    if (isOfItself || listed.has(path)) continue;
    findings.blame(path, "the manifest does not list it");
  }
  for (const [path, row] of listed) {
    await checkFile(archive, path, row, findings);
  }
}

async function checkFile(
  archive: Archive,
  path: string,
  row: Row,
  findings: Findings,
): Promise<void> {
  if (!archive.has(path)) {
    return findings.blame(path, "it is missing");
  }
  const bytes = await archive.read(path);
  const isSame =
    bytes.length === numberIn(row, "bytes") &&
    hexDigest(bytes) === memberText(row, "sha256");
  if (!isSame) findings.blame(path, "it differs from the exported file");
  findings.count("files");
}
