import {
  entryOf,
  leafHash,
  MerkleRoot,
} from "../../../../packages/verify/src/merkle.ts";
import type { QueryCall } from "../../access/context.ts";
import { LIMITS } from "../../base/limits.ts";
import { pace } from "../../base/pace.ts";
import { endsBetween } from "../checkpoint.ts";
import { checkpointStore } from "../checkpoint_store.ts";
import { isSignedBy } from "../signed_note.ts";
import { AFTER_ALL } from "../tree.ts";
import type { CheckpointFault } from "../verify_checkpoints.ts";
import { readLogHead } from "./log_note.ts";
import { logStore } from "./log_store.ts";
import { TILE_WIDTH } from "./log_tree.ts";
import { TilesAbove } from "./tiles_above.ts";
import { verifyCosignatures } from "./verify_cosignatures.ts";

/**
 * Makes the tree of the log anew from its entries, and holds each signed log that is kept
 * against it, all tiles above the entries, what witnesses signed, and the ends that are
 * stored as being in it.
 */
export async function* verifyLog(
  call: QueryCall,
): AsyncGenerator<CheckpointFault> {
  const newest = await checkpointStore(call.db).newest();
  const size = newest?.logSize ?? 0;
  let isRight = true;
  for await (const fault of wrongTree(call, size)) {
    isRight = false;
    yield fault;
  }
  // Of another tree nothing is said of any chain, and of no witness.
  if (!isRight) return;
  yield* verifyCosignatures(call);
  yield* wrongHeads(call, size);
}

async function* wrongTree(
  call: QueryCall,
  size: number,
): AsyncGenerator<CheckpointFault> {
  const signed = signedLogs(call);
  let next = (await signed.next()).value;
  const whole = new MerkleRoot();
  const store = logStore(call.db);
  const above = new TilesAbove(store.read);
  for (let place = 0; place * TILE_WIDTH < size; place++) {
    await pace.turn();
    const entries = (await store.read(0, place)) ?? [];
    const tile = new MerkleRoot();
    for (const entry of entries.slice(0, size - place * TILE_WIDTH)) {
      const leaf = leafHash(entry);
      whole.add(leaf);
      tile.add(leaf);
      while (next && next.size <= whole.count) {
        const isRight =
          next.size === whole.count && next.root === whole.root().toBase64();
        if (!isRight) yield { about: next.about, problem: OTHER_TREE };
        next = (await signed.next()).value;
      }
    }
    if (tile.count < TILE_WIDTH) continue;
    for await (const name of above.wrong(tile.root())) {
      yield {
        about: "log",
        problem: `its tile ${name} is not what was logged`,
      };
    }
  }
  for (; next; next = (await signed.next()).value) {
    if (next.size > size) return;
    yield { about: next.about, problem: "entries of its log are missing" };
  }
}

const OTHER_TREE = "the log is not the one that was signed";

interface Signed {
  readonly about: string;
  readonly size: number;
  readonly root: string;
}

/** Signed logs in the order of their sizes; one that no key of ours signed is of no tree. */
async function* signedLogs(call: QueryCall): AsyncGenerator<Signed, undefined> {
  const store = checkpointStore(call.db);
  for (let last = 0; ; ) {
    const page = await store.after(last);
    for (const { number, logNote } of page) {
      await pace.turn();
      last = number;
      const read = readLogHead(logNote);
      const isOurs = isSignedBy(call.signer.publicKey, logNote);
      yield {
        about: `checkpoint ${number}`,
        size: read?.size ?? 1,
        root: isOurs ? (read?.root ?? "") : "",
      };
    }
    if (page.length < LIMITS.auditSlice) return undefined;
  }
}

/** Ends of chains that are not at their places in the log. */
async function* wrongHeads(
  call: QueryCall,
  size: number,
): AsyncGenerator<CheckpointFault> {
  const store = logStore(call.db);
  for await (const end of endsBetween(call, "", AFTER_ALL)) {
    const { leaf } = end;
    if (leaf === null || leaf >= size) continue;
    const entries = await store.read(0, Math.floor(leaf / TILE_WIDTH));
    const entry = entries?.[leaf % TILE_WIDTH];
    if (entry?.toBase64() === entryOf(end).toBase64()) continue;
    const problem = "the log does not hold its end where it says";
    yield { about: end.chainId, problem };
  }
}
