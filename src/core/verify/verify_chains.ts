import type { QueryCall } from "../access/context.ts";
import { SERVICE_AGENTS } from "../agents/service_agents.ts";
import { auditStore } from "../audit/store.ts";
import type { ChainFault, IsMac } from "../audit/verify_records.ts";
import type { Walked } from "../audit/walk.ts";
import { walkChain } from "../audit/walk.ts";
import { ID_PREFIXES } from "../base/ids.ts";
import { LIMITS } from "../base/limits.ts";
import { verifyRows } from "../conversations/read/verify/verify_rows.ts";
import { OwnerBatch } from "../db/owned_rows.ts";
import { verifyStanding } from "../identity/verify_standing.ts";
import { verifyCoveredTransfers } from "../payments/verify_transfers.ts";

/** The result of verifying a chain. */
export interface VerifiedChain {
  readonly chainId: string;
  readonly entries: number;
  readonly faults: readonly ChainFault[];
}

/**
 * Verifies some chains with what they commit to, reading their rows together.
 * @param isMac The service's keys; absent if the chains have another key.
 */
export async function* verifyChains(
  call: QueryCall,
  chainIds: readonly string[],
  isMac?: IsMac,
): AsyncGenerator<VerifiedChain> {
  const batch = new OwnerBatch(call.db, chainIds);
  for (const chainId of chainIds) {
    const found = await verifyIn(call, batch, chainId, isMac);
    const { faults, end } = found;
    const entries = end.seq;
    yield faults.length === 0
      ? { chainId, entries, faults }
      : await again(call, chainId, isMac);
  }
}

/** Verifies a chain alone, again each time it grows meanwhile. */
async function again(
  call: QueryCall,
  chainId: string,
  isMac?: IsMac,
): Promise<VerifiedChain> {
  for (let reread = 0; ; reread++) {
    const batch = new OwnerBatch(call.db, [chainId]);
    const { faults, end } = await verifyIn(call, batch, chainId, isMac);
    const { seq } = await auditStore(call.db).end(chainId);
    const isStill = seq === end.seq || end.hasFault;
    if (faults.length === 0 || isStill || reread >= LIMITS.auditRereadsMax) {
      return { chainId, entries: end.seq, faults };
    }
  }
}

async function verifyIn(
  call: QueryCall,
  batch: OwnerBatch,
  chainId: string,
  isMac?: IsMac,
) {
  const walked = await walkChain(batch, chainId, isMac);
  const { fault, end: head } = walked;
  const end = { seq: head.seq, hasFault: fault !== undefined };
  if (fault) return { end, faults: [fault] };
  return { end, faults: await faultsOf(call, batch, chainId, walked) };
}

async function faultsOf(
  call: QueryCall,
  batch: OwnerBatch,
  chainId: string,
  walked: Walked,
): Promise<readonly ChainFault[]> {
  if (walked.end.seq === 0) return [];
  const faults: ChainFault[] = [];
  for await (const it of verifyCoveredTransfers(call, chainId, walked)) {
    faults.push({ seq: it.seq, problem: it.problem });
  }
  if (chainId.startsWith(`${ID_PREFIXES.conversation}_`)) {
    faults.push(...(await verifyRows(batch, chainId, walked)));
  } else if (!UNRECORDED.has(chainId)) {
    faults.push(...(await verifyStanding(batch, chainId, walked)));
  }
  return faults;
}

/** The service's own agents, which are created with the service and without a record. */
export const UNRECORDED: ReadonlySet<string> = new Set(
  SERVICE_AGENTS.map((it) => it.accountId),
);
