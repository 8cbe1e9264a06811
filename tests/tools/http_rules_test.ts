import { afterAll, describe, expect, test } from "bun:test";
import { LIMITS } from "../../src/core/base/limits.ts";
import { startService } from "../harness.ts";

const service = await startService();
const alice = await service.addAccount("alice");
const bob = await service.addAccount("bob");
afterAll(async () => await service[Symbol.asyncDispose]());

const URL_OF_MCP = `${service.baseUrl}/api/mcp`;
const METADATA = `resource_metadata="${service.baseUrl}/.well-known/oauth-protected-resource/api/mcp", scope="inbox offline_access"`;
const JSON_ONLY = { "content-type": "application/json" };
const SIGNED_IN = { ...JSON_ONLY, authorization: `Bearer ${alice.token}` };

type Headers = Readonly<Record<string, string>>;

interface Message {
  readonly id?: number | string | null;
  readonly error?: { readonly code: number; readonly message: string };
  readonly result?: {
    readonly isError?: boolean;
    readonly protocolVersion?: string;
    readonly structuredContent?: { readonly conversationId?: string };
    readonly content?: readonly { readonly text: string }[];
    readonly tools?: readonly { readonly name: string }[];
  };
}

function post(
  body: BodyInit,
  headers: Headers = {},
  query = "",
): Promise<Response> {
  const init = { method: "POST", body, headers: { ...SIGNED_IN, ...headers } };
  return fetch(URL_OF_MCP + query, init);
}

async function say(
  message: unknown,
  headers: Headers = {},
  query = "",
): Promise<Message> {
  const response = await post(JSON.stringify(message), headers, query);
  return (await response.json()) as Message;
}

function request(method: string, params?: unknown, id: unknown = 1) {
  return {
    jsonrpc: "2.0",
    id,
    method,
    ...(params !== undefined && { params }),
  };
}

const PING = request("ping");
const PONG = { jsonrpc: "2.0", id: 1, result: {} };

function callOf(name: string, args: object) {
  return request("tools/call", { name, arguments: args });
}

/** Sends a head and never the body that it announces; gives the status line. */
function statusBeforeBody(head: readonly string[]): Promise<string> {
  const lines = [
    "POST /api/mcp HTTP/1.1",
    "content-type: application/json",
    "content-length: 1000000",
    ...head,
  ];
  return new Promise((resolve, reject) => {
    Bun.connect({
      hostname: "127.0.0.1",
      port: service.port,
      socket: {
        open: (socket) => void socket.write(`${lines.join("\r\n")}\r\n\r\n`),
        data(socket, bytes) {
          resolve(bytes.toString().split("\r\n")[0] ?? "");
          socket.terminate();
        },
      },
    }).catch(reject);
  });
}

describe("who calls is settled first", () => {
  const rows: [string, Headers, string][] = [
    ["nobody", {}, `Bearer ${METADATA}`],
    ["another scheme", { authorization: "Basic YTpi" }, `Bearer ${METADATA}`],
    [
      "an unknown token",
      { authorization: "Bearer svc_nobody" },
      `Bearer ${METADATA}, error="invalid_token"`,
    ],
  ];
  test.each(rows)(
    "%s is 401 and told where to sign in, whatever the rest is",
    async (_, headers, challenge) => {
      const accept = "text/html";
      for (const type of ["application/json", "text/plain"]) {
        const response = await fetch(URL_OF_MCP, {
          method: "POST",
          body: "{not json",
          headers: { "content-type": type, accept, ...headers },
        });
        expect(response.status).toBe(401);
        expect(response.headers.get("www-authenticate")).toBe(challenge);
        expect(await response.json()).toMatchObject({
          code: "unauthenticated",
          error: "Sign in required.",
        });
      }
    },
  );

  test("401 and 403 come before the body does", async () => {
    const host = `host: 127.0.0.1:${service.port}`;
    expect(await statusBeforeBody([host])).toContain(" 401 ");
    const origin = "origin: https://evil.example";
    expect(await statusBeforeBody([host, origin])).toContain(" 403 ");
    expect(await statusBeforeBody(["host: evil.example"])).toContain(" 403 ");
  });

  const foreign: [string, Headers][] = [
    ["of another site", { origin: "https://evil.example" }],
    ["that is opaque", { origin: "null" }],
    [
      "that only begins like ours",
      { origin: `${service.baseUrl}.evil.example` },
    ],
    ["named by its Host", { host: "evil.example" }],
  ];
  test.each(foreign)(
    "a page %s is 403 with a good token, by any method",
    async (_, headers) => {
      const answers = [
        await post(JSON.stringify(PING), headers),
        await fetch(URL_OF_MCP, { headers }),
        await fetch(URL_OF_MCP, { method: "OPTIONS", headers }),
      ];
      for (const answer of answers) {
        expect(answer.status).toBe(403);
        expect(answer.headers.has("access-control-allow-origin")).toBe(false);
        expect(await answer.json()).toMatchObject({ code: "forbidden_origin" });
      }
    },
  );

  test("a page of this machine may call and read the answer", async () => {
    const origin = "http://localhost:6274";
    const response = await post(JSON.stringify(PING), { origin });
    expect(response.status).toBe(200);
    expect(response.headers.get("access-control-allow-origin")).toBe(origin);
    const preflight = { method: "OPTIONS", headers: { origin } };
    const asked = await fetch(URL_OF_MCP, preflight);
    expect(asked.status).toBe(204);
    const allowed = asked.headers.get("access-control-allow-headers");
    expect(allowed).toContain("mcp-protocol-version");
  });
});

describe("methods", () => {
  test("GET says the URL, but 405 to whoever would take it for a stream", async () => {
    for (const accept of ["*/*", "application/json", "text/html"]) {
      const response = await fetch(URL_OF_MCP, { headers: { accept } });
      expect(response.status).toBe(200);
      expect(await response.json()).toEqual({ url: URL_OF_MCP });
    }
    for (const accept of [
      "text/event-stream",
      "application/json, text/event-stream",
    ]) {
      const response = await fetch(URL_OF_MCP, { headers: { accept } });
      expect(response.status).toBe(405);
      expect(response.headers.get("allow")).toBe("POST, GET");
    }
  });

  test.each(["DELETE", "PUT", "PATCH"])("%s is 405", async (method) => {
    const response = await fetch(URL_OF_MCP, { method, headers: SIGNED_IN });
    expect(response.status).toBe(405);
    expect(response.headers.get("allow")).toBe("POST, GET");
  });
});

describe("the form of an answer", () => {
  const JSON_TYPE = "application/json";
  const EVENTS = "text/event-stream";
  const rows: [string, string][] = [
    [JSON_TYPE, JSON_TYPE],
    [`${JSON_TYPE}, ${EVENTS}`, JSON_TYPE],
    [`${EVENTS},${JSON_TYPE};q=0.5`, JSON_TYPE],
    ["*/*", JSON_TYPE],
    ["application/*", JSON_TYPE],
    ["APPLICATION/JSON; charset=utf-8", JSON_TYPE],
    ["", JSON_TYPE],
    [EVENTS, EVENTS],
    [`${EVENTS}, text/html`, EVENTS],
    [`${EVENTS}, ${JSON_TYPE};q=0`, EVENTS],
  ];
  test.each(rows)("Accept: %s gives %s", async (accept, type) => {
    const response = await post(JSON.stringify(PING), { accept });
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe(type);
    const text = await response.text();
    const data = /^event: message\ndata: (.*)\n\n$/.exec(text)?.[1];
    expect(JSON.parse(type === EVENTS ? String(data) : text)).toEqual(PONG);
  });

  test.each(["text/html", "image/*, text/plain", `${JSON_TYPE};q=0`])(
    "Accept: %s is 406",
    async (accept) => {
      const response = await post(JSON.stringify(PING), { accept });
      expect(response.status).toBe(406);
      expect(await response.json()).toMatchObject({ code: "not_acceptable" });
    },
  );

  test("no session is ever made, and none is asked for", async () => {
    const headers = { "mcp-session-id": "made up" };
    const response = await post(JSON.stringify(PING), headers);
    expect(response.status).toBe(200);
    expect(response.headers.has("mcp-session-id")).toBe(false);
  });
});

describe("the body", () => {
  test.each(["text/plain", "application/jsonl", ""])(
    "of content type %p is 415",
    async (type) => {
      const body = new TextEncoder().encode(JSON.stringify(PING));
      const response = await post(body, { "content-type": type });
      expect(response.status).toBe(415);
    },
  );

  test("that is really too large is 413, declared or not", async () => {
    const filler = "x".repeat(LIMITS.requestBytesMax);
    const large = JSON.stringify(request("ping", { filler }));
    const declared = await post(large);
    expect(declared.status).toBe(413);
    const streamed = await post(new Blob([large]).stream());
    expect(streamed.status).toBe(413);
    expect(await streamed.json()).toMatchObject({ code: "payload_too_large" });
  });

  test("may be as large as a file only where it holds a file", async () => {
    const bytes = Buffer.alloc(LIMITS.fileRequestBytesMax).toString("base64");
    const create = callOf("svc.create_conversation", {
      title: "Files",
      to: [bob.address],
      parts: [{ text: "See the file" }],
    });
    const { result } = await say(create);
    const file = { name: "a.bin", mimeType: "application/octet-stream", bytes };
    const { conversationId } = result?.structuredContent ?? {};
    const args = { conversationId, ...file };
    const filed = await say(callOf("svc.add_artifact", args));
    expect(filed.result?.isError).toBeUndefined();
    expect(filed.result?.structuredContent).toHaveProperty("artifactId");
    const other = JSON.stringify(callOf("svc.send_message", args));
    expect((await post(other)).status).toBe(413);
    const beyond = " ".repeat(LIMITS.uploadRequestBytesMax + 1);
    expect((await post(beyond)).status).toBe(413);
  });

  const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
  const broken: [string, string | Uint8Array<ArrayBuffer>][] = [
    ["not JSON", "{not json"],
    ["empty", ""],
    ["cut short", '{"jsonrpc":"2.0","id":1'],
    ["not UTF-8", new Uint8Array([0x22, 0xff, 0x22])],
    ["nested without end", deep],
  ];
  test.each(broken)("that is %s is 400 and -32700", async (_, body) => {
    const response = await post(body);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      jsonrpc: "2.0",
      id: null,
      error: { code: -32700 },
    });
  });
});

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
      "Invalid params: arguments.q holds a NUL or half a surrogate pair",
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

/** A tool in a sentence of the service, as it is documented. */
const OURS = /svc\.[a-z]+_/;

describe("the names of the tools", () => {
  async function listed(query: string): Promise<readonly string[]> {
    const { result } = await say(request("tools/list"), {}, query);
    return result?.tools?.map(({ name }) => name) ?? [];
  }

  async function create(name: string): Promise<string> {
    const parts = [{ text: "Hello" }];
    const args = { title: "Names", to: [bob.address], parts };
    const { result } = await say(callOf(name, args));
    expect([name, result?.isError]).toEqual([name, undefined]);
    return result?.structuredContent?.conversationId ?? "";
  }

  test("are listed with underscores for whoever asks, never in both ways", async () => {
    const dotted = await listed("");
    const underscored = await listed("?names=underscore");
    expect(await listed("?names=other")).toEqual([...dotted]);
    for (const name of dotted) expect(name).toMatch(/^svc\.[a-z_]{1,60}$/);
    for (const name of underscored) {
      expect(name).toMatch(/^svc_[a-z]+(_[a-z]+)*$/);
    }
    expect(underscored).toEqual(
      dotted.map((name) => name.replace("svc.", "svc_")),
    );
  });

  test("are listed with underscores for a client that is known to refuse dots", async () => {
    const names = async (headers: Headers, query = "") =>
      (await say(request("tools/list"), headers, query)).result?.tools?.map(
        ({ name }) => name,
      ) ?? [];
    const sessionOf = async (clientName: string) => {
      const clientInfo = { name: clientName, version: "1" };
      const params = {
        protocolVersion: "2025-11-25",
        capabilities: {},
        clientInfo,
      };
      const response = await post(
        JSON.stringify(request("initialize", params)),
      );
      return response.headers.get("mcp-session-id");
    };
    for (const name of ["Anthropic/ClaudeAI", "claude-ai", "cursor-vscode"]) {
      const session = { "mcp-session-id": (await sessionOf(name)) ?? "" };
      expect(await names(session)).toEqual([
        ...(await listed("?names=underscore")),
      ]);
      // What the address says comes first.
      expect(await names(session, "?names=dotted")).toEqual([
        ...(await listed("")),
      ]);
    }
    for (const name of ["claude-code", "Visual Studio Code", "constructor"]) {
      expect(await sessionOf(name)).toBeNull();
    }
  });

  test("of a client that refuses dots stand in its instructions, unless its address asks for dots", async () => {
    const instructionsAt = async (query: string) => {
      const params = {
        protocolVersion: "2025-11-25",
        capabilities: {},
        clientInfo: { name: "claude-ai", version: "1" },
      };
      const body = JSON.stringify(request("initialize", params));
      return await (await post(body, {}, query)).text();
    };
    expect(await instructionsAt("")).toContain("svc_send_message");
    expect(await instructionsAt("?names=dotted")).not.toContain("svc_");
  });

  test("stand in whatever is said in answer, in the spelling that was asked for", async () => {
    const conversationId = await create("svc.create_conversation");
    const rows: [string, object][] = [
      ["svc_send_message", { conversationId, parts: [{ text: "svc.mine" }] }],
      ["svc_get_conversation", { conversationId }],
      ["svc_list_conversations", {}],
      ["svc_request_review", { conversationId }],
      ["svc_get_conversation", { conversatonId: conversationId }],
      ["svc_get_conversation", { conversationId: "cnv_none" }],
      ["svc_fund_conversation", { conversationId }],
      ["svc_quote_access", {}],
    ];
    for (const [name, args] of rows) {
      for (const detail of [{}, { detail: "full" }]) {
        const called = callOf(name, { ...args, ...detail });
        const { result } = await say(called, {}, "?names=underscore");
        const said = JSON.stringify(result).replaceAll("svc.mine", "");
        expect([name, said]).toEqual([name, expect.not.stringMatching(OURS)]);
      }
    }
    const { result } = await say(
      callOf("svc_get_conversation", { conversationId }),
      {},
      "?names=underscore",
    );
    // Words of people stay as they are.
    expect(JSON.stringify(result)).toContain("svc.mine");
  });

  test("are taken with underscores at any URL", async () => {
    for (const query of ["", "?names=underscore"]) {
      for (const name of await listed("?names=underscore")) {
        const { error, result } = await say(callOf(name, {}), {}, query);
        expect([name, error, Array.isArray(result?.content)]).toEqual([
          name,
          undefined,
          true,
        ]);
      }
    }
  });

  test.each([".", "_"])(
    "that say task are not listed and still work, with svc%s",
    async (dot) => {
      const taskId = await create(`svc${dot}create_task`);
      const rows: [string, object][] = [
        ["send_task_message", { taskId, parts: [{ text: "More" }] }],
        ["get_task", { taskId }],
        ["list_tasks", {}],
        ["cancel_task", { taskId, reason: "Never mind" }],
      ];
      const names = [
        ...(await listed("")),
        ...(await listed("?names=underscore")),
      ];
      for (const [verb, args] of rows) {
        const name = `svc${dot}${verb}`;
        expect(names).not.toContain(name);
        const { result } = await say(callOf(name, args));
        expect([name, result?.isError]).toEqual([name, undefined]);
      }
    },
  );

  test("let send_message say taskId, and not two different ids", async () => {
    const taskId = await create("svc.create_conversation");
    const parts = [{ text: "More" }];
    const rows: [object, boolean | undefined][] = [
      [{ taskId, parts }, undefined],
      [{ taskId, conversationId: taskId, parts }, undefined],
      [{ taskId, conversationId: "cnv_other", parts }, true],
      [{ parts }, true],
    ];
    for (const [args, isError] of rows) {
      const { result } = await say(callOf("svc.send_message", args));
      expect(result?.isError).toBe(isError);
    }
  });
});
