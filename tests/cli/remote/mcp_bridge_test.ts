import { expect, test } from "bun:test";
import { Transport } from "../../../packages/client/src/transport.ts";
import { McpBridge } from "../../../packages/terminal/src/mcp_bridge.ts";

const VERSION = "io.modelcontextprotocol/protocolVersion";

/** A bridge to a service that answers so; what it was sent and what it wrote. */
function bridged(
  answer: (sent: Headers, body: string, signal: AbortSignal) => unknown,
) {
  const sent: Headers[] = [];
  const written: string[] = [];
  const transport = new Transport({
    url: "http://inbox.test",
    token: "svc_1",
    pause: async () => {},
    fetch: async (_url, { headers, body, signal }) => {
      const read = new Headers(headers);
      sent.push(read);
      const made = await answer(read, String(body), signal as AbortSignal);
      return made instanceof Response ? made : Response.json(made);
    },
  });
  const write = (line: string) => void written.push(line);
  const bridge = new McpBridge({ transport, path: "/api/mcp", write });
  return { bridge, sent, written };
}

async function* linesOf(...messages: readonly object[]) {
  for (const it of messages) yield JSON.stringify(it);
}

const call = (id: number, params: object) => ({
  ...{ jsonrpc: "2.0", id, method: "tools/call", params },
});
const done = { jsonrpc: "2.0", id: 1, result: {} };

test("a modern request names its version, method and subject in the headers, the subject as ASCII", async () => {
  const { bridge, sent } = bridged(() => done);
  const _meta = { [VERSION]: "2026-07-28" };
  await bridge.serve(
    linesOf(call(1, { name: "svc_pay", _meta }), call(2, { name: "ü", _meta })),
  );
  const [plain, encoded] = sent;
  expect(plain?.get("mcp-protocol-version")).toBe("2026-07-28");
  expect(plain?.get("mcp-method")).toBe("tools/call");
  expect(plain?.get("mcp-name")).toBe("svc_pay");
  expect(plain?.get("authorization")).toBe("Bearer svc_1");
  expect(encoded?.get("mcp-name")).toBe("=?base64?w7w=?=");
});

test("nothing is sent before the version is settled, which every later request names", async () => {
  const started = Promise.withResolvers<void>();
  const order: string[] = [];
  const { bridge, sent } = bridged(async (_, body) => {
    const { method } = JSON.parse(body);
    order.push(method);
    if (method === "initialize") await started.promise;
    const result = { protocolVersion: "2025-03-26" };
    return { jsonrpc: "2.0", id: 1, result };
  });
  const initialize = { jsonrpc: "2.0", id: 1, method: "initialize" };
  const list = { jsonrpc: "2.0", id: 2, method: "tools/list" };
  const serving = bridge.serve(linesOf(initialize, list));
  started.resolve();
  await serving;
  expect(order).toEqual(["initialize", "tools/list"]);
  expect(sent.map((it) => it.get("mcp-protocol-version"))).toEqual([
    null,
    "2025-03-26",
  ]);
});

test("a call whose answer was lost is sent again with the same key, which a client may set", async () => {
  let tries = 0;
  const { bridge, sent, written } = bridged(() => {
    if (tries++ === 0) throw new TypeError("connection reset");
    return done;
  });
  await bridge.serve(linesOf(call(1, { name: "svc_pay", arguments: {} })));
  const keys = sent.map((it) => it.get("idempotency-key"));
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
  expect(keys[0]).toBeTruthy();
  expect(written).toEqual([`${JSON.stringify(done)}\n`]);
  for (const params of [
    { name: "svc_pay", arguments: { idempotencyKey: "mine" } },
    { name: "svc_pay", _meta: { "svc/idempotencyKey": "mine" } },
  ]) {
    const own = bridged(() => done);
    await own.bridge.serve(linesOf(call(1, params)));
    expect(own.sent[0]?.has("idempotency-key")).toBe(false);
  }
});

test("events of a stream are lines, and a request that is cancelled ends without an answer", async () => {
  const event = (data: object) => `data: ${JSON.stringify(data)}\n\n`;
  const streamed = bridged(
    () =>
      new Response(event({ jsonrpc: "2.0", method: "a\nb" }) + event(done), {
        headers: { "content-type": "text/event-stream" },
      }),
  );
  await streamed.bridge.serve(linesOf(call(1, { name: "svc_wait" })));
  expect(streamed.written).toEqual([
    '{"jsonrpc":"2.0","method":"a\\nb"}\n',
    `${JSON.stringify(done)}\n`,
  ]);
  const cancelled = {
    jsonrpc: "2.0",
    method: "notifications/cancelled",
    params: { requestId: 1 },
  };
  const { bridge, written } = bridged((_, body, signal) => {
    if (body.includes("cancelled")) return new Response(null, { status: 202 });
    return new Promise((_resolve, reject) => {
      const end = () => reject(signal.reason);
      if (signal.aborted) end();
      signal.addEventListener("abort", end);
    });
  });
  await bridge.serve(linesOf(call(1, { name: "svc_wait" }), cancelled));
  expect(written).toEqual([]);
});
