import { afterAll, beforeAll, expect } from "bun:test";
import { existsSync } from "node:fs";
import { cp, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import manifest from "../../package.json" with { type: "json" };
import {
  chainEnv,
  operatorKeyFile,
} from "../../packages/rail-x402/tests/chain_env.ts";
import { ROOT, startProcess } from "../../scripts/server_process.ts";
import { inProof } from "../proof.ts";

/** The files of a clone that the service and its installation need. */
const CLONED = [
  "package.json",
  "bun.lock",
  "bunfig.toml",
  "tsconfig.json",
  "docs",
  "packages",
  "src",
];
const BYTES_MAX = 180 * 1024 * 1024;
const BLOCK = 512;
/** Developers use them by name, and packages of the service need them as well. */
const NEEDED_BY_OTHERS = ["express", "zod"];

let clone = "";

beforeAll(async () => {
  clone = await mkdtemp(join(tmpdir(), "inbox-clone-"));
  for (const path of CLONED) {
    await cp(join(ROOT, path), join(clone, path), { recursive: true });
  }
});
afterAll(() => rm(clone, { recursive: true }));

const has = (name: string) => existsSync(join(clone, "node_modules", name));

/** As `du` counts: the blocks, not what is in them. */
async function bytesOnDisk(path: string): Promise<number> {
  const names = await readdir(path, { recursive: true });
  const sizes = names.map(async (it) => (await stat(join(path, it))).blocks);
  const blocks = await Promise.all(sizes);
  return blocks.reduce((sum, it) => sum + it, 0) * BLOCK;
}

/** Runs the first command of a script of package.json, which installs. */
async function install(script: "start" | "test"): Promise<void> {
  const [first = ""] = manifest.scripts[script].split(" && ");
  expect(first).toStartWith("bun install --");
  const child = Bun.spawn([process.execPath, ...first.split(" ").slice(1)], {
    cwd: clone,
    stderr: "pipe",
  });
  const said = await new Response(child.stderr).text();
  expect({ code: await child.exited, said }).toMatchObject({ code: 0 });
}

inProof(
  "a start installs what the service needs, which serves the API, the inbox and the terminal",
  async () => {
    await install("start");
    expect(await bytesOnDisk(join(clone, "node_modules"))).toBeLessThan(
      BYTES_MAX,
    );
    for (const name of Object.keys(manifest.devDependencies)) {
      if (!NEEDED_BY_OTHERS.includes(name))
        expect([name, has(name)]).toEqual([name, false]);
    }
    const keeping = Bun.spawn([
      process.execPath,
      join(clone, "src/process/keep_server.ts"),
    ]);
    expect(await keeping.exited).toBe(0);
    await using service = await startProcess({
      script: relative(ROOT, join(clone, "src/start.ts")),
    });
    expect((await fetch(`${service.baseUrl}/readyz`)).status).toBe(200);
    const page = await (await fetch(`${service.baseUrl}/inbox`)).text();
    const loaded = [...page.matchAll(/(?:src|href)="(\/app[^"]+)"/g)];
    // Its font, style and script.
    expect(loaded).toHaveLength(3);
    for (const [, path] of loaded) {
      expect((await fetch(`${service.baseUrl}${path}`)).status).toBe(200);
    }
    const svc = Bun.spawn(
      [process.execPath, join(clone, "src/cli/main.ts"), "account", "list"],
      { env: service.env, stdout: "pipe" },
    );
    expect(await new Response(svc.stdout).text()).toContain("hello");
    expect(await svc.exited).toBe(0);
    expect(service.complaints()).toBe("");
    const kept = await readdir(join(clone, "node_modules/.cache/inbox"));
    expect(kept.map((it) => it.split("-")[0]).sort()).toEqual([
      "server",
      "svc",
      "web",
    ]);
  },
  60_000,
);

inProof(
  "a start with a chain installs and loads its rail, which one without has not",
  async () => {
    expect(has("viem")).toBe(false);
    await using key = await operatorKeyFile();
    const start = async () =>
      await startProcess({
        script: relative(ROOT, join(clone, "src/start.ts")),
        // This port has no listener.
        env: { RAIL: "x402", ...chainEnv("http://127.0.0.1:9", key.path) },
      });
    for (const from of ["sources", "the one file"]) {
      await using service = await start();
      expect((await fetch(`${service.baseUrl}/readyz`)).status).toBe(200);
      expect(has("viem")).toBe(true);
      expect(service.complaints()).toContain("chain.node_away");
      // The terminal runs from the sources either way.
      if (from === "the one file") continue;
      const status = Bun.spawn(
        [process.execPath, join(clone, "src/cli/main.ts"), "rail", "status"],
        { env: service.env, stdout: "pipe" },
      );
      expect(await new Response(status.stdout).text()).toContain("84532");
    }
  },
  60_000,
);

inProof(
  "a test installs the rest, and a start after it removes nothing",
  async () => {
    await install("test");
    for (const name of Object.keys(manifest.devDependencies)) {
      expect([name, has(name)]).toEqual([name, true]);
    }
    await install("start");
    for (const name of Object.keys(manifest.devDependencies)) {
      expect([name, has(name)]).toEqual([name, true]);
    }
  },
  60_000,
);
