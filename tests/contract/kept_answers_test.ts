import { afterAll, beforeAll, expect, test } from "bun:test";
import { LIMITS } from "../../src/core/base/limits.ts";
import type { TestAccount, TestService } from "../harness.ts";
import { callRpc, json, startService } from "../harness.ts";
import { sample } from "../proof.ts";

const DAY_MS = 86_400_000;

let service: TestService;
let alice: TestAccount;
let bob: TestAccount;
let carol: TestAccount;
/** Tokens by who reads with them. */
const readers = new Map<string, string>();
/** The ids that are read, by name. */
const threads = new Map<string, string>();

async function say(
  token: string,
  method: string,
  path: string,
  body?: object,
): Promise<Response> {
  const sent = body && { json: body };
  const answer = await service.fetch(path, { method, token, ...sent });
  if (answer.ok) return answer;
  throw new Error(`${method} ${path}: ${await answer.text()}`);
}

async function credential(owner: string, more: object) {
  const { token } = await service.addSession(owner === "alice" ? alice : bob);
  const answer = await say(token, "POST", "/v1/credentials", more);
  return await json(answer);
}

async function started(token: string, fields: object): Promise<string> {
  const path = "/v1/conversations";
  return (await json(await say(token, "POST", path, fields))).conversationId;
}

const person = (name: string) => readers.get(`${name}'s person`) ?? "";
const pathOf = (name: string) => `/v1/conversations/${threads.get(name)}`;

beforeAll(async () => {
  service = await startService({ env: { AGENT_AUTO_LIMIT: "1000.00" } });
  alice = await service.addAccount("alice", { credit: "100.00" });
  bob = await service.addAccount("bob");
  carol = await service.addAccount("carol");
  for (const [name, account] of Object.entries({ alice, bob, carol })) {
    readers.set(`${name}'s agent`, account.token);
    readers.set(`${name}'s person`, (await service.addSession(account)).token);
  }
  const reading: ["conversations:read"] = ["conversations:read"];
  readers.set("bob's reader", await service.addCredential(bob, reading));
  const { token, credential: made } = await credential("bob", {
    name: "Narrow",
    limits: { accept: { maxPrice: "4" } },
  });
  readers.set("bob's narrow agent", token);
  threads.set("narrow", made.id);
  const to = [bob.address];
  const words = { to, text: "Hello", submit: true };
  const free = await started(alice.token, { ...words, cc: [carol.address] });
  threads.set("free", free);
  threads.set(
    "paid",
    await started(person("alice"), { ...words, price: "2.00" }),
  );
  threads.set(
    "unpaid",
    await started(person("alice"), { ...words, price: "3.00", firstUse: true }),
  );
  threads.set("draft", await started(alice.token, { to, text: "Later" }));
}, 60_000);
afterAll(() => service[Symbol.asyncDispose]());

/** Reads one conversation; a read with another bound is never one that was kept. */
type Read = (token: string, id: string, bound?: number) => Promise<string>;

const WIRES: Readonly<Record<string, Read>> = {
  async REST(token, id, bound) {
    const query = bound === undefined ? "" : `?limit=${bound}`;
    const path = `/v1/conversations/${id}${query}`;
    const answer = await service.fetch(path, { token });
    return `${answer.status} ${answer.headers.get("etag")} ${told(await answer.text())}`;
  },
  async MCP(token, id, bound) {
    const given = bound === undefined ? {} : { limit: bound };
    const params = {
      name: "svc.get_conversation",
      arguments: { conversationId: id, ...given },
    };
    const rpc = { path: "/api/mcp", token, method: "tools/call", params };
    return told(JSON.stringify(await callRpc(service, rpc)));
  },
  async "MCP in full"(token, id, bound) {
    const given = bound === undefined ? {} : { limit: bound };
    const params = {
      name: "svc.get_conversation",
      arguments: { conversationId: id, detail: "full", ...given },
    };
    const rpc = { path: "/api/mcp", token, method: "tools/call", params };
    return told(JSON.stringify(await callRpc(service, rpc)));
  },
  async A2A(token, id, bound) {
    const given = bound === undefined ? {} : { historyLength: bound };
    const params = { id, ...given };
    const rpc = { path: "/a2a", token, method: "GetTask", params };
    return told(JSON.stringify(await callRpc(service, rpc)));
  },
};

/** An answer without what each has of its own: its nonce and its request's id. */
function told(text: string): string {
  return text
    .replaceAll(/(<\/?)\d{3,}(?=>)/g, "$1nonce")
    .replaceAll(/req_[\w-]+/g, "req");
}

/** Another one each time for each reader. */
let bound: number = LIMITS.readMessagesMax;

/**
 * The answers to every reader about each conversation: kept, or made anew. Each day a reader asks
 * over one wire, over another after the next change; in the proof over all of them.
 */
async function allTold(
  nth: number,
  isFresh: boolean,
): Promise<Record<string, string>> {
  const all: Record<string, string> = {};
  for (const [at, [reader, token]] of [...readers].entries()) {
    if (isFresh) bound -= 1;
    const wires = Object.entries(WIRES);
    const one = (nth + at) % wires.length;
    for (const [wire, read] of sample(wires.slice(one, one + 1), wires)) {
      for (const [thread, id] of threads) {
        const answer = await read(token, id, isFresh ? bound : undefined);
        all[`${wire}, ${reader}, ${thread}`] = answer;
      }
    }
  }
  return all;
}

/** Whatever may change what somebody is told, in the order in which it happens. */
const CHANGES: readonly (readonly [string, () => Promise<unknown>])[] = [
  ["nothing", async () => {}],
  [
    "a message of somebody else",
    () => say(bob.token, "POST", `${pathOf("free")}/messages`, { text: "Hm" }),
  ],
  [
    "a message that only one reads",
    () =>
      say(carol.token, "POST", `${pathOf("free")}/messages`, {
        text: "Only you",
        mode: "reply",
      }),
  ],
  [
    "a file",
    () =>
      say(alice.token, "POST", `${pathOf("free")}/artifacts`, {
        name: "a.txt",
        mimeType: "text/plain",
        bytes: btoa("a"),
      }),
  ],
  [
    "an own flag",
    () => say(alice.token, "PATCH", pathOf("free"), { archived: true }),
  ],
  [
    "another own flag",
    () => say(alice.token, "PATCH", pathOf("free"), { unread: true }),
  ],
  [
    "an own label",
    () => say(alice.token, "PATCH", pathOf("free"), { addLabels: ["Soon"] }),
  ],
  [
    "a contact's type",
    () =>
      say(person("bob"), "PUT", `/v1/contacts/${alice.address}`, {
        contactType: "friends_family",
      }),
  ],
  [
    "a block",
    () =>
      say(person("bob"), "PUT", `/v1/contacts/${alice.address}`, {
        blocked: true,
      }),
  ],
  [
    "a block that ends",
    () => say(person("bob"), "DELETE", `/v1/contacts/${alice.address}`),
  ],
  [
    "a block the other way round",
    () =>
      say(person("alice"), "PUT", `/v1/contacts/${bob.address}`, {
        blocked: true,
      }),
  ],
  [
    "what an agent may accept",
    () =>
      say(person("bob"), "PATCH", `/v1/credentials/${threads.get("narrow")}`, {
        limits: { accept: { maxPrice: "1" } },
      }),
  ],
  [
    "a profile",
    () =>
      say(person("bob"), "PUT", "/v1/profile", {
        description: "Does things",
        prices: [{ contactType: "everyone", price: "7.00" }],
      }),
  ],
  [
    "an answer of the person",
    () =>
      say(person("bob"), "POST", `${pathOf("paid")}/decisions`, {
        decision: "approve",
      }),
  ],
  [
    "a price that is returned",
    () =>
      say(person("alice"), "POST", `${pathOf("paid")}/cancel`, {
        reason: "No",
      }),
  ],
  [
    "another title of a draft",
    () => say(alice.token, "PATCH", pathOf("draft"), { title: "Other" }),
  ],
  [
    "a draft that is deleted",
    () => say(alice.token, "DELETE", pathOf("draft")),
  ],
  [
    "an access that is taken away",
    () =>
      say(person("bob"), "DELETE", `/v1/credentials/${threads.get("narrow")}`),
  ],
  ["a day", async () => service.clock.advance(DAY_MS)],
  ["a month", async () => service.clock.advance(31 * DAY_MS)],
  [
    "an end",
    () =>
      say(alice.token, "POST", `${pathOf("free")}/cancel`, { reason: "No" }),
  ],
];

test("a cached answer equals a fresh one, whatever happens", async () => {
  for (const [nth, [what, change]] of CHANGES.entries()) {
    await allTold(nth, false);
    await change();
    // The answer of now is kept until the next change.
    const kept = await allTold(nth, false);
    const fresh = await allTold(nth, true);
    expect({ after: what, ...kept }).toEqual({ after: what, ...fresh });
  }
}, 60_000);
