import type { ChainEnd } from "../../../packages/verify/src/merkle.ts";
import type { CommandCall, QueryCall } from "../access/context.ts";
import { LIMITS } from "../base/limits.ts";
import { pace } from "../base/pace.ts";
import { perDatabase } from "../db/per_database.ts";
import type { StoredCheckpoint } from "./checkpoint_store.ts";
import { checkpointStore } from "./checkpoint_store.ts";
import { appendToLog } from "./log/append_log.ts";
import { noteHash, originOf, signCheckpoint } from "./signed_note.ts";
import type { Group } from "./tree.ts";
import {
  AFTER_ALL,
  chainsIn,
  Grouping,
  NO_CHECKPOINT,
  rootOf,
} from "./tree.ts";

/** The groups of the newest checkpoint; only what changed is hashed again. */
interface Kept {
  number: number;
  groups: readonly Group[];
}

const keptOf = perDatabase<Kept>(() => ({ number: 0, groups: [] }));

/**
 * Signs an account of all chains, if one has grown since the last.
 * @returns The newest checkpoint, and whether more records wait for the next.
 */
export async function makeCheckpoint(call: CommandCall): Promise<{
  readonly newest: StoredCheckpoint | undefined;
  readonly isNew: boolean;
  readonly hasMore: boolean;
}> {
  const store = checkpointStore(call.db);
  const newest = await store.newest();
  const { ends, upTo, hasMore } = await grownSince(call, newest?.upTo ?? 0);
  if (ends.size === 0) return { newest, isNew: false, hasMore: false };
  const kept = keptOf(call.db);
  const known = newest?.number ?? 0;
  const before = kept.number === known ? kept.groups : await allGroups(call);
  const { groups, moved } = await regrouped(call, before, ends);
  const number = known + 1;
  const note = signCheckpoint(call.signer, {
    origin: originOf(call.settings),
    chains: chainsIn(groups),
    root: rootOf(groups).toBase64(),
    number,
    now: call.now,
    previous: newest ? noteHash(newest.note) : NO_CHECKPOINT,
  });
  const size = newest?.logSize ?? 0;
  const { logged, ...log } = await appendToLog(call, size, moved);
  const made = { number, note, upTo, ...log };
  call.write(...store.write(made, logged));
  call.committed(() => Object.assign(kept, { number, groups }));
  return { newest: made, isNew: true, hasMore };
}

/** Where chains end now that have grown since a place in the order of writing. */
async function grownSince(call: QueryCall, place: number) {
  const ends = new Map<string, ChainEnd>();
  let upTo = place;
  for (let read = 0; read < LIMITS.checkpointRecordsMax; ) {
    await pace.turn();
    const page = await checkpointStore(call.db).added(upTo);
    for (const { place: at, ...end } of page) {
      ends.set(end.chainId, end);
      upTo = at;
    }
    read += page.length;
    if (page.length < LIMITS.auditHeadsAtOnce) {
      return { ends, upTo, hasMore: false };
    }
  }
  return { ends, upTo, hasMore: true };
}

/** The groups of all chains of the newest checkpoint, made anew. */
export async function allGroups(call: QueryCall): Promise<readonly Group[]> {
  const grouping = new Grouping();
  for await (const end of endsBetween(call, "", AFTER_ALL)) {
    grouping.add(end);
  }
  grouping.close(AFTER_ALL);
  return grouping.groups;
}

/** Chains of the newest checkpoint, in order, a page at a time. */
export async function* endsBetween(
  call: QueryCall,
  from: string,
  upTo: string,
): AsyncGenerator<ChainEnd & { readonly leaf: number }> {
  let after = from;
  for (;;) {
    await pace.turn();
    const page = await checkpointStore(call.db).heads(after, upTo);
    yield* page;
    if (page.length < LIMITS.auditHeadsAtOnce) return;
    after = page.at(-1)?.chainId ?? upTo;
  }
}

/**
 * The groups after some chains have grown: those of other chains stay. A chain that
 * would go back keeps its place, so that verifying shows it.
 */
async function regrouped(
  call: QueryCall,
  before: readonly Group[],
  ends: ReadonlyMap<string, ChainEnd>,
) {
  const waiting = [...ends.values()].toSorted((a, b) =>
    a.chainId < b.chainId ? -1 : 1,
  );
  const groups: Group[] = [];
  const moved: ChainEnd[] = [];
  let from = "";
  let next = 0;
  for (const group of [...before, LAST]) {
    if (group === LAST && from === AFTER_ALL) break;
    const mine: ChainEnd[] = [];
    for (let it = waiting[next]; it && it.chainId <= group.upTo; ) {
      mine.push(it);
      it = waiting[++next];
    }
    if (mine.length === 0) {
      if (group !== LAST) groups.push(group);
    } else {
      const known = new Map<string, ChainEnd>();
      for await (const it of endsBetween(call, from, group.upTo)) {
        known.set(it.chainId, it);
      }
      for (const it of mine) {
        if (it.seq <= (known.get(it.chainId)?.seq ?? 0)) continue;
        known.set(it.chainId, it);
        moved.push(it);
      }
      groups.push(...(await groupsOf(known, group.upTo)));
    }
    from = group.upTo;
  }
  return { groups, moved };
}

/** The group of the chains whose ids come after those of every other group. */
const LAST: Group = { upTo: AFTER_ALL, count: 0, root: new Uint8Array() };

async function groupsOf(
  ends: ReadonlyMap<string, ChainEnd>,
  upTo: string,
): Promise<readonly Group[]> {
  const grouping = new Grouping();
  const ids = [...ends.keys()].toSorted();
  for (const [index, id] of ids.entries()) {
    if (index % LIMITS.auditSlice === 0) await pace.turn();
    const end = ends.get(id);
    if (end) grouping.add(end);
  }
  grouping.close(upTo);
  return grouping.groups;
}
