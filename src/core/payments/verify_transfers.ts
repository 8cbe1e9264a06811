import type { QueryCall } from "../access/context.ts";
import type { Rows } from "../audit/chain.ts";
import { recordLines } from "../audit/lines.ts";
import type { Walked } from "../audit/walk.ts";
import { LIMITS } from "../base/limits.ts";
import { pace } from "../base/pace.ts";
import { ledgerAccount, transferDigest, transferName } from "./ledger.ts";
import type { AccountRow, StoredTransfer } from "./verify_store.ts";
import { ACCOUNT_GONE, verifyStore } from "./verify_store.ts";

/** A fault in the ledger, and the chain or account concerned. */
export interface LedgerFault {
  readonly about: string;
  readonly seq: number;
  readonly problem: string;
}

const PREFIX = transferName("");

/** Finds transfers that a chain committed to and that differ in the ledger. */
export async function* verifyCoveredTransfers(
  call: QueryCall,
  about: string,
  { covered }: Walked,
): AsyncGenerator<LedgerFault> {
  const names = [...covered.keys()].filter((name) => name.startsWith(PREFIX));
  for (let from = 0; from < names.length; from += LIMITS.auditSlice) {
    await pace.turn();
    const some = names.slice(from, from + LIMITS.auditSlice);
    const ids = some.map((name) => name.slice(PREFIX.length));
    const rows = await verifyStore(call.db).named(ids);
    const digests = new Map(
      rows.map((it) => [transferName(it.id), digest(it)]),
    );
    for (const name of some) {
      const { digest: wanted, seq = 0 } = covered.get(name) ?? {};
      if (digests.get(name) === wanted) continue;
      const problem = digests.has(name)
        ? `${name} differs from its record`
        : `${name} is missing from the ledger`;
      yield { about, seq, problem };
    }
  }
}

/** A number of rows of a table after one, in the order of their ids. */
export interface RowRange {
  readonly after: string;
  readonly count: number;
}

/** The last row of a stretch, and whether it ends its table. */
export interface LastRow {
  readonly last: string;
  readonly isEnd: boolean;
}

/**
 * Compares transfers with the records that commit to them, and finds missing accounts.
 * @param touched Gets the ledger accounts whose money they moved.
 */
export async function* verifyTransfers(
  call: QueryCall,
  { after, count }: RowRange,
  touched: Set<string>,
): AsyncGenerator<LedgerFault, LastRow> {
  let last = after;
  const named = new Set<string>();
  for (let looked = 0; looked < count; ) {
    await pace.turn();
    const page = await verifyStore(call.db).transfers(last);
    for (const { body, gone, ...it } of page) {
      await pace.turn();
      last = it.id;
      looked += 1;
      for (const [accountId] of entriesOf(it)) touched.add(accountId);
      const problem = transferProblem(it, body);
      const about = it.chainId;
      if (problem)
        yield { about, seq: 0, problem: `${transferName(it.id)} ${problem}` };
      if (gone === null || named.has(gone)) continue;
      named.add(gone);
      yield { about: gone, seq: 0, problem: ACCOUNT_GONE };
    }
    if (page.length < LIMITS.auditSlice) return { last, isEnd: true };
  }
  return { last, isEnd: false };
}

function transferProblem(
  row: StoredTransfer,
  body: string | null,
): string | undefined {
  const made = digest(row);
  if (made === undefined) return "does not have two entries that sum to zero";
  const covered = body === null ? undefined : rowsIn(body);
  return covered?.[transferName(row.id)] === made ? undefined : "has no record";
}

function rowsIn(body: string): Rows | undefined {
  try {
    return recordLines({ body }).inner.rows ?? undefined;
  } catch {
    return undefined;
  }
}

function entriesOf({
  entries,
}: Pick<StoredTransfer, "entries">): readonly [string, number][] {
  return JSON.parse(entries);
}

/** The digest of a stored transfer; none if it does not have two matching entries. */
export function digest(row: StoredTransfer): string | undefined {
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

/** Compares balances with the entries of their accounts. */
export async function* verifyBalances(
  call: QueryCall,
  { after, count }: RowRange,
): AsyncGenerator<LedgerFault, LastRow> {
  let last = after;
  for (let looked = 0; looked < count; ) {
    await pace.turn();
    const page = await verifyStore(call.db).accounts(last);
    yield* wrongBalances(call, page);
    looked += page.length;
    last = page.at(-1)?.id ?? last;
    if (page.length < LIMITS.auditAccountsAtOnce) return { last, isEnd: true };
  }
  return { last, isEnd: false };
}

/** The same of some accounts. */
export async function* verifyBalancesOf(
  call: QueryCall,
  ids: readonly string[],
): AsyncGenerator<LedgerFault> {
  for (let from = 0; from < ids.length; from += LIMITS.auditAccountsAtOnce) {
    await pace.turn();
    const some = ids.slice(from, from + LIMITS.auditAccountsAtOnce);
    yield* wrongBalances(call, await verifyStore(call.db).accountsNamed(some));
  }
}

async function* wrongBalances(
  call: QueryCall,
  accounts: readonly AccountRow[],
): AsyncGenerator<LedgerFault> {
  for (const { id, balance, sum, count, ...account } of accounts) {
    const other = accountProblem({ id, balance, ...account });
    if (other) yield { about: id, seq: 0, problem: other };
    const isAll = count < LIMITS.auditEntriesAtOnce;
    if (isAll ? balance === sum : await fits(call, id)) continue;
    const problem = "its balance is not the sum of its entries";
    yield { about: id, seq: 0, problem };
  }
}

/**
 * Finds an account that contradicts its id, or has a negative balance, which only the mint
 * may have.
 */
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

/** Sums an account with many entries piece by piece, again if it changed meanwhile. */
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
