import { afterAll, describe, expect, test } from "bun:test";
import { LIMITS } from "../../src/core/base/limits.ts";
import type { Headers } from "./mcp_endpoint.ts";
import { callOf, PING, PONG, request, startEndpoint } from "./mcp_endpoint.ts";

const { service, alice, bob, url, post, say } = await startEndpoint();
afterAll(async () => await service[Symbol.asyncDispose]());

const METADATA = `resource_metadata="${service.baseUrl}/.well-known/oauth-protected-resource/api/mcp", scope="inbox offline_access"`;
const JSON_ONLY = { "content-type": "application/json" };
const SIGNED_IN = { ...JSON_ONLY, authorization: `Bearer ${alice.token}` };

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
        const response = await fetch(url, {
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
        await fetch(url, { headers }),
        await fetch(url, { method: "OPTIONS", headers }),
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
    const asked = await fetch(url, preflight);
    expect(asked.status).toBe(204);
    const allowed = asked.headers.get("access-control-allow-headers");
    expect(allowed).toContain("mcp-protocol-version");
  });
});

describe("methods", () => {
  test("GET says the URL, but 405 to whoever would take it for a stream", async () => {
    for (const accept of ["*/*", "application/json", "text/html"]) {
      const response = await fetch(url, { headers: { accept } });
      expect(response.status).toBe(200);
      expect(await response.json()).toEqual({ url: url });
    }
    for (const accept of [
      "text/event-stream",
      "application/json, text/event-stream",
    ]) {
      const response = await fetch(url, { headers: { accept } });
      expect(response.status).toBe(405);
      expect(response.headers.get("allow")).toBe("POST, GET");
    }
  });

  test.each(["DELETE", "PUT", "PATCH"])("%s is 405", async (method) => {
    const response = await fetch(url, { method, headers: SIGNED_IN });
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
