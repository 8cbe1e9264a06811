/**
 * Is everything that is stored what was recorded, and when was that last looked at?
 * `verify_chains.ts` looks at some chains, `results_store.ts` keeps what was found.
 * @module
 */
import type { QueryCall } from "../access/context.ts";
import { logStore } from "../audit/log/log_store.ts";
import type { Leaves } from "../audit/log/verify_log.ts";
import { hasSigningKey, verifyLog } from "../audit/log/verify_log.ts";
import { LIMITS } from "../base/limits.ts";
import { pace } from "../base/pace.ts";
import { rowsStore } from "../conversations/read/verify/rows_store.ts";
import { standingStore } from "../identity/standing_store.ts";
import { verifyStore } from "../payments/verify_store.ts";
import type { LastRow, RowRange } from "../payments/verify_transfers.ts";
import {
  verifyBalances,
  verifyBalancesOf,
  verifyTransfers,
} from "../payments/verify_transfers.ts";
import { chainIdsStore } from "./chain_ids_store.ts";
import type { VerifyMark } from "./mark.ts";
import { NO_MARK } from "./mark.ts";
import type { Share } from "./share.ts";
import { UNRECORDED, verifyChains } from "./verify_chains.ts";

/** A difference from the records. */
export interface Fault {
  readonly chainId: string;
  readonly seq: number;
  readonly problem: string;
}

/** How much was checked so far. */
export interface Counts {
  chains: number;
  records: number;
}

/** The options of a verification. */
export interface Verifying {
  /** The end of the one before; without it, everything is checked. */
  readonly since?: VerifyMark | undefined;
  readonly share: Share;
  readonly counts: Counts;
}

/**
 * Verifies all chains and the ledger, or what was written since a mark and the next part of
 * what is older, so that everything is checked within {@linkcode LIMITS.verifyTurns}
 * verifications. Returns the mark for the next one.
 */
export async function* verifyEverything(
  call: QueryCall,
  verifying: Verifying,
): AsyncGenerator<Fault, VerifyMark> {
  const place = await logStore(call.db).lastPlace();
  const leaf = (await logStore(call.db).newest())?.size ?? 0;
  const chain = yield* chainFaults(call, verifying, place);
  yield* unrecorded(call);
  const oldLeaf = yield* logFaults(call, verifying, leaf);
  const { transfer, old } = yield* ledgerFaults(call, verifying);
  return { place, leaf, transfer, old: { ...old, chain, leaf: oldLeaf } };
}

/** The part of older data that each verification checks. */
function partOf(count: number): number {
  return Math.ceil(count / LIMITS.verifyTurns);
}

async function* chainFaults(
  call: QueryCall,
  { since, share, counts }: Verifying,
  place: number,
): AsyncGenerator<Fault, string> {
  const isMac = (await hasSigningKey(call)) ? call.signer.isMac : undefined;
  const turn = { last: "" };
  const some = since
    ? chainsSince(call, since, partOf(place), turn)
    : allChains(call);
  for await (const ids of some) {
    for await (const it of verifyChains(call, ids, isMac)) {
      counts.chains += 1;
      counts.records += it.entries;
      for (const fault of it.faults) yield { chainId: it.chainId, ...fault };
    }
    await share.rest();
  }
  return turn.last;
}

async function* allChains(call: QueryCall): AsyncGenerator<string[]> {
  for (let after = ""; ; ) {
    const page = await chainIdsStore(call.db).inOrder(after);
    const last = page.at(-1);
    if (!last) return;
    after = last.chainId;
    yield page.map(({ chainId }) => chainId);
  }
}

/** Chains that have grown since a mark, then the next ones, up to a number of records. */
async function* chainsSince(
  call: QueryCall,
  { place, old }: VerifyMark,
  records: number,
  turn: { last: string },
): AsyncGenerator<string[]> {
  const store = chainIdsStore(call.db);
  const grown = new Set<string>();
  for (let after = place; ; ) {
    const page = await store.grown(after);
    for (const it of page) {
      grown.add(it.chainId);
      after = it.place;
    }
    if (page.length < LIMITS.verifyOwnersAtOnce) break;
  }
  const ids = [...grown];
  for (let from = 0; from < ids.length; from += LIMITS.verifyChainsAtOnce) {
    yield ids.slice(from, from + LIMITS.verifyChainsAtOnce);
  }
  turn.last = old.chain;
  for (let looked = 0; looked < records; ) {
    const page = await store.inOrder(turn.last);
    const last = page.at(-1);
    turn.last = last?.chainId ?? "";
    if (!last) return;
    for (const it of page) looked += it.records;
    yield page.map((it) => it.chainId).filter((it) => !grown.has(it));
  }
}

/** Conversations and accounts whose whole chain is missing. */
async function* unrecorded(call: QueryCall): AsyncGenerator<Fault> {
  for (const { recorded } of [rowsStore(call.db), standingStore(call.db)]) {
    let after = "";
    for (let isMore = true; isMore; ) {
      const page = await recorded(after);
      isMore = page.length === LIMITS.verifyOwnersAtOnce;
      after = page.at(-1)?.id ?? after;
      for (const { id, has } of page) {
        await pace.turn();
        if (has || UNRECORDED.has(id)) continue;
        yield { chainId: id, seq: 0, problem: "its chain is missing" };
      }
    }
  }
}

async function* logFaults(
  call: QueryCall,
  { since, share }: Verifying,
  size: number,
): AsyncGenerator<Fault, number> {
  const from = since?.leaf ?? 0;
  const part = since ? partOf(size) : 0;
  const start = since && since.old.leaf < from ? since.old.leaf : 0;
  const old: Leaves = { from: start, to: Math.min(start + part, from) };
  const stretches = [old, { from: Math.min(from, size), to: size }];
  const some = stretches.filter((it) => it.from < it.to);
  for await (const { about, seq, problem } of verifyLog(call, some)) {
    yield { chainId: about, seq, problem };
  }
  await share.rest();
  return old.to;
}

async function* ledgerFaults(
  call: QueryCall,
  { since, share }: Verifying,
): AsyncGenerator<
  Fault,
  {
    readonly transfer: string;
    readonly old: Pick<VerifyMark["old"], "transfer" | "account">;
  }
> {
  const counts = await verifyStore(call.db).counts();
  const touched = new Set<string>();
  const all = { after: since?.transfer ?? "", count: Number.MAX_SAFE_INTEGER };
  const { last } = yield* inChains(verifyTransfers(call, all, touched));
  await share.rest();
  if (!since) {
    const every: RowRange = { ...all, after: "" };
    yield* inChains(verifyBalances(call, every));
    return { transfer: last, old: NO_MARK.old };
  }
  yield* inChains(verifyBalancesOf(call, [...touched]));
  const { old } = since;
  const transfers = { after: old.transfer, count: partOf(counts.transfers) };
  const looked = yield* inChains(verifyTransfers(call, transfers, new Set()));
  const accounts = { after: old.account, count: partOf(counts.accounts) };
  const summed = yield* inChains(verifyBalances(call, accounts));
  return {
    transfer: last,
    old: { transfer: turnOf(looked), account: turnOf(summed) },
  };
}

/** Where the next turn starts: at the beginning again after the end. */
function turnOf({ last, isEnd }: LastRow): string {
  return isEnd ? "" : last;
}

async function* inChains<T>(
  found: AsyncGenerator<
    { readonly about: string; readonly seq: number; readonly problem: string },
    T
  >,
): AsyncGenerator<Fault, T> {
  for (;;) {
    const { done, value } = await found.next();
    if (done) return value;
    yield { chainId: value.about, seq: value.seq, problem: value.problem };
  }
}
