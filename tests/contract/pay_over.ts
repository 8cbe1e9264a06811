import { expect } from "bun:test";
import { x402Client } from "@x402/core/client";
import { AuthCaptureEvmScheme } from "@x402/evm/auth-capture/client";
import { ExactEvmScheme } from "@x402/evm/exact/client";
import { decodePaymentResponseHeader, wrapFetchWithPayment } from "@x402/fetch";
import type { TestAccount } from "../harness.ts";
import type { Paying } from "./paying.ts";
import type { WireName } from "./stage.ts";

/** How x402 names the chain of the tests. */
export const NETWORK = "eip155:84532";

/** The official client: the payer's wallet holds, the payee's gives back. */
export function clients({ payer, payee }: Paying) {
  return {
    payer: new x402Client().register(
      NETWORK,
      new AuthCaptureEvmScheme(payer.account),
    ),
    payee: new x402Client().register(
      NETWORK,
      new ExactEvmScheme(payee.account),
    ),
  };
}

type Required = Parameters<x402Client["createPaymentPayload"]>[0];

/** Pays at a path of REST as the official fetch does: it asks, signs and asks again. */
export async function payOverRest(
  { service }: Paying,
  client: x402Client,
  path: string,
  { token }: TestAccount,
  body: object = {},
) {
  const paying = wrapFetchWithPayment(fetch, client);
  const response = await paying(service.baseUrl + path, {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      "idempotency-key": `pay-${path}`,
    },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(200);
  const settled = response.headers.get("payment-response") ?? "";
  expect(decodePaymentResponseHeader(settled)).toMatchObject({
    ...{ success: true, network: NETWORK },
  });
}

/** Pays by a tool: what is asked is signed, and sent beside the same call. */
export async function payOverMcp(
  { rpc }: Paying,
  client: x402Client,
  name: string,
  by: TestAccount,
  given: object,
) {
  const call = (more: object = {}) =>
    rpc("/api/mcp", "tools/call", { name, arguments: given, ...more }, by);
  const asked = await call();
  expect(asked.isError).toBe(true);
  const required = asked.structuredContent as Required;
  const payment = await client.createPaymentPayload(required);
  const paid = await call({ _meta: { "x402/payment": payment } });
  expect(paid._meta["x402/payment-response"]).toMatchObject({
    ...{ success: true, network: NETWORK },
  });
}

/** Pays a task: what its status asks is signed, and sent in a message to it. */
async function payOverA2a({ rpc }: Paying, client: x402Client, id: string) {
  const task = await rpc("/a2a", "GetTask", { id });
  const required = task.status.message.metadata[
    "x402.payment.required"
  ] as Required;
  const sent = await rpc("/a2a", "SendMessage", {
    message: {
      ...{
        messageId: `pay-${crypto.randomUUID()}`,
        role: "ROLE_USER",
        taskId: id,
      },
      parts: [{ text: "Here is the payment" }],
      metadata: {
        "x402.payment.status": "payment-submitted",
        "x402.payment.payload": await client.createPaymentPayload(required),
      },
    },
  });
  expect(sent.task.status.message.metadata["x402.payment.status"]).toBe(
    "payment-submitted",
  );
}

/** How the payer pays the price over each wire. */
export const PAY: Readonly<
  Record<WireName, (stage: Paying, id: string) => Promise<void>>
> = {
  rest: (stage, id) =>
    payOverRest(
      stage,
      clients(stage).payer,
      `/v1/conversations/${id}/fund`,
      stage.alice,
    ),
  mcp: (stage, id) =>
    payOverMcp(
      stage,
      clients(stage).payer,
      "svc.fund_conversation",
      stage.alice,
      { conversationId: id },
    ),
  a2a: (stage, id) => payOverA2a(stage, clients(stage).payer, id),
};

/** A2A's view of a task's payment, and the acts of which it has receipts. */
export async function taskPayment(
  { rpc }: Paying,
  id: string,
  by: TestAccount,
) {
  const task = await rpc("/a2a", "GetTask", { id }, by);
  const { metadata = {} } = task.status.message ?? {};
  const receipts = metadata["x402.payment.receipts"] as
    | readonly { readonly success: boolean; readonly transaction: string }[]
    | undefined;
  return { status: metadata["x402.payment.status"], receipts };
}
