import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { json } from "../harness.ts";
import { call, create, read, startPair } from "../tools/calls.ts";
import { unfenced } from "../unfenced.ts";

setDefaultTimeout(30_000);

const pair = await startPair();
const { alice, bob, service } = pair;
afterAll(async () => await pair[Symbol.asyncDispose]());

test("a message that was sent answers with its conversation, as over REST", async () => {
  const made = await create(pair, { title: "Lamp" });
  const { conversationId } = made.structuredContent;
  const args = { conversationId, parts: [{ text: "More" }] };
  const tool = "svc.send_message";
  const sent = await call(pair, { by: alice, tool, args });
  const rest = await json(
    await service.fetch(`/v1/conversations/${conversationId}/messages`, {
      method: "POST",
      token: alice.token,
      json: { text: "More" },
    }),
  );
  const { id, title } = rest.conversation;
  expect(unfenced(sent.structuredContent)).toMatchObject({
    messageId: expect.stringMatching(/^msg_/),
    state: rest.state,
    conversation: { id, title },
  });
});

test("a conversation that is read names its context while it is open", async () => {
  const made = await create(pair);
  const { conversationId, contextId } = made.structuredContent;
  const { structuredContent } = await read(pair, bob, { conversationId });
  expect(contextId).toBeString();
  expect(structuredContent).toMatchObject({ contextId });
});

test("each record of the audit chain has its hash, which after takes", async () => {
  const made = await create(pair);
  const { conversationId } = made.structuredContent;
  const audit = async (after?: string) => {
    const args = { conversationId, after };
    const tool = "svc.read_audit";
    return (await call(pair, { by: alice, tool, args })).structuredContent;
  };
  const whole = await json(
    await service.fetch(`/v1/conversations/${conversationId}/audit`, alice),
  );
  const hashes = whole.records.map((it: { hash: string }) => it.hash);
  const { records } = await audit();
  expect(records.map(({ hash }) => hash)).toEqual(hashes);
  const rest = await audit(hashes[0]);
  expect(rest.records.map(({ hash }) => hash)).toEqual(hashes.slice(1));
  const args = { conversationId, includeAudit: true };
  const { structuredContent } = await read(pair, alice, args);
  expect(structuredContent.audit?.records.map(({ hash }) => hash)).toEqual(
    hashes,
  );
});

/** Every time that an answer holds. */
function timesIn(answer: object): readonly string[] {
  return JSON.stringify(answer).match(/\d{4}-\d\d-\d\dT[\d:.]+Z/g) ?? [];
}

test("times have milliseconds over every wire", async () => {
  const made = await create(pair, { price: "1.00" });
  const { conversationId } = made.structuredContent;
  const mine = { conversationId };
  const to = bob.address;
  const tools: readonly [string, object][] = [
    ["svc.get_conversation", mine],
    ["svc.get_conversation", { ...mine, detail: "full" }],
    ["svc.list_conversations", {}],
    ["svc.read_audit", mine],
    ["svc.list_payments", {}],
    ["svc.quote_access", { to, skillId: "receive_message" }],
  ];
  const answers: [string, object][] = [["svc.create_conversation", made]];
  for (const [tool, args] of tools) {
    answers.push([tool, await call(pair, { by: alice, tool, args })]);
  }
  const paths = ["", "/audit", "/payment"].map(
    (it) => `/v1/conversations/${conversationId}${it}`,
  );
  paths.push("/v1/conversations", "/v1/payments", "/v1/contacts");
  paths.push("/v1/credentials", "/v1/profile", "/v1/balance", "/v1/digest");
  for (const path of paths) {
    const response = await service.fetch(path, alice);
    if (response.ok) answers.push([path, await json(response)]);
  }
  for (const method of ["GetTask", "ListTasks"]) {
    const response = await service.fetch("/a2a", {
      method: "POST",
      token: alice.token,
      json: {
        jsonrpc: "2.0",
        id: 1,
        method,
        params: method === "GetTask" ? { id: conversationId } : {},
      },
    });
    answers.push([method, await json(response)]);
  }
  let seen = 0;
  for (const [name, answer] of answers) {
    const times = timesIn(answer);
    seen += times.length;
    const short = times.filter((it) => !/\.\d{3}Z$/.test(it));
    expect([name, short]).toEqual([name, []]);
  }
  expect(seen).toBeGreaterThan(answers.length);
});
