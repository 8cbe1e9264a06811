import {
  signNote,
  verifierKey,
} from "../../../../packages/verify/src/signed_note.ts";
import { cosignedNote } from "../../../../packages/verify/src/witness.ts";
import type { QueryCall } from "../../access/context.ts";
import { LIMITS } from "../../base/limits.ts";
import { logStore } from "./log_store.ts";
import { logOrigin, newestLog, proveConsistency, signedLog } from "./prove.ts";
import { witnessedLog } from "./witnessed.ts";

/** The keys that sign an archive's contents. */
export interface ArchiveKeys {
  readonly origin: string;
  /** The key of the log, in the format of C2SP's tools. */
  readonly log: string;
  /** Keys that signed the log before. */
  readonly retired: readonly string[];
  /** The key of the archive's own note. */
  readonly archive: string;
  /** The keys of the configured witnesses. */
  readonly witnesses: readonly string[];
  /** The keys of receipts (RFC 7517). */
  readonly jwks: QueryCall["signer"]["jwks"];
}

/** An older signed log, and the proof that a newer one extends it. */
export interface ConsistencyLine {
  readonly note: string;
  readonly proof: readonly string[];
}

/** The keys that check an archive of this service. */
export async function archiveKeys(
  call: Pick<QueryCall, "db" | "signer" | "settings">,
): Promise<ArchiveKeys> {
  const origin = await logOrigin(call);
  const { publicKey, publicKeys, jwks } = call.signer;
  return {
    origin,
    log: verifierKey(origin, publicKey),
    retired: publicKeys.slice(1).map((key) => verifierKey(origin, key)),
    archive: verifierKey(archiveName(origin), publicKey),
    witnesses: call.settings.witnesses.map(({ key }) => key),
    jwks,
  };
}

/** Signs the manifest of an archive, by the SHA-256 of it. */
export async function signArchive(
  call: Pick<QueryCall, "db" | "signer" | "settings">,
  sha256: string,
): Promise<string> {
  const name = archiveName(await logOrigin(call));
  return signNote(call.signer, name, `${name}\n${sha256}\n`);
}

/**
 * Proves that the newest log extends older ones: those at some sizes, those that witnesses
 * signed, and the oldest that are kept, spread over time.
 */
export async function consistencyLines(
  call: Pick<QueryCall, "db" | "settings">,
  sizes: readonly number[],
): Promise<readonly ConsistencyLine[]> {
  const newest = await newestLog(call);
  if (!newest) return [];
  const store = logStore(call.db);
  const notes = new Map<number, string>();
  const witnessed = await witnessedLog(call);
  for (const size of [...sizes, ...witnessed.map((it) => it.size)]) {
    const note = await store.noteAt(size);
    if (note !== undefined) notes.set(size, note);
  }
  for (const note of await store.notesOver(LIMITS.logNotesProven)) {
    notes.set(signedLog(note).size, note);
  }
  notes.delete(newest.size);
  const lines: ConsistencyLine[] = [];
  for (const [size, note] of notes) {
    if (size > newest.size) continue;
    const proof = await proveConsistency(call, size, newest.size);
    lines.push({ note: cosignedNote({ size, note }, witnessed), proof });
  }
  return lines;
}

/** Archives are signed under the name of the log, so both survive a new address. */
function archiveName(origin: string): string {
  return origin.replace(/log$/, "archive");
}
