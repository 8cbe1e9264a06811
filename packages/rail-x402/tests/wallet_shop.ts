import { expect } from "bun:test";
import { x402Client } from "@x402/core/client";
import { AuthCaptureEvmScheme } from "@x402/evm/auth-capture/client";
import { wrapFetchWithPayment } from "@x402/fetch";
import { keepChain } from "../../../src/core/loops/chain_keeper.ts";
import { verifyAudit } from "../../../src/core/operations/verify_audit.ts";
import { payoutStore } from "../../../src/core/payments/payout_store.ts";
import { json, START, startService } from "../../../tests/harness.ts";
import { startAnvil } from "./anvil.ts";
import { chainEnv, operatorKeyFile } from "./chain_env.ts";
import { OPERATOR, wallet } from "./stage.ts";

const INPUT = {
  type: "object",
  properties: {
    company: { type: "string", title: "Company", minLength: 1 },
    colour: { $ref: "#/$defs/colour" },
  },
  required: ["company"],
  additionalProperties: false,
  $defs: { colour: { enum: ["red", "blue"] } },
};

/** What the tests read of answers. */
export type Said = Awaited<ReturnType<typeof json>>;

/** The path where a wallet orders an offer of Bob's. */
export const pathOf = (id: string) => `/@bob/offers/${id}/orders`;

/** The x402 object in a header. */
export function headerIn(answer: Response, name: string): Said {
  const text = answer.headers.get(name) ?? "";
  return JSON.parse(Buffer.from(text, "base64").toString());
}

/** Bob, who sells to anybody with a wallet, and buyers. */
export async function startShop(firstSeed: number) {
  const anvil = await startAnvil();
  await using key = await operatorKeyFile();
  const env = { RAIL: "x402", ...chainEnv(anvil.url, key.path) };
  const service = await startService({ env });
  // The chain has today's clock.
  service.clock.advance(Date.now() - START);
  await anvil.request("anvil_setBalance", [OPERATOR, "0x56bc75e2d63100000"]);
  const seller = await service.addAccount("bob", { name: "Bob’s studio" });
  const payee = wallet(firstSeed);
  const { db, chain } = service.services;
  if (!chain) throw new Error("No chain is set");
  await db.commit([payoutStore(db).put(seller.accountId, payee.address, 0)]);
  let seed = firstSeed;

  async function ask(
    token: string | undefined,
    path: string,
    method = "GET",
    body?: object,
  ): Promise<Said> {
    const how = { method, ...(token !== undefined && { token }) };
    return await json(
      await service.fetch(path, { ...how, ...(body && { json: body }) }),
    );
  }

  async function offer(id: string, more: object = {}) {
    const saved = await ask(seller.token, `/v1/offers/${id}`, "PUT", {
      ...{ title: "A logo", description: "As SVG.", price: "0.50" },
      ...{ release: "replied", deliverWithin: "P2D", input: INPUT, ...more },
    });
    expect(saved).toHaveProperty("offer");
  }
  await offer("logo");

  return {
    ...{ anvil, service, seller, payee, ask, offer },
    /** A wallet with money, and the untouched client of it. */
    async buyer(amount = 5_000_000) {
      seed += 1;
      const own = wallet(seed);
      await anvil.mint(own.address, amount);
      const scheme = new AuthCaptureEvmScheme(own.account);
      const client = new x402Client().register("eip155:84532", scheme);
      const paying = wrapFetchWithPayment(fetch, client);
      return {
        ...own,
        paying,
        async order(id = "logo") {
          const answer = await paying(`${service.baseUrl}${pathOf(id)}`, {
            method: "POST",
            headers: { "content-type": "application/json" },
            body: JSON.stringify({ company: "ACME", colour: "red" }),
          });
          return { answer, said: (await answer.json()) as Said };
        },
        /** The header of a payment for an order that is signed, and not sent. */
        async signed(id: string) {
          const how = { method: "POST", json: { company: "ACME" } };
          const unpaid = await service.fetch(pathOf(id), how);
          const asked = headerIn(unpaid, "payment-required");
          const payload = await client.createPaymentPayload(asked);
          return Buffer.from(JSON.stringify(payload)).toString("base64");
        },
        has: () => anvil.tokens(own.address),
      };
    },
    /** Sends a signed payment with its order. */
    post: async (id: string, sent: string, more: Record<string, string> = {}) =>
      await service.fetch(pathOf(id), {
        ...{ method: "POST", json: { company: "ACME" } },
        headers: { "payment-signature": sent, ...more },
      }),
    /** Lets the service and the chain go on until nothing is on its way. */
    async settle() {
      for (let round = 0; round < 4; round++) {
        service.clock.advance(10_000);
        await keepChain(service.services, chain.rail);
        await anvil.finalise();
      }
    },
    async expectRight() {
      const { ok } = await service.operate(verifyAudit, {});
      expect(ok).toBe(true);
    },
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]();
      await anvil[Symbol.asyncDispose]();
    },
  };
}

export type Shop = Awaited<ReturnType<typeof startShop>>;
