import { fromBase64Url, toHex } from "./bytes.ts";
import { checkChains } from "./check_chains.ts";
import { checkLog } from "./check_log.ts";
import { checkManifest } from "./check_manifest.ts";
import { checkTables } from "./check_tables.ts";
import type { Archive } from "./findings.ts";
import { Findings } from "./findings.ts";
import type { NoteKey } from "./notes.ts";
import { readNoteKey } from "./notes.ts";
import type { Row } from "./rows.ts";
import { asRow, memberText, rowIn, textsIn } from "./rows.ts";

/** Facts known from elsewhere. */
export interface Known {
  /** The key of the log, in the form of C2SP's tools. */
  readonly key?: string | undefined;
  /** A signed checkpoint of the log. */
  readonly against?: string | undefined;
  /** The service's answer that proves that the log extends it. */
  readonly proof?: Row | undefined;
  /** Keys of witnesses that must have signed the log. */
  readonly witnesses?: readonly string[] | undefined;
}

const KEYS = "keys.json";

/** Checks everything in an archive that can be checked without its service. */
export async function checkArchive(
  archive: Archive,
  known: Known = {},
): Promise<Findings> {
  const findings = new Findings();
  let about = KEYS;
  try {
    const row = rowIn(await archive.read(KEYS));
    const log = readNoteKey(memberText(row, "log"));
    const signer = readNoteKey(memberText(row, "archive"));
    const retired = textsIn(row, "retired").map(readNoteKey);
    checkKeys(row, { log, signer, retired }, known, findings);
    about = "manifest";
    await checkManifest(archive, signer, findings);
    about = "log";
    const { against, proof, witnesses: wanted = [] } = known;
    const witnesses = textsIn(row, "witnesses");
    const keys = [log, ...retired];
    const words = { keys, witnesses, wanted, against, proof };
    const proven = await checkLog(archive, words, findings);
    about = "chains";
    const chains = await checkChains(archive, proven, findings);
    about = "conversations";
    await checkTables({ archive, chains, jwks: row.jwks }, findings);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    findings.blame(about, `it cannot be read: ${why}`);
  }
  return findings;
}

interface ArchiveKeys {
  readonly log: NoteKey;
  readonly signer: NoteKey;
  /** Keys that signed the log before. */
  readonly retired: readonly NoteKey[];
}

/**
 * Checks that one key signed everything, except what its service signed with an earlier one,
 * and that it is the known key, if there is one.
 */
function checkKeys(
  row: Row,
  { log, signer, retired }: ArchiveKeys,
  { key }: Known,
  findings: Findings,
): void {
  const old = new Set(retired.map(({ publicKey }) => toHex(publicKey)));
  const used = new Set([log, signer].map(({ publicKey }) => toHex(publicKey)));
  const jwks = asRow(row.jwks)?.keys;
  for (const it of Array.isArray(jwks) ? jwks : []) {
    const jwk = asRow(it) ?? {};
    if (memberText(jwk, "crv") !== "Ed25519") continue;
    const publicKey = toHex(fromBase64Url(memberText(jwk, "x")));
    if (!old.has(publicKey)) used.add(publicKey);
  }
  if (used.size !== 1) findings.blame(KEYS, "its keys differ from one another");
  if (key === undefined) {
    findings.said.push(
      `key ${memberText(row, "log")}, taken from the archive itself: compare it with an independent source (--key)`,
    );
  } else if (key !== memberText(row, "log")) {
    findings.blame(KEYS, "the log's key is not the one you gave");
  }
}
