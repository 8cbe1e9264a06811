import { expect, setDefaultTimeout, test } from "bun:test";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { OPERATIONS } from "../../src/core/operations/mod.ts";
import { createRegistry } from "../../src/tools/registry.ts";
import type { Pair, Result } from "./calls.ts";
import { attempt, call, create, read, startPair } from "./calls.ts";

setDefaultTimeout(60_000);

/** The tools that the interface names; what a client is always shown. */
const SPECIFIED = [
  "discover_agents",
  "get_agent_card",
  "create_conversation",
  "send_message",
  "get_conversation",
  "list_conversations",
  "cancel_conversation",
  "add_artifact",
  "request_review",
  "record_hil_decision",
  "read_audit",
  "quote_access",
].map((name) => `svc.${name}`);

const REGISTRY = createRegistry(OPERATIONS);

/** Tokens of the part of a tool that a model sees. */
function seenOf(names: readonly string[]): number {
  const tools = REGISTRY.dotted
    .filter(({ name }) => names.includes(name))
    .map(({ name, description, inputSchema }) => ({
      name,
      description,
      inputSchema,
    }));
  return countTokens(JSON.stringify(tools));
}

test("the list of tools is at most 40 kB and 4,500 tokens for a model, the specified twelve 3,000", () => {
  const all = REGISTRY.dotted.map(({ name }) => name);
  expect(Buffer.byteLength(REGISTRY.lists.dotted)).toBeLessThan(40_000);
  expect(seenOf(all)).toBeLessThan(4_500);
  expect(seenOf(SPECIFIED)).toBeLessThan(3_000);
  expect(SPECIFIED.every((it) => all.includes(it))).toBe(true);
});

const ID = /(?<=\b[a-z]{3}_)[0-9a-z]{26}\b/g;
const SAMPLES = 12;

/** The tokens of a text on average over the same ids in each run: chance plays no part. */
function steadyTokens(text: string): number {
  let sum = 0;
  for (let sample = 0; sample < SAMPLES; sample++) {
    let count = 0;
    const steady = text
      .replace(ID, () => {
        const seed = `${sample} ${count++}`;
        const hash = BigInt(`0x${Bun.SHA256.hash(seed, "hex")}`);
        return `01kf0rdqg0${hash.toString(32).slice(0, 16)}`;
      })
      .replace(/(?<=127\.0\.0\.1:)\d+/, "33219");
    sum += countTokens(steady);
  }
  return sum / SAMPLES;
}

/** Tokens of a result for a model: of the one or the other copy. */
function tokensOf({ content, isError }: Result): number {
  expect(content).toHaveLength(1);
  expect(isError).not.toBe(true);
  return steadyTokens(content[0]?.text ?? "");
}

const say = (pair: Pair, conversationId: string, text: string) =>
  call(pair, {
    by: pair.alice,
    tool: "svc.send_message",
    args: { conversationId, parts: [{ text }] },
  });

test("a thread takes at most 220 tokens, and each message 60 beside its text", async () => {
  await using pair = await startPair();
  const text = "The logo is done, with all three colours.";
  const made = await create(pair, { price: "5.00", parts: [{ text }] });
  const { conversationId } = made.structuredContent;
  const one = tokensOf(await read(pair, pair.bob, { conversationId }));
  for (let count = 0; count < 10; count++) {
    await say(pair, conversationId, text);
  }
  const many = tokensOf(await read(pair, pair.bob, { conversationId }));
  const each = (many - one) / 10 - countTokens(text);
  expect(each).toBeLessThan(60);
  expect(one - each - countTokens(text)).toBeLessThanOrEqual(220);
  const free = await create(pair, { parts: [{ text }] });
  const { conversationId: freeId } = free.structuredContent;
  const args = { conversationId: freeId };
  const plain = tokensOf(await read(pair, pair.alice, args));
  expect(plain - each - countTokens(text)).toBeLessThan(200);
});

test("60 messages of 2,000 characters take at most 3 calls and 36,000 tokens", async () => {
  await using pair = await startPair();
  const prose =
    "We looked at the second draft on Monday and have a few wishes about it. ";
  const text = prose.repeat(30).slice(0, 2_000);
  const made = await create(pair, { parts: [{ text }] });
  const { conversationId } = made.structuredContent;
  for (let count = 1; count < 60; count++) {
    await say(pair, conversationId, text);
  }
  // A reader who starts from nothing asks first what there is.
  let [calls, tokens, messages] = [1, 0, 0];
  let more: object | undefined = {};
  while (more && calls < 10) {
    const result = await read(pair, pair.bob, { conversationId, ...more });
    const { before, messages: shown } = result.structuredContent;
    calls += 1;
    tokens += tokensOf(result);
    messages += shown.length;
    more = before === undefined ? undefined : { before };
  }
  expect(messages).toBe(60);
  expect(calls).toBeLessThanOrEqual(3);
  expect(tokens).toBeLessThan(36_000);
});

test("ten that wait are listed and one of them read within 1,600 tokens, each in 125 at most", async () => {
  await using pair = await startPair();
  const text = "Could you make a logo for our shop? It opens in spring. ";
  for (let count = 0; count < 10; count++) {
    await create(pair, {
      title: `Logo for shop ${count}`,
      price: "5.00",
      parts: [{ text: text.repeat(200) }],
    });
  }
  const tool = "svc.list_conversations";
  const args = { view: "needs_you", limit: 10 };
  const listed = await call(pair, { by: pair.bob, tool, args });
  const { conversations } = listed.structuredContent;
  expect(conversations).toHaveLength(10);
  expect(tokensOf(listed) / 10).toBeLessThan(125);
  const short = await create(pair, { price: "5.00", parts: [{ text }] });
  const { conversationId } = short.structuredContent;
  const one = await read(pair, pair.bob, { conversationId });
  expect(tokensOf(listed) + tokensOf(one)).toBeLessThan(1_600);
});

test("a write answers within 170 tokens, whatever it comes to", async () => {
  await using pair = await startPair();
  const { service, bob } = pair;
  const made = await create(pair, { price: "5.00" });
  const { conversationId } = made.structuredContent;
  const token = await service.addCredential(bob, [
    "conversations:read",
    "conversations:write",
    "conversations:submit",
  ]);
  const agent = { ...bob, token };
  const parts = [{ text: "Yes" }];
  const file = { name: "a.txt", mimeType: "text/plain", bytes: "eA==" };
  const results = [
    made,
    await call(pair, {
      by: agent,
      tool: "svc.send_message",
      args: { conversationId, parts },
    }),
    await call(pair, {
      by: agent,
      tool: "svc.create_conversation",
      args: { title: "New", to: ["eve@example.org"], parts },
    }),
    await call(pair, {
      by: bob,
      tool: "svc.update_conversation",
      args: { conversationId, archived: true },
    }),
  ];
  const worked = await create(pair, { price: "5.00" });
  const { conversationId: workedId } = worked.structuredContent;
  for (const [tool, args] of [
    ["svc.send_message", { parts }],
    ["svc.add_artifact", file],
    ["svc.raise_price", { price: "6.00" }],
  ] as const) {
    const given = { conversationId: workedId, ...args };
    results.push(await call(pair, { by: bob, tool, args: given }));
  }
  const states = results.map((it) => it.structuredContent.state);
  expect(states.slice(0, 3)).toEqual([
    "submitted",
    "input-required",
    "input-required",
  ]);
  const tokens = results.map(tokensOf);
  expect(tokens.filter((it) => it > 170)).toEqual([]);
});

test("what waits for a person begins with for whom, the link, and what to do then", async () => {
  await using pair = await startPair();
  const { service, bob } = pair;
  const token = await service.addCredential(bob, ["conversations:submit"]);
  const { content, structuredContent } = await call(pair, {
    by: { ...bob, token },
    tool: "svc.create_conversation",
    args: { title: "New", to: ["eve@example.org"], parts: [{ text: "Hi" }] },
  });
  const members = Object.keys(structuredContent);
  expect(members.slice(0, 3)).toEqual(["state", "nextStep", "approvalUrl"]);
  expect(content[0]?.text).toMatch(
    /^\{"state":"input-required","nextStep":\{"who":"person","text":"Waits for [^"]+ See svc\.get_conversation\.","rule":"R-OUTWARD"\},"approvalUrl":"http/,
  );
});

test("a failure is told within 110 tokens, once, and without a header", async () => {
  await using pair = await startPair();
  const made = await create(pair, { price: "5.00" });
  const { conversationId } = made.structuredContent;
  const rows: [string, object, string][] = [
    [
      "svc.create_conversation",
      { subject: "Hi", to: ["b@a.example"] },
      "title",
    ],
    ["svc.create_conversation", { title: 5, to: [] }, "title"],
    ["svc.get_conversation", { conversatonId: "x" }, "conversationId"],
    ["svc.get_conversation", { conversationId: "cnv_none" }, "find"],
    ["svc.sign_receipt", { conversationId, confirm: true }, "sign"],
    [
      "svc.create_conversation",
      { title: "x", to: ["x"], price: "-1" },
      "price",
    ],
    ["svc.list_conversations", { view: "spam" }, "inbox"],
  ];
  for (const [tool, args, hint] of rows) {
    const { content, isError } = await attempt(pair, {
      by: pair.alice,
      tool,
      args,
    });
    const text = content[0]?.text ?? "";
    expect([tool, args, isError]).toEqual([tool, args, true]);
    expect(text).toContain(hint);
    expect(text).not.toMatch(/header/i);
    expect([text, countTokens(text) <= 110]).toEqual([text, true]);
    const { error } = JSON.parse(text);
    expect(text.split(JSON.stringify(error).slice(1, -1))).toHaveLength(2);
  }
});
