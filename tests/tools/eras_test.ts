import { afterAll, describe, expect, test } from "bun:test";
import { LIMITS } from "../../src/core/base/limits.ts";
import { startService } from "../harness.ts";
import type { Modern } from "./modern.ts";
import { ask, post, SELF, VERSION } from "./modern.ts";

const service = await startService();
const alice = await service.addAccount("alice");
afterAll(async () => await service[Symbol.asyncDispose]());

const META = "io.modelcontextprotocol/";
const LIST: Modern = { method: "tools/list" };
const CALL: Modern = {
  method: "tools/call",
  params: { name: "svc.list_conversations", arguments: {} },
};

const raw = (body: unknown, headers: Record<string, string> = {}) =>
  service.fetch("/api/mcp", {
    method: "POST",
    token: alice.token,
    json: body,
    headers,
  });

describe("the ladder of refusals of a modern request", () => {
  const of = (key: string, value: unknown) => ({ [META + key]: value });
  const rows: [string, Modern, number, number][] = [
    [
      "a version header that is not the one of _meta",
      { ...LIST, headers: { "mcp-protocol-version": "2025-11-25" } },
      400,
      -32020,
    ],
    [
      "another method in the header",
      { ...LIST, headers: { "mcp-method": "tools/call" } },
      400,
      -32020,
    ],
    [
      "a header that differs before a version that nobody speaks",
      { ...LIST, meta: of("protocolVersion", "2099-01-01") },
      400,
      -32020,
    ],
    [
      "no version in _meta",
      { ...LIST, meta: of("protocolVersion", null) },
      400,
      -32602,
    ],
    [
      "a version that is no text",
      {
        ...LIST,
        meta: of("protocolVersion", 5),
        headers: { "mcp-protocol-version": null },
      },
      400,
      -32602,
    ],
    [
      "no capabilities in _meta",
      { ...LIST, meta: of("clientCapabilities", null) },
      400,
      -32602,
    ],
    [
      "capabilities that are a text",
      { ...LIST, meta: of("clientCapabilities", "all") },
      400,
      -32602,
    ],
    [
      "no method in the header",
      { ...LIST, headers: { "mcp-method": null } },
      400,
      -32020,
    ],
    [
      "no version in the header",
      { ...LIST, headers: { "mcp-protocol-version": null } },
      400,
      -32020,
    ],
    [
      "no name in the header",
      { ...CALL, headers: { "mcp-name": null } },
      400,
      -32020,
    ],
    [
      "another name in the header",
      { ...CALL, headers: { "mcp-name": "svc.get_balance" } },
      400,
      -32020,
    ],
    ["a method that ended with the older era", { method: "ping" }, 404, -32601],
    ["a second handshake", { method: "initialize" }, 404, -32601],
    ["an unknown method", { method: "tasks/get" }, 404, -32601],
    ["a method of Object's own", { method: "constructor" }, 404, -32601],
    [
      "an unknown tool",
      { method: "tools/call", params: { name: "svc.fly" } },
      200,
      -32602,
    ],
    [
      "a page after the last",
      { method: "tools/list", params: { cursor: "2" } },
      200,
      -32602,
    ],
  ];
  test.each(rows)("%s", async (_, request, status, code) => {
    const said = await ask(service, alice.token, request);
    expect([said.status, said.error?.code, said.id]).toEqual([status, code, 7]);
    expect(said.error?.message.length).toBeGreaterThan(5);
  });

  test("a version that nobody speaks, an older one too, is told which are", async () => {
    for (const requested of ["2099-01-01", "2025-11-25"]) {
      const said = await ask(service, alice.token, {
        ...LIST,
        meta: of("protocolVersion", requested),
        headers: { "mcp-protocol-version": requested },
      });
      expect([said.status, said.error]).toEqual([
        400,
        {
          code: -32022,
          message: expect.any(String),
          data: { supported: [VERSION], requested },
        },
      ]);
    }
  });

  test("a batch with a modern element, or under a modern header, is refused whole", async () => {
    const modern = { jsonrpc: "2.0", id: 1, method: "tools/list" };
    const ping = { jsonrpc: "2.0", id: 2, method: "ping" };
    const answers = [
      await raw([ping, { ...modern, params: { _meta: SELF } }]),
      await raw([ping], { "mcp-protocol-version": VERSION }),
    ];
    for (const answer of answers) {
      expect(answer.status).toBe(400);
      const { error } = (await answer.json()) as { error: { code: number } };
      expect(error.code).toBe(-32600);
    }
  });

  test("a modern header over params without _meta is -32602, not a legacy call", async () => {
    const answer = await raw(
      { jsonrpc: "2.0", id: 1, method: "tools/list" },
      { "mcp-protocol-version": VERSION, "mcp-method": "tools/list" },
    );
    expect(answer.status).toBe(400);
    const { error } = (await answer.json()) as { error: { code: number } };
    expect(error.code).toBe(-32602);
  });

  test("a notification is 202, whatever it tells", async () => {
    for (const method of ["notifications/cancelled", "notifications/new"]) {
      const answer = await raw(
        { jsonrpc: "2.0", method, params: { requestId: 1, _meta: SELF } },
        { "mcp-protocol-version": VERSION, "mcp-method": method },
      );
      expect([answer.status, await answer.text()]).toEqual([202, ""]);
    }
  });

  test("who calls is still asked first", async () => {
    const answer = await post(service, "svc_nobody", { method: "ping" });
    expect(answer.status).toBe(401);
    expect(answer.headers.get("www-authenticate")).toContain("resource_meta");
  });
});

describe("a modern request", () => {
  test("needs no name of its client, and may have its own name in Base64", async () => {
    const encoded = Buffer.from("svc.list_conversations").toString("base64");
    const said = await ask(service, alice.token, {
      ...CALL,
      meta: { [`${META}clientInfo`]: null },
      headers: { "mcp-name": `=?base64?${encoded}?=` },
    });
    expect([said.status, said.error]).toEqual([200, undefined]);
  });

  const IDENTITY = {
    [`${META}serverInfo`]: {
      name: "conversation-inbox",
      title: "Conversation inbox",
      version: expect.any(String),
    },
  };

  test("gets results that say what they are and for how long", async () => {
    const fresh = { ttlMs: LIMITS.toolListFreshMs, cacheScope: "private" };
    const discovered = await ask(service, alice.token, {
      method: "server/discover",
    });
    expect(discovered.result).toMatchObject({
      resultType: "complete",
      supportedVersions: [VERSION],
      ...fresh,
      _meta: IDENTITY,
    });
    const listed = await ask(service, alice.token, LIST);
    expect(listed.result).toMatchObject({
      resultType: "complete",
      ...fresh,
      tools: expect.any(Array),
      _meta: IDENTITY,
    });
    const { result = {} } = await ask(service, alice.token, CALL);
    expect(result).toMatchObject({
      resultType: "complete",
      content: expect.any(Array),
      structuredContent: expect.any(Object),
      _meta: IDENTITY,
    });
    expect(result).not.toHaveProperty("ttlMs");
  });

  test("of a client that is known to refuse dots is shown none", async () => {
    const clientInfo = { name: "claude-ai", version: "1" };
    const meta = { [`${META}clientInfo`]: clientInfo };
    const { result } = await ask(service, alice.token, { ...LIST, meta });
    const listed = JSON.stringify(result?.tools);
    expect(listed).toContain('"name":"svc_get_conversation"');
    expect(listed).not.toContain('"name":"svc.');
  });

  test("that is repeated says so beside who answers", async () => {
    const params = {
      name: "svc.create_conversation",
      arguments: {
        title: "Twice",
        to: [alice.address],
        parts: [{ text: "Hello" }],
        submit: false,
      },
    };
    const meta = { "svc/idempotencyKey": "once" };
    const request = { method: "tools/call", params, meta };
    const first = await ask(service, alice.token, request);
    expect(first.result?._meta).toEqual(IDENTITY);
    const second = await ask(service, alice.token, request);
    expect(second.result?._meta).toEqual({
      "svc/replayed": true,
      ...IDENTITY,
    });
  });

  test("answers with an event where only those are accepted, but refusals are JSON", async () => {
    const headers = { accept: "text/event-stream" };
    const answer = await post(service, alice.token, { ...LIST, headers });
    expect(answer.headers.get("content-type")).toBe("text/event-stream");
    const refused = await post(service, alice.token, {
      method: "ping",
      headers,
    });
    expect(refused.status).toBe(404);
    expect(refused.headers.get("content-type")).toBe("application/json");
  });
});

test("the older era keeps its results as they were", async () => {
  const answer = await raw({ jsonrpc: "2.0", id: 1, method: "tools/list" });
  const { result } = (await answer.json()) as { result: object };
  expect(Object.keys(result)).toEqual(["tools"]);
});
