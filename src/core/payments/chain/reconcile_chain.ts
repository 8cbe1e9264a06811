import type { QueryCall } from "../../access/context.ts";
import { LIMITS } from "../../base/limits.ts";
import type { RailFault } from "../rail_port.ts";
import { chainBooks } from "./chain_books.ts";
import type { ChainDesk } from "./chain_place.ts";
import type { ChainIntent } from "./intent_store.ts";
import { intentStore } from "./intent_store.ts";
import type { HeldPart } from "./movement_step.ts";
import type { ChainBlock } from "./rpc.ts";
import { ChainUnavailableError } from "./rpc.ts";

type ReadParts = (
  all: readonly ChainIntent[],
  block: ChainBlock,
) => Promise<readonly HeldPart[]>;

/**
 * Holds the rows against the escrow in one final block: what it has of each payment that
 * nothing is under way for. The first `LIMITS.ledgerFaultsMax` that do not fit.
 * @throws ChainUnavailableError
 */
export async function reconcileChain(
  call: QueryCall,
  readParts: ReadParts,
  { client }: Pick<ChainDesk, "client">,
): Promise<readonly RailFault[]> {
  const block = await client.block("finalized");
  if (!block) throw new ChainUnavailableError("The node knows no final block");
  const store = intentStore(call.db);
  const faults: RailFault[] = [];
  for (let after = ""; ; ) {
    const page = await store.payments(after);
    for (const { paymentId } of page) {
      const all = await store.ofPayment(paymentId);
      if (all.some(({ state }) => state === "open")) continue;
      const problem = problemOf(all, await readParts(all, block));
      if (problem) faults.push({ about: paymentId, problem });
      if (faults.length >= LIMITS.ledgerFaultsMax) return faults;
    }
    const last = page.at(-1);
    if (!last || page.length < LIMITS.chainIntentsPageMax) return faults;
    after = last.paymentId;
  }
}

const NOTHING = { held: 0, released: 0, refunded: 0 };

function problemOf(
  all: readonly ChainIntent[],
  parts: readonly HeldPart[],
): string | undefined {
  const { held, released, refunded } = chainBooks(all) ?? NOTHING;
  const refundable = released - refunded;
  const has = { capturable: 0, refundable: 0 };
  for (const { state } of parts) {
    has.capturable += state.capturable;
    has.refundable += state.refundable;
  }
  if (has.capturable === held && has.refundable === refundable) {
    return undefined;
  }
  return `${held} are held and ${refundable} can be refunded, the escrow has ${has.capturable} and ${has.refundable}`;
}
