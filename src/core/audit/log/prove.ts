import {
  logOriginOf,
  readLogHead,
} from "../../../../packages/verify/src/log_head.ts";
import { LogTree } from "../../../../packages/verify/src/log_tree.ts";
import type { ProvenEnd } from "../../../../packages/verify/src/merkle.ts";
import type { QueryCall } from "../../access/context.ts";
import { logStore } from "./log_store.ts";

type Reading = Pick<QueryCall, "db">;

/** The log as last signed. */
export interface SignedLog {
  readonly size: number;
  /** Root of the tree, as base64. */
  readonly root: string;
  readonly origin: string;
  readonly note: string;
}

/** The last logged end of a chain, and its proof to a root of the log. */
export interface ProvenHead extends ProvenEnd {
  /** Hashes as base64 (RFC 6962, section 2.1.1). */
  readonly proof: readonly string[];
}

/** The newest signed log; undefined before the first. */
export async function newestLog({
  db,
}: Reading): Promise<SignedLog | undefined> {
  const newest = await logStore(db).newest();
  return newest && signedLog(newest.note);
}

/**
 * The log's name: that of the first checkpoint, forever. A service that moves to another
 * address keeps its log.
 */
export async function logOrigin(
  call: Pick<QueryCall, "db" | "settings">,
): Promise<string> {
  return (await newestLog(call))?.origin ?? logOriginOf(call.settings);
}

/** @throws if the stored note is not a log's: then the table was tampered with. */
export function signedLog(note: string): SignedLog {
  const read = readLogHead(note);
  if (!read) throw new TypeError("Cannot read a stored checkpoint of the log");
  return { ...read, note };
}

/**
 * Proves where chains ended at a size of the log: the newest, or a given one. Chains without
 * an end in that log are left out.
 */
export async function proveHeads(
  { db }: Reading,
  chainIds: readonly string[],
  named?: number,
): Promise<readonly ProvenHead[]> {
  const store = logStore(db);
  const newest = (await newestLog({ db }))?.size ?? 0;
  const size = Math.min(named ?? newest, newest);
  const tree = new LogTree(store.read, size);
  const proven: ProvenHead[] = [];
  for (const chainId of chainIds) {
    const end = await store.endOf(chainId, size);
    if (!end) continue;
    const proof = shown(await tree.inclusion(end.leaf, size));
    proven.push({ ...end, size, proof });
  }
  return proven;
}

/** Proves that the log at a newer size extends an older one. */
export async function proveConsistency(
  { db }: Reading,
  from: number,
  to: number,
): Promise<readonly string[]> {
  const tree = new LogTree(logStore(db).read, to);
  return shown(await tree.consistency(from, to));
}

function shown(hashes: readonly Uint8Array[]): readonly string[] {
  return hashes.map((it) => it.toBase64());
}
