import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { Inbox } from "../../../packages/client/src/inbox.ts";
import { isProblem } from "../../../packages/client/src/problem.ts";
import { ROOT } from "../../../scripts/server_process.ts";
import type { TestAccount, TestService } from "../../harness.ts";
import { startService } from "../../harness.ts";

let service: TestService;
let alice: TestAccount;
let bob: TestAccount;

beforeAll(async () => {
  service = await startService();
  alice = await service.addAccount("alice", { credit: "100.00" });
  bob = await service.addAccount("bob");
});
afterAll(() => service[Symbol.asyncDispose]());

const inboxOf = ({ token }: Pick<TestAccount, "token">) =>
  new Inbox({ url: service.baseUrl, token, pause: async () => {} });

const write = (title: string) =>
  inboxOf(alice).createConversation({
    title,
    to: [bob.address],
    parts: [{ text: `About ${title}` }],
    submit: true,
  });

test("every operation of the interface is a method, and every stream is followed", async () => {
  const text = await Bun.file(join(ROOT, "docs/openapi.json")).text();
  const ids = [...text.matchAll(/"operationId": "(\w+)"/g)].map(
    ([, id = ""]) => id,
  );
  const inbox = inboxOf(alice);
  const missing = ids.filter(
    (id) => !(id.replace(/_(\w)/g, (it) => it.slice(1).toUpperCase()) in inbox),
  );
  expect(missing.toSorted()).toEqual(["subscribe", "subscribeToInbox"]);
  expect(ids.length).toBeGreaterThan(70);
});

test("lists are read over all of their pages", async () => {
  for (const title of ["one", "two", "three"]) await write(title);
  const titles: string[] = [];
  const all = inboxOf(bob).conversations({ view: "inbox", limit: 2 });
  for await (const { title } of all) titles.push(title);
  expect(titles.slice(0, 3).toSorted()).toEqual(["one", "three", "two"]);
  const { conversationId } = await write("chain");
  const seqs: number[] = [];
  const records = inboxOf(bob).auditRecords({ conversationId, limit: 1 });
  for await (const { seq } of records) seqs.push(seq);
  expect(seqs.length).toBeGreaterThan(1);
  expect(seqs).toEqual(seqs.toSorted((a, b) => a - b));
  const contacts = await Array.fromAsync(inboxOf(alice).contacts({ limit: 1 }));
  expect(contacts.map(({ address }) => address)).toEqual([bob.address]);
  const entries = await Array.fromAsync(inboxOf(bob).statement());
  expect(entries.map(({ kind }) => kind)).toEqual(["fund"]);
  expect(await Array.fromAsync(inboxOf(bob).payments())).toEqual([]);
});

test("a file comes back as the bytes that were sent", async () => {
  const { conversationId } = await write("file");
  const bytes = new Uint8Array([0, 255, 7]);
  const { artifactId } = await inboxOf(bob).addArtifact({
    conversationId,
    name: "a.bin",
    mimeType: "application/octet-stream",
    bytes: bytes.toBase64(),
  });
  const read = { conversationId, artifactId };
  const response = await inboxOf(alice).getArtifact(read);
  expect(await response.bytes()).toEqual(bytes);
  const etag = response.headers.get("etag") ?? "";
  const again = await inboxOf(alice).getArtifact(read, {
    headers: { "if-none-match": etag },
  });
  expect(again.status).toBe(304);
});

test("a refusal says its code, what to do and which field", async () => {
  const { conversationId } = await write("closed");
  await inboxOf(alice).cancelConversation({ conversationId, reason: "no" });
  const late = inboxOf(bob).sendMessage({ conversationId, text: "late" });
  const error: unknown = await late.catch((it: unknown) => it);
  if (!isProblem(error, "conversation_closed")) throw error;
  expect([error.status, error.code]).toEqual([409, "conversation_closed"]);
  expect(error.fix).toBeTruthy();
  expect(error.requestId).toBeTruthy();
  const wrong = inboxOf(alice).listConversations({ limit: 1_000 });
  expect(wrong).rejects.toMatchObject({ errors: [{ pointer: "/limit" }] });
});

test("what changed is read until nothing more has", async () => {
  const inbox = inboxOf(bob);
  const [now] = await Array.fromAsync(inbox.changes());
  const since = now?.state ?? "";
  const ids: string[] = [];
  for (const title of ["a", "b", "c"])
    ids.push((await write(title)).conversationId);
  const pages = await Array.fromAsync(inbox.changes({ since, limit: 1 }));
  const named = pages.flatMap(({ conversations: { created, changed } }) => [
    ...created,
    ...changed,
  ]);
  expect(new Set(named)).toEqual(new Set(ids));
  expect(pages.length).toBeGreaterThan(2);
  expect(pages.at(-1)?.hasMore).toBe(false);
  const old = Array.fromAsync(inbox.changes({ since: "never-given" }));
  expect(old).rejects.toMatchObject({ code: "state_expired" });
});

test("watching reports all changes since and new ones, across a broken stream", async () => {
  const inbox = inboxOf(bob);
  const { state } = await inbox.listChanges();
  const first = await write("missed");
  const heard: string[] = [];
  const ending = new AbortController();
  let lost = 0;
  const options = { signal: ending.signal, onLost: () => void lost++ };
  for await (const page of inbox.watch({ since: state }, options)) {
    const { created, changed } = page.conversations;
    heard.push(...created, ...changed);
    if (heard.length === 1) {
      service.streams.endAll();
      heard.push((await write("later")).conversationId);
    } else if (heard.length > 2) {
      ending.abort();
    }
  }
  expect(heard[0]).toBe(first.conversationId);
  expect(heard[1]).toBe(heard[2] ?? "");
  expect(lost).toBe(1);
});

test("a stream of one conversation starts after what is known, and a refused one ends", async () => {
  const { conversationId } = await write("stream");
  await inboxOf(bob).sendMessage({ conversationId, text: "yes" });
  const names: string[] = [];
  const ids: string[] = [];
  const events = inboxOf(alice).events({ conversationId }, { lastId: "1" });
  for await (const { event, id, data } of events) {
    names.push(event);
    if (id) ids.push(id);
    expect(data.conversationId).toBe(conversationId);
    if (event === "message.appended") {
      expect(data.message.text).toBe("About stream");
      break;
    }
  }
  expect(names[0]).toBe("ready");
  expect(ids).not.toContain("1");
  const foreign = inboxOf({ token: "svc_wrong" }).events();
  expect(foreign.next()).rejects.toMatchObject({ status: 401 });
});
