import { afterAll, beforeAll, expect, test } from "bun:test";
import { LIMITS } from "../../src/core/base/limits.ts";
import { ERRORS } from "../../src/core/errors/error_table.ts";
import { OPERATIONS } from "../../src/core/operations/mod.ts";
import { resultsStore } from "../../src/core/verify/results_store.ts";
import { METHODS } from "../../src/tools/methods/mod.ts";
import type { TestAccount, TestService } from "../harness.ts";
import { callRpc, startService } from "../harness.ts";

const TOKEN = "a-token-of-the-operator-0123456789abcdef";
const LINE =
  /^([a-z_]+)(?:\{((?:[a-z_]+="(?:[^"\\\n]|\\["\\n])*",?)+)\})? (-?[\d.e+-]+)$/;

let service: TestService;
let alice: TestAccount;
let bob: TestAccount;

beforeAll(async () => {
  service = await startService({ env: { METRICS_TOKEN: TOKEN } });
  alice = await service.addAccount("alice", { credit: "100.00" });
  bob = await service.addAccount("bob");
});
afterAll(() => service[Symbol.asyncDispose]());

/** The value of each series: `name{label="value"}`. */
async function scrape(): Promise<ReadonlyMap<string, number>> {
  const response = await service.fetch("/metrics", { token: TOKEN });
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe(
    "text/plain; version=0.0.4; charset=utf-8",
  );
  const lines = (await response.text()).trimEnd().split("\n");
  const values = lines.filter((it) => !it.startsWith("#"));
  for (const line of values) expect(line).toMatch(LINE);
  return new Map(
    values.map((it) => {
      const at = it.lastIndexOf(" ");
      return [it.slice(0, at), Number(it.slice(at + 1))];
    }),
  );
}

const send = (price?: string) =>
  service.fetch("/v1/conversations", {
    method: "POST",
    token: alice.token,
    json: {
      to: [bob.address],
      title: "t",
      text: "words",
      submit: true,
      ...(price && { price }),
    },
  });

test("nobody reads the metrics without the operator's token, and without one there is no such path", async () => {
  for (const token of [undefined, "svc_wrong", alice.token]) {
    const response = await service.fetch("/metrics", {
      ...(token !== undefined && { token }),
    });
    expect(response.status).toBe(401);
  }
  await using other = await startService();
  expect((await other.fetch("/metrics", { token: TOKEN })).status).toBe(404);
});

test("each wire's calls are told of by operation and code", async () => {
  await send();
  await send("bad");
  const tool = { name: "svc.list_conversations", arguments: {} };
  const { token } = alice;
  const mcp = { path: "/api/mcp", token, method: "tools/call", params: tool };
  await callRpc(service, mcp);
  await callRpc(service, {
    path: "/a2a",
    token,
    method: "GetTask",
    params: { id: "cnv_00000000000000000000000000" },
  });
  const found = await scrape();
  const result = (operation: string, wire: string, code: string) =>
    found.get(
      `svc_operation_results_total{operation="${operation}",wire="${wire}",code="${code}"}`,
    );
  expect(result("create_conversation", "rest", "ok")).toBe(1);
  expect(result("create_conversation", "rest", "invalid_price")).toBe(1);
  expect(result("list_conversations", "mcp", "ok")).toBe(1);
  const took =
    'svc_operation_duration_seconds_bucket{operation="list_conversations",wire="mcp",le="+Inf"}';
  expect(found.get(took)).toBe(1);
  expect(
    found.get('svc_refusals_total{wire="rest",code="invalid_price"}'),
  ).toBe(1);
  expect(
    found.get('svc_refusals_total{wire="rest",code="unauthenticated"}'),
  ).toBe(3);
});

test("requests, messages of MCP and reads are told under the names of OpenTelemetry", async () => {
  const { token } = alice;
  await service.fetch("/v1/conversations/cnv_none?secret=1", { token });
  await service.fetch("/nowhere/secret");
  const call = (name: string, args: object) =>
    callRpc(service, {
      path: "/api/mcp",
      token,
      method: "tools/call",
      params: { name, arguments: args },
    });
  await call("svc.get_digest", {});
  await call("svc.get_conversation", { conversationId: "cnv_none" });
  const found = await scrape();
  const request = (method: string, route: string, status: number) =>
    found.get(
      `http_server_request_duration_seconds_count{http_request_method="${method}",http_route="${route}",http_response_status_code="${status}",error_type=""}`,
    );
  expect(request("GET", "/v1/conversations/:conversationId", 400)).toBe(1);
  expect(request("GET", "none", 404)).toBe(1);
  const tool = (name: string, errorType: string) =>
    found.get(
      `mcp_server_operation_duration_seconds_count{mcp_method_name="tools/call",gen_ai_tool_name="${name}",error_type="${errorType}"}`,
    );
  expect(tool("get_digest", "")).toBe(1);
  expect(tool("get_conversation", "tool_error")).toBe(1);
  expect([...found.keys()].join("\n")).not.toContain("secret");
});

test("nothing that somebody sends becomes a label", async () => {
  const evil = 'evil"}\n# HELP x';
  await service.fetch(`/v1/${encodeURIComponent(evil)}`, {
    method: "POST",
    token: alice.token,
  });
  const { token } = alice;
  for (const path of ["/api/mcp", "/a2a"]) {
    const params = { name: evil, arguments: { [evil]: evil } };
    await callRpc(service, { path, token, method: evil, params });
    await callRpc(service, { path, token, method: "tools/call", params });
  }
  const methods = new Set([...METHODS.keys(), "_OTHER", ""]);
  const names = new Set([
    ...OPERATIONS.map((it) => it.name),
    ...Object.keys(ERRORS),
    ...["ok", "rest", "mcp", "a2a", "web", "cli", "system"],
  ]);
  const series = [...(await scrape()).keys()];
  expect(series.join("\n")).not.toContain("evil");
  for (const one of series) {
    for (const [, name, value] of one.matchAll(/(\w+)="([^"]*)"/g)) {
      const isOurs = /^(operation|wire|code)$/.test(name ?? "");
      expect([one, !isOurs || names.has(value ?? "")]).toEqual([one, true]);
      const isMethod = name === "mcp_method_name";
      expect([one, !isMethod || methods.has(value ?? "")]).toEqual([one, true]);
    }
  }
});

test("commits, queue, loop, files, disk, what waits and what is in order are told", async () => {
  // Alice's own requests and the one with a price wait for Bob's yes.
  await send("5.00");
  service.clock.advance(LIMITS.figuresKeptMs);
  const found = await scrape();
  const value = (name: string) => found.get(name) ?? Number.NaN;
  expect(value("svc_commit_jobs_count")).toBeGreaterThan(0);
  for (const name of ["SELECT", "COMMIT"]) {
    const labels = `{db_system_name="sqlite",db_operation_name="${name}"}`;
    const took = `db_client_operation_duration_seconds_sum${labels}`;
    expect(value(took)).toBeGreaterThan(0);
  }
  expect(value("svc_commit_queue_jobs")).toBe(0);
  expect(value("svc_database_file_bytes")).toBeGreaterThan(100_000);
  expect(value("svc_database_wal_bytes")).toBeGreaterThan(0);
  expect(value("svc_disk_free_bytes")).toBeGreaterThan(0);
  expect(value("svc_disk_size_bytes")).toBeGreaterThan(
    value("svc_disk_free_bytes"),
  );
  expect(value("svc_holds_open")).toBe(1);
  expect(value("svc_holds_due")).toBe(0);
  expect(value("svc_checkpoints_open")).toBe(2);
  expect(value('svc_outbox_mails{status="queued"}')).toBe(0);
  expect(value("svc_ledger_imbalance_micro_usdc")).toBe(0);
  expect(value("svc_ledger_drifted_accounts")).toBe(0);
  expect(value("svc_audit_unsigned_rows")).toBeGreaterThan(0);
  expect(value("svc_streams_open")).toBe(0);
  expect(value('svc_ready{part="database"}')).toBe(1);
  expect(value("process_open_fds")).toBeGreaterThan(5);
  expect(value("process_resident_memory_bytes")).toBeGreaterThan(10_000_000);
  expect(
    value('svc_cache_requests_total{cache="principals",found="yes"}'),
  ).toBeGreaterThan(0);
});

test("the newest verification and backup are told once there was one", async () => {
  const { db } = service.services;
  const at = service.clock();
  const wellAt = at - 86_400_000;
  const details = ["a bit is wrong"];
  const mark = null;
  const found = {
    kind: "verify",
    at,
    ok: false,
    wellAt,
    details,
    mark,
  } as const;
  service.clock.advance(LIMITS.figuresKeptMs);
  expect((await scrape()).has('svc_upkeep_ok{work="verify"}')).toBe(false);
  await db.commit([resultsStore(db).put(found)]);
  service.clock.advance(LIMITS.figuresKeptMs);
  const told = await scrape();
  expect(told.get('svc_upkeep_ok{work="verify"}')).toBe(0);
  expect(told.get('svc_upkeep_well_timestamp_seconds{work="verify"}')).toBe(
    wellAt / 1_000,
  );
  expect(told.has('svc_upkeep_ok{work="backup"}')).toBe(false);
});

test("what cannot be read is left out, and the rest is told", async () => {
  const { metrics } = service.services.measures;
  const head = { name: "svc_broken", help: "Broken.", type: "gauge" } as const;
  metrics.read(head, () => {
    throw new Error("broken");
  });
  const found = await scrape();
  expect(found.has("svc_broken")).toBe(false);
  expect(found.has("svc_calls_running")).toBe(true);
});
