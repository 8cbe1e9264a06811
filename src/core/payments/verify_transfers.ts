import type { QueryCall } from "../access/context.ts";
import { auditStore } from "../audit/store.ts";
import type { Walked } from "../audit/walk.ts";
import { LIMITS } from "../base/limits.ts";
import { pace } from "../base/pace.ts";
import { ledgerAccount, transferDigest, transferName } from "./ledger.ts";
import type { AccountRow, StoredTransfer } from "./verify_store.ts";
import { verifyStore } from "./verify_store.ts";

/** What does not fit in the ledger, and about which chain or account that is. */
export interface LedgerFault {
  readonly about: string;
  readonly seq: number;
  readonly problem: string;
}

const PREFIX = transferName("");

/** Finds transfers that a chain committed to and that the ledger does not have so. */
export async function* verifyHeldTransfers(
  call: QueryCall,
  about: string,
  { held }: Walked,
): AsyncGenerator<LedgerFault> {
  const names = [...held.keys()].filter((name) => name.startsWith(PREFIX));
  for (let from = 0; from < names.length; from += LIMITS.auditSlice) {
    await pace.turn();
    const some = names.slice(from, from + LIMITS.auditSlice);
    const ids = some.map((name) => name.slice(PREFIX.length));
    const rows = await verifyStore(call.db).named(ids);
    const digests = new Map(
      rows.map((it) => [transferName(it.id), digest(it)]),
    );
    for (const name of some) {
      const { digest: wanted, seq = 0 } = held.get(name) ?? {};
      if (digests.get(name) === wanted) continue;
      const problem = digests.has(name)
        ? `${name} is not what was recorded`
        : `${name} is missing from the ledger`;
      yield { about, seq, problem };
    }
  }
}

/**
 * Holds every transfer against the record that commits to it, and every balance
 * against its entries.
 */
export async function* verifyLedgerRows(
  call: QueryCall,
): AsyncGenerator<LedgerFault> {
  const store = verifyStore(call.db);
  let after = "";
  for (;;) {
    await pace.turn();
    const page = await store.transfers(after);
    for (const it of page) {
      await pace.turn();
      after = it.id;
      const problem = await transferProblem(call, it);
      const about = it.chainId ?? "ledger";
      if (problem)
        yield { about, seq: 0, problem: `${transferName(it.id)} ${problem}` };
    }
    if (page.length < LIMITS.auditSlice) break;
  }
  yield* verifyBalances(call);
}

async function transferProblem(
  call: QueryCall,
  row: StoredTransfer,
): Promise<string | undefined> {
  const { id, chainId, chainEnd } = row;
  const made = digest(row);
  if (made === undefined) return "does not have two entries that sum to zero";
  if (chainId === null || chainEnd === null) return "is in no record";
  const found = await auditStore(call.db).holdsAfter(chainId, chainEnd);
  const isThere = found?.holds[transferName(id)] === made;
  return isThere ? undefined : "is in no record";
}

function entriesOf({ entries }: StoredTransfer): readonly [string, number][] {
  return JSON.parse(entries);
}

/** The digest of a stored transfer; none if its entries are not two that fit. */
function digest(row: StoredTransfer): string | undefined {
  const [giving, taking, more] = entriesOf(row);
  if (!giving || !taking || more || giving[1] + taking[1] !== 0)
    return undefined;
  const { id, kind, conversationId, paymentId, key, createdAt } = row;
  const [from] = giving;
  const [to, amount] = taking;
  return transferDigest({
    ...{ id, kind, from, to, amount, key },
    ...{ conversationId, paymentId, createdAt },
  });
}

async function* verifyBalances(call: QueryCall): AsyncGenerator<LedgerFault> {
  const store = verifyStore(call.db);
  let after = "";
  for (;;) {
    await pace.turn();
    const page = await store.accounts(after);
    for (const { id, balance, sum, count, ...account } of page) {
      after = id;
      const other = accountProblem({ id, balance, ...account });
      if (other) yield { about: id, seq: 0, problem: other };
      const isAll = count < LIMITS.auditEntriesAtOnce;
      if (isAll ? balance === sum : await fits(call, id)) continue;
      const problem = "its balance is not the sum of its entries";
      yield { about: id, seq: 0, problem };
    }
    if (page.length < LIMITS.auditAccountsAtOnce) return;
  }
}

/** What its id says of an account: nothing but the mint owes anything. */
function accountProblem(
  account: Omit<AccountRow, "sum" | "count">,
): string | undefined {
  const { id, owner, kind, currency, balance } = account;
  const wanted = ledgerAccount(id);
  const isRight =
    wanted?.owner === owner && wanted.kind === kind && currency === "USDC";
  if (!isRight) return "its owner, kind or currency is not what its id says";
  return balance < 0 && kind !== "mint" ? "it is overdrawn" : undefined;
}

/** Sums an account of many entries piece by piece, again if it changed meanwhile. */
async function fits(call: QueryCall, id: string): Promise<boolean> {
  const store = verifyStore(call.db);
  let total = 0;
  let after = 0;
  for (let tries = 0; tries < LIMITS.auditRereadsMax; ) {
    await pace.turn();
    const { last, sum } = await store.sum(id, after);
    if (last !== null) {
      total += sum;
      after = last;
      continue;
    }
    if ((await store.balance(id)) === total) return true;
    tries += 1;
  }
  return false;
}
