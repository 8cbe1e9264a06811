import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startService } from "../harness.ts";

setDefaultTimeout(60_000);

const service = await startService();
const { token } = await service.addAccount("alice");
const results = await mkdtemp(join(tmpdir(), "inbox-conformance-"));

/** The suite sends no bearer: this adds one, and nothing else. */
const proxy = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  async fetch(request) {
    const { method, signal } = request;
    const headers = new Headers(request.headers);
    headers.set("authorization", `Bearer ${token}`);
    const own = new URL(proxy.url).host;
    // Its name stands for the service's own; any other is what the suite tries.
    if (headers.get("host") === own) {
      headers.set("host", new URL(service.baseUrl).host);
    }
    const body = method === "POST" ? { body: await request.bytes() } : {};
    const url = `${service.baseUrl}/api/mcp`;
    // As it came: the coding of the answer is the client's.
    const asIs = { decompress: false };
    return await fetch(url, { method, headers, signal, ...body, ...asIs });
  },
});
afterAll(async () => {
  await proxy.stop(true);
  await rm(results, { recursive: true });
  await service[Symbol.asyncDispose]();
});

interface Check {
  readonly id: string;
  readonly status: string;
  readonly details?: { readonly untestable?: boolean };
}

/** Runs one scenario of the official suite. */
async function run(scenario: string): Promise<readonly Check[]> {
  const main = Bun.fileURLToPath(
    import.meta.resolve("@modelcontextprotocol/conformance/dist/index.js"),
  );
  const given = {
    url: `${proxy.url}api/mcp`,
    scenario,
    "spec-version": "2026-07-28",
    "output-dir": join(results, scenario),
  };
  const options = Object.entries(given).flatMap(([name, value]) => [
    `--${name}`,
    value,
  ]);
  const child = Bun.spawn(
    [process.execPath, main, "server", "--force", ...options],
    {
      stdout: "ignore",
    },
  );
  await child.exited;
  const [path = ""] = new Bun.Glob("*/checks.json").scanSync(
    join(results, scenario),
  );
  return await Bun.file(join(results, scenario, path)).json();
}

const FINE = ["SUCCESS", "INFO"];

/** Every scenario of the revision, and of its extensions, that needs no tool of the suite's own. */
test.each([
  "http-header-validation",
  "tools-list",
  "prompts-list",
  "resources-list",
  "sep-2164-resource-not-found",
  "caching",
  "dns-rebinding-protection",
  "server-sse-multiple-streams",
  "input-required-result-unsupported-methods",
  "sep-2640-skills-enumeration",
  "sep-2640-skills-manifest",
])("the conformance suite passes: %s", async (scenario) => {
  const checks = await run(scenario);
  expect(checks.length).toBeGreaterThan(0);
  expect(checks.filter(({ status }) => !FINE.includes(status))).toEqual([]);
});

/** Cases of the suite for tools that only a server made for it has. */
const NEEDS_ITS_TOOLS = [
  "sep-2575-http-server-no-independent-requests-on-stream",
  "sep-2575-missing-capability-http-400",
  "sep-2575-server-no-log-without-loglevel",
  "sep-2575-server-rejects-undeclared-capability",
  "sep-2575-server-sends-prompts-list-changed-on-subscription",
  "sep-2575-server-sends-tools-list-changed-on-subscription",
];

test("the conformance suite passes: server-stateless, but for what needs its own tools", async () => {
  const checks = await run("server-stateless");
  expect(checks.length).toBeGreaterThan(20);
  const others = checks.filter(({ status }) => !FINE.includes(status));
  expect(others.map(({ id }) => id).toSorted()).toEqual(NEEDS_ITS_TOOLS);
  const failed = others.filter(({ status }) => status === "FAILURE");
  expect(failed.every(({ details }) => details?.untestable)).toBe(true);
});
