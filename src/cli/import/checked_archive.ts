import { readFile, stat } from "node:fs/promises";
import { hexDigest } from "../../../packages/verify/src/bytes.ts";
import { checkArchive } from "../../../packages/verify/src/check_archive.ts";
import {
  CHECKPOINT,
  signedHead,
} from "../../../packages/verify/src/check_log.ts";
import type { Archive } from "../../../packages/verify/src/findings.ts";
import { readNoteKey } from "../../../packages/verify/src/notes.ts";
import { openArchive } from "../../../packages/verify/src/open_archive.ts";
import {
  memberText,
  rowIn,
  textOfBytes,
} from "../../../packages/verify/src/rows.ts";
import { LIMITS } from "../../core/base/limits.ts";
import { cleanLine, firstChars } from "../../core/base/text.ts";
import { parseTime } from "../../core/base/time.ts";

/** Independent facts about an archive that an operator has. */
export interface KnownOfArchive {
  readonly key?: string | undefined;
  readonly against?: string | undefined;
}

/** An intact archive, and its own description. */
export interface CheckedArchive {
  readonly archive: Archive;
  readonly said: {
    readonly service: string;
    readonly address: string;
    readonly archiveAt: number;
    readonly sha256: string;
    readonly logKey: string;
    readonly isKeyKnown: boolean;
    readonly logSize: number;
  };
}

const FAULTS_TOLD = 5;

/**
 * Opens an archive and checks all of it, as `verify.mjs` does.
 * @throws if anything in it differs from what was recorded and signed
 */
export async function openChecked(
  file: string,
  { key, against }: KnownOfArchive,
): Promise<CheckedArchive> {
  if (!(await stat(file)).isFile()) {
    throw new Error(`Cannot import ${file}: it isn't a file`);
  }
  const archive = await openArchive(file, {
    entries: LIMITS.importEntriesMax,
    directoryBytes: LIMITS.importDirectoryBytesMax,
    fileBytes: LIMITS.importFileBytesMax,
  });
  try {
    return { archive, said: await checked(file, archive, { key, against }) };
  } catch (error) {
    await archive.close?.();
    throw error;
  }
}

async function checked(
  file: string,
  archive: Archive,
  { key, against }: KnownOfArchive,
): Promise<CheckedArchive["said"]> {
  const kept = against && (await readFile(against, "utf8"));
  const { faults } = await checkArchive(archive, { key, against: kept });
  if (faults.length > 0) {
    const told = faults
      .slice(0, FAULTS_TOLD)
      .map(({ about, problem }) => line(`${about}: ${problem}`));
    throw new Error(
      `Cannot import ${file}: ${faults.length} things differ from their records. ${told.join("; ")}`,
    );
  }
  return await saidBy(archive, key !== undefined);
}

async function saidBy(
  archive: Archive,
  isKeyKnown: boolean,
): Promise<CheckedArchive["said"]> {
  const bytes = await archive.read("manifest.json");
  const manifest = rowIn(bytes);
  const logKey = memberText(rowIn(await archive.read("keys.json")), "log");
  const key = readNoteKey(logKey);
  const note = textOfBytes(await archive.read(CHECKPOINT));
  const head = await signedHead(note, key);
  const service = memberText(manifest, "service");
  const archiveAt = parseTime(memberText(manifest, "at"));
  if (!head || key.name !== `${service}/log` || !(archiveAt >= 0)) {
    throw new Error(
      "Cannot import the archive: it isn't from a single service",
    );
  }
  return {
    service: line(service),
    address: line(memberText(manifest, "account")),
    archiveAt,
    sha256: hexDigest(bytes),
    ...{ logKey, isKeyKnown, logSize: head.size },
  };
}

/** An archive's text without terminal control characters. */
function line(text: string): string {
  return cleanLine(firstChars(text, LIMITS.addressCharsMax));
}
