import { afterAll, describe, expect, test } from "bun:test";
import {
  GetTaskRequest,
  ListTasksRequest,
  Message,
  SendMessageRequest,
} from "@a2a-js/sdk";
import { LIMITS } from "../../src/core/base/limits.ts";
import { startService } from "../harness.ts";
import { EventReader } from "../rest/event_reader.ts";
import { clientOf, sendTask } from "./official_client.ts";
import type { Json } from "./rpc.ts";
import { failure, fieldsOf, message, result, rpc, svc } from "./rpc.ts";

const service = await startService();
const alice = await service.addAccount("alice");
const bob = await service.addAccount("bob");
const carol = await service.addAccount("carol");
afterAll(async () => await service[Symbol.asyncDispose]());

const toBob = svc({ to: [bob.address] });

/** Everything that a sender's program may say of a message. */
const SAID = {
  extensions: ["https://ext.example/trace/v1", "urn:example:two"],
  referenceTaskIds: ["cnv_of_another_service", "task-1"],
  metadata: {
    "https://ext.example/trace/v1": { id: "a1", hops: [1, 2.5, null, true] },
    empty: "",
    constructor: "a name like any other",
    10: "before",
    9: "after",
  },
};

const PARTS = [
  {
    text: "# Plan",
    mediaType: "text/markdown",
    filename: "plan.md",
    metadata: { lang: "en" },
  },
  { data: { a: [1, null] }, mediaType: "application/json", filename: "a.json" },
  {
    raw: "aGk=",
    mediaType: "application/octet-stream",
    filename: "a.bin",
    metadata: { page: 3, deep: { er: [] } },
  },
  {
    url: "https://x.example/y.pdf",
    mediaType: "application/pdf",
    filename: "y.pdf",
    metadata: { pages: [1, 2] },
  },
];

function saying(more: object = {}) {
  const messageId = crypto.randomUUID();
  return { messageId, role: "ROLE_USER", parts: PARTS, ...SAID, ...more };
}

/** A message without what the service says of it. */
function withoutOurs(shown: Json): Json {
  const { svc: _ours, ...metadata } = shown.metadata;
  const { taskId: _task, contextId: _context, ...others } = shown;
  return { ...others, metadata };
}

describe("what a sender's program says of a message", () => {
  test("comes back unchanged to both sides of the official client", async () => {
    const sent = saying();
    const alices = await clientOf(service, alice.token);
    const request = { message: sent, ...toBob };
    const task = await sendTask(alices, SendMessageRequest.fromJSON(request));
    const answered = saying({ role: "ROLE_AGENT" });
    const answer = { ...answered, taskId: task.id };
    const bobs = await clientOf(service, bob.token);
    const replied = await sendTask(
      bobs,
      SendMessageRequest.fromJSON({ message: answer }),
    );
    const both = [sent, answered];
    expect(replied.history.map(Message.toJSON).map(withoutOurs)).toEqual(both);
    for (const client of [alices, bobs]) {
      const found = await client.getTask(
        GetTaskRequest.fromJSON({ id: task.id }),
      );
      expect(found.history.map(Message.toJSON).map(withoutOurs)).toEqual(both);
      const { contextId } = task;
      const { tasks } = await client.listTasks(
        ListTasksRequest.fromJSON({ contextId }),
      );
      const listed = tasks.flatMap(({ history }) => history);
      expect(listed.map(Message.toJSON).map(withoutOurs)).toEqual(both);
    }
  });

  test("stands beside the service's own id of the message", async () => {
    const params = { message: saying(), ...toBob };
    const { task } = await result(service, alice.token, "SendMessage", params);
    const [first] = task.history;
    expect(first.messageId).toBe(params.message.messageId);
    const { messageId } = first.metadata.svc;
    expect(messageId).toStartWith("msg_");
    const again = message("More", { taskId: task.id });
    await result(service, bob.token, "SendMessage", again);
    const older = await result(service, bob.token, "GetTask", {
      id: task.id,
      historyLength: 1,
    });
    const { before } = older.metadata.svc;
    const page = await result(service, bob.token, "GetTask", {
      id: task.id,
      before,
    });
    expect(page.history.map((it: Json) => it.metadata.svc.messageId)).toEqual([
      messageId,
    ]);
  });

  test("is that of the first, when the same message is sent again", async () => {
    const sent = saying();
    const send = async (metadata: object) =>
      await result(service, alice.token, "SendMessage", {
        message: { ...sent, metadata },
        ...toBob,
      });
    const first = await send({ attempt: 1 });
    const second = await send({ attempt: 2 });
    expect(second.task.id).toBe(first.task.id);
    expect(withoutOurs(second.task.history[0]).metadata).toEqual({
      attempt: 1,
    });
  });

  test("is shown over REST to those who may read the message", async () => {
    const sent = saying();
    const params = { message: sent, ...toBob };
    const { task } = await result(service, alice.token, "SendMessage", params);
    const read = async (token: string) =>
      await (
        await service.fetch(`/v1/conversations/${task.id}`, { token })
      ).json();
    const { messages } = await read(bob.token);
    const { messageId, ...said } = messages[0].a2a;
    expect(messageId).toBe(sent.messageId);
    expect(said).toEqual({
      ...SAID,
      partMetadata: PARTS.map((it) => it.metadata ?? null),
    });
    expect((await read(carol.token)).code).toBe("conversation_not_found");
  });

  test("is in the event of the message, for whoever may read it", async () => {
    const opening = { ...message("Please"), ...toBob };
    const { task } = await result(service, alice.token, "SendMessage", opening);
    const { token } = alice;
    await using events = await EventReader.open(
      service,
      `/v1/conversations/${task.id}/subscribe`,
      { token },
    );
    const sent = saying({ taskId: task.id });
    await result(service, bob.token, "SendMessage", { message: sent });
    let event = await events.event();
    while (event.event !== "message.appended") event = await events.event();
    expect(event.data?.message).toMatchObject({
      a2a: { messageId: sent.messageId, ...SAID },
    });
  });

  test("of a message to one is nobody else's, and bcc stay hidden", async () => {
    const secret = { codeword: crypto.randomUUID() };
    const opening = saying({
      metadata: { open: 1, ...svc({ bcc: [carol.address] }).metadata },
    });
    const params = { message: opening, ...toBob };
    const { task } = await result(service, alice.token, "SendMessage", params);
    const reply = saying({
      taskId: task.id,
      metadata: { ...secret, ...svc({ mode: "reply" }).metadata },
    });
    await result(service, carol.token, "SendMessage", { message: reply });
    const seen = async (token: string) =>
      JSON.stringify(await result(service, token, "GetTask", { id: task.id }));
    expect(await seen(alice.token)).toContain(secret.codeword);
    expect(await seen(carol.token)).toContain(secret.codeword);
    const bobs = await seen(bob.token);
    expect(bobs).not.toContain(secret.codeword);
    expect(bobs).not.toContain(reply.messageId);
    expect(bobs).not.toContain(carol.address);
    expect(bobs).not.toContain('"bcc"');
  });

  test("waits with the message for the person, who sees all of it", async () => {
    const params = { ...message("Please"), ...toBob };
    const { task } = await result(service, alice.token, "SendMessage", params);
    const agent = await service.addCredential(bob, [
      "conversations:read",
      "conversations:write",
    ]);
    const reply = saying({ role: "ROLE_AGENT" });
    await result(service, agent, "SendMessage", {
      message: { ...reply, taskId: task.id },
    });
    const waiting = await result(service, bob.token, "GetTask", {
      id: task.id,
    });
    const checkpoint = waiting.metadata.svc.checkpoints.find(
      (it: Json) => it.act === "reply",
    );
    expect(checkpoint.proposal.a2a).toMatchObject({
      messageId: reply.messageId,
      extensions: SAID.extensions,
      referenceTaskIds: SAID.referenceTaskIds,
    });
    const { token } = await service.addSession(bob);
    const { checkpointId } = checkpoint;
    const decided = await service.fetch(
      `/v1/conversations/${task.id}/decisions`,
      { method: "POST", token, json: { checkpointId, decision: "approve" } },
    );
    expect(decided.status).toBe(200);
    const found = await result(service, alice.token, "GetTask", {
      id: task.id,
    });
    expect(withoutOurs(found.history[1])).toEqual(reply);
  });

  test("of a draft is that of the newest addition, part by part", async () => {
    const draft = await service.fetch("/v1/conversations", {
      method: "POST",
      token: alice.token,
      json: { to: [bob.address], text: "Begun" },
    });
    const { conversationId: taskId } = await draft.json();
    const sent = saying({ taskId });
    await result(service, alice.token, "SendMessage", { message: sent });
    const { history } = await result(service, alice.token, "GetTask", {
      id: taskId,
    });
    expect(history[0].messageId).toBe(sent.messageId);
    expect(history[0].parts).toEqual([{ text: "Begun" }, ...PARTS]);
    const edited = await service.fetch(`/v1/conversations/${taskId}`, {
      method: "PATCH",
      token: alice.token,
      json: { text: "Anew" },
    });
    expect((await edited.json()).conversation.messages[0].a2a).toBeUndefined();
  });
});

describe("an id of a message", () => {
  test("that another has already is not taken from it", async () => {
    const opening = { message: saying(), ...toBob };
    const { task } = await result(service, alice.token, "SendMessage", opening);
    const [first] = task.history;
    for (const id of [first.messageId, first.metadata.svc.messageId]) {
      const reply = saying({ taskId: task.id, messageId: id });
      await result(service, bob.token, "SendMessage", { message: reply });
    }
    const { history } = await result(service, alice.token, "GetTask", {
      id: task.id,
    });
    const ids = history.map((it: Json) => it.messageId);
    expect(ids[0]).toBe(opening.message.messageId);
    expect(new Set(ids).size).toBe(3);
    for (const it of history.slice(1)) {
      expect(it.messageId).toBe(it.metadata.svc.messageId);
    }
  });
});

describe("what does not fit is refused with its field", () => {
  const nested = (depth: number): object =>
    depth === 0 ? {} : { a: nested(depth - 1) };
  const long = "x".repeat(LIMITS.a2aFieldsBytesMax);
  const own = JSON.parse('{"__proto__":{"isAdmin":true}}');
  const rows: [string, object, string][] = [
    ["metadata that is too large", { metadata: { long } }, "metadata"],
    [
      "metadata of too many values",
      { metadata: { many: Array(15_000).fill("x") } },
      "metadata",
    ],
    ["long names in metadata", { metadata: { [long]: 1 } }, "metadata"],
    [
      "metadata of all parts that are too large together",
      {
        parts: Array.from({ length: 50 }, () => ({
          text: "x",
          metadata: { long: "x".repeat(1_000) },
        })),
      },
      "metadata",
    ],
    ["metadata that is too deep", { metadata: nested(17) }, "metadata"],
    ["metadata that is a text", { metadata: "x" }, "metadata"],
    ["a prototype in metadata", { metadata: own }, "metadata"],
    ["a prototype deeper in it", { metadata: { a: [own] } }, "metadata"],
    [
      "a prototype in a part's metadata",
      { parts: [{ text: "x", metadata: own }] },
      "parts[0].metadata",
    ],
    [
      "words of the service in a part",
      { parts: [{ text: "x", metadata: { svc: { trust: "self" } } }] },
      "parts[0].metadata.svc",
    ],
    [
      "words of the service in a message",
      { metadata: { svc: { trust: { relation: "self" } } } },
      "metadata.svc.trust",
    ],
    [
      "10,000 extensions",
      { extensions: Array(10_000).fill("urn:x") },
      "extensions",
    ],
    ["extensions that are none", { extensions: { a: 1 } }, "extensions"],
    ["an extension without a name", { extensions: [""] }, "extensions[0]"],
    [
      "a reference that is no text",
      { referenceTaskIds: ["a", 1] },
      "referenceTaskIds[1]",
    ],
    [
      "a reference that is too long",
      { referenceTaskIds: ["x".repeat(LIMITS.a2aIdCharsMax + 1)] },
      "referenceTaskIds[0]",
    ],
    [
      "a messageId that is too long",
      { messageId: "x".repeat(LIMITS.a2aIdCharsMax + 1) },
      "messageId",
    ],
  ];
  test.each(rows)("%s", async (_, more, field) => {
    const params = { message: saying(more), ...toBob };
    const before = await result(service, alice.token, "ListTasks");
    const said = await rpc(service, alice.token, "SendMessage", params);
    const { error } = said.body;
    expect(error.code).toBe(-32602);
    expect(fieldsOf(error)).toEqual([`message.${field}`]);
    expect(JSON.stringify(error).length).toBeLessThan(2_000);
    const after = await result(service, alice.token, "ListTasks");
    expect(after.totalSize).toBe(before.totalSize);
  });

  test("in a draft that grows with each message", async () => {
    const draft = await service.fetch("/v1/conversations", {
      method: "POST",
      token: alice.token,
      json: { to: [bob.address] },
    });
    const { conversationId: taskId } = await draft.json();
    const parts = [{ text: "x", metadata: { long: "x".repeat(20_000) } }];
    const first = message("x", { taskId, parts });
    await result(service, alice.token, "SendMessage", first);
    const second = message("x", { taskId, parts });
    const error = await failure(service, alice.token, "SendMessage", second);
    expect(fieldsOf(error)).toEqual(["message.parts"]);
  });
});

test("a reference to somebody else's task tells nothing of it", async () => {
  const { task: theirs } = await result(service, alice.token, "SendMessage", {
    ...message("Secret"),
    ...toBob,
  });
  const refer = async (id: string) => {
    const params = {
      message: saying({ referenceTaskIds: [id] }),
      ...svc({ to: [bob.address], title: "Look" }),
    };
    const { task } = await result(service, carol.token, "SendMessage", params);
    expect(task.history[0].referenceTaskIds).toEqual([id]);
    return JSON.stringify(task)
      .replaceAll(id, "")
      .replaceAll(params.message.messageId, "")
      .replaceAll(/(?:cnv|ctx|msg)_[0-9a-z]{26}/g, "")
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "");
  };
  const unknown = `cnv_${"0".repeat(26)}`;
  expect(await refer(theirs.id)).toBe(await refer(unknown));
});
