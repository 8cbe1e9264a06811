import {
  checkpointProblem,
  tileProblem,
} from "../../../../packages/verify/src/check_tree.ts";
import { LogTree } from "../../../../packages/verify/src/log_tree.ts";
import { entryOf } from "../../../../packages/verify/src/merkle.ts";
import { isSignedBy } from "../../../../packages/verify/src/signed_note.ts";
import { TILE_WIDTH } from "../../../../packages/verify/src/tiles.ts";
import type { QueryCall } from "../../access/context.ts";
import { LIMITS } from "../../base/limits.ts";
import { pace } from "../../base/pace.ts";
import { logStore } from "./log_store.ts";
import type { LogFault } from "./verify_cosignatures.ts";
import { verifyCosignatures } from "./verify_cosignatures.ts";

/** Leaves of the log from one up to another, exclusive. */
export interface Leaves {
  readonly from: number;
  readonly to: number;
}

/** True if a key of the service signed the newest checkpoint of the log. */
export async function hasSigningKey(call: QueryCall): Promise<boolean> {
  const newest = await logStore(call.db).newest();
  return !newest || (await isSignedBy(call.signer.publicKeys, newest.note));
}

/**
 * True if keys of the service signed the oldest and the newest stored checkpoint. The oldest
 * still reveals a lost key after another one has signed.
 */
export async function hasEveryKey({
  db,
  signer,
}: Pick<QueryCall, "db" | "signer">): Promise<boolean> {
  const store = logStore(db);
  const newest = await store.newest();
  const notes = [
    ...(newest ? [newest.note] : []),
    ...(await store.notesOver(1)),
  ];
  for (const note of notes) {
    if (!(await isSignedBy(signer.publicKeys, note))) return false;
  }
  return true;
}

/**
 * Compares stretches of the log with the checkpoints signed there and the newest one, with
 * its own tiles above, and each leaf with its record; then the signatures of witnesses.
 */
export async function* verifyLog(
  call: QueryCall,
  stretches: readonly Leaves[],
): AsyncGenerator<LogFault> {
  const store = logStore(call.db);
  const newest = await store.newest();
  if (!newest) {
    if ((await store.ends(-1, 0)).length === 0) return;
    const problem = "its checkpoints are gone, but its leaves are not";
    return yield { about: "log", seq: 0, problem };
  }
  const { size } = newest;
  let isRight = true;
  if (await hasUnsigned(call, size)) {
    isRight = false;
    const problem = `its leaf ${size} is in no checkpoint`;
    yield { about: "log", seq: 0, problem };
  }
  const isNewestIn = stretches.some(
    ({ from, to }) => from < size && size <= to,
  );
  const last = isNewestIn ? [] : [{ from: size - 1, to: size }];
  for await (const fault of wrongTree(call, [...stretches, ...last])) {
    isRight = false;
    yield fault;
  }
  // If the tree is wrong, nothing is said of records and witnesses.
  if (!isRight) return;
  yield* verifyCosignatures(call);
  for (const leaves of stretches) yield* wrongEnds(call, leaves);
}

/** True if the log has an unsigned leaf: a leaf and its checkpoint are one commit. */
async function hasUnsigned({ db }: QueryCall, size: number): Promise<boolean> {
  const store = logStore(db);
  const tile = await store.read(0, Math.floor(size / TILE_WIDTH));
  const isLonger = tile?.[size % TILE_WIDTH] !== undefined;
  if (!isLonger && (await store.ends(size - 1, size)).length === 0) {
    return false;
  }
  // The log may have been signed since its size was read.
  return (await store.newest())?.size === size;
}

async function* wrongTree(
  call: QueryCall,
  stretches: readonly Leaves[],
): AsyncGenerator<LogFault> {
  const { read } = logStore(call.db);
  for (const { from, to } of stretches) {
    yield* wrongCheckpoints(call, { from, to });
    const last = Math.floor((to - 1) / TILE_WIDTH);
    for (let place = Math.floor(from / TILE_WIDTH); place <= last; place++) {
      await pace.turn();
      const problem = await tileProblem(read, place, to);
      if (problem) yield { about: "log", seq: 0, problem };
    }
  }
}

async function* wrongCheckpoints(
  call: QueryCall,
  { from, to }: Leaves,
): AsyncGenerator<LogFault> {
  const store = logStore(call.db);
  for (let after = from; ; ) {
    const page = await store.between(after, to);
    const tree = new LogTree(store.read, to);
    for (const { size, note } of page) {
      await pace.turn();
      after = size;
      const problem = await checkpointProblem(
        tree,
        { size, note },
        call.signer.publicKeys,
      );
      if (problem) yield { about: `checkpoint ${size}`, seq: 0, problem };
    }
    if (page.length < LIMITS.auditSlice) return;
  }
}

/** Leaves whose record is missing or different. */
async function* wrongEnds(
  call: QueryCall,
  { from, to }: Leaves,
): AsyncGenerator<LogFault> {
  const store = logStore(call.db);
  let next = from;
  while (next < to) {
    const page = await store.ends(next - 1, to - 1);
    for (const { leaf, chainId, first, seq, hash } of page) {
      await pace.turn();
      if (leaf !== next) break;
      next += 1;
      const tile = await store.read(0, Math.floor(leaf / TILE_WIDTH));
      const entry = tile?.[leaf % TILE_WIDTH]?.toBase64();
      const isThere = seq !== null && hash !== null;
      if (isThere && entryOf({ chainId, seq, hash }).toBase64() === entry) {
        continue;
      }
      const problem = isThere
        ? "the log has another record here"
        : "a record in the log is missing";
      yield { about: chainId, seq: first, problem };
    }
    if (page.length > 0 && page.at(-1)?.leaf === next - 1) continue;
    const problem = `its leaf ${next} refers to no record`;
    yield { about: "log", seq: 0, problem };
    next += 1;
  }
}
