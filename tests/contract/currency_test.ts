import { expect, test } from "bun:test";
import {
  chainEnv,
  operatorKeyFile,
} from "../../packages/rail-x402/tests/chain_env.ts";
import { PAYEE } from "../../packages/rail-x402/tests/stage.ts";
import { payoutStore } from "../../src/core/payments/payout_store.ts";
import { json, startService } from "../harness.ts";

/** A service of these rails; no node is asked before somebody has signed. */
async function start(rail: string) {
  await using key = await operatorKeyFile();
  const chain = chainEnv("http://127.0.0.1:9", key.path);
  const service = await startService({ env: { RAIL: rail, ...chain } });
  const alice = await service.addAccount("alice");
  const bob = await service.addAccount("bob");
  const { db } = service.services;
  await db.commit([payoutStore(db).put(bob.accountId, PAYEE, 0)]);
  const post = async (path: string, body: object) =>
    await json(
      await service.fetch(path, {
        ...{ method: "POST", token: alice.token, json: body },
        headers: {
          "a2a-version": "1.0",
          accept: "application/json, text/event-stream",
        },
      }),
    );
  const rpc = async (path: string, method: string, params: object) =>
    await post(path, { jsonrpc: "2.0", id: 1, method, params });
  const body = { to: [bob.address], text: "Hi", price: "1", submit: true };
  const wires = {
    rest: async (more: object) =>
      await post("/v1/conversations", { ...body, ...more }),
    mcp: async (more: object) =>
      (
        await rpc("/api/mcp", "tools/call", {
          name: "svc.create_conversation",
          arguments: { ...body, ...more },
        })
      ).result,
    a2a: async (more: object) =>
      await rpc("/a2a", "SendMessage", {
        message: {
          ...{ messageId: crypto.randomUUID(), role: "ROLE_USER" },
          parts: [{ text: "Hi" }],
          metadata: { svc: { to: [bob.address], price: "1", ...more } },
        },
      }),
  };
  const railOf = async (id: string) => {
    const path = `/v1/conversations/${id}`;
    const { conversation } = await json(await service.fetch(path, alice));
    return conversation.payment.rail as string;
  };
  return {
    ...{ service, bob, post, wires, railOf, token: alice.token },
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
}

const CURRENCIES = ["TEST", "USDC"] as const;
const RAILS = { TEST: "ledger", USDC: "x402" } as const;

test("a price is in the currency that is named over each wire, and in the first where none is", async () => {
  for (const first of CURRENCIES) {
    const other = first === "TEST" ? "USDC" : "TEST";
    await using stage = await start(`${RAILS[first]},${RAILS[other]}`);
    for (const [named, meant] of [
      [{}, first],
      [{ currency: other }, other],
    ] as const) {
      const rest = await stage.wires.rest(named);
      expect(rest.conversation.payment).toMatchObject({
        rail: RAILS[meant],
        ...(meant === "TEST" && { label: "TEST" }),
      });
      expect("label" in rest.conversation.payment).toBe(meant === "TEST");
      const { structuredContent } = await stage.wires.mcp(named);
      expect(await stage.railOf(structuredContent.conversationId)).toBe(
        RAILS[meant],
      );
      const { task } = (await stage.wires.a2a(named)).result;
      expect(task.metadata.svc.payment.rail).toBe(RAILS[meant]);
    }
  }
});

test("a currency that the service does not take is refused, and says which it takes", async () => {
  await using stage = await start("x402");
  const error = {
    pointer: "/currency",
    detail: expect.stringContaining("set currency to USDC"),
  };
  const rest = await stage.wires.rest({ currency: "TEST" });
  expect(rest).toMatchObject({ code: "invalid_input", errors: [error] });
  const mcp = await stage.wires.mcp({ currency: "TEST" });
  expect(mcp).toMatchObject({ isError: true });
  expect(JSON.stringify(mcp)).toContain("set currency to USDC");
  const a2a = JSON.stringify(await stage.wires.a2a({ currency: "TEST" }));
  expect(a2a).toContain("set currency to USDC");
  const dollars = await stage.wires.rest({ currency: "EUR" });
  expect(dollars).toMatchObject({ code: "invalid_input" });
});

test("a preview says that a wallet pays, and nothing of a balance", async () => {
  await using stage = await start("ledger,x402");
  const { bob, post } = stage;
  const body = { to: [bob.address], text: "Hi", price: "1" };
  const path = "/v1/conversations/preview";
  const dollars = await post(path, { ...body, currency: "USDC" });
  expect(dollars.money).toMatchObject({ rail: "x402" });
  expect(dollars.money).not.toHaveProperty("balance");
  expect(dollars.sentences.join(" ")).toContain("You pay USDC from a wallet");
  const test_ = await post(path, body);
  expect(test_.money).not.toHaveProperty("rail");
  expect(test_.sentences.join(" ")).toContain("is held.");
});

test("test money does not open a door that costs USDC", async () => {
  await using stage = await start("x402,ledger");
  const { service, bob, wires } = stage;
  const { token } = await service.addSession(bob);
  const profile = await service.fetch("/v1/profile", { token });
  const { prices } = await json(profile);
  const put = await service.fetch("/v1/profile", {
    ...{ method: "PUT", token },
    headers: { "if-match": profile.headers.get("etag") ?? "" },
    json: {
      prices: prices.map((row: object) => ({
        ...{ ...row, source: undefined },
        price: "1.00",
      })),
    },
  });
  expect(put.status).toBe(200);
  const told = {
    pointer: "/currency",
    detail: expect.stringContaining("charges 1.00 USDC"),
  };
  expect(await wires.rest({ currency: "TEST" })).toMatchObject({
    errors: [told],
  });
  const preview = await stage.post("/v1/conversations/preview", {
    ...{ to: [bob.address], text: "Hi", price: "1", currency: "TEST" },
  });
  expect(preview).toMatchObject({ outcome: "refused", problems: [told] });
  expect(preview.sentences.join(" ")).toContain("set currency to USDC");
  const query = `to=${bob.address}&skillId=receive_message`;
  const quote = await service.fetch(`/v1/quotes?${query}`, {
    token: stage.token,
  });
  const { requirements, offer } = await json(quote);
  expect(requirements).toEqual([]);
  const [, payload = ""] = offer.signature.split(".");
  expect(Buffer.from(payload, "base64url").toString()).toContain(
    '"network":"eip155:84532"',
  );
  const paid = await wires.rest({});
  expect(paid).toMatchObject({ conversation: { state: "auth-required" } });
});
