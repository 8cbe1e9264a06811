import { fromBase64, toHex } from "./bytes.ts";
import type { Archive, Findings } from "./findings.ts";
import { pathsIn } from "./findings.ts";
import { treeHeadIn } from "./log_head.ts";
import type { ProvenEnd, TreeHead } from "./merkle.ts";
import {
  entryOf,
  isConsistent,
  isSame,
  leafHash,
  rootByInclusion,
} from "./merkle.ts";
import type { NoteKey } from "./notes.ts";
import { cosignedAt, readNoteKey, signedText } from "./notes.ts";
import type { Row } from "./rows.ts";
import { memberText, numberIn, rowsIn, textOfBytes, textsIn } from "./rows.ts";

export const CHECKPOINT = "log/checkpoint";

/** The least ends of chains, by id, that the log proves. */
export type ProvenEnds = ReadonlyMap<string, ProvenEnd>;

/** A note signed by its log's key, with its content. */
export interface SignedHead extends TreeHead {
  /** With the signatures of witnesses. */
  readonly note: string;
}

/** Reads the head of a log from a note, if one of the keys signed it. */
export async function signedHead(
  note: string,
  ...keys: readonly NoteKey[]
): Promise<SignedHead | undefined> {
  for (const key of keys) {
    const text = await signedText(note, key);
    const head = text === undefined ? undefined : treeHeadIn(text, key.name);
    if (head) return { ...head, note };
  }
  return undefined;
}

/** More facts about a log. */
export interface LogWords {
  /** The log's key, and earlier ones. */
  readonly keys: readonly NoteKey[];
  /** Keys of witnesses, in the form of C2SP's tools. */
  readonly witnesses: readonly string[];
  /** Those of them that must have signed the log. */
  readonly wanted: readonly string[];
  /** A signed checkpoint that was kept elsewhere. */
  readonly against?: string | undefined;
  /** The service's answer that proves that the log extends it. */
  readonly proof?: Row | undefined;
}

/**
 * Checks the signed checkpoint of the log, that it extends each older one, and that it
 * contains the ends of chains. Undefined if there is nothing to compare chains with.
 */
export async function checkLog(
  archive: Archive,
  { keys, witnesses, wanted, against, proof }: LogWords,
  findings: Findings,
): Promise<ProvenEnds | undefined> {
  if (!archive.has(CHECKPOINT)) {
    findings.blame(
      CHECKPOINT,
      "it is missing: no chain can be checked against it",
    );
    return undefined;
  }
  const note = textOfBytes(await archive.read(CHECKPOINT));
  const head = await signedHead(note, ...keys);
  if (!head) {
    findings.blame(CHECKPOINT, "it is not signed with the log's key");
    return undefined;
  }
  findings.said.push(
    `log ${keys[0]?.name}: ${head.size} chain ends, root ${toHex(head.root)}`,
  );
  const heads = await checkConsistency(archive, keys, head, findings);
  if (against !== undefined) {
    const kept = await signedHead(against, ...keys);
    if (kept && proof && goesOn(kept, head, proof)) {
      heads.set(kept.size, kept);
    }
    checkAgainst(kept, heads, findings);
  }
  for (const witness of new Set([...witnesses, ...wanted])) {
    const isWanted = wanted.includes(witness);
    await checkWitness(readNoteKey(witness), isWanted, heads, findings);
  }
  return await checkProofs(archive, heads, findings);
}

/** Reports the newest log that a witness signed, of those that lead to the newest. */
async function checkWitness(
  key: NoteKey,
  isWanted: boolean,
  heads: Heads,
  findings: Findings,
): Promise<void> {
  const newestFirst = [...heads.values()].sort((a, b) => b.size - a.size);
  for (const { size, note } of newestFirst) {
    const time = await cosignedAt(note, key);
    if (time === undefined) continue;
    const at = new Date(1_000 * time).toISOString();
    findings.said.push(
      `witness ${key.name} signed the log of size ${size} at ${at}`,
    );
    return;
  }
  if (isWanted) {
    findings.blame(
      `witness ${key.name}`,
      "it signed no checkpoint of the log in this archive",
    );
  }
}

type Heads = Map<number, SignedHead>;

async function checkConsistency(
  archive: Archive,
  keys: readonly NoteKey[],
  newest: SignedHead,
  findings: Findings,
): Promise<Heads> {
  const heads: Heads = new Map([[newest.size, newest]]);
  for (const path of pathsIn(archive, "log/consistency")) {
    for (const row of rowsIn(await archive.read(path))) {
      const older = await signedHead(memberText(row, "note"), ...keys);
      if (!older) {
        findings.blame(path, "a note in it is not signed with the log's key");
      } else if (goesOn(older, newest, row)) {
        heads.set(older.size, older);
        findings.count("older checkpoints of the log");
      } else {
        findings.blame(
          path,
          `the log does not extend the checkpoint signed at size ${older.size}`,
        );
      }
    }
  }
  return heads;
}

function goesOn(older: TreeHead, newer: TreeHead, row: Row) {
  return isConsistent(older, newer, textsIn(row, "proof").map(fromBase64));
}

function checkAgainst(
  head: SignedHead | undefined,
  heads: Heads,
  findings: Findings,
): void {
  const about = "the checkpoint that you kept";
  const known = head && heads.get(head.size);
  if (!head) {
    findings.blame(about, "it is not signed with the log's key");
  } else if (!known) {
    findings.blame(
      about,
      `nothing proves that the log extends size ${head.size}: request /v1/audit/log/consistency?from=${head.size} from the service and pass the answer with --proof`,
    );
  } else if (isSame(known.root, head.root)) {
    findings.said.push(`the log extends ${about}, of size ${head.size}`);
  } else {
    findings.blame(about, "it was signed for a different log");
  }
}

async function checkProofs(
  archive: Archive,
  heads: Heads,
  findings: Findings,
): Promise<ProvenEnds> {
  const ends = new Map<string, ProvenEnd>();
  for (const path of pathsIn(archive, "log/proofs")) {
    for (const row of rowsIn(await archive.read(path))) {
      const end = endIn(row);
      ends.set(end.chainId, end);
      if (await isProven(end, row, heads)) findings.count("proofs");
      else findings.blame(end.chainId, "the log does not contain its end");
    }
  }
  return ends;
}

function endIn(row: Row): ProvenEnd {
  return {
    chainId: memberText(row, "chainId"),
    seq: numberIn(row, "seq"),
    hash: memberText(row, "hash"),
    leaf: numberIn(row, "leaf"),
    size: numberIn(row, "size"),
  };
}

async function isProven(end: ProvenEnd, row: Row, heads: Heads) {
  const head = heads.get(end.size);
  const proof = textsIn(row, "proof").map(fromBase64);
  const root = rootByInclusion(leafHash(entryOf(end)), end, proof);
  return head !== undefined && root !== undefined && isSame(root, head.root);
}
