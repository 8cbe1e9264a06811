import { afterAll, describe, expect, test } from "bun:test";
import { LIMITS } from "../../src/core/base/limits.ts";
import type { Headers, Message } from "./mcp_endpoint.ts";
import { callOf, PING, PONG, request, startEndpoint } from "./mcp_endpoint.ts";

const { service, post, say } = await startEndpoint();
afterAll(async () => await service[Symbol.asyncDispose]());

describe("the envelope", () => {
  const rows: [string, unknown, number | string | null][] = [
    ["a text", "ping", null],
    ["null", null, null],
    ["another jsonrpc", { ...PING, jsonrpc: "1.0" }, 1],
    ["no jsonrpc", { id: "a", method: "ping" }, "a"],
    ["no method", { jsonrpc: "2.0", id: 1 }, 1],
    ["a method that is a number", { ...PING, method: 5 }, 1],
    ["an id that is null", { ...PING, id: null }, null],
    ["an id with a fraction", { ...PING, id: 1.5 }, null],
    ["an id that is an object", { ...PING, id: {} }, null],
  ];
  test.each(rows)("with %s is 400 and -32600", async (_, body, id) => {
    const response = await post(JSON.stringify(body));
    expect(response.status).toBe(400);
    const said = (await response.json()) as Message;
    expect([said.error?.code, said.id]).toEqual([-32600, id]);
  });

  test("gives back the id that the client chose, of either kind", async () => {
    for (const id of [0, -7, "a", "", "1", Number.MAX_SAFE_INTEGER]) {
      expect(await say({ ...PING, id })).toEqual({ ...PONG, id });
    }
  });
});

describe("what is asked", () => {
  const rows: [string, unknown, number][] = [
    ["an unknown method", request("resources/subscribe"), -32601],
    ["an unknown tool", callOf("svc.fly", {}), -32602],
    ["a tool without its prefix", callOf("get_conversation", {}), -32602],
    ["a tool of Object's own", callOf("constructor", {}), -32602],
    ["a call without a name", request("tools/call", {}), -32602],
    ["a call without params", request("tools/call"), -32602],
    ["params that are a list", request("tools/call", []), -32602],
    ["_meta that is a text", request("tools/list", { _meta: "x" }), -32602],
    [
      "arguments that are a text",
      request("tools/call", { name: "svc.read_audit", arguments: "x" }),
      -32602,
    ],
    ["initialize without a version", request("initialize", {}), -32602],
    ["a page after the last", request("tools/list", { cursor: "2" }), -32602],
  ];
  test.each(rows)("%s is a JSON-RPC error", async (_, body, code) => {
    const response = await post(JSON.stringify(body));
    expect(response.status).toBe(200);
    const said = (await response.json()) as Message;
    expect([said.id, said.error?.code]).toEqual([1, code]);
    expect(said.error?.message.length).toBeGreaterThan(5);
  });

  const heard: [string, unknown][] = [
    ["notifications/initialized", { method: "notifications/initialized" }],
    ["an unknown notification", { method: "notifications/unheard_of" }],
    [
      "a cancel of nothing",
      { method: "notifications/cancelled", params: { requestId: 99 } },
    ],
    ["a response", { id: 1, result: {} }],
    ["an error", { id: 1, error: { code: 1, message: "no" } }],
  ];
  test.each(heard)("%s is 202 without a body", async (_, message) => {
    const whole = { jsonrpc: "2.0", ...Object(message) };
    for (const body of [whole, [whole, whole]]) {
      const response = await post(JSON.stringify(body));
      expect(response.status).toBe(202);
      expect(await response.text()).toBe("");
    }
  });

  test("a protocol version that nobody speaks is 400 in the header", async () => {
    for (const version of ["1999-01-01", "2024-11-05", "x"]) {
      const headers = { "mcp-protocol-version": version };
      const response = await post(JSON.stringify(PING), headers);
      expect(response.status).toBe(400);
      const said = (await response.json()) as Message;
      expect(said.error?.code).toBe(-32600);
      expect(said.error?.message).toContain("2025-11-25");
      expect(said.id).toBe(1);
    }
  });

  test("a NUL within params is told of by its field, under the id of the request", async () => {
    const call = {
      name: "svc.list_conversations",
      arguments: { q: "a\0b" },
    };
    const said = await say({ ...request("tools/call", call), id: "mine" });
    expect(said.id).toBe("mine");
    expect(said.error?.code).toBe(-32602);
    expect(said.error?.message).toBe(
      "Invalid params: arguments.q contains a NUL or half a surrogate pair",
    );
  });

  test("initialize gives the version that was asked for, or the newest", async () => {
    const rows = [
      ["2025-03-26", "2025-03-26"],
      ["2025-06-18", "2025-06-18"],
      ["2025-11-25", "2025-11-25"],
      ["2024-11-05", "2025-11-25"],
      ["2099-01-01", "2025-11-25"],
    ];
    for (const [protocolVersion, given] of rows) {
      const clientInfo = { name: "test", version: "1" };
      const params = { protocolVersion, capabilities: {}, clientInfo };
      const { result } = await say(request("initialize", params));
      expect(result?.protocolVersion).toBe(given);
    }
  });
});

describe("a batch", () => {
  const initialize = request("initialize", {
    protocolVersion: "2025-03-26",
    capabilities: {},
    clientInfo: { name: "test", version: "1" },
  });

  async function batch(body: readonly unknown[]) {
    const response = await post(JSON.stringify(body));
    expect(response.status).toBe(200);
    return (await response.json()) as readonly Message[];
  }

  test("of one is answered by a list of one", async () => {
    expect(await batch([PING])).toEqual([PONG] as readonly Message[]);
  });

  test("is answered one by one, in any mixture", async () => {
    const said = await batch([
      { ...PING, id: "a" },
      { jsonrpc: "2.0", method: "notifications/initialized" },
      5,
      request("nothing", undefined, "b"),
      { ...PING, id: "a" },
    ]);
    expect(said.map(({ id, error }) => [id, error?.code])).toEqual([
      ["a", undefined],
      [null, -32600],
      ["b", -32601],
      ["a", undefined],
    ]);
  });

  test("cannot hold initialize", async () => {
    const said = await batch([{ ...initialize, id: 2 }, PING]);
    expect(said.map(({ id, error }) => [id, error?.code])).toEqual([
      [2, -32600],
      [1, undefined],
    ]);
  });

  test("is one event for each answer, if events are asked for", async () => {
    const accept = "text/event-stream";
    const response = await post(JSON.stringify([PING, PING]), { accept });
    const event = `event: message\ndata: ${JSON.stringify(PONG)}\n\n`;
    expect(await response.text()).toBe(event + event);
  });

  const many = Array.from({ length: LIMITS.batchCallsMax }, () => PING);
  test("may be as long as the limit", async () => {
    expect(await batch(many)).toHaveLength(LIMITS.batchCallsMax);
  });

  const refused: [string, readonly unknown[], Headers][] = [
    ["that is empty", [], {}],
    ["that is too long", [...many, PING], {}],
    ["of 2025-06-18", [PING], { "mcp-protocol-version": "2025-06-18" }],
    ["of 2025-11-25", [PING], { "mcp-protocol-version": "2025-11-25" }],
  ];
  test.each(refused)("%s is 400 and -32600", async (_, body, headers) => {
    const response = await post(JSON.stringify(body), headers);
    expect(response.status).toBe(400);
    const said = (await response.json()) as Message;
    expect([said.id, said.error?.code]).toEqual([null, -32600]);
  });

  test("of the revision that has batches is taken", async () => {
    const headers = { "mcp-protocol-version": "2025-03-26" };
    const response = await post(JSON.stringify([PING]), headers);
    expect(response.status).toBe(200);
  });
});
