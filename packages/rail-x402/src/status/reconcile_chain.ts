import type { QueryCall } from "../../../../src/core/access/context.ts";
import { LIMITS } from "../../../../src/core/base/limits.ts";
import type { RailFault } from "../../../../src/core/payments/rail_port.ts";
import { chainBooks } from "../chain_books.ts";
import type { ChainDesk } from "../chain_place.ts";
import { finalBlock } from "../final_block.ts";
import type { ChainIntent } from "../intent_store.ts";
import { intentStore } from "../intent_store.ts";
import type { HeldPart } from "../movement_step.ts";
import type { ChainBlock } from "../node/rpc.ts";
import { refundFacts } from "../refund/refund_done.ts";
import { statusStore } from "./status_store.ts";
import { tokenStoreFaults } from "./token_stores.ts";

type ReadParts = (
  all: readonly ChainIntent[],
  block: ChainBlock,
) => Promise<readonly HeldPart[]>;

/** The findings in a slice of the payments. */
interface Slice {
  readonly checked: number;
  readonly faults: readonly RailFault[];
  /** Where the next slice starts; null after the last. */
  readonly next: string | null;
}

/**
 * Compares the rows with the escrow in one final block, for each payment without a pending
 * movement. Returns the first `LIMITS.ledgerFaultsMax` mismatches.
 * @throws ChainUnavailableError
 */
export async function reconcileChain(
  call: QueryCall,
  readParts: ReadParts,
  desk: Pick<ChainDesk, "client" | "place">,
): Promise<readonly RailFault[]> {
  const faults: RailFault[] = [];
  for (let after: string | null = ""; after !== null; ) {
    const slice: Slice = await reconcileSlice(call, readParts, desk, after);
    faults.push(...slice.faults);
    after = faults.length < LIMITS.ledgerFaultsMax ? slice.next : null;
  }
  return faults.slice(0, LIMITS.ledgerFaultsMax);
}

/**
 * The same for a few payments after one of them, as many payments are too much for one call.
 * @throws ChainUnavailableError
 */
export async function reconcileSlice(
  call: QueryCall,
  readParts: ReadParts,
  desk: Pick<ChainDesk, "client" | "place">,
  after: string,
): Promise<Slice> {
  const block = await finalBlock({ ...desk, db: call.db });
  const store = intentStore(call.db);
  const page = await store.payments(after);
  const faults: RailFault[] = [];
  // All of them together, once.
  if (after === "") {
    faults.push(...(await tokenStoreFaults({ ...desk, db: call.db }, block)));
  }
  for (const { paymentId } of page) {
    const all = await store.ofPayment(paymentId);
    if (all.some(({ state }) => state === "open")) continue;
    const problem =
      problemOf(all, await readParts(all, block)) ??
      (await missingRefund({ ...desk, db: call.db }, all, block)) ??
      (await noticedOf(call, paymentId, all));
    if (problem) faults.push({ about: paymentId, problem });
  }
  const last = page.at(-1);
  const isLast = page.length < LIMITS.chainIntentsPageMax;
  const next = last && !isLast ? last.paymentId : null;
  return { checked: page.length, faults, next };
}

/** A refund that counts, but that the token has not done. */
async function missingRefund(
  desk: Pick<ChainDesk, "client" | "place" | "db">,
  all: readonly ChainIntent[],
  block: ChainBlock,
): Promise<string | undefined> {
  for (const it of all) {
    const counts = it.state === "confirmed" || it.state === "settled";
    if (it.act !== "refund" || !counts) continue;
    const facts = await refundFacts(desk, it, block);
    if (facts?.is !== "done") return `the token has not refunded ${it.amount}`;
  }
  return undefined;
}

/** Compares the conversation's price with the rows, once all that was done is known. */
async function noticedOf(
  { db }: QueryCall,
  paymentId: string,
  all: readonly ChainIntent[],
): Promise<string | undefined> {
  if (all.some(({ state }) => state === "confirmed")) return undefined;
  const payment = await statusStore(db).payment(paymentId);
  if (!payment) return undefined;
  const { status, price, released, returned, refunded } = payment;
  const books = chainBooks(all) ?? NOTHING;
  const fits =
    books.held === (status === "held" ? price - released - returned : 0) &&
    books.released === released &&
    books.refunded === refunded;
  if (fits) return undefined;
  return `it is ${status} with a price of ${price}, ${released} released and ${refunded} refunded, but the chain has ${books.held} held, ${books.released} released and ${books.refunded} refunded`;
}

const NOTHING = { held: 0, released: 0, refunded: 0 };

function problemOf(
  all: readonly ChainIntent[],
  parts: readonly HeldPart[],
): string | undefined {
  // A refund goes from wallet to wallet, without the escrow.
  const { held, released: refundable } = chainBooks(all) ?? NOTHING;
  const has = { capturable: 0, refundable: 0 };
  for (const { state } of parts) {
    has.capturable += state.capturable;
    has.refundable += state.refundable;
  }
  // Another service's operator may refund by the escrow, which the payer only gains by.
  const isElsewhere = parts.some(({ intent }) => intent.isWatched);
  const isRight = isElsewhere || has.refundable === refundable;
  if (has.capturable === held && isRight) {
    return undefined;
  }
  return `${held} are held and ${refundable} can be refunded, but the escrow has ${has.capturable} and ${has.refundable}`;
}
