import { afterAll, beforeAll, expect, test } from "bun:test";
import { x402Client } from "@x402/core/client";
import { AuthCaptureEvmScheme } from "@x402/evm/auth-capture/client";
import { decodePaymentResponseHeader, wrapFetchWithPayment } from "@x402/fetch";
import type { Anvil } from "../../packages/rail-x402/tests/anvil.ts";
import { startAnvil } from "../../packages/rail-x402/tests/anvil.ts";
import { wallet } from "../../packages/rail-x402/tests/stage.ts";
import { json } from "../harness.ts";
import { post } from "../tools/modern.ts";
import { clients, NETWORK, PAY, taskPayment } from "./pay_over.ts";
import { startPaying } from "./paying.ts";

let anvil: Anvil;

beforeAll(async () => {
  anvil = await startAnvil();
});
afterAll(() => anvil[Symbol.asyncDispose]());

test("A2A: a payment that is refused leaves the task waiting, and says why in the extension's codes", async () => {
  const [payer, payee] = [wallet(31_000), wallet(31_001)];
  await using stage = await startPaying(anvil, { payer, payee });
  const { rpc, request } = stage;
  const id = await request();
  const task = await rpc("/a2a", "GetTask", { id });
  const required = task.status.message.metadata["x402.payment.required"];
  const poor = new x402Client().register(
    NETWORK,
    new AuthCaptureEvmScheme(wallet(31_002).account),
  );
  let sent = 0;
  const refused = async (payload: object) => {
    sent += 1;
    const answer = await rpc("/a2a", "SendMessage", {
      message: {
        ...{ messageId: `m-${sent}`, role: "ROLE_USER", taskId: id },
        parts: [{ text: "Here is the payment" }],
        metadata: {
          "x402.payment.status": "payment-submitted",
          "x402.payment.payload": payload,
        },
      },
    });
    const { state, message } = answer.task.status;
    expect(state).toBe("TASK_STATE_AUTH_REQUIRED");
    expect(message.metadata).toMatchObject({
      "x402.payment.status": "payment-failed",
      "x402.payment.required": { accepts: [{ amount: "500000" }] },
      "x402.payment.receipts": [{ success: false, transaction: "" }],
    });
    return message.metadata["x402.payment.error"];
  };
  const payload = await poor.createPaymentPayload(required);
  expect(await refused(payload)).toBe("INSUFFICIENT_FUNDS");
  const good = await clients(stage).payer.createPaymentPayload(required);
  const { signature } = payload.payload as { signature: string };
  const forged = { ...good.payload, signature };
  expect(await refused({ ...good, payload: forged })).toBe("INVALID_SIGNATURE");
  const { authorization } = good.payload as { authorization: object };
  const late = { ...authorization, validBefore: "1" };
  expect(
    await refused({
      ...good,
      payload: { ...good.payload, authorization: late },
    }),
  ).toBe("EXPIRED_PAYMENT");
  expect((await taskPayment(stage, id, stage.alice)).status).toBe(
    "payment-required",
  );
});

test("A2A: a payment that the chain refuses has failed, with its receipt, and can be made again", async () => {
  const [payer, payee] = [wallet(32_000), wallet(32_001)];
  const wallets = { payer, payee, tokens: 1_000_000 };
  await using stage = await startPaying(anvil, wallets);
  const { alice, request, settle } = stage;
  const [one, other] = [await request("0.60"), await request("0.60")];
  // Both are covered before either is sent.
  await PAY.a2a(stage, one);
  await PAY.a2a(stage, other);
  await settle();
  expect((await taskPayment(stage, one, alice)).status).toBe(
    "payment-completed",
  );
  const failed = await taskPayment(stage, other, alice);
  expect(failed.status).toBe("payment-failed");
  expect(failed.receipts).toMatchObject([{ success: false, transaction: "" }]);
  await anvil.mint(payer.address, 600_000);
  await PAY.a2a(stage, other);
  await settle();
  const again = await taskPayment(stage, other, alice);
  expect(again.status).toBe("payment-completed");
  expect(again.receipts).toMatchObject([{ success: false }, { success: true }]);
});

test("A2A: a payment that is no object, or in a message that names no task, is refused, and no task is made of it", async () => {
  const [payer, payee] = [wallet(36_000), wallet(36_001)];
  await using stage = await startPaying(anvil, { payer, payee });
  const { service, alice, post, request } = stage;
  const taskId = await request();
  const code = async (more: object, payload: unknown) => {
    const answer = await post("/a2a", {
      ...{ jsonrpc: "2.0", id: 1, method: "SendMessage" },
      params: {
        message: {
          ...{ messageId: crypto.randomUUID(), role: "ROLE_USER", ...more },
          parts: [{ text: "Here is the payment" }],
          metadata: { "x402.payment.payload": payload },
        },
      },
    });
    return (await json(answer)).error?.code;
  };
  for (const payload of ["e30=", null, 1, []]) {
    expect([payload, await code({ taskId }, payload)]).toEqual([
      ...[payload, -32_602],
    ]);
  }
  expect(await code({}, { x402Version: 2 })).toBe(-32_602);
  const list = await json(await service.fetch("/v1/conversations", alice));
  expect(list.conversations).toHaveLength(1);
});

test("what a wallet signed for something else is refused by one code over every wire, and of two payments at once one is taken", async () => {
  const [payer, payee] = [wallet(37_000), wallet(37_001)];
  await using stage = await startPaying(anvil, { payer, payee });
  const { alice, post, rpc, request, settle, service } = stage;
  const [id, other] = [await request(), await request("0.51")];
  const path = `/v1/conversations/${id}/fund`;
  const { payer: client } = clients(stage);
  const asked = await json(await post(path, {}));
  const sign = async (required = asked) =>
    await client.createPaymentPayload(required);
  const good = await sign();
  const others = await json(await post(path.replace(id, other), {}));
  const accepting = (more: object) => ({
    ...good,
    accepted: { ...good.accepted, ...more },
  });
  const { authorization } = good.payload as { authorization: object };
  const signing = (more: object) => ({
    ...good,
    payload: {
      ...good.payload,
      authorization: { ...authorization, ...more },
    },
  });
  const seconds = Math.floor(Date.now() / 1_000);
  const refusals = [
    [await sign(others), "invalid_payment_requirements"],
    [accepting({ network: "eip155:8453" }), "invalid_payment_requirements"],
    [accepting({ payTo: payer.address }), "invalid_payment_requirements"],
    [accepting({ amount: "500001" }), "invalid_payment_requirements"],
    [accepting({ scheme: "exact" }), "invalid_payment_requirements"],
    [accepting({ asset: payee.address }), "invalid_payment_requirements"],
    [signing({ value: "499999" }), "invalid_payload"],
    [signing({ validBefore: String(seconds + 90_000) }), "invalid_payload"],
    [signing({ from: payee.address }), "invalid_signature"],
    [{ ...good, x402Version: 1 }, "invalid_x402_version"],
  ] as const;
  const overMcp = async (payment: object) =>
    await rpc("/api/mcp", "tools/call", {
      ...{ name: "svc.fund_conversation", arguments: { conversationId: id } },
      _meta: { "x402/payment": payment },
    });
  const overA2a = async (payload: object) =>
    await rpc("/a2a", "SendMessage", {
      message: {
        ...{ messageId: crypto.randomUUID(), role: "ROLE_USER", taskId: id },
        parts: [{ text: "Here is the payment" }],
        metadata: { "x402.payment.payload": payload },
      },
    });
  for (const [payment, reason] of refusals) {
    const rest = await post(path, { payment });
    const header = rest.headers.get("payment-response") ?? "";
    const mcp = (await overMcp(payment))._meta["x402/payment-response"];
    const { metadata } = (await overA2a(payment)).task.status.message;
    expect([
      decodePaymentResponseHeader(header).errorReason,
      mcp.errorReason,
      metadata["x402.payment.error"],
    ]).toEqual([reason, reason, reason.toUpperCase()]);
  }
  const [one, two] = await Promise.all([
    post(path, { payment: good }),
    sign().then(overMcp),
  ]);
  expect([one.status === 200, two.isError !== true].toSorted()).toEqual([
    ...[false, true],
  ]);
  await settle();
  const read = await json(
    await service.fetch(path.replace("/fund", ""), alice),
  );
  expect(read.conversation.payment.settlements).toHaveLength(1);
});

test("REST: a client that pays by itself makes no second request of one that waits for money", async () => {
  const [payer, payee] = [wallet(33_000), wallet(33_001)];
  await using stage = await startPaying(anvil, { payer, payee });
  const { service, alice, bob } = stage;
  const paying = wrapFetchWithPayment(fetch, clients(stage).payer);
  const body = { to: [bob.address], text: "Hello", price: "1", submit: true };
  const response = await paying(`${service.baseUrl}/v1/conversations`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${alice.token}`,
      "content-type": "application/json",
      prefer: "handling=strict",
    },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(400);
  expect((await json(response)).detail).toContain("`fund`");
  const list = await json(await service.fetch("/v1/conversations", alice));
  expect(list.conversations).toHaveLength(1);
});

test("MCP: a modern client that knows the x402 extension is answered by its result, any other by a tool's error", async () => {
  const [payer, payee] = [wallet(34_000), wallet(34_001)];
  await using stage = await startPaying(anvil, { payer, payee });
  const { service, alice, request, settle, seen } = stage;
  const id = await request();
  const says = async (method: string, params: object, extensions: object) => {
    const meta = {
      "io.modelcontextprotocol/clientCapabilities": { extensions },
      ...("_meta" in params && (params._meta as object)),
    };
    const response = await post(service, alice.token, {
      ...{ method, params: { ...params }, meta },
    });
    return (await json(response)).result;
  };
  const fund = (extensions: object, _meta: object = {}) =>
    says(
      "tools/call",
      {
        name: "svc.fund_conversation",
        arguments: { conversationId: id },
        _meta,
      },
      extensions,
    );
  const knows = {
    "io.modelcontextprotocol/skills": {},
    "org.x402/payment": {},
  };
  const { capabilities } = await says("server/discover", {}, {});
  expect(capabilities.extensions).toMatchObject(knows);
  expect(await fund({})).toMatchObject({
    ...{ resultType: "complete", isError: true },
    structuredContent: { x402Version: 2 },
  });
  const asked = await fund(knows);
  expect(asked.resultType).toBe("payment_required");
  expect(asked).not.toHaveProperty("content");
  const refused = await fund(knows, { "x402/payment": {} });
  expect(refused.resultType).toBe("payment_required");
  expect(refused._meta["x402/payment-response"].success).toBe(false);
  const { payer: client } = clients(stage);
  const payment = await client.createPaymentPayload(asked.paymentRequired);
  const paid = await fund(knows, { "x402/payment": payment });
  expect(paid.resultType).toBe("complete");
  expect(paid._meta["x402/payment-response"].success).toBe(true);
  await settle();
  expect(await seen(id)).toMatchObject({ state: "submitted" });
});
