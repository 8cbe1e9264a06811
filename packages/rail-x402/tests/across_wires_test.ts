import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { AuthCaptureEvmScheme } from "@x402/evm/auth-capture/client";
import { sql } from "drizzle-orm";
import { json } from "../../../tests/harness.ts";
import { plainPerson } from "../../../tests/web/plain/plain_person.ts";
import { startAcross } from "./across.ts";
import type { Anvil } from "./anvil.ts";
import { startAnvil } from "./anvil.ts";

setDefaultTimeout(30_000);

let anvil: Anvil;
beforeAll(async () => {
  anvil = await startAnvil();
});
afterAll(async () => {
  await anvil[Symbol.asyncDispose]();
});

interface Asked {
  readonly method: string;
  readonly params?: readonly string[];
}

test("a person pays an address elsewhere by their wallet, is told when it ends, and takes the money back by a button", async () => {
  await using stage = await startAcross(anvil, 53_000);
  const { a, payer } = stage;
  using ann = await plainPerson(a.service, "ann");
  const { page, token } = ann;
  const sent: object[] = [];
  page.give({
    ethereum: {
      async request({ method, params: [first, second] = [] }: Asked) {
        if (method === "eth_requestAccounts") return [payer.address];
        if (method === "eth_chainId") return "0x14a34";
        if (method === "eth_sendTransaction") return sent.push(Object(first));
        return await payer.account.signTypedData(JSON.parse(second ?? ""));
      },
    },
  });
  const offer = { to: "bob@b.example", text: "North?", price: "5.00" };
  const body = { ...offer, currency: "USDC", submit: true };
  const made = await a.service.fetch("/v1/conversations", {
    ...{ method: "POST", token, json: body },
  });
  const { conversationId } = await json(made);
  await page.goto(`/c/${conversationId}`);
  const waits = "Waiting for the payee's service to say how it's paid.";
  await page.getByText(waits).waitFor();
  await stage.settle();
  await page.goto("/needs-you");
  await page.getByText("North?").first().waitFor();
  await page.goto(`/c/${conversationId}`);
  await page.getByRole("button", { name: "Pay with my wallet" }).click();
  await page.getByText("The payment is on its way").first().waitFor();
  await stage.goOn();
  await page.goto(`/c/${conversationId}`);
  await page.getByText("It ends on").waitFor();
  const { conversation } = await json(
    await a.service.fetch(`/v1/conversations/${conversationId}`, { token }),
  );
  const { to, data } = conversation.payment.reclaim;
  // The hold has ended, and the other service has done nothing. One version further, so that no
  // kept copy of it is read.
  const args = [conversationId];
  await a.service.services.db.commit([
    {
      sql: "update payments set reclaim = json_set(reclaim, '$.at', 1) where conversation_id = ?",
      args,
    },
    {
      sql: "update conversations set version = version + 1 where id = ?",
      args,
    },
    {
      sql: "update participants set version = version + 1 where conversation_id = ?",
      args,
    },
  ]);
  await page.goto(`/c/${conversationId}`);
  await page.getByText("It ended on").waitFor();
  await page.getByRole("button", { name: "Take the money back" }).click();
  await page.getByText("Sent. The money is back once").waitFor();
  expect(sent).toEqual([{ from: payer.address, to, data }]);
  expect(ann.complaints).toEqual([]);
});

test("a file that is too large for its message reaches the payee's service before the price is held", async () => {
  await using stage = await startAcross(anvil, 55_000);
  const bytes = Buffer.alloc(1_200_000, "a").toString("base64");
  const file = { name: "big.txt", mimeType: "text/plain", bytes };
  const id = await stage.ask("5.00", { artifacts: [file] });
  await stage.settle();
  const { payment } = (await stage.seen(id)).conversation;
  expect(payment.requirements).toBeDefined();
  const { db } = stage.b.service.services;
  const files = sql`select name, size from artifacts`;
  expect(await db.orm.values(files)).toEqual([["big.txt", 1_200_000]]);
});

test("an agent asks its person before anything leaves, and pays within its limits over A2A", async () => {
  await using stage = await startAcross(anvil, 54_000);
  const { a, alice, payer } = stage;
  const beyond = await stage.ask("20.00");
  await stage.settle();
  expect((await stage.seen(beyond)).conversation).toMatchObject({
    state: "input-required",
    participants: [{}, { remote: { taskId: null } }],
  });
  const id = await stage.ask();
  await stage.settle();
  const rpc = async (method: string, params: object) => {
    const answer = await a.service.fetch("/a2a", {
      ...{ method: "POST", token: alice.token },
      headers: { "a2a-version": "1.0" },
      json: { jsonrpc: "2.0", id: 1, method, params },
    });
    return (await json(answer)).result;
  };
  const { status } = await rpc("GetTask", { id });
  expect(status.state).toBe("TASK_STATE_AUTH_REQUIRED");
  const [accepted] = status.message.metadata["x402.payment.required"].accepts;
  const scheme = new AuthCaptureEvmScheme(payer.account);
  const { payload } = await scheme.createPaymentPayload(2, accepted);
  const { task } = await rpc("SendMessage", {
    message: {
      ...{ messageId: "pays", role: "ROLE_USER", taskId: id },
      parts: [{ text: "Signed." }],
      metadata: {
        "x402.payment.payload": { x402Version: 2, accepted, payload },
      },
    },
  });
  expect(task.status.message.metadata).toMatchObject({
    "x402.payment.status": "payment-submitted",
  });
  await stage.goOn();
  const { payment } = (await stage.seen(id)).conversation;
  expect(payment.status).toBe("held");
  // A signature that the other service does not use in time moves nothing, and is asked for again.
  const late = await stage.ask();
  await stage.settle();
  await stage.pay(late);
  const signed = (await stage.seen(late)).conversation.payment;
  expect(signed).toMatchObject({ onItsWay: "hold" });
  const before = await anvil.tokens(payer.address);
  await anvil.request("evm_increaseTime", [7_200]);
  for (let look = 0; look < 6; look++) {
    await anvil.finalise();
    await stage.look(a);
  }
  const again = (await stage.seen(late)).conversation;
  expect(again).toMatchObject({
    state: "auth-required",
    payment: { status: "requires_payment", requirements: {} },
  });
  expect(again.payment.onItsWay).toBeUndefined();
  expect(await anvil.tokens(payer.address)).toBe(before);
});
