import { afterEach, beforeEach, expect, test } from "bun:test";
import { cp, mkdir, mkdtemp, readdir, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { ROOT } from "../scripts/server_process.ts";
import { keepServer, serverPath } from "../src/process/kept_server.ts";

/** The files that start the service, and nothing of the service. */
const STARTING = [
  "start.ts",
  "process/keep_server.ts",
  "process/kept_server.ts",
  "web/kept_bundle.ts",
];
const MAIN = `
  import { where } from "./core/where.ts";
  console.log(JSON.stringify({ where, ran: new Error().stack }));
  export const started = Promise.resolve();`;
const WHERE = `export const where = [import.meta.dir, import.meta.url];`;

let root = "";

beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), "inbox-server-")));
  for (const path of STARTING) {
    await cp(join(ROOT, "src", path), join(root, "src", path));
  }
  await Bun.write(join(root, "src/main.ts"), MAIN);
  await Bun.write(join(root, "src/core/where.ts"), WHERE);
});
afterEach(() => rm(root, { recursive: true }));

async function run(script: string): Promise<string> {
  const child = Bun.spawn([process.execPath, join(root, "src", script)], {
    stdout: "pipe",
    stderr: "inherit",
  });
  const said = await new Response(child.stdout).text();
  expect(await child.exited).toBe(0);
  return said;
}

test("a start runs the one file that was kept, which finds what lies beside the sources", async () => {
  await run("process/keep_server.ts");
  const { where, ran } = JSON.parse(await run("start.ts"));
  expect(ran).toContain(serverPath(root));
  const core = join(root, "src/core");
  expect(where).toEqual([core, `file://${core}/where.ts`]);
});

test("what other sources were kept as is not run, and gone with the next that is kept", async () => {
  await keepServer(root);
  const old = serverPath(root);
  await Bun.write(join(root, "src/core/where.ts"), "export const where = 2;");
  expect(serverPath(root)).not.toBe(old);
  const web = join(dirname(dirname(old)), "web-1.json");
  await Bun.write(web, "{}");
  await keepServer(root);
  const kept = await readdir(dirname(web));
  const folder = dirname(serverPath(root)).split("/").at(-1) ?? "";
  expect(kept.sort()).toEqual([folder, "web-1.json"]);
  expect(JSON.parse(await run("start.ts")).where).toBe(2);
});

test("where nothing can be kept the sources are run", async () => {
  await mkdir(join(root, "node_modules"));
  await Bun.write(
    join(root, "node_modules/.cache"),
    "where a folder should be",
  );
  const { ran } = JSON.parse(await run("start.ts"));
  expect(ran).toContain(join(root, "src/main.ts"));
  await expect(keepServer(root)).rejects.toThrow();
});

test("a failed bundle leaves no files", async () => {
  await Bun.write(join(root, "src/main.ts"), `import "./nowhere.ts";`);
  await expect(keepServer(root)).rejects.toThrow();
  expect(await readdir(dirname(dirname(serverPath(root))))).toEqual([]);
});
