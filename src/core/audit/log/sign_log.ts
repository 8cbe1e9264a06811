import {
  logOriginOf,
  signLogHead,
} from "../../../../packages/verify/src/log_head.ts";
import { LogTree } from "../../../../packages/verify/src/log_tree.ts";
import type { ChainEnd } from "../../../../packages/verify/src/merkle.ts";
import { entryOf } from "../../../../packages/verify/src/merkle.ts";
import {
  isSignedBy,
  withSignature,
} from "../../../../packages/verify/src/signed_note.ts";
import type { CommandCall } from "../../access/context.ts";
import { LIMITS } from "../../base/limits.ts";
import { pace } from "../../base/pace.ts";
import type { LogCheckpoint, LoggedEnd } from "./log_store.ts";
import { logStore } from "./log_store.ts";
import { signedLog } from "./prove.ts";

/** The end of a chain, and its record. */
export interface RecordEnd extends ChainEnd {
  readonly first: number;
}

/** The result of signing the log. */
export interface SignedUpTo {
  readonly newest: LogCheckpoint | undefined;
  readonly isNew: boolean;
  /** True if more records wait for the next checkpoint. */
  readonly hasMore: boolean;
}

/**
 * Adds the ends of grown chains to the log and signs it, in this call's commit. A checkpoint
 * that another key signed gets this key's signature, too.
 */
export async function signLog(call: CommandCall): Promise<SignedUpTo> {
  const store = logStore(call.db);
  const newest = await store.newest();
  const { ends, upTo, hasMore } = await grownSince(call, newest?.upTo ?? 0);
  if (ends.length === 0) return await signedAgain(call, newest);
  const size = newest?.size ?? 0;
  const tree = new LogTree(store.read, size);
  const logged: LoggedEnd[] = [];
  for (const { chainId, first, seq, hash } of ends) {
    await pace.turn();
    logged.push({ leaf: tree.size, chainId, first });
    await tree.add(entryOf({ chainId, seq, hash }));
  }
  const origin = newest
    ? signedLog(newest.note).origin
    : logOriginOf(call.settings);
  const root = (await tree.root()).toBase64();
  const head = { origin, size: tree.size, root };
  const made: LogCheckpoint = {
    ...{ size: tree.size, upTo, signedAt: call.now },
    note: signLogHead(call.signer, head),
  };
  call.write(...store.write(made, tree.changed, logged));
  return { newest: made, isNew: true, hasMore };
}

async function signedAgain(
  call: CommandCall,
  newest: LogCheckpoint | undefined,
): Promise<SignedUpTo> {
  const nothing = { isNew: false, hasMore: false };
  if (!newest || (await isSignedBy([call.signer.publicKey], newest.note))) {
    return { newest, ...nothing };
  }
  // Another key than one of ours: it is a finding, and stays one.
  if (!(await isSignedBy(call.signer.publicKeys, newest.note))) {
    return { newest, ...nothing };
  }
  const { origin } = signedLog(newest.note);
  const note = withSignature(call.signer, origin, newest.note);
  call.write(logStore(call.db).resign(newest.size, note));
  return { newest: { ...newest, note }, isNew: true, hasMore: false };
}

/** The current ends of chains that have grown since a place in the order of writing. */
async function grownSince(call: CommandCall, place: number) {
  const ends = new Map<string, RecordEnd>();
  let upTo = place;
  for (let read = 0; read < LIMITS.checkpointRecordsMax; ) {
    await pace.turn();
    const page = await logStore(call.db).added(upTo);
    for (const { place: at, ...end } of page) {
      ends.set(end.chainId, end);
      upTo = at;
    }
    read += page.length;
    if (page.length < LIMITS.auditHeadsAtOnce) {
      return { ends: [...ends.values()], upTo, hasMore: false };
    }
  }
  return { ends: [...ends.values()], upTo, hasMore: true };
}
