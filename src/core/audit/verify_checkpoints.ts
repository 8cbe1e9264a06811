import type { QueryCall } from "../access/context.ts";
import { LIMITS } from "../base/limits.ts";
import { pace } from "../base/pace.ts";
import { allGroups, endsBetween } from "./checkpoint.ts";
import { checkpointStore } from "./checkpoint_store.ts";
import { isSignedBy, noteHash, readCheckpoint } from "./signed_note.ts";
import { auditStore } from "./store.ts";
import { AFTER_ALL, chainsIn, rootOf } from "./tree.ts";

/** Something about a checkpoint, or about a chain that it covers. */
export interface CheckpointFault {
  readonly about: string;
  readonly problem: string;
}

const named = (number: number) => `checkpoint ${number}`;

/** True if the service's key signed the newest checkpoint. */
export async function hasSigningKey(call: QueryCall): Promise<boolean> {
  const newest = await checkpointStore(call.db).newest();
  return !newest || isSignedBy(call.signer.publicKey, newest.note);
}

/**
 * Checks that each checkpoint follows from the one before, that this key signed
 * them, and that the newest is about the ends that are stored with it.
 */
export async function* verifyCheckpoints(
  call: QueryCall,
): AsyncGenerator<CheckpointFault> {
  const store = checkpointStore(call.db);
  let last: { readonly number: number; readonly hash: string } | undefined;
  for (;;) {
    await pace.turn();
    const page = await store.after(last?.number ?? 0);
    for (const { number, note } of page) {
      await pace.turn();
      const read = readCheckpoint(note);
      const problem = !isSignedBy(call.signer.publicKey, note)
        ? "it is not signed with the service's key"
        : read?.number !== number
          ? "its number is not the one that was signed"
          : last && (number !== last.number + 1 || read.previous !== last.hash)
            ? "it does not follow the one before"
            : undefined;
      if (problem) yield { about: named(number), problem };
      last = { number, hash: noteHash(note) };
    }
    if (page.length < LIMITS.auditSlice) break;
  }
  yield* verifyNewest(call);
}

async function* verifyNewest(call: QueryCall): AsyncGenerator<CheckpointFault> {
  const store = checkpointStore(call.db);
  for (let reread = 0; ; reread++) {
    const newest = await store.newest();
    const groups = await allGroups(call);
    const isStill = (await store.newest())?.number === newest?.number;
    if (!isStill && reread < LIMITS.auditRereadsMax) continue;
    if (!newest) {
      if (groups.length === 0) return;
      const problem = "all of them are gone, the list of heads is not";
      return yield { about: "checkpoints", problem };
    }
    const read = readCheckpoint(newest.note);
    const isRight =
      read?.chains === chainsIn(groups) &&
      read.root === rootOf(groups).toBase64();
    if (isRight) return;
    const problem = "the list of heads is not the one that was signed";
    return yield { about: named(newest.number), problem };
  }
}

/** Finds chains that the newest checkpoint covers and that are gone altogether. */
export async function* missingChains(
  call: QueryCall,
): AsyncGenerator<CheckpointFault> {
  const audit = auditStore(call.db);
  for await (const { chainId } of endsBetween(call, "", AFTER_ALL)) {
    await pace.turn();
    if ((await audit.end(chainId)).seq > 0) continue;
    yield { about: chainId, problem: "its chain is missing" };
  }
}
