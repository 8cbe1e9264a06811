import { AuthCaptureEvmScheme } from "@x402/evm/auth-capture/client";
import type {
  RemoteMessage,
  RemoteTask,
} from "../../../src/core/agents/remote/calls/remote_task.ts";
import { deliveryStore } from "../../../src/core/delivery/delivery_store.ts";
import { keepChain } from "../../../src/core/loops/chain_keeper.ts";
import { takeRemote } from "../../../src/core/loops/remote/take_remote.ts";
import { cancelConversation } from "../../../src/core/operations/cancel_conversation.ts";
import { payoutStore } from "../../../src/core/payments/payout_store.ts";
import { callOperation } from "../../../src/core/pipeline/call.ts";
import type { Installation } from "../../../tests/core/federation/two_installations.ts";
import { startTwoInstallations } from "../../../tests/core/federation/two_installations.ts";
import type { StartOptions } from "../../../tests/harness.ts";
import { START } from "../../../tests/harness.ts";
import { chainKey } from "../src/account.ts";
import type { Anvil } from "./anvil.ts";
import { chainEnv, operatorKeyFile } from "./chain_env.ts";
import { OPERATOR, wallet } from "./stage.ts";

/** The operator of a.example; `OPERATOR` is that of b.example. */
const KEY_OF_A = `0x${"0a".repeat(32)}` as const;

/** Two installations on one chain, each with an operator and a database of its own. */
export async function startAcross(
  anvil: Anvil,
  seed: number,
  more: Pick<StartOptions, "aroundDatabase"> = {},
) {
  await using keyOfA = await operatorKeyFile(`${KEY_OF_A}\n`);
  await using keyOfB = await operatorKeyFile();
  const rails = { RAIL: "x402,ledger" };
  const own = {
    "a.example": chainEnv(anvil.url, keyOfA.path),
    "b.example": chainEnv(anvil.url, keyOfB.path),
  };
  const two = await startTwoInstallations(rails, { ...more, own });
  const { a, b, alice, bob } = two;
  const payer = wallet(seed);
  const payee = wallet(seed + 1);
  await anvil.mint(payer.address, 40_000_000);
  for (const operator of [OPERATOR, chainKey(KEY_OF_A).address]) {
    await anvil.request("anvil_setBalance", [operator, "0x56bc75e2d63100000"]);
  }
  const { db } = b.service.services;
  await db.commit([payoutStore(db).put(bob.accountId, payee.address, 0)]);
  for (const { service } of [a, b]) {
    // The chain has today's clock.
    service.clock.advance(Date.now() - START);
  }
  const look = async ({ service: { services } }: Installation) => {
    const rail = services.chain?.rail;
    if (!rail) throw new Error("No chain is set");
    await keepChain(services, rail);
  };
  return {
    ...two,
    ...{ payer, payee, look },
    /** Alice's priced request to Bob, before anything has left. */
    async ask(price = "5.00", more: object = {}) {
      const { conversationId } = await a.post(alice, "/v1/conversations", {
        ...{ to: "bob@b.example", text: "A paid question", price },
        ...{ currency: "USDC", submit: true, ...more },
      });
      return conversationId as string;
    },
    async seen(id: string) {
      return await a.get(alice, `/v1/conversations/${id}`);
    },
    /** Signs what the conversation asks for, and pays. */
    async pay(id: string) {
      const { conversation } = await a.get(alice, `/v1/conversations/${id}`);
      const accepted = conversation.payment.requirements.accepts[0];
      const scheme = new AuthCaptureEvmScheme(payer.account);
      const { payload } = await scheme.createPaymentPayload(2, accepted);
      const payment = { x402Version: 2, accepted, payload };
      await a.post(alice, `/v1/conversations/${id}/fund`, { payment });
      return payment;
    },
    /** The answer of a service that asks to be paid by these terms. */
    async offer(conversationId: string, terms: object) {
      const { participants } = (await this.seen(conversationId)).conversation;
      const { accountId } = participants[1];
      const required = { x402Version: 2, accepts: [terms] };
      const message: RemoteMessage = {
        ...{ messageId: "asked", taskId: null, isAgents: true, parts: [] },
        metadata: {
          "x402.payment.status": "payment-required",
          "x402.payment.required": required,
        },
      };
      const said: RemoteTask = {
        ...{ id: `task of ${conversationId}`, contextId: "context" },
        ...{ state: "TASK_STATE_AUTH_REQUIRED", message, history: [] },
        ...{ artifacts: [], metadata: {}, dropped: 0 },
      };
      const place = { conversationId, accountId };
      const taken = { ...place, said, by: "answer" } as const;
      return await takeRemote(a.service.services, taken);
    },
    /** Sends a payment of Alice's once more. */
    async again(id: string, payload: object) {
      const { services } = a.service;
      const { participants } = (await this.seen(id)).conversation;
      const { accountId } = participants[1];
      await services.db.commit([
        deliveryStore(services.db).insert({
          id: services.newId("outbox"),
          ...{ sender: "a2a", kind: "payment", accountId: alice.accountId },
          ...{ recipient: `${id}/${accountId}`, conversationId: id },
          body: JSON.stringify({ payload }),
          createdAt: services.clock(),
        }),
      ]);
    },
    /** Alice herself cancels. */
    async cancel(conversationId: string) {
      const { accountId } = alice;
      const principal = { kind: "person", accountId, scopes: null } as const;
      const caller = { principal, via: "rest", requestId: "test" } as const;
      const input = { conversationId, reason: "Changed my mind" };
      await callOperation(
        a.service.services,
        cancelConversation,
        caller,
        input,
      );
    },
    /** Lets both services and the chain go on. */
    async goOn(rounds = 6) {
      for (let round = 0; round < rounds; round++) {
        await two.settle();
        for (const it of [b, a]) await look(it);
        await anvil.finalise();
      }
      await two.settle();
    },
  };
}

export type Across = Awaited<ReturnType<typeof startAcross>>;
