import {
  afterAll,
  afterEach,
  beforeAll,
  describe,
  expect,
  test,
} from "bun:test";
import { LIMITS } from "../../src/core/base/limits.ts";
import { forgetPrincipals } from "../../src/core/identity/authenticate.ts";
import { SEND_CODE_PATH } from "../../src/core/identity/sign_in/sign_in_code_plugin.ts";
import { ROUTES } from "../../src/rest/routes.ts";
import { EVENTS_PATH, SUBSCRIBE_PATH } from "../../src/rest/sse.ts";
import type { Browser } from "../auth/browser.ts";
import { signIn } from "../auth/browser.ts";
import type { TestAccount, TestService } from "../harness.ts";
import { json, startService } from "../harness.ts";
import type { Failing } from "../outage.ts";
import { Outage } from "../outage.ts";

const outage = new Outage();
let service: TestService;
let alice: TestAccount;
let bob: TestAccount;
let conversationId: string;
let browser: Browser;

beforeAll(async () => {
  service = await startService({ aroundDatabase: outage.around });
  alice = await service.addAccount("alice", { credit: "100.00" });
  bob = await service.addAccount("bob");
  browser = await signIn(service, "ada@mail.example");
  const created = await send(alice);
  expect(created.status).toBe(201);
  conversationId = (await json(created)).conversationId;
});
afterEach(() => {
  outage.failing = "nothing";
});
afterAll(() => service[Symbol.asyncDispose]());

function send({ token }: TestAccount) {
  return service.fetch("/v1/conversations", {
    method: "POST",
    token,
    json: { to: [bob.address], title: "t", text: "words", submit: true },
  });
}

/** From now on the store fails, and nobody is known from before. */
function fail(failing: Failing): void {
  forgetPrincipals(service.services, () => true);
  // Earlier findings about the store are out of date.
  service.clock.advance(LIMITS.readyKeptMs);
  outage.failing = failing;
}

/** A write that may have been of any conversation: what was read of one is not kept. */
async function forgetRead(): Promise<void> {
  const sql = "update participants set unread = unread where false";
  await service.services.db.commit([{ sql, args: [] }]);
}

/** A write of any credential: what was read of one is not kept. */
async function forgetCredentials(): Promise<void> {
  const sql = "update credentials set name = name where false";
  await service.services.db.commit([{ sql, args: [] }]);
}

const rpc = (
  path: string,
  method: string,
  params: object,
  token = alice.token,
) =>
  service.fetch(path, {
    method: "POST",
    token,
    headers: { accept: "application/json", "a2a-version": "1.0" },
    json: { jsonrpc: "2.0", id: 1, method, params },
  });

const SENDING = {
  mcp: () =>
    rpc("/api/mcp", "tools/call", {
      name: "svc.create_conversation",
      arguments: { to: [bob.address], title: "t", text: "words", submit: true },
    }),
  a2a: () =>
    rpc("/a2a", "SendMessage", {
      message: {
        messageId: crypto.randomUUID(),
        role: "ROLE_USER",
        parts: [{ text: "words" }],
      },
      metadata: { svc: { to: [bob.address] } },
    }),
};

const READING = {
  mcp: () =>
    rpc("/api/mcp", "tools/call", {
      name: "svc.get_conversation",
      arguments: { conversationId },
    }),
  a2a: () => rpc("/a2a", "GetTask", { id: conversationId }),
};

const GUARDED = [
  ...ROUTES.filter(({ operation }) => operation.access.who !== "anyone"),
  { method: "GET", path: SUBSCRIBE_PATH },
  { method: "GET", path: EVENTS_PATH },
];

describe("while the database is away", () => {
  test.each(GUARDED.map((it) => [`${it.method} ${it.path}`, it] as const))(
    "%s is 503 and says when to come again, already where the caller is looked up",
    async (_name, { method, path }) => {
      forgetPrincipals(service.services, () => true);
      outage.failing = "everything";
      const response = await service.fetch(
        path.replace(/:conversationId/, conversationId).replace(/:\w+/g, "x"),
        { method, token: alice.token },
      );
      expect(response.headers.get("retry-after")).toBe("1");
      expect([response.status, await json(response)]).toMatchObject([
        503,
        {
          code: "unavailable",
          detail: "Cannot read this now: the database is busy or unavailable.",
        },
      ]);
    },
  );

  test("a caller who is known already is told the same of what they ask for", async () => {
    const path = `/v1/conversations/${conversationId}`;
    expect((await service.fetch(path, alice)).status).toBe(200);
    await forgetRead();
    outage.failing = "everything";
    const response = await service.fetch(path, alice);
    expect([response.status, (await json(response)).detail]).toEqual([
      503,
      "Cannot read this now: the database is busy or unavailable.",
    ]);
  });

  for (const [wire, read] of Object.entries(READING)) {
    test(`${wire} answers 503 with Retry-After where the caller is looked up`, async () => {
      await forgetCredentials();
      fail("everything");
      const response = await read();
      expect(response.headers.get("retry-after")).toBe("1");
      const text = await response.text();
      expect([response.status, text]).toMatchObject([
        503,
        expect.stringContaining("Cannot read this now"),
      ]);
      expect(text).not.toContain("10.1.2.3");
    });
  }

  test("a tool that a known caller calls says it, and what to do", async () => {
    await READING.mcp();
    await forgetRead();
    outage.failing = "everything";
    const { result } = await json(await READING.mcp());
    expect(result.isError).toBe(true);
    expect(JSON.parse(result.content[0].text)).toMatchObject({
      error: "Cannot read this now: the database is busy or unavailable.",
      code: "unavailable",
      fix: "Try again in a second.",
    });
  });

  test("A2A tells a known caller the same, with the code", async () => {
    await READING.a2a();
    await forgetRead();
    outage.failing = "everything";
    const response = await READING.a2a();
    expect(response.headers.get("retry-after")).toBe("1");
    expect([response.status, (await json(response)).error]).toMatchObject([
      503,
      {
        message: "Cannot read this now: the database is busy or unavailable.",
        data: [{ reason: "UNAVAILABLE", metadata: { code: "unavailable" } }],
      },
    ]);
  });

  for (const [wire, write] of Object.entries(SENDING)) {
    test(`${wire} says of what writes that it was not done, and it can be sent again`, async () => {
      await READING.a2a();
      outage.failing = "everything";
      const text = await (await write()).text();
      expect(text).toContain("the database is busy or unavailable.");
      expect(text).not.toContain("10.1.2.3");
      outage.failing = "nothing";
      const again = await json(await write());
      expect(again.error).toBeUndefined();
      expect(again.result.isError).not.toBe(true);
    });
  }

  const PAGES = [
    "/",
    "/inbox",
    "/sign-up",
    "/agent-access",
    "/api/auth/jwks",
    "/api/auth/passkey/list-user-passkeys",
    "/@alice/agent-card.json",
    "/.well-known/agent-card.json",
    "/i/nobody",
  ];
  test.each(PAGES)("no page fails otherwise: %s", async (path) => {
    fail("everything");
    const response = await browser.get(path);
    const { status } = response;
    expect({
      path,
      status,
      text: (await response.text()).slice(0, 300),
    }).not.toMatchObject({
      status: 500,
    });
  });

  test("readiness says so", async () => {
    fail("everything");
    const response = await service.fetch("/readyz");
    expect([response.status, (await json(response)).detail]).toEqual([
      503,
      "Cannot save this now: the database is busy or unavailable.",
    ]);
  });

  test("the process is alive, and says that it knows nothing of the books", async () => {
    service.clock.advance(LIMITS.healthKeptMs);
    fail("everything");
    const response = await service.fetch("/healthz");
    expect([response.status, await json(response)]).toMatchObject([
      200,
      { ok: false, ledger: null },
    ]);
    outage.failing = "nothing";
    service.clock.advance(LIMITS.healthKeptMs);
    expect(await json(await service.fetch("/healthz"))).toMatchObject({
      ok: true,
      ledger: { sum: 0 },
    });
  });
});

describe("while the disk is full", () => {
  const FULL = "Cannot save this now: the service's disk is full.";

  test("REST refuses what writes with 507, and goes on reading", async () => {
    fail("writes");
    const response = await send(alice);
    expect([response.status, await json(response)]).toMatchObject([
      507,
      { code: "storage_full", detail: FULL },
    ]);
    expect(response.headers.get("retry-after")).toBe("60");
    const path = `/v1/conversations/${conversationId}`;
    expect((await service.fetch(path, alice)).status).toBe(200);
  });

  test("MCP says it to the model, and goes on reading", async () => {
    fail("writes");
    const { result } = await json(await SENDING.mcp());
    expect(result.isError).toBe(true);
    expect(JSON.parse(result.content[0].text)).toMatchObject({
      error: FULL,
      code: "storage_full",
    });
    expect((await json(await READING.mcp())).result.isError).not.toBe(true);
  });

  test("A2A answers 507 with the code, and goes on reading", async () => {
    fail("writes");
    const response = await SENDING.a2a();
    const { error } = await json(response);
    expect([response.status, error]).toMatchObject([
      507,
      {
        message: FULL,
        data: [{ reason: "STORAGE_FULL", metadata: { code: "storage_full" } }],
      },
    ]);
    expect((await json(await READING.a2a())).result.id).toBe(conversationId);
  });

  test("a page says it, also where the sign-in library writes", async () => {
    fail("writes");
    const response = await service.fetch(`/api/auth${SEND_CODE_PATH}`, {
      method: "POST",
      headers: { origin: service.baseUrl },
      json: { email: "new@example.org", type: "sign-in" },
    });
    expect([response.status, (await json(response)).code]).toEqual([
      507,
      "storage_full",
    ]);
  });

  test("a write that found no room makes it unready, even where a smaller one would find some", async () => {
    fail("writes");
    expect((await send(alice)).status).toBe(507);
    outage.failing = "nothing";
    service.clock.advance(LIMITS.readyKeptMs);
    expect((await service.fetch("/readyz")).status).toBe(503);
    service.clock.advance(LIMITS.diskFullMs);
    expect((await service.fetch("/readyz")).status).toBe(200);
  });

  test("/readyz is not ready and says why, and is ready once there is room again", async () => {
    fail("writes");
    const full = await service.fetch("/readyz");
    expect([full.status, await json(full)]).toMatchObject([
      503,
      { ok: false, database: { writable: false, full: true } },
    ]);
    expect(full.headers.get("retry-after")).toBe("1");
    service.clock.advance(LIMITS.diskFullMs);
    fail("nothing");
    const again = await service.fetch("/readyz");
    expect([again.status, await json(again)]).toMatchObject([
      200,
      { ok: true, database: { writable: true, full: false } },
    ]);
    expect((await send(alice)).status).toBe(201);
  });
});
