import { intentStore } from "../../packages/rail-x402/src/intent_store.ts";
import type { Anvil } from "../../packages/rail-x402/tests/anvil.ts";
import {
  chainEnv,
  operatorKeyFile,
} from "../../packages/rail-x402/tests/chain_env.ts";
import type { wallet } from "../../packages/rail-x402/tests/stage.ts";
import { OPERATOR } from "../../packages/rail-x402/tests/stage.ts";
import { keepChain } from "../../src/core/loops/chain_keeper.ts";
import { payoutStore } from "../../src/core/payments/payout_store.ts";
import { json, startService } from "../harness.ts";

type Wallet = ReturnType<typeof wallet>;

const PASSES_MAX = 40;

/** A service whose prices are held on a chain, and two accounts of it with a wallet each. */
export async function startPaying(
  anvil: Anvil,
  {
    payer,
    payee,
    tokens = 100_000_000,
  }: {
    readonly payer: Wallet;
    readonly payee: Wallet;
    /** The payer's wallet balance of the token. */
    readonly tokens?: number;
  },
) {
  await anvil.mint(payer.address, tokens);
  await anvil.request("anvil_setBalance", [OPERATOR, "0x56bc75e2d63100000"]);
  await using key = await operatorKeyFile();
  const env = { RAIL: "x402", ...chainEnv(anvil.url, key.path) };
  const service = await startService({ isRealTime: true, env });
  const { services } = service;
  const alice = await service.addAccount("alice");
  const bob = await service.addAccount("bob");
  const { db } = services;
  await db.commit([payoutStore(db).put(bob.accountId, payee.address, 0)]);
  const rail = services.chain?.rail;
  if (!rail) throw new Error("No chain is set");
  const post = (path: string, body: object, headers = {}, by = alice) =>
    service.fetch(path, {
      ...{ method: "POST", token: by.token, json: body },
      headers: { "a2a-version": "1.0", ...headers },
    });
  return {
    ...{ service, alice, bob, payer, payee, post },
    async request(price = "0.50") {
      const to = [bob.address];
      const body = { to, text: "Hello", price, submit: true };
      const response = await post("/v1/conversations", body);
      return (await json(response)).conversationId as string;
    },
    rpc: async (path: string, method: string, params: object, by = alice) =>
      (
        await json(
          await post(
            path,
            { jsonrpc: "2.0", id: 1, method, params },
            { accept: "application/json, text/event-stream" },
            by,
          ),
        )
      ).result,
    /** Looks at the chain until nothing is on its way, with new final blocks each time. */
    async settle() {
      for (let pass = 0; pass < PASSES_MAX; pass++) {
        await keepChain(services, rail);
        const open = await intentStore(db).page("open", "");
        if (open.length === 0) return;
        await anvil.finalise();
      }
      throw new Error("It does not settle");
    },
    async seen(id: string) {
      const path = `/v1/conversations/${id}`;
      return await json(await service.fetch(path, { token: bob.token }));
    },
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
}

export type Paying = Awaited<ReturnType<typeof startPaying>>;
