import type { CommandCall, QueryCall } from "../access/context.ts";
import { sha256 } from "../base/digest.ts";
import type { MicroUsdc } from "../base/money.ts";
import { told } from "../base/words/sentence.ts";
import { statementOf } from "../db/statement.ts";
import { ServiceError } from "../errors/errors.ts";
import { ledgerStore } from "./store.ts";

/** The ledger account of the money that an account may spend. */
export function walletOf(accountId: string): string {
  return `wallet:${accountId}`;
}

/** The ledger account that holds the price of one payment until its receipt. */
export function escrowOf(paymentId: string): string {
  return `escrow:${paymentId}`;
}

/** The ledger account that test money comes from: its balance is minus the sum issued. */
export const MINT = "mint";

/** The ledger account that takes the service's fees. */
export const REVENUE = "revenue";

/** The owner and the kind of a ledger account, by its id. */
export function ledgerAccount(
  id: string,
): { readonly owner: string; readonly kind: string } | undefined {
  if (id === MINT || id === REVENUE) return { owner: "system", kind: id };
  const [kind, owner, ...more] = id.split(":");
  const isOne = kind === "wallet" || kind === "escrow";
  return isOne && owner && more.length === 0 ? { owner, kind } : undefined;
}

/** The money that an account may spend now. */
export function balanceOf(
  call: QueryCall,
  accountId: string,
): Promise<MicroUsdc> {
  return ledgerStore(call.db).balance(walletOf(accountId));
}

/** Opens a wallet, with test money from the mint if there is a credit. */
export function openWallet(
  call: CommandCall,
  accountId: string,
  credit: MicroUsdc,
): void {
  open(call, walletOf(accountId), accountId, "wallet");
  if (credit === 0) return;
  const key = `fund:${accountId}:opening`;
  fund(call, { accountId, amount: credit, key, chainId: accountId });
}

/** A credit that is given once, even if repeated. */
export interface Credit {
  readonly accountId: string;
  readonly amount: MicroUsdc;
  /** The operator's key for this credit; without one, each call is a new credit. */
  readonly key?: string;
  /** The chain that holds the transfer; the account's own if absent. */
  readonly chainId?: string;
}

/**
 * True if the credit was already given under its key.
 * @throws idempotency_mismatch if another amount or account was credited under it
 */
export async function isCredited(
  call: QueryCall,
  { accountId, amount, key }: Credit,
): Promise<boolean> {
  if (key === undefined) return false;
  const given = await ledgerStore(call.db).receivedUnder(creditKey(key));
  if (!given) return false;
  if (given.to === walletOf(accountId) && given.amount === amount) return true;
  throw new ServiceError("idempotency_mismatch", {
    detail: told`Cannot credit the account: this key was already used for another amount or account.`,
  });
}

/** Gives an account more test money. With a key, call {@linkcode isCredited} first. */
export function creditWallet(
  call: CommandCall,
  { accountId, amount, key, chainId = accountId }: Credit,
): void {
  const transferKey =
    key === undefined
      ? `fund:${accountId}:${call.newId("transfer")}`
      : creditKey(key);
  open(call, walletOf(accountId), accountId, "wallet");
  fund(call, { accountId, amount, key: transferKey, chainId });
}

/** Separates it from the keys that the service makes itself. */
function creditKey(key: string): string {
  return `credit:${key}`;
}

/** Test money from the mint. */
function fund(
  call: CommandCall,
  { accountId, ...given }: Required<Credit>,
): void {
  open(call, MINT, "system", "mint");
  transfer(call, {
    ...given,
    kind: "fund",
    from: MINT,
    to: walletOf(accountId),
  });
}

/** All test money ever issued. */
export async function mintedBy(call: QueryCall): Promise<MicroUsdc> {
  return 0 - (await ledgerStore(call.db).balance(MINT));
}

/** Opens the account of the service's fees. */
export function openRevenue(call: CommandCall): void {
  open(call, REVENUE, "system", "revenue");
}

/** Opens the escrow account of a payment. */
export function openEscrow(call: CommandCall, paymentId: string): void {
  open(call, escrowOf(paymentId), paymentId, "escrow");
}

function open(
  call: CommandCall,
  id: string,
  owner: string,
  kind: "wallet" | "escrow" | "mint" | "revenue",
): void {
  const { openAccount } = ledgerStore(call.db);
  call.write(statementOf(openAccount, { id, owner, kind }));
}

/** One movement of money between two ledger accounts. */
export interface Movement {
  readonly kind: "fund" | "hold" | "release" | "void" | "refund" | "fee";
  readonly from: string;
  readonly to: string;
  readonly amount: MicroUsdc;
  /** Unique in the ledger: the same movement never happens twice. */
  readonly key: string;
  readonly conversationId?: string;
  readonly paymentId?: string;
  /** The chain that covers the transfer, if not a conversation's. */
  readonly chainId?: string;
  /** An account whose statement shows it, although none of its money moves. */
  readonly tells?: string;
}

/** A transfer as its chain commits to it. */
export interface Transfer
  extends Pick<Movement, "kind" | "from" | "to" | "amount" | "key"> {
  readonly id: string;
  readonly conversationId: string | null;
  readonly paymentId: string | null;
  readonly createdAt: number;
}

/** The name of a transfer in its chain's commitments. */
export function transferName(id: string): string {
  return `transfer ${id}`;
}

/** The digest of a transfer with both of its entries. */
export function transferDigest(transfer: Transfer): string {
  const { id, kind, from, to, amount, key } = transfer;
  const { conversationId, paymentId, createdAt } = transfer;
  const about = [conversationId, paymentId, createdAt];
  return sha256(JSON.stringify([id, kind, from, to, amount, key, ...about]));
}

/**
 * Moves money: two entries that sum to zero, written together and covered by the call's
 * record. The database refuses the batch if the paying account would fall below zero.
 */
export function transfer(call: CommandCall, movement: Movement): void {
  const { transfer: record, entries } = ledgerStore(call.db);
  const { from, to, amount, kind, key } = movement;
  const { conversationId = null, paymentId = null } = movement;
  const chainId = conversationId ?? movement.chainId;
  if (chainId === undefined) throw new RangeError("A transfer has a chain");
  const made: Transfer = {
    id: call.newId("transfer"),
    kind,
    from,
    to,
    amount,
    key,
    conversationId,
    paymentId,
    createdAt: call.now,
  };
  call.cover(chainId, { [transferName(made.id)]: transferDigest(made) });
  call.write(
    statementOf(record, {
      ...made,
      idempotencyKey: key,
      chainId,
      chainEnd: call.endOf(chainId),
    }),
    statementOf(entries, {
      transferId: made.id,
      from,
      to,
      debit: -amount,
      credit: amount,
    }),
  );
  const sides = [from, to].map(ledgerAccount);
  const wallets = sides.filter((it) => it?.kind === "wallet");
  for (const accountId of [...wallets.map((it) => it?.owner), movement.tells]) {
    if (accountId === undefined) continue;
    const what = { objectId: made.id, what: "created" } as const;
    call.changed({ accountId, kind: "payment", ...what });
  }
}

/** The result of a trial balance; all zero if the ledger is correct. */
export interface TrialBalance {
  readonly entries: number;
  readonly balances: number;
  readonly drifted: number;
}

/** Sums all entries and balances, and counts balances that differ from their entries. */
export function trialBalance(call: QueryCall): Promise<TrialBalance> {
  return ledgerStore(call.db).trial();
}
