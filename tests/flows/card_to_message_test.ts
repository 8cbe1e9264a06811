import { expect, spyOn, test } from "bun:test";
import {
  SendMessageRequest,
  TaskState,
  verifyAgentCardSignature,
} from "@a2a-js/sdk";
import {
  ClientFactory,
  ClientFactoryOptions,
  createAuthenticatingFetchWithRetry,
  JsonRpcTransportFactory,
} from "@a2a-js/sdk/client";
import { importJWK } from "jose";
import { startChromium } from "../auth/chromium.ts";
import { json, startService } from "../harness.ts";

/** The official client, given nothing but the host of a card and a token. */
async function clientAt(url: string, token: string) {
  const fetchImpl = createAuthenticatingFetchWithRetry(fetch, {
    headers: async () => ({ authorization: `Bearer ${token}` }),
    shouldRetryWithHeaders: async () => undefined,
  });
  const options = ClientFactoryOptions.createFrom(
    ClientFactoryOptions.default,
    { transports: [new JsonRpcTransportFactory({ fetchImpl })] },
  );
  return await new ClientFactory(options).createFromUrl(url);
}

const ask = (text: string) =>
  SendMessageRequest.fromJSON({
    message: {
      messageId: crypto.randomUUID(),
      role: "ROLE_USER",
      parts: [{ text }],
    },
  });

test("the official client goes from the host of a card to a message in that inbox", async () => {
  await using service = await startService();
  const alice = await service.addAccount("alice", { name: "Alice" });
  const bob = await service.addAccount("bob");
  const host = `http://alice.inbox.localhost:${service.port}`;

  const client = await clientAt(host, bob.token);
  const sent = await client.sendMessage(ask("Do you have a minute?"));
  if (!("status" in sent)) throw new TypeError("Expected a task");
  expect(sent.status?.state).toBe(TaskState.TASK_STATE_SUBMITTED);

  const list = await service.fetch("/v1/conversations?view=inbox", {
    token: alice.token,
  });
  const { conversations } = await json(list);
  expect(conversations).toHaveLength(1);
  expect(conversations[0]).toMatchObject({
    id: sent.id,
    from: { address: bob.address },
    messages: [{ text: "Do you have a minute?" }],
  });
});

test("the official client's extended card is that of the account, verified, and it talks on with it", async () => {
  await using service = await startService();
  const alice = await service.addAccount("alice", { name: "Alice" });
  const bob = await service.addAccount("bob");
  const host = `http://alice.inbox.localhost:${service.port}`;
  const client = await clientAt(host, bob.token);
  const debug = spyOn(console, "debug").mockImplementation(() => {});

  const verifier = verifyAgentCardSignature(async (kid, jku) => {
    const { keys } = await json(await fetch(jku ?? ""));
    const jwk = keys.find((key: { kid: string }) => key.kid === kid);
    const key = await importJWK(jwk, "ES256");
    if (key instanceof Uint8Array) throw new TypeError("Expected a public key");
    return key;
  });
  const card = await client.getAgentCard({}, verifier);
  debug.mockRestore();
  expect(card.name).toBe("Alice");
  expect(card.supportedInterfaces[0]?.tenant).toBe("alice");

  const sent = await client.sendMessage(ask("Hello"));
  if (!("status" in sent)) throw new TypeError("Expected a task");
  const read = await service.fetch(`/v1/conversations/${sent.id}`, {
    token: alice.token,
  });
  expect((await json(read)).messages[0].text).toBe("Hello");
});

test("a browser finds the card at its host without any DNS", async () => {
  await using service = await startService();
  await service.addAccount("alice", { name: "Alice of the browser" });
  const url = `http://alice.inbox.localhost:${service.port}/.well-known/agent-card.json`;
  const browser = await startChromium();
  const page = await browser.newPage();
  await page.goto(url);
  const card = await page.locator("body").textContent();
  await page.close();
  expect(card).toContain('"name":"Alice of the browser"');
  expect(card).toContain('"tenant":"alice"');
}, 60_000);
