import type { Hex } from "../../../src/core/base/rails/chain.ts";
import type { Statement } from "../../../src/core/db/statement.ts";
import type { ChainDesk } from "./chain_place.ts";
import { ChainRefusal } from "./node/rpc.ts";
import { signTransaction } from "./raw_transaction.ts";
import type { ChainTransaction } from "./transaction_store.ts";
import { transactionStore } from "./transaction_store.ts";

/** The current gas price; undefined while it is above what the operator pays. */
export async function feesNow({ client, place }: ChainDesk) {
  const block = await client.block("latest");
  if (!block) return undefined;
  const maxPriorityFee = await client.priorityFee();
  // The base fee may double before a block contains the transaction.
  const maxFee = 2n * block.baseFee + maxPriorityFee;
  if (block.baseFee + maxPriorityFee > place.gasPriceMax) return undefined;
  return { maxPriorityFee, maxFee: least(maxFee, place.gasPriceMax) };
}

/** A transaction whose nonce was never sent. */
export interface NewTransaction {
  readonly intentId: string;
  readonly nonce: number;
  readonly to: Hex;
  readonly data: Hex;
  readonly gas: bigint;
}

type Fees = NonNullable<Awaited<ReturnType<typeof feesNow>>>;

/** Signs and stores a transaction; it is sent only once it is on disk. */
export async function buildTransaction(
  desk: ChainDesk,
  { intentId, nonce, to, data, gas }: NewTransaction,
  fees: Fees,
): Promise<Statement> {
  return await signed(desk, {
    ...{ intentId, nonce, attempt: 0, to, data, gas, fees },
  });
}

/**
 * The same with the same nonce and a higher fee, so that a block takes only one of them;
 * undefined if that exceeds what the operator pays.
 */
export async function replaceTransaction(
  desk: ChainDesk,
  stuck: ChainTransaction,
  now: Fees,
): Promise<Statement | undefined> {
  const fees = {
    maxPriorityFee: most(raised(stuck.maxPriorityFee), now.maxPriorityFee),
    maxFee: most(raised(stuck.maxFee), now.maxFee),
  };
  if (fees.maxFee > desk.place.gasPriceMax) return undefined;
  const { intentId, nonce, to, data, gas } = stuck;
  return await signed(desk, {
    ...{ intentId, nonce, attempt: stuck.attempt + 1, fees },
    ...{ to: to as Hex, data: data as Hex, gas: BigInt(gas) },
  });
}

/** A quarter more: nodes refuse a replacement for less than a tenth. */
function raised(fee: string): bigint {
  return (BigInt(fee) * 5n) / 4n + 1n;
}

async function signed(
  { db, key, place, clock }: ChainDesk,
  {
    fees,
    attempt,
    to,
    ...transaction
  }: NewTransaction & {
    readonly attempt: number;
    readonly fees: Fees;
  },
): Promise<Statement> {
  const { intentId, ...content } = transaction;
  const { chainId } = place;
  const made = await signTransaction(key, { ...content, ...fees, to, chainId });
  return transactionStore(db).add({
    ...made,
    sender: key.address,
    ...{ intentId, attempt, to, nonce: content.nonce, data: content.data },
    gas: Number(content.gas),
    maxFee: String(fees.maxFee),
    maxPriorityFee: String(fees.maxPriorityFee),
    builtAt: clock(),
  });
}

/** Answers of nodes that already have the transaction. */
const KNOWN = /already known|already imported|known transaction|nonce too low/i;

/**
 * Hands a transaction to the node. True if the node has it now, also if it had it before.
 * @throws ChainUnavailableError
 */
export async function handOver(
  { client, log }: ChainDesk,
  { raw, hash }: ChainTransaction,
): Promise<boolean> {
  try {
    await client.send(raw as Hex);
    return true;
  } catch (error) {
    if (!(error instanceof ChainRefusal)) throw error;
    if (KNOWN.test(error.message)) return true;
    log.error("chain.not_sent", error, hash);
    return false;
  }
}

function least(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}

function most(one: bigint, other: bigint): bigint {
  return one > other ? one : other;
}
