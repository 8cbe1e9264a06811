import { afterAll, beforeAll, expect, test } from "bun:test";
import { LIMITS } from "../../src/core/base/limits.ts";
import { json } from "../harness.ts";
import type { Pair } from "./pair.ts";
import { startPair } from "./pair.ts";

let pair: Pair;
let conversationId: string;

beforeAll(async () => {
  pair = await startPair();
  const made = await post("", {
    to: [pair.bob.address],
    text: "Hi",
    submit: true,
  });
  ({ conversationId } = await json(made));
});
afterAll(() => pair[Symbol.asyncDispose]());

function post(path: string, body: object, prefer?: string) {
  return pair.service.fetch(`/v1/conversations${path}`, {
    method: "POST",
    token: pair.alice.token,
    json: body,
    ...(prefer && { headers: { prefer } }),
  });
}

/** The bytes of a read as they come over the wire. */
async function readIn(accepted: string, query = "?limit=500") {
  const url = `${pair.service.baseUrl}/v1/conversations/${conversationId}${query}`;
  const answer = await fetch(url, {
    decompress: false,
    headers: {
      authorization: `Bearer ${pair.alice.token}`,
      "accept-encoding": accepted,
    },
  });
  expect(answer.headers.get("vary")).toBe("accept-encoding");
  const bytes = new Uint8Array(await answer.arrayBuffer());
  return { coding: answer.headers.get("content-encoding"), bytes };
}

const WORDS = "draw logo green roof plan price later today review colour".split(
  " ",
);

/** Words as people write them: no two messages say the same. */
function sentence(seed: number): string {
  const word = (at: number) => WORDS[(seed * 7 + at * at * 13) % WORDS.length];
  return Array.from(
    { length: 25 },
    (_, at) => `${word(at)}${(seed * at) % 97}`,
  ).join(" ");
}

test("JSON is compressed by what the caller takes, and is the same when it is unpacked", async () => {
  const plain = await readIn("identity");
  expect(plain.coding).toBeNull();
  for (const again of [false, true]) {
    const gzip = await readIn("gzip, deflate");
    expect([again, gzip.coding]).toEqual([again, "gzip"]);
    expect(Buffer.from(Bun.gunzipSync(gzip.bytes))).toEqual(
      Buffer.from(plain.bytes),
    );
    const zstd = await readIn("gzip, deflate, br, zstd");
    expect([again, zstd.coding]).toEqual([again, "zstd"]);
    expect(Buffer.from(Bun.zstdDecompressSync(zstd.bytes))).toEqual(
      Buffer.from(plain.bytes),
    );
  }
  expect((await readIn("br, zstd;q=0, gzip;q=0")).coding).toBeNull();
});

test("Prefer: return=minimal answers a write with ids, state and version, and changes nothing else", async () => {
  const minimal = await post(
    `/${conversationId}/messages`,
    { text: "Again" },
    "return=minimal",
  );
  expect(minimal.headers.get("preference-applied")).toBe("return=minimal");
  const body = await json(minimal);
  const { messageId, state, conversation } = body;
  expect(body).toEqual({
    messageId: expect.stringMatching(/^msg_/),
    state: "submitted",
    conversation: {
      id: conversationId,
      conversationId,
      contextId: expect.stringMatching(/^ctx_/),
      state,
      version: expect.any(Number),
    },
  });
  const whole = await post(`/${conversationId}/messages`, {
    text: "And again",
  });
  expect(whole.headers.get("preference-applied")).toBeNull();
  const { conversation: now } = await json(whole);
  expect(now.version).toBe(conversation.version + 1);
  expect(now.messages.at(-2)).toMatchObject({ messageId, text: "Again" });
  const canceled = await post(
    `/${conversationId}/cancel`,
    { reason: "Enough" },
    "wait=1, return=minimal",
  );
  expect(await json(canceled)).toMatchObject({
    state: "canceled",
    conversation: { state: "canceled" },
  });
});

test("Prefer: return=minimal says for each of many conversations whether it was changed", async () => {
  const missing = "cnv_01m876s6qne3193j0187p1aaez";
  const changed = await pair.service.fetch("/v1/conversations", {
    method: "PATCH",
    token: pair.alice.token,
    headers: { prefer: "return=minimal" },
    json: { conversationIds: [conversationId, missing], archived: true },
  });
  expect(await json(changed)).toEqual({
    outcomes: [
      { conversationId, outcome: "changed" },
      { conversationId: missing, outcome: "not_found" },
    ],
  });
});

test("a read of 600 messages is less than 120 kB as JSON, and so is one of 500 of them over the wire", async () => {
  const { bob } = pair;
  const made = await post("", { to: [bob.address], text: "Hi", submit: true });
  ({ conversationId } = await json(made));
  const { callOperation } = await import("../../src/core/pipeline/call.ts");
  const { sendMessage } = await import(
    "../../src/core/operations/send_message.ts"
  );
  const { accountId } = pair.alice;
  const principal = {
    kind: "person",
    accountId,
    sessionId: "test",
    scopes: null,
  } as const;
  const caller = { principal, via: "rest", requestId: "test" } as const;
  for (let index = 1; index < 600; index++) {
    const input = { conversationId, text: sentence(index) };
    await callOperation(pair.service.services, sendMessage, caller, input);
  }
  const { bytes } = await readIn("gzip");
  const { messages } = JSON.parse(
    Buffer.from(Bun.gunzipSync(bytes)).toString(),
  );
  expect(messages).toHaveLength(LIMITS.readMessagesMax);
  expect(bytes.length).toBeLessThan(100_000);
  const plain = await readIn("identity", "");
  expect(plain.coding).toBeNull();
  expect(plain.bytes.length).toBeLessThan(120_000);
}, 60_000);

test.each([
  ["/api/mcp", { method: "tools/list" }],
  [
    "/a2a",
    { method: "ListTasks", params: { pageSize: 50, historyLength: 50 } },
  ],
] as const)("an answer of %s is compressed as well", async (path, call) => {
  const ask = async (accepted: string) => {
    const answer = await fetch(`${pair.service.baseUrl}${path}`, {
      method: "POST",
      decompress: false,
      headers: {
        authorization: `Bearer ${pair.alice.token}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "a2a-version": "1.0",
        "accept-encoding": accepted,
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, ...call }),
    });
    expect(answer.status).toBe(200);
    const bytes = new Uint8Array(await answer.arrayBuffer());
    return { coding: answer.headers.get("content-encoding"), bytes };
  };
  const plain = await ask("identity");
  expect(plain.coding).toBeNull();
  const gzip = await ask("gzip");
  expect(gzip.coding).toBe("gzip");
  expect(Bun.gunzipSync(gzip.bytes).byteLength).toBe(plain.bytes.byteLength);
});
