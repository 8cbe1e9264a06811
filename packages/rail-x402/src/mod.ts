/**
 * The rail on a chain (docs/chain.md): USDC in escrow, requested and paid by x402. The core
 * knows it only through `core/payments/chain/chain_port.ts`; `src/rails/` loads it if the
 * settings have a chain.
 * @module
 */

import type {
  ChainNode,
  ChainPlace,
  ChainSettings,
} from "../../../src/core/base/rails/chain.ts";
import type { ChainRail } from "../../../src/core/payments/chain/chain_port.ts";
import { chainKey } from "./account.ts";
import type { ChainDesk } from "./chain_place.ts";
import { chainRail } from "./chain_rail.ts";
import { hearHold, signedHold } from "./hold/hear_hold.ts";
import { keepMovements } from "./keep_movements.ts";
import { provePlace } from "./node/prove_place.ts";
import type { ChainRequest } from "./node/rpc.ts";
import {
  ChainUnavailableError,
  chainClient,
  chainRequest,
} from "./node/rpc.ts";
import { hearRefund, signedRefund } from "./refund/hear_refund.ts";
import { railStatus } from "./status/rail_status.ts";
import { settleEnded } from "./status/settlements.ts";
import { verifyChainSlice } from "./status/verify_slice.ts";
import { resolveStopped, retryStopped } from "./stops/mend_movement.ts";
import { liftStopsOf, noteStop } from "./stops/note_stop.ts";
import { hearText } from "./wallets/signed_text.ts";

/** The rail of one chain, opened. */
export interface OpenRail {
  readonly settings: ChainSettings;
  readonly rail: ChainRail;
  /** Calls its node, once the chain has proved to match the settings. */
  readonly request: ChainRequest;
  /**
   * Checks that chain, contracts and token match the settings, until they do.
   * @returns What does not match, in a sentence for the operator.
   * @throws ChainUnavailableError
   */
  prove(): Promise<string | undefined>;
}

/** Opens the rail of a chain, without calling its node yet. */
export function openRail(
  node: ChainNode,
  ask: (url: string) => ChainRequest = chainRequest,
): OpenRail {
  const key = chainKey(`0x${node.secret}`);
  const { feeReceiver = key.address } = node.place;
  const place: ChainPlace = { ...node.place, feeReceiver };
  const asked = ask(node.url);
  const open: ChainRequest = (method, params) =>
    asked(
      method,
      params.map((it) => (it === "finalized" ? node.finality : it)),
    );
  const prove = untilRight(() =>
    provePlace(chainClient(open), place, node.codes),
  );
  const request: ChainRequest = async (method, params) => {
    const problem = await prove();
    // Found while running: sign and believe nothing until it is corrected.
    if (problem !== undefined) {
      throw new ChainUnavailableError(`Cannot use: ${problem}`);
    }
    return await open(method, params);
  };
  const client = chainClient(request);
  const rail = x402Rail({ place, key, client });
  const settings = { place, operator: key.address };
  return { settings, rail, request, prove };
}

/** All that the core needs of money on a chain. */
export function x402Rail(
  desk: Pick<ChainDesk, "place" | "key" | "client">,
): ChainRail {
  return {
    ...chainRail(desk),
    hearHold: (...asked) => hearHold(desk, ...asked),
    signedHold: (...asked) => signedHold(desk, ...asked),
    hearRefund: (...asked) => hearRefund(desk, ...asked),
    signedRefund: (...asked) => signedRefund(desk, ...asked),
    hearText: (ask) => hearText(desk.client, ask),
    settle: (...asked) => settleEnded(desk.place, ...asked),
    noteStop,
    liftStops: liftStopsOf,
    retry: retryStopped,
    resolve: resolveStopped,
    status: (call) => railStatus(desk, call),
    verify: (...asked) => verifyChainSlice(desk, ...asked),
    keep: ({ db, clock, log }, ...more) =>
      keepMovements({ ...desk, db, clock, log }, ...more),
  };
}

/** Repeats a check until nothing is wrong, never twice at a time. */
function untilRight(
  look: () => Promise<string | undefined>,
): () => Promise<string | undefined> {
  let running: Promise<string | undefined> | undefined;
  return () => {
    running ??= look().then(
      (problem) => {
        if (problem !== undefined) running = undefined;
        return problem;
      },
      (error: unknown) => {
        running = undefined;
        throw error;
      },
    );
    return running;
  };
}
