import type { QueryCall } from "../../../../src/core/access/context.ts";
import type { ChainSlice } from "../../../../src/core/payments/chain/chain_port.ts";
import { heldParts } from "../begin_movements.ts";
import type { ChainDesk } from "../chain_place.ts";
import { hear } from "../chain_place.ts";
import { reconcileSlice } from "./reconcile_chain.ts";

/** Compares some payments on the chain with their rows. */
export async function verifyChainSlice(
  desk: Pick<ChainDesk, "client" | "place">,
  call: QueryCall,
  after: string,
): Promise<ChainSlice> {
  const slice = await hear(
    reconcileSlice(
      call,
      (all, block) => heldParts(desk, all, block),
      desk,
      after,
    ),
  );
  return slice === "away"
    ? { isAway: true, checked: 0, faults: [], next: null }
    : { ...slice, isAway: false };
}
