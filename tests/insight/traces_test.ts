import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { OtlpExporter } from "../../packages/telemetry/src/otlp.ts";
import { readTraceparent } from "../../packages/telemetry/src/trace_context.ts";
import type { EndedSpan } from "../../packages/telemetry/src/tracer.ts";
import { Tracer } from "../../packages/telemetry/src/tracer.ts";
import { SYSTEM } from "../../src/core/access/principal.ts";
import { getFigures } from "../../src/core/operations/get_figures.ts";
import { OPERATIONS } from "../../src/core/operations/mod.ts";
import { callOperation } from "../../src/core/pipeline/call.ts";
import type { TestAccount, TestService } from "../harness.ts";
import { callRpc, json, startService } from "../harness.ts";

const SECRET = "key-of-the-collector";
const WORDS = "words that are nobody else's business";
const TRACE = "0af7651916cd43dd8448eb211c80319c";
const PARENT = "b7ad6b7169203331";
const SAMPLED = `00-${TRACE}-${PARENT}-01`;

interface Told {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly {
    readonly key: string;
    readonly value: {
      readonly stringValue?: string;
      readonly intValue?: string;
    };
  }[];
  readonly links?: readonly { readonly spanId: string }[];
  readonly status: { readonly code?: number };
}

/** A collector that decodes what it is sent. */
const requests: { readonly authorization: string; readonly text: string }[] =
  [];
let answers = 200;
const collector = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  async fetch(request) {
    if (new URL(request.url).pathname !== "/v1/traces") {
      return new Response(null, { status: 404 });
    }
    const authorization = request.headers.get("authorization") ?? "";
    requests.push({ authorization, text: await request.text() });
    return Response.json({}, { status: answers });
  },
});

let service: TestService;
let alice: TestAccount;
let bob: TestAccount;

beforeAll(async () => {
  service = await startService({
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collector.port}`,
      OTEL_EXPORTER_OTLP_HEADERS: `authorization=Bearer%20${SECRET}`,
    },
  });
  alice = await service.addAccount("alice");
  bob = await service.addAccount("bob");
});
beforeEach(async () => {
  await spans();
  answers = 200;
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await collector.stop(true);
});

/** Everything that was sent since the last look. */
async function spans(): Promise<readonly Told[]> {
  await service.services.flushTraces();
  return requests
    .splice(0)
    .flatMap(({ text }) => JSON.parse(text).resourceSpans)
    .flatMap(({ scopeSpans }) => scopeSpans)
    .flatMap((it) => it.spans);
}

function attributesOf({ attributes }: Told): Readonly<Record<string, string>> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [
      key,
      value.stringValue ?? value.intValue ?? "",
    ]),
  );
}

const send = (headers: Record<string, string> = {}) =>
  service.fetch("/v1/conversations?strict=0&secret=query", {
    method: "POST",
    token: alice.token,
    headers,
    json: { to: [bob.address], title: WORDS, text: WORDS, submit: true },
  });

/** The span of a name, which has to be the only one. */
function only(all: readonly Told[], name: string): Told {
  const found = all.filter((it) => it.name === name);
  expect(found.map((it) => it.name)).toEqual([name]);
  const [one] = found;
  if (!one) throw new Error(`No span ${name}`);
  return one;
}

test("a request goes on with its caller's trace: HTTP, operation, commit", async () => {
  expect((await send({ traceparent: SAMPLED })).status).toBe(201);
  const all = (await spans()).filter((it) => it.traceId === TRACE);
  const http = only(all, "POST /v1/conversations");
  const operation = only(all, "create_conversation");
  const commit = only(all, "COMMIT");
  expect(http.parentSpanId).toBe(PARENT);
  expect(operation.parentSpanId).toBe(http.spanId);
  expect(commit.parentSpanId).toBe(operation.spanId);
  expect([http.kind, operation.kind, commit.kind]).toEqual([2, 1, 3]);
  expect(attributesOf(http)).toEqual({
    "http.request.method": "POST",
    "http.route": "/v1/conversations",
    "http.response.status_code": "201",
  });
  expect(attributesOf(operation)).toEqual({
    "svc.operation": "create_conversation",
    "svc.wire": "rest",
  });
  expect(attributesOf(commit)).toMatchObject({
    "db.system.name": "sqlite",
    "db.operation.name": "COMMIT",
  });
  const took = BigInt(http.endTimeUnixNano) - BigInt(http.startTimeUnixNano);
  expect(took).toBeGreaterThan(0n);
});

test("a tool's span goes on with the trace in _meta, and is linked to its request", async () => {
  await callRpc(service, {
    path: "/api/mcp",
    token: alice.token,
    method: "tools/call",
    params: {
      name: "svc.list_conversations",
      arguments: {},
      _meta: { traceparent: SAMPLED },
    },
  });
  const all = await spans();
  const http = only(all, "POST /api/mcp");
  const tool = only(all, "tools/call list_conversations");
  const operation = only(all, "list_conversations");
  expect([tool.traceId, tool.parentSpanId]).toEqual([TRACE, PARENT]);
  expect(tool.links?.map((it) => it.spanId)).toEqual([http.spanId]);
  expect(operation.parentSpanId).toBe(tool.spanId);
  expect(attributesOf(tool)).toEqual({
    "mcp.method.name": "tools/call",
    "gen_ai.tool.name": "list_conversations",
    "gen_ai.operation.name": "execute_tool",
  });
});

test("a failure names its code, over each wire", async () => {
  const id = "cnv_00000000000000000000000000";
  await service.fetch(`/v1/conversations/${id}`, { token: alice.token });
  const { token } = alice;
  await callRpc(service, {
    path: "/a2a",
    token,
    method: "GetTask",
    params: { id },
  });
  await callRpc(service, {
    path: "/api/mcp",
    token,
    method: "tools/call",
    params: {
      name: "svc.get_conversation",
      arguments: { conversationId: id },
    },
  });
  const all = await spans();
  const failed = all.filter((it) => it.name === "get_conversation");
  expect(failed.map((it) => attributesOf(it)["svc.wire"]).toSorted()).toEqual([
    "a2a",
    "mcp",
    "rest",
  ]);
  for (const one of failed) {
    expect(attributesOf(one)["error.type"]).toMatch(/not_found|invalid_input/);
    expect(one.status.code).toBe(2);
  }
  const tool = only(all, "tools/call get_conversation");
  expect(attributesOf(tool)["error.type"]).toBe("tool_error");
});

test("no secret, no word of anybody and no name that was sent is in what is sent on", async () => {
  await send({ "user-agent": WORDS, cookie: `svc.session=${SECRET}` });
  const { token } = alice;
  const params = { name: WORDS, arguments: { [WORDS]: WORDS } };
  await callRpc(service, { path: "/api/mcp", token, method: WORDS, params });
  await callRpc(service, {
    path: "/api/mcp",
    token,
    method: "tools/call",
    params,
  });
  await service.fetch(`/i/${SECRET}?token=${SECRET}`, { method: "MKCOL" });
  await service.services.flushTraces();
  const text = requests.map((it) => it.text).join("\n");
  expect(text).toContain("create_conversation");
  for (const secret of [WORDS, SECRET, token, "secret=query", bob.address]) {
    expect(text).not.toContain(secret);
  }
  for (const { authorization } of requests) {
    expect(authorization).toBe(`Bearer ${SECRET}`);
  }
  expect(service.logged.join("\n")).not.toContain(SECRET);
  const names = new Set(OPERATIONS.map((it) => it.name));
  for (const { name } of await spans()) {
    const isOurs = /^(?:COMMIT|_OTHER|(?:GET|POST|_OTHER) |tools\/call)/;
    expect([name, isOurs.test(name) || names.has(name)]).toEqual([name, true]);
  }
});

test("whoever does not want a trace kept gets none, and what is no traceparent is none", async () => {
  await send({ traceparent: `00-${TRACE}-${PARENT}-00` });
  expect((await spans()).filter((it) => it.traceId === TRACE)).toEqual([]);
  const wrong = [
    `00-${"0".repeat(32)}-${PARENT}-01`,
    `00-${TRACE}-${"0".repeat(16)}-01`,
    `ff-${TRACE}-${PARENT}-01`,
    `00-${TRACE.toUpperCase()}-${PARENT}-01`,
    `00-${TRACE}-${PARENT}`,
    `${SAMPLED}${"x".repeat(200)}`,
    { toString: () => SAMPLED },
    null,
  ];
  for (const one of wrong) expect(readTraceparent(one)).toBeUndefined();
  expect(readTraceparent(`01-${TRACE}-${PARENT}-03-more`)).toEqual({
    traceId: TRACE,
    spanId: PARENT,
    isSampled: true,
  });
});

test("a collector that fails costs its spans and nothing else, and that is counted", async () => {
  answers = 503;
  expect((await send()).status).toBe(201);
  await service.services.flushTraces();
  requests.length = 0;
  const text = await service.services.measures.metrics.text();
  expect(text).toMatch(/svc_spans_dropped_total [1-9]/);
  expect(service.logged.join("\n")).toContain('"traces.not_sent"');
});

test("a collector that hangs holds one request and a full queue, and no more", async () => {
  const asked = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  let requestsRunning = 0;
  const sizes: number[] = [];
  await using hanging = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      requestsRunning += 1;
      expect(requestsRunning).toBe(1);
      sizes.push((await request.text()).split('"spanId"').length - 1);
      asked.resolve();
      await go.promise;
      requestsRunning -= 1;
      return Response.json({});
    },
  });
  let dropped = 0;
  const exporter = new OtlpExporter({
    url: `http://127.0.0.1:${hanging.port}/v1/traces`,
    headers: {},
    serviceName: "test",
    version: "1",
    failed: () => {},
    bounds: { waitingMax: 100, atOnce: 10, passMs: 60_000, sendMs: 60_000 },
    dropped: (count) => {
      dropped += count;
    },
  });
  const tracer = new Tracer(
    (count) => crypto.getRandomValues(new Uint8Array(count)),
    1,
    (span) => exporter.take(span),
  );
  const end = (count: number) => {
    for (let n = 0; n < count; n++) {
      tracer.start({ name: "span", attributes: {} }).end();
    }
  };
  // So many go at once, without waiting for the next pass.
  end(10);
  await asked.promise;
  end(107);
  expect(dropped).toBe(7);
  go.resolve();
  await exporter.flush();
  expect(sizes).toEqual([10, 100]);
  expect(dropped).toBe(7);
});

test("a trace that is not kept costs no span, and a part of them is kept", () => {
  const kept: EndedSpan[] = [];
  const random = (count: number) =>
    crypto.getRandomValues(new Uint8Array(count));
  const tracer = new Tracer(random, 0.25, (span) => void kept.push(span));
  const shape = { name: "span", attributes: {} };
  for (let n = 0; n < 2_000; n++) {
    const outer = tracer.start(shape);
    const inner = tracer.start(shape, { parent: outer.context });
    expect(inner.context.traceId).toBe(outer.context.traceId);
    expect(inner.context.isSampled).toBe(outer.context.isSampled);
    inner.end();
    outer.end();
  }
  expect(kept.length % 2).toBe(0);
  expect(kept.length).toBeGreaterThan(600);
  expect(kept.length).toBeLessThan(1_400);
  const places = new Set(kept.map(({ context }) => context.spanId));
  expect(places.size).toBe(kept.length);
});

test("a traced call asks for no signal that it does not wait by", async () => {
  let made = 0;
  const signal = () => {
    made += 1;
    return AbortSignal.abort();
  };
  const caller = {
    principal: SYSTEM,
    via: "system",
    requestId: "traced",
  } as const;
  const { services } = service;
  await callOperation(services, getFigures, { ...caller, signal }, {});
  only(await spans(), "get_figures");
  expect(made).toBe(0);
});

test("spans that were dropped are told as zero before there are any", async () => {
  const { metrics } = service.services.measures;
  expect(await metrics.text()).toMatch(/^svc_spans_dropped_total \d/m);
});

test("no trace is made unless it is asked for", async () => {
  await using other = await startService();
  expect(other.services.tracer).toBeUndefined();
  expect(await json(await other.fetch("/readyz"))).toMatchObject({ ok: true });
});
