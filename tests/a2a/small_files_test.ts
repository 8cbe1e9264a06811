import { afterAll, describe, expect, test } from "bun:test";
import { Artifact, GetTaskRequest } from "@a2a-js/sdk";
import { LIMITS } from "../../src/core/base/limits.ts";
import { startService } from "../harness.ts";
import { clientOf } from "./official_client.ts";
import type { Json } from "./rpc.ts";
import { message, result, svc } from "./rpc.ts";

const service = await startService();
const alice = await service.addAccount("alice");
const bob = await service.addAccount("bob");
const eve = await service.addAccount("eve");
afterAll(async () => await service[Symbol.asyncDispose]());

interface File {
  readonly name: string;
  readonly mimeType: string;
  readonly content: string | Uint8Array;
}

/** Sends files from alice to bob; gives the id of the task. */
async function sendFiles(...files: readonly File[]): Promise<string> {
  const artifacts = files.map(({ name, mimeType, content }) => ({
    name,
    mimeType,
    bytes: Buffer.from(content).toString("base64"),
  }));
  const json = { to: [bob.address], text: "Files", artifacts, submit: true };
  const method = "POST";
  const { token } = alice;
  const made = await service.fetch("/v1/conversations", {
    method,
    token,
    json,
  });
  expect(made.status).toBe(201);
  return (await made.json()).conversationId;
}

async function partOf(file: File): Promise<Json> {
  const id = await sendFiles(file);
  const task = await result(service, bob.token, "GetTask", { id });
  return task.artifacts[0].parts[0];
}

const text = (content: string, mimeType = "text/plain", name = "a.txt") => ({
  name,
  mimeType,
  content,
});
const json = (content: string) => text(content, "application/json", "a.json");

describe("a small file stands in the task itself", () => {
  const rows: [string, File, object][] = [
    ["a text", text("hi\n"), { text: "hi\n" }],
    ["a text with a mark of order", text("\ufeffé"), { text: "\ufeffé" }],
    ["markdown", text("# A", "text/markdown"), { text: "# A" }],
    ["JSON", json('{"a": [1, null, "x"]}'), { data: { a: [1, null, "x"] } }],
    ["JSON null", json("null"), { data: null }],
    ["JSON of another type", text("[1]", "application/ld+json"), { data: [1] }],
    ["no JSON, as it is", json("{a:1}"), { text: "{a:1}" }],
    [
      "JSON that is too deep, as it is",
      json(`${"[".repeat(8_000)}${"]".repeat(8_000)}`),
      { text: `${"[".repeat(8_000)}${"]".repeat(8_000)}` },
    ],
    [
      "JSON with a number that would change, as it is",
      json('{"id": 12345678901234567890}'),
      { text: '{"id": 12345678901234567890}' },
    ],
    ["JSON with no number at all, as it is", json("1e400"), { text: "1e400" }],
  ];
  test.each(rows)("%s", async (_, file, content) => {
    const { name: filename, mimeType: mediaType } = file;
    expect(await partOf(file)).toEqual({ ...content, filename, mediaType });
  });

  test("to the official client, with where its bytes are", async () => {
    const id = await sendFiles(text("hi"), json('{"a":1}'));
    const client = await clientOf(service, bob.token);
    const { artifacts } = await client.getTask(GetTaskRequest.fromJSON({ id }));
    const shown = artifacts.map(Artifact.toJSON) as Json[];
    expect(shown.map(({ parts }) => parts)).toEqual([
      [{ text: "hi", filename: "a.txt", mediaType: "text/plain" }],
      [{ data: { a: 1 }, filename: "a.json", mediaType: "application/json" }],
    ]);
    const { downloadUrl, size } = shown[0].metadata.svc;
    expect(size).toBe(2);
    const path = downloadUrl.slice(service.baseUrl.length);
    const saved = await service.fetch(path, { token: bob.token });
    expect(await saved.text()).toBe("hi");
  });
});

describe("any other file is a URL", () => {
  const rows: [string, File][] = [
    ["a text that is too large", text("x".repeat(16 * 1024 + 1))],
    ["a text that is none", { ...text(""), content: Uint8Array.of(255, 1) }],
    ["a text with a NUL", text("a\0b")],
    ["a picture", { ...text("a"), name: "a.png", mimeType: "image/png" }],
  ];
  test.each(rows)("%s", async (_, file) => {
    const { url, ...others } = await partOf(file);
    const { name: filename, mimeType: mediaType } = file;
    expect(others).toEqual({ filename, mediaType });
    const path = url.slice(service.baseUrl.length);
    const saved = await service.fetch(path, { token: bob.token });
    const bytes = new Uint8Array(await saved.arrayBuffer());
    expect(bytes).toEqual(new Uint8Array(Buffer.from(file.content)));
  });

  test("that only readers of the task can fetch, with the same token", async () => {
    const id = await sendFiles({
      ...text("secret"),
      name: "a.png",
      mimeType: "image/png",
    });
    const task = await result(service, bob.token, "GetTask", { id });
    const { url } = task.artifacts[0].parts[0];
    expect(new URL(url).search).toBe("");
    const path = url.slice(service.baseUrl.length);
    const reader = await service.addCredential(bob, ["conversations:read"]);
    expect((await service.fetch(path, { token: reader })).status).toBe(200);
    expect((await service.fetch(path, { token: eve.token })).status).toBe(404);
    expect((await service.fetch(path)).status).toBe(401);
  });

  test("once the answer holds as many as it may", async () => {
    const tasks = 3;
    const each = LIMITS.artifactsPerConversationMax;
    for (let i = 0; i < tasks; i++) {
      const files = Array.from({ length: each }, (_, n) => text(`${n}`));
      await sendFiles(...files);
    }
    const { tasks: listed } = await result(service, bob.token, "ListTasks", {
      includeArtifacts: true,
      pageSize: tasks,
    });
    const parts = listed.flatMap((it: Json) =>
      it.artifacts.map((file: Json) => file.parts[0]),
    );
    const isText = (it: Json) => it.text !== undefined;
    expect(parts).toHaveLength(tasks * each);
    expect(parts.filter(isText)).toHaveLength(LIMITS.a2aInlineFilesMax);
    expect(parts.slice(LIMITS.a2aInlineFilesMax).some(isText)).toBe(false);
  });
});

test("a file is in no answer to a caller who may not read it", async () => {
  const id = await sendFiles(text("not for eve"));
  const hers = await result(service, eve.token, "ListTasks", {
    includeArtifacts: true,
  });
  expect(JSON.stringify(hers)).not.toContain("not for eve");
  const writer = await service.addCredential(bob, ["conversations:write"]);
  const said = message("Thanks", { taskId: id });
  const blind = await result(service, writer, "SendMessage", said);
  expect(JSON.stringify(blind)).not.toContain("not for eve");
});

test("an address in a message is stored and shown, and never fetched", async () => {
  let connections = 0;
  using server = Bun.listen({
    hostname: "127.0.0.1",
    port: 0,
    socket: { open: () => void connections++, data() {} },
  });
  const url = `https://127.0.0.1:${server.port}/a.txt`;
  const parts = [{ url, mediaType: "text/plain", filename: "a.txt" }];
  const params = message("", { parts });
  const to = svc({ to: [bob.address] });
  const { task } = await result(service, alice.token, "SendMessage", {
    ...params,
    ...to,
  });
  const seen = await result(service, bob.token, "GetTask", { id: task.id });
  expect(seen.history[0].parts).toEqual(parts);
  expect(connections).toBe(0);
});
