import { fromBase64, hexDigest } from "../../../verify/src/bytes.ts";
import { signedHead } from "../../../verify/src/check_log.ts";
import type { TreeHead } from "../../../verify/src/merkle.ts";
import {
  entryOf,
  isConsistent,
  leafHash,
  rootByInclusion,
} from "../../../verify/src/merkle.ts";
import { cosignedAt, readNoteKey } from "../../../verify/src/notes.ts";
import type { ShownRecord } from "../../../verify/src/records.ts";
import { isSignedJws } from "../../../verify/src/terms/signed_jws.ts";
import { api, inbox } from "../api/client.ts";
import type {
  AuditLog,
  AuditProof,
  AuditRecord,
  Conversation,
} from "../api/types.ts";
import { t } from "../ui/t.ts";

/** The findings about a chain in the service's log and keys. */
export interface LogVerdict {
  /** The last record that the log contains; undefined while the chain is not in it. */
  readonly upTo?: number | undefined;
  /** The size of the log when this browser first saw it; undefined if that is now. */
  readonly since?: number | undefined;
  readonly hasReceipt: boolean;
  /** Witnesses of the log, with checked signatures. */
  readonly witnesses?: AuditLog["witnesses"];
  readonly problem?: string;
}

const KEPT = "svc.log";

/**
 * Checks that the signed log contains the chain's end, that it extends the log that this
 * browser saw first, under the same key, and that the receipt matches its record.
 */
export async function verifyLogged(
  id: string,
  records: readonly AuditRecord[],
  conversation: Conversation | undefined,
): Promise<LogVerdict> {
  const jws = conversation?.payment?.receipt?.jws;
  const hasReceipt = jws !== undefined;
  try {
    if (jws !== undefined) await checkReceipt(jws, records);
    const asked = { conversationId: id };
    const { proven: end } = await inbox.proveAuditHead(asked);
    if (!end) return { hasReceipt };
    const log = await inbox.getAuditLog();
    const head = await signedHead(log.note, readNoteKey(log.key));
    if (!head) throw new Error(t`the log is not signed with its key`);
    const since = await checkGrowth(log, head);
    await checkEnd(id, end, head, records);
    const { witnesses } = log;
    for (const it of witnesses) await checkWitness(it, log, head);
    return { hasReceipt, upTo: end.seq, since, witnesses };
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return { hasReceipt, problem };
  }
}

async function checkEnd(
  chainId: string,
  end: NonNullable<AuditProof["proven"]>,
  newest: TreeHead,
  records: readonly AuditRecord[],
): Promise<void> {
  const proof = end.proof.map(fromBase64);
  const leaf = leafHash(entryOf({ ...end, chainId }));
  const root = rootByInclusion(leaf, end, proof);
  const path = await consistency(end.size, newest.size);
  const isHeld =
    root !== undefined && isConsistent({ size: end.size, root }, newest, path);
  if (!isHeld) throw new Error(t`the log does not hold the end of this chain`);
  const record = records[end.seq - 1];
  if (record && record.hash !== end.hash) {
    throw new Error(t`the log holds another record ${end.seq}`);
  }
}

/** Checks that the log extends the one that this browser saw first, which is stored. */
async function checkGrowth(
  log: AuditLog,
  head: TreeHead,
): Promise<number | undefined> {
  const kept = localStorage.getItem(KEPT);
  if (kept === null) {
    localStorage.setItem(KEPT, JSON.stringify([log.key, log.note]));
    return undefined;
  }
  const [key, note]: unknown[] = JSON.parse(kept);
  if (key !== log.key)
    throw new Error(t`the key of the log is another one than before`);
  const older = await signedHead(String(note), readNoteKey(log.key));
  if (!older)
    throw new Error(t`what this browser kept of the log is not signed`);
  const path = await consistency(older.size, head.size);
  if (isConsistent(older, head, path)) return older.size;
  throw new Error(t`the log is not the one that this browser saw before`);
}

/** Checks that a witness signed a log of this key that the newest extends. */
async function checkWitness(
  { name, key, note }: AuditLog["witnesses"][number],
  log: AuditLog,
  newest: TreeHead,
): Promise<void> {
  if (note === null) return;
  const signed = await signedHead(note, readNoteKey(log.key));
  const time = await cosignedAt(note, readNoteKey(key));
  if (!signed || time === undefined)
    throw new Error(t`what ${name} is said to have witnessed is not signed`);
  const path = await consistency(signed.size, newest.size);
  if (isConsistent(signed, newest, path)) return;
  throw new Error(t`the log doesn't extend what ${name} witnessed`);
}

async function consistency(from: number, to: number) {
  if (from === to) return [];
  const { proof } = await inbox.proveLogConsistency({ from, to });
  return proof.map(fromBase64);
}

async function checkReceipt(
  jws: string,
  records: readonly AuditRecord[],
): Promise<void> {
  const jwks = await api<unknown>("/.well-known/jwks.json");
  if (!(await isSignedJws(jws, jwks))) {
    throw new Error(t`the receipt is not signed with the service's key`);
  }
  const digest = hexDigest(jws);
  const recorded = records.some(
    (it: ShownRecord) =>
      it.type === "receipt.signed" && it.commitment === digest,
  );
  if (!recorded)
    throw new Error(t`the receipt is not the one that was recorded`);
}
