import type { QueryCall } from "../../../access/context.ts";
import { heldParts } from "../begin_movements.ts";
import { ChainUnavailableError, chainClient } from "../rpc.ts";
import { reconcileSlice } from "./reconcile_chain.ts";

const NOTHING = { isAway: false, checked: 0, faults: [], next: null };

/** Compares some payments on the chain with their rows; without a chain there are none. */
export async function verifyChainSlice(call: QueryCall, after: string) {
  const { settings, outside } = call;
  if (!settings.chain) return NOTHING;
  if (!outside.chain) return { ...NOTHING, isAway: true };
  const client = chainClient(outside.chain);
  const desk = { client, place: settings.chain.place };
  try {
    const slice = await reconcileSlice(
      call,
      (all, block) => heldParts(desk, all, block),
      desk,
      after,
    );
    return { ...slice, isAway: false };
  } catch (error) {
    if (!(error instanceof ChainUnavailableError)) throw error;
    return { ...NOTHING, isAway: true };
  }
}
