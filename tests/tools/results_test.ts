import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { LIMITS } from "../../src/core/base/limits.ts";
import { json } from "../harness.ts";
import { unfenced } from "../unfenced.ts";
import type { Output, Pair, Rest } from "./calls.ts";
import {
  attempt,
  bytesOf,
  call,
  callOf,
  create,
  post,
  read,
  startPair,
  validatorOf,
} from "./calls.ts";

setDefaultTimeout(30_000);

describe("a result that would be too long", () => {
  const COUNT = 25;
  /** More than fits beside others, some more than fits alone. */
  const lengthOf = (index: number) => (index % 5 === 0 ? 90_000 : 8_000);

  async function manyLong(pair: Pair): Promise<readonly string[]> {
    const ids: string[] = [];
    for (let index = 0; index < COUNT; index++) {
      const text = `${"word ".repeat(lengthOf(index) / 5)}${index}`;
      const made = await create(pair, { title: `${index}`, parts: [{ text }] });
      ids.push(made.structuredContent.conversationId);
      pair.service.clock.advance(index % 3);
    }
    return ids;
  }

  test("shows a long message that waits for its person in part, and its bytes never", async () => {
    await using pair = await startPair();
    const { service, bob } = pair;
    const to = [bob.address];
    const made = await create(pair, { to, cc: ["eve@example.org"] });
    const { conversationId } = made.structuredContent;
    const token = await service.addCredential(bob, ["conversations:write"]);
    const valid = validatorOf("svc.get_conversation");
    const raw = Buffer.from("x".repeat(90_000)).toString("base64");
    const long = "word ".repeat(18_000);
    for (const parts of [[{ text: long }], [{ text: "see" }, { raw }]]) {
      const sent = await call(pair, {
        by: { ...bob, token },
        tool: "svc.send_message",
        args: { conversationId, parts, mode: "reply-all" },
      });
      expect(sent.structuredContent.state).toBe("input-required");
      const args = { conversationId };
      const how = { by: bob, tool: "svc.get_conversation", args };
      const { structuredContent } = await call(pair, how);
      expect(valid(structuredContent)).toBe(true);
      expect(bytesOf(structuredContent)).toBeLessThan(
        LIMITS.toolResultBytesMax,
      );
      const shown = JSON.stringify(structuredContent);
      expect(shown).toContain(
        raw === parts[1]?.raw ? '"size":90000' : '"chars":90000,"next":',
      );
      const { checkpoints } = structuredContent.conversation;
      const waiting = checkpoints.at(-1)?.checkpointId;
      await call(pair, {
        by: bob,
        tool: "svc.record_hil_decision",
        args: {
          ...args,
          checkpointId: waiting,
          decision: "decline",
          comment: "",
        },
      });
    }
  });

  test("lists by the cursor every conversation exactly once, each page within the limit", async () => {
    await using pair = await startPair();
    const ids = await manyLong(pair);
    const valid = validatorOf("svc.list_conversations");
    for (const by of [pair.alice, pair.bob]) {
      const view = by === pair.alice ? "sent" : "inbox";
      const seen: string[] = [];
      let args: object = { view, limit: 20 };
      for (let page = 0; page < COUNT; page++) {
        const how = { by, tool: "svc.list_conversations", args };
        const { content, structuredContent } = await call(pair, how);
        const { conversations, nextCursor } = structuredContent;
        expect(valid(structuredContent)).toBe(true);
        expect(bytesOf(structuredContent)).toBeLessThan(
          LIMITS.toolResultBytesMax,
        );
        expect(content[0]?.text.length).toBeLessThan(LIMITS.toolResultBytesMax);
        if (nextCursor) expect(conversations).toHaveLength(20);
        seen.push(...conversations.map((it) => it.conversationId));
        if (!nextCursor) break;
        args = { view, limit: 20, cursor: nextCursor };
      }
      expect(seen).toHaveLength(COUNT);
      expect(seen.toSorted()).toEqual(ids.toSorted());
    }
  });

  test("in full names the calls that give a thread's every message exactly once", async () => {
    await using pair = await startPair();
    const { conversationId } = (await create(pair)).structuredContent;
    const said = ["Hello Bob"];
    for (let index = 0; index < 40; index++) {
      const text = `${index} ${"word ".repeat(1_000)}`.trim();
      said.push(text);
      const args = { conversationId, parts: [{ text }] };
      await call(pair, { by: pair.alice, tool: "svc.send_message", args });
    }
    const valid = validatorOf("svc.get_conversation", "full");
    let texts: string[] = [];
    let next: Rest | undefined = {
      tool: "svc.get_conversation",
      arguments: { conversationId, includeAudit: true, detail: "full" },
    };
    for (let page = 0; next && page < said.length; page++) {
      const { tool, arguments: args }: Rest = next;
      const result = await call(pair, { by: pair.bob, tool, args });
      const {
        messages,
        rest = [],
        truncated,
      } = unfenced(result.structuredContent);
      expect(valid(unfenced(result.structuredContent))).toBe(true);
      expect(bytesOf(result.structuredContent)).toBeLessThan(
        LIMITS.toolResultBytesMax,
      );
      texts = [...messages.map(({ text }) => text), ...texts];
      next = rest.find((it) => it.tool === "svc.get_conversation");
      expect(truncated ?? false).toBe(rest.length > 0);
    }
    expect(texts).toEqual(said);
  });

  test("says with before where a thread of many long messages goes on", async () => {
    await using pair = await startPair();
    const { conversationId } = (await create(pair)).structuredContent;
    const said = ["Hello Bob"];
    for (let index = 0; index < 40; index++) {
      const text = `${index} ${"word ".repeat(1_000)}`.trim();
      said.push(text);
      const args = { conversationId, parts: [{ text }] };
      await call(pair, { by: pair.alice, tool: "svc.send_message", args });
    }
    let texts: string[] = [];
    let more: object | undefined = { includeAudit: true };
    for (let page = 0; more && page < said.length; page++) {
      const args = { conversationId, ...more };
      const { structuredContent } = await read(pair, pair.bob, args);
      expect(bytesOf(structuredContent)).toBeLessThan(
        LIMITS.toolResultBytesMax,
      );
      const { messages, before, messagesOmitted } = unfenced(structuredContent);
      texts = [...messages.map(({ text }) => text), ...texts];
      expect(messagesOmitted ?? 0).toBe(said.length - texts.length);
      more = before === undefined ? undefined : { before };
    }
    expect(texts).toEqual(said);
  });

  test("reads an audit chain on from where it was cut", async () => {
    await using pair = await startPair();
    const { conversationId } = (await create(pair)).structuredContent;
    for (let index = 0; index < 120; index++) {
      const args = { conversationId, parts: [{ text: `${index}` }] };
      await call(pair, { by: pair.alice, tool: "svc.send_message", args });
    }
    const valid = validatorOf("svc.read_audit", "full");
    const hashes: string[] = [];
    let cuts = 0;
    let next: Rest | undefined = {
      tool: "svc.read_audit",
      arguments: { conversationId, limit: 1_000, detail: "full" },
    };
    while (next && cuts < 20) {
      const { tool, arguments: args }: Rest = next;
      const result = await call(pair, { by: pair.bob, tool, args });
      const { records, rest } = result.structuredContent;
      expect(valid(result.structuredContent)).toBe(true);
      hashes.push(...records.map(({ hash }) => hash));
      [next] = rest ?? [];
      if (next) cuts += 1;
    }
    expect(cuts).toBeGreaterThan(0);
    const path = `/v1/conversations/${conversationId}/audit?limit=1000`;
    const { token } = pair.bob;
    const whole: Output = await json(await pair.service.fetch(path, { token }));
    expect(hashes).toEqual(whole.records.map(({ hash }) => hash));
  });

  test("never holds the bytes of a file, one's own or another's", async () => {
    await using pair = await startPair();
    const bytes = crypto.getRandomValues(new Uint8Array(3_000));
    const raw = Buffer.from(bytes).toString("base64");
    const made = await create(pair, {
      parts: [{ text: "File" }, { raw }],
      detail: "full",
    });
    const { conversationId } = made.structuredContent;
    const file = { name: "a", mimeType: "application/octet-stream" };
    const args = { conversationId, ...file, bytes: raw, detail: "full" };
    const results = [
      made,
      await call(pair, { by: pair.bob, tool: "svc.add_artifact", args }),
    ];
    for (const by of [pair.alice, pair.bob]) {
      results.push(await read(pair, by, { conversationId }));
      results.push(await call(pair, { by, tool: "svc.list_conversations" }));
    }
    for (const result of results) {
      expect(JSON.stringify(result)).not.toContain(raw.slice(0, 40));
    }
    const { messages } = unfenced(made.structuredContent).conversation;
    expect(messages[0]?.parts[1]?.data).toEqual({
      omitted: "raw",
      bytes: 3_000,
    });
    const { downloadUrl } = (results[1] ?? made).structuredContent.artifact;
    const { pathname } = new URL(downloadUrl);
    const { token } = pair.alice;
    const download = await pair.service.fetch(pathname, { token });
    expect(await download.bytes()).toEqual(bytes);
  });
});

test("bytes are named in a page, also where the thread beside it holds none", async () => {
  await using pair = await startPair();
  const raw = Buffer.alloc(3_000, 1).toString("base64");
  const made = await create(pair, { parts: [{ text: "File" }, { raw }] });
  const { conversationId } = made.structuredContent;
  for (let index = 0; index < LIMITS.threadMessagesMax; index++) {
    const args = { conversationId, parts: [{ text: `${index}` }] };
    await call(pair, { by: pair.alice, tool: "svc.send_message", args });
  }
  const args = { conversationId, detail: "full" };
  const { structuredContent } = await read(pair, pair.bob, args);
  const { conversation, messages } = unfenced(structuredContent);
  expect(conversation.messages).not.toContainEqual(messages[0]);
  const named = { omitted: "raw", bytes: 3_000 };
  expect(messages[0]?.parts[1]?.data).toEqual(named);
  expect(JSON.stringify(structuredContent)).not.toContain(raw.slice(0, 40));
});

describe("an idempotency key", () => {
  const args = (pair: Pair) => ({
    title: "Once",
    to: [pair.bob.address],
    parts: [{ text: "Once" }],
    price: "1.00",
  });

  async function sentBy(pair: Pair): Promise<number> {
    const tool = "svc.list_conversations";
    const how = { by: pair.alice, tool, args: { view: "sent" } };
    const { structuredContent } = await call(pair, how);
    return structuredContent.conversations.length;
  }

  test("gives one effect and one result, however often it comes", async () => {
    await using pair = await startPair();
    const tool = "svc.create_conversation";
    const how = { by: pair.alice, tool, args: args(pair), key: "k-1" };
    const first = await call(pair, how);
    expect(first._meta).toBeUndefined();
    const repeats = await Promise.all([call(pair, how), call(pair, how)]);
    for (const { structuredContent, _meta } of repeats) {
      expect(unfenced(structuredContent)).toEqual(
        unfenced(first.structuredContent),
      );
      expect(_meta).toEqual({ "svc/replayed": true });
    }
    expect(await sentBy(pair)).toBe(1);
    await call(pair, { ...how, key: "k-2" });
    await call(pair, { by: pair.alice, tool, args: args(pair) });
    expect(await sentBy(pair)).toBe(3);
  });

  test("counts in the header as in _meta, and as the same key", async () => {
    await using pair = await startPair();
    const { alice } = pair;
    const tool = "svc.create_conversation";
    const how = { by: alice, tool, args: args(pair) };
    const first = await call(pair, { ...how, header: "k-1" });
    for (const key of [{ header: "k-1" }, { key: "k-1" }]) {
      const { structuredContent, _meta } = await call(pair, { ...how, ...key });
      expect(unfenced(structuredContent)).toEqual(
        unfenced(first.structuredContent),
      );
      expect(_meta).toEqual({ "svc/replayed": true });
    }
    const both = { ...how, header: "k-1", key: "k-1" };
    expect((await call(pair, both))._meta).toEqual({ "svc/replayed": true });
    expect(await sentBy(pair)).toBe(1);
  });

  test("is refused if header and _meta differ, or a header is for a whole batch", async () => {
    await using pair = await startPair();
    const { alice } = pair;
    const tool = "svc.create_conversation";
    const how = {
      by: alice,
      tool,
      args: args(pair),
      header: "k-1",
      key: "k-2",
    };
    const differing = await json(await post(pair, callOf(how), how));
    expect(differing.error.code).toBe(-32602);
    expect(differing.error.message).toContain("svc/idempotencyKey");
    const batch = await post(pair, [callOf(how)], how);
    expect(batch.status).toBe(400);
    expect((await json(batch)).error.code).toBe(-32600);
    const { isError } = await attempt(pair, { ...how, key: "", header: "" });
    expect(isError).toBe(true);
    expect(await sentBy(pair)).toBe(0);
  });

  test("is named to a model that connects", async () => {
    await using pair = await startPair();
    const initialize = {
      jsonrpc: "2.0",
      id: 1,
      method: "initialize",
      params: {
        protocolVersion: "2025-06-18",
        capabilities: {},
        clientInfo: { name: "x", version: "1" },
      },
    };
    const { result } = await json(
      await post(pair, initialize, { by: pair.alice, header: "k-1" }),
    );
    expect(result.instructions).toContain("idempotencyKey");
  });

  test("that comes many times at once gives one effect; the others hear of it", async () => {
    await using pair = await startPair();
    const tool = "svc.create_conversation";
    const how = { by: pair.alice, tool, args: args(pair), key: "race" };
    const results = await Promise.all(
      Array.from({ length: 8 }, () => attempt(pair, how)),
    );
    const ids = new Set<string>();
    for (const { isError, content, structuredContent } of results) {
      if (!isError) ids.add(structuredContent.conversationId);
      else expect(content[0]?.text).toContain("idempotency_in_flight");
    }
    expect(ids.size).toBe(1);
    expect(await sentBy(pair)).toBe(1);
  });

  test("is refused for another call, and if it is no text", async () => {
    await using pair = await startPair();
    const tool = "svc.create_conversation";
    const how = { by: pair.alice, tool, args: args(pair), key: "k-1" };
    await call(pair, how);
    const other = { ...how, args: { ...args(pair), title: "Twice" } };
    for (const refused of [other, { ...how, key: 5 }, { ...how, key: "" }]) {
      const { isError, structuredContent } = await attempt(pair, refused);
      expect(isError).toBe(true);
      expect(structuredContent).toBeUndefined();
    }
    expect(await sentBy(pair)).toBe(1);
  });
});

test("a thread names the tool that asks for a refund, with the argument that it takes", async () => {
  await using pair = await startPair();
  const { alice, bob } = pair;
  const release = "accepted";
  const made = await create(pair, { price: "5.00", release });
  const { conversationId } = made.structuredContent;
  const text = "Yes";
  const reply = { conversationId, text };
  await call(pair, { by: bob, tool: "svc.send_message", args: reply });
  const done = { conversationId, confirm: true };
  await call(pair, { by: bob, tool: "svc.sign_receipt", args: done });
  const thread = await read(pair, alice, { conversationId });
  expect(thread.structuredContent.conversation).toMatchObject({
    payment: { status: "released" },
    actions: expect.arrayContaining(["refund_payment:ask"]),
  });
  const refund = { conversationId, ask: true, reason: "Late" };
  await call(pair, { by: alice, tool: "svc.refund_payment", args: refund });
});
