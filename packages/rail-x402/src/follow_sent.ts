import { LIMITS } from "../../../src/core/base/limits.ts";
import type { Hex } from "../../../src/core/base/rails/chain.ts";
import type { Statement } from "../../../src/core/db/statement.ts";
import { feesNow, handOver, replaceTransaction } from "./build_transaction.ts";
import type { ChainDesk } from "./chain_place.ts";
import { alone } from "./chain_place.ts";
import type { ChainBlock, ChainReceipt } from "./node/rpc.ts";
import type { ChainTransaction } from "./transaction_store.ts";
import { transactionStore } from "./transaction_store.ts";

/**
 * Follows each pending transaction: sends unsent ones, notes what a block took or undid, and
 * ends those that are final. Several of one sender with one nonce are one: the first final
 * one replaces the others.
 * @returns The errors that kept single ones from being followed.
 */
export async function followSent(
  desk: ChainDesk,
  finalized: ChainBlock,
): Promise<readonly Error[]> {
  const open = await transactionStore(desk.db).open();
  const problems: Error[] = [];
  for (const [sender, sent] of Map.groupBy(open, (it) => it.sender)) {
    const used = await desk.client.transactionCount(
      sender as Hex,
      finalized.number,
    );
    for (const [nonce, group] of Map.groupBy(sent, (it) => it.nonce)) {
      const horizon = { finalized, isUsed: nonce < used };
      const problem = await alone(desk, () =>
        followNonce(desk, group, horizon),
      );
      if (problem) problems.push(problem);
    }
  }
  return problems;
}

interface Horizon {
  readonly finalized: ChainBlock;
  /** True if a final transaction used the nonce. */
  readonly isUsed: boolean;
}

async function followNonce(
  desk: ChainDesk,
  group: readonly ChainTransaction[],
  { finalized, isUsed }: Horizon,
): Promise<void> {
  for (const transaction of group) {
    const receipt = await desk.client.receipt(transaction.hash as Hex);
    if (receipt) {
      return await noteMined(desk, group, transaction, { receipt, finalized });
    }
  }
  const undone = group.find(({ state }) => state === "mined");
  if (undone) return await noteUndone(desk, undone);
  if (isUsed) return await noteForeign(desk, group);
  await sendAgain(desk, group);
}

/** Notes that a block has it; it is final once the chain no longer undoes that block. */
async function noteMined(
  { db, client, clock }: ChainDesk,
  group: readonly ChainTransaction[],
  mined: ChainTransaction,
  {
    receipt,
    finalized,
  }: { readonly receipt: ChainReceipt; readonly finalized: ChainBlock },
): Promise<void> {
  const store = transactionStore(db);
  const { succeeded, events: _said, ...where } = receipt;
  const isSame = mined.blockHash === where.blockHash;
  if (mined.state !== "mined" || !isSame) {
    const reorganised = mined.reorganised + (mined.state === "mined" ? 1 : 0);
    await db.commit([store.move(mined, "mined", { ...where, reorganised })]);
    return;
  }
  if (receipt.blockNumber > finalized.number) return;
  // The node's answers about a transaction and about its block must agree.
  const block = await client.block(receipt.blockNumber);
  if (block?.hash !== receipt.blockHash) return;
  const settledAt = clock();
  const others = group.filter((it) => it !== mined);
  await db.commit([
    store.move(mined, succeeded ? "final" : "failed", { ...where, settledAt }),
    ...others.map((it) => store.move(it, "replaced", { settledAt })),
  ]);
}

/** Notes that its block was undone: it waits for another. */
async function noteUndone(
  { db, log, clock }: ChainDesk,
  undone: ChainTransaction,
): Promise<void> {
  log.info("chain.reorganised", { transaction: undone.hash });
  await db.commit([
    transactionStore(db).move(undone, "sent", {
      blockNumber: null,
      blockHash: null,
      gasUsed: null,
      reorganised: undone.reorganised + 1,
      // Due at once: the node may have forgotten it with the block.
      sentAt: clock() - LIMITS.chainResendMs,
    }),
  ]);
}

/** Somebody else signs with the operator's key: decide again what to do. */
async function noteForeign(
  { db, log, clock }: ChainDesk,
  group: readonly ChainTransaction[],
): Promise<void> {
  const nonce = group[0]?.nonce ?? -1;
  log.error(
    "chain.nonce_taken",
    new Error(`Another transaction has the nonce ${nonce}`),
  );
  const settledAt = clock();
  const store = transactionStore(db);
  await db.commit(group.map((it) => store.move(it, "replaced", { settledAt })));
}

async function sendAgain(
  desk: ChainDesk,
  group: readonly ChainTransaction[],
): Promise<void> {
  const { db, clock } = desk;
  const now = clock();
  const last = group.at(-1);
  if (!last) return;
  const { state, sentAt, builtAt } = last;
  if (state === "built") {
    if (await handOver(desk, last)) {
      await db.commit([
        transactionStore(db).move(last, "sent", { sentAt: now }),
      ]);
    }
    return;
  }
  // Only the same key can replace what a key has signed.
  const isOurs = last.sender === desk.key.address;
  const isStuck = isOurs && now - builtAt >= LIMITS.chainReplaceMs;
  const replacement =
    isStuck && group.length <= LIMITS.chainReplacementsMax
      ? await replacementOf(desk, last)
      : undefined;
  if (replacement) {
    await db.commit([replacement]);
    return;
  }
  if (now - (sentAt ?? 0) < LIMITS.chainResendMs) return;
  await handOver(desk, last);
  await db.commit([transactionStore(db).move(last, "sent", { sentAt: now })]);
}

async function replacementOf(
  desk: ChainDesk,
  stuck: ChainTransaction,
): Promise<Statement | undefined> {
  const fees = await feesNow(desk);
  return fees && (await replaceTransaction(desk, stuck, fees));
}
