import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { x402Client, x402HTTPClient } from "@x402/core/client";
import { AuthCaptureEvmScheme } from "@x402/evm/auth-capture/client";
import { ExactEvmScheme } from "@x402/evm/exact/client";
import type { Anvil } from "../../packages/rail-x402/tests/anvil.ts";
import { startAnvil } from "../../packages/rail-x402/tests/anvil.ts";
import { wallet } from "../../packages/rail-x402/tests/stage.ts";
import { json } from "../harness.ts";
import { startPaying } from "./paying.ts";

const ROOT = join(import.meta.dir, "../..");

let anvil: Anvil;
const payer = wallet(9_900);
const payee = wallet(9_901);

beforeAll(async () => {
  anvil = await startAnvil();
});
afterAll(() => anvil[Symbol.asyncDispose]());

/** A service whose prices are held on the chain, and two accounts of it. */
const start = () => startPaying(anvil, { payer, payee });

/** The official client, with a wallet. */
function payingClient() {
  const scheme = new AuthCaptureEvmScheme(payer.account);
  return new x402HTTPClient(new x402Client().register("eip155:84532", scheme));
}

/** The official client's payment for the requirements. */
async function pay(required: unknown) {
  const asked = required as Parameters<
    x402HTTPClient["createPaymentPayload"]
  >[0];
  return await payingClient().createPaymentPayload(asked);
}

test("REST: the official client pays a request by HTTP 402, and it is delivered once that is final", async () => {
  await using stage = await start();
  const { post, request, settle, seen } = stage;
  const id = await request();
  const path = `/v1/conversations/${id}/fund`;
  const unpaid = await post(path, {});
  expect(unpaid.status).toBe(402);
  const client = payingClient();
  const required = client.getPaymentRequiredResponse((name) =>
    unpaid.headers.get(name),
  );
  expect(required.resource?.url).toBe(stage.service.baseUrl + path);
  const payload = await client.createPaymentPayload(required);
  const signed = client.encodePaymentSignatureHeader(payload);
  const garbage = await post(path, {}, { "payment-signature": "e30=" });
  expect(garbage.status).toBe(402);
  expect(
    client.getPaymentSettleResponse((name) => garbage.headers.get(name)),
  ).toMatchObject({ success: false, errorReason: "invalid_x402_version" });
  const paid = await post(path, {}, signed);
  expect(paid.status).toBe(200);
  expect(
    client.getPaymentSettleResponse((name) => paid.headers.get(name)),
  ).toMatchObject({ success: true, network: "eip155:84532" });
  expect(await json(paid)).toMatchObject({
    ...{ state: "auth-required" },
    payment: { status: "requires_payment", pendingSince: expect.any(String) },
  });
  expect(await seen(id)).toMatchObject({ code: "conversation_not_found" });
  await settle();
  expect(await seen(id)).toMatchObject({
    state: "submitted",
    conversation: { payment: { status: "held", rail: "x402" } },
  });
  // The rise of a price needs another signature.
  const asBob = async (act: string, json: object) =>
    await stage.service.fetch(`/v1/conversations/${id}/${act}`, {
      ...{ method: "POST", token: stage.bob.token, json },
    });
  await asBob("messages", { text: "It is more work than that" });
  expect((await asBob("price", { price: "0.75" })).status).toBe(200);
  const more = await json(await post(path, {}));
  expect(more.accepts).toMatchObject([{ amount: "250000" }]);
  // To approve it alone would pay nothing: the actions say so, and why.
  const { conversation } = await json(
    await stage.service.fetch(`/v1/conversations/${id}`, stage.alice),
  );
  const byName = (name: string) =>
    conversation.actions.find(
      (it: { readonly name: string }) => it.name === name,
    );
  expect(byName("approve")).toMatchObject({
    ...{ ready: false, because: { code: "payment_required" } },
  });
  expect(byName("fund")).toMatchObject({ ready: true });
  const { status } = await post(path, { payment: await pay(more) });
  expect(status).toBe(200);
  await settle();
  expect(await seen(id)).toMatchObject({
    conversation: {
      payment: { status: "held", price: { amount: "0.75" } },
    },
  });
});

test("MCP: a tool that waits for a payment says so in x402's own fields, and takes it in _meta", async () => {
  await using stage = await start();
  const { rpc, request, settle, seen } = stage;
  const id = await request();
  const call = (more = {}) =>
    rpc("/api/mcp", "tools/call", {
      name: "svc.fund_conversation",
      arguments: { conversationId: id },
      ...more,
    });
  const unpaid = await call();
  expect(unpaid).toMatchObject({
    isError: true,
    structuredContent: { x402Version: 2, accepts: [{ amount: "500000" }] },
  });
  expect(JSON.parse(unpaid.content[0].text)).toEqual(unpaid.structuredContent);
  const payment = await pay(unpaid.structuredContent);
  const refused = await call({ _meta: { "x402/payment": {} } });
  expect(refused).toMatchObject({
    isError: true,
    _meta: { "x402/payment-response": { success: false } },
  });
  const paid = await call({ _meta: { "x402/payment": payment } });
  expect(paid.isError).not.toBe(true);
  expect(paid._meta).toEqual({
    "x402/payment-response": {
      ...{ success: true, transaction: "", network: "eip155:84532" },
    },
  });
  await settle();
  expect(await seen(id)).toMatchObject({ state: "submitted" });
});

test("A2A: a task that waits for a payment says so in x402's metadata, and takes it in that of a message", async () => {
  await using stage = await start();
  const { rpc, request, settle, seen } = stage;
  const id = await request();
  const task = await rpc("/a2a", "GetTask", { id });
  expect(task.status).toMatchObject({
    state: "TASK_STATE_AUTH_REQUIRED",
    message: { metadata: { "x402.payment.status": "payment-required" } },
  });
  const { metadata } = task.status.message;
  const payment = await pay(metadata["x402.payment.required"]);
  const sent = await rpc("/a2a", "SendMessage", {
    message: {
      ...{ messageId: "m-1", role: "ROLE_USER", taskId: id },
      parts: [{ text: "Here is the payment" }],
      metadata: {
        "x402.payment.status": "payment-submitted",
        "x402.payment.payload": payment,
      },
    },
  });
  expect(sent.task.status.message.metadata).toEqual({
    "x402.payment.status": "payment-submitted",
  });
  await settle();
  expect(await seen(id)).toMatchObject({ state: "submitted" });
});

test("A2A: the card names the x402 extension, and a client that asks for it hears that it is active", async () => {
  await using stage = await start();
  const { service, alice } = stage;
  const card = await json(await service.fetch("/.well-known/agent-card.json"));
  const [extension] = card.capabilities.extensions;
  expect(extension.uri).toContain("a2a-x402");
  for (const header of ["a2a-extensions", "x-a2a-extensions"]) {
    const active = async (uri: string) => {
      const answer = await service.fetch("/a2a", {
        ...{ method: "POST", token: alice.token },
        headers: { "a2a-version": "1.0", [header]: `urn:x, ${uri}` },
        json: { jsonrpc: "2.0", id: 1, method: "ListTasks", params: {} },
      });
      return answer.headers.get("a2a-extensions");
    };
    expect([header, await active(extension.uri)]).toEqual([
      ...[header, extension.uri],
    ]);
    expect(await active("urn:y")).toBeNull();
  }
});

test("the program of docs/chain.md pays a request with a wallet", async () => {
  await using stage = await start();
  const text = await Bun.file(`${ROOT}/docs/chain.md`).text();
  const [, program = ""] =
    /```ts\n([^`]*(?:`[^`]+`[^`]*)*?)```/.exec(text) ?? [];
  const { service, alice, bob, settle } = stage;
  const child = Bun.spawn([process.execPath, "-e", program], {
    cwd: ROOT,
    env: {
      ...{ SVC_URL: service.baseUrl, SVC_TOKEN: alice.token, TO: bob.address },
      WALLET_KEY: `0x${(9_900).toString(16).padStart(64, "0")}`,
    },
    stdout: "pipe",
  });
  expect(await new Response(child.stdout).text()).toBe("200 true\n");
  await settle();
  const { token } = bob;
  const list = await service.fetch("/v1/conversations?view=inbox", { token });
  expect(JSON.stringify(await json(list))).toContain("Please draw a logo.");
});

test("a payee's wallet gives back by the same words, over REST and MCP, straight to the wallet that paid", async () => {
  await using stage = await start();
  const { service, post, request, settle, seen, bob } = stage;
  const id = await request();
  const path = `/v1/conversations/${id}`;
  const asked = await json(await post(`${path}/fund`, {}));
  const payment = await pay(asked);
  await post(`${path}/fund`, { payment });
  await settle();
  const asBob = (to: string, body: object, headers = {}) =>
    service.fetch(to, {
      ...{ method: "POST", token: bob.token, json: body },
      headers: { accept: "application/json, text/event-stream", ...headers },
    });
  await asBob(`${path}/messages`, { text: "Done" });
  await asBob(`${path}/receipt`, { confirm: true });
  await settle();
  const scheme = new ExactEvmScheme(payee.account);
  const client = new x402HTTPClient(
    new x402Client().register("eip155:84532", scheme),
  );
  const before = await anvil.tokens(payer.address);
  const unpaid = await asBob(`${path}/refund`, { amount: "0.20" });
  expect(unpaid.status).toBe(402);
  const required = client.getPaymentRequiredResponse((name) =>
    unpaid.headers.get(name),
  );
  const signed = client.encodePaymentSignatureHeader(
    await client.createPaymentPayload(required),
  );
  const given = await asBob(`${path}/refund`, { amount: "0.20" }, signed);
  expect(
    client.getPaymentSettleResponse((name) => given.headers.get(name)),
  ).toEqual({ success: true, transaction: "", network: "eip155:84532" });
  expect([given.status, await json(given)]).toMatchObject([
    200,
    { payment: { status: "released", pendingSince: expect.any(String) } },
  ]);
  await settle();
  expect(await anvil.tokens(payer.address)).toBe(before + 200_000);
  const call = async (more = {}) =>
    (
      await json(
        await asBob("/api/mcp", {
          ...{ jsonrpc: "2.0", id: 1, method: "tools/call" },
          params: {
            name: "svc.refund_payment",
            arguments: { conversationId: id },
            ...more,
          },
        }),
      )
    ).result;
  const rest = await call();
  expect(rest).toMatchObject({
    isError: true,
    structuredContent: { accepts: [{ scheme: "exact", amount: "300000" }] },
  });
  const back = await client.createPaymentPayload(rest.structuredContent);
  const taken = await call({ _meta: { "x402/payment": back } });
  expect(taken._meta).toMatchObject({
    "x402/payment-response": { success: true, network: "eip155:84532" },
  });
  await settle();
  expect(await anvil.tokens(payer.address)).toBe(before + 500_000);
  expect(await seen(id)).toMatchObject({
    conversation: { payment: { status: "refunded" } },
  });
});
