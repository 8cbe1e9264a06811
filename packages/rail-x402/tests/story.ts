import { expect } from "bun:test";
import { AuthCaptureEvmScheme } from "@x402/evm/auth-capture/client";
import { OPERATOR as TERMINAL } from "../../../src/core/access/principal.ts";
import { LIMITS } from "../../../src/core/base/limits.ts";
import { keepChain } from "../../../src/core/loops/chain_keeper.ts";
import { fundConversation } from "../../../src/core/operations/fund_conversation.ts";
import { verifyAudit } from "../../../src/core/operations/verify_audit.ts";
import type { ChainRail } from "../../../src/core/payments/chain/chain_port.ts";
import { payoutStore } from "../../../src/core/payments/payout_store.ts";
import { queryCall } from "../../../src/core/pipeline/query_call.ts";
import type { OpenServices } from "../../../src/process/open_services.ts";
import type { Actor, Stage } from "../../../tests/core/core_harness.ts";
import {
  actorOf,
  START,
  startStage,
  view,
} from "../../../tests/core/core_harness.ts";
import type { ChainDesk } from "../src/chain_place.ts";
import { chainRail } from "../src/chain_rail.ts";
import { intentStore } from "../src/intent_store.ts";
import { keepMovements } from "../src/keep_movements.ts";
import { x402Rail } from "../src/mod.ts";
import type { ChainRequest } from "../src/node/rpc.ts";
import { chainClient } from "../src/node/rpc.ts";
import type { Anvil } from "./anvil.ts";
import { Killed } from "./dying.ts";
import type { Signer } from "./stage.ts";
import { OPERATOR, OPERATOR_KEY, PLACE, wallet } from "./stage.ts";

const PASSES_MAX = 40;

/** The rail of the tests over a node. */
export const railOver = (request: ChainRequest) =>
  x402Rail({ place: PLACE, key: OPERATOR_KEY, client: chainClient(request) });

/** A rail that keeps movements by a desk of the test's own. */
export const keeping = (desk: ChainDesk): Pick<ChainRail, "keep"> => ({
  keep: (_core, ...more) => keepMovements(desk, ...more),
});

/** Alice, bob and carol, whose prices are held on a chain; bob named his address. */
export async function startOnChain(anvil: Anvil, seed: number) {
  const core = await startStage();
  // The chain has today's clock.
  core.advance(Date.now() - START);
  const chain = { place: PLACE, operator: OPERATOR };
  const services: OpenServices = {
    ...core.services,
    settings: { ...core.services.settings, rails: ["x402"], chain },
    outside: { ...core.services.outside, chain: railOver(anvil.request) },
  };
  const desk: ChainDesk = {
    ...{ place: PLACE, client: anvil.client, key: OPERATOR_KEY },
    ...{ db: services.db, clock: services.clock, log: services.log },
  };
  await anvil.request("anvil_setBalance", [OPERATOR, "0x56bc75e2d63100000"]);
  const payer = wallet(seed);
  const payee = wallet(seed + 1);
  await anvil.mint(payer.address, 20_000_000);
  const { bob } = core;
  await services.db.commit([
    payoutStore(services.db).put(bob.accountId, payee.address, 0),
  ]);
  const on = (actor: Actor) => actorOf(services, actor);
  const stage: Stage = {
    ...{ ...core, services },
    ...{ alice: on(core.alice), bob: on(bob) },
    ...{ carol: on(core.carol), dave: on(core.dave) },
  };
  return {
    ...stage,
    anvil,
    desk,
    payer,
    payee,
    /** Looks at the chain once. */
    look: () => keepChain(services, keeping(desk)),
    /** Looks until nothing is on its way, with new final blocks each time. */
    async settle() {
      for (let pass = 0; pass < PASSES_MAX; pass++) {
        core.advance(LIMITS.chainPassMs);
        await keepChain(services, keeping(desk));
        const open = await intentStore(services.db).page("open", "");
        if (open.length === 0) return;
        await anvil.finalise();
      }
      throw new Error("It does not settle");
    },
  };
}

export type OnChain = Awaited<ReturnType<typeof startOnChain>>;

/** Where both are taken: test money where nothing is named, and USDC on the chain. */
export async function startBoth(anvil: Anvil, seed: number): Promise<OnChain> {
  const stage = await startOnChain(anvil, seed);
  const settings = {
    ...stage.services.settings,
    rails: ["ledger", "x402"] as const,
  };
  const services = { ...stage.services, settings };
  const on = (actor: Actor) => actorOf(services, actor);
  return {
    ...{ ...stage, services },
    ...{ alice: on(stage.alice), bob: on(stage.bob), carol: on(stage.carol) },
  };
}

/** The payment that alice's wallet signs, by the official client, as the conversation asks. */
export async function signFor(
  { alice, payer }: Pick<OnChain, "alice" | "payer">,
  conversationId: string,
  by: Signer = payer,
) {
  const { payment } = await view(alice.asPerson(), conversationId);
  const asked = payment.requirements?.accepts[0];
  if (asked?.scheme !== "auth-capture" || asked.payTo === null) {
    throw new Error("Nothing is asked of a wallet");
  }
  const { payTo, network, asset, ...more } = asked;
  const accepted = {
    ...{ ...more, payTo, asset },
    network: network as `${string}:${string}`,
  };
  const scheme = new AuthCaptureEvmScheme(by.account);
  const { payload } = await scheme.createPaymentPayload(2, accepted);
  return { x402Version: 2, accepted, payload };
}

/** Pays for a conversation of alice with her wallet. */
export async function fund(stage: OnChain, conversationId: string) {
  const payment = await signFor(stage, conversationId);
  return await stage.alice.asPerson().run(fundConversation, {
    ...{ conversationId, payment },
  });
}

const LOOKS_MAX = 12;

/** Looks at the chain until the process dies or nothing is left to do; true if it died. */
export async function untilDead(
  { advance, anvil }: OnChain,
  desk: ChainDesk,
  services: OnChain["services"],
): Promise<boolean> {
  for (let look = 0; look < LOOKS_MAX; look++) {
    try {
      advance(LIMITS.chainPassMs);
      await keepChain(services, keeping(desk));
    } catch (error) {
      if (error instanceof Killed) return true;
      throw error;
    }
    await anvil.finalise();
  }
  return false;
}

/** No row, no record and no balance of the escrow says something else. */
export async function expectRight(
  { services, desk, run }: OnChain,
  id: string,
) {
  const call = queryCall(services, {
    ...{ principal: TERMINAL, via: "cli", requestId: "test" },
  });
  expect(await chainRail(desk).reconcile(call)).toEqual([]);
  expect(await run(verifyAudit, { conversationId: id })).toMatchObject({
    ok: true,
  });
}
