import { afterEach, beforeEach, expect, test } from "bun:test";
import { cp, mkdir, mkdtemp, readdir, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { ROOT } from "../scripts/server_process.ts";
import { serverPath, svcPaths } from "../src/process/kept_paths.ts";
import { keepServer, keepSvc } from "../src/process/kept_server.ts";

/** The files that start the service and `svc`, and nothing of either. */
const STARTING = [
  "start.ts",
  "cli/main.ts",
  "http/built_file.ts",
  "process/keep_server.ts",
  "process/kept_paths.ts",
  "process/kept_server.ts",
  "web/kept_bundle.ts",
];
const MAIN = `
  import { where } from "./core/where.ts";
  console.log(JSON.stringify({ where, ran: new Error().stack }));
  export const started = Promise.resolve();`;
const PROGRAM = `
  export async function runSvc(argv, { out }, core) {
    const { where } = await core();
    out(JSON.stringify({ where, argv, ran: new Error().stack }));
    return 0;
  }`;
const FROM_SOURCES = `
  import { runSvc } from "./program.ts";
  export const svc = (argv, terminal) =>
    runSvc(argv, terminal, () => import("./core.ts"));`;
const WHERE = `export const where = [import.meta.dir, import.meta.url];`;

let root = "";

beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), "inbox-server-")));
  for (const path of STARTING) {
    await cp(join(ROOT, "src", path), join(root, "src", path));
  }
  await Bun.write(join(root, "src/main.ts"), MAIN);
  await Bun.write(join(root, "src/core/where.ts"), WHERE);
  await Bun.write(join(root, "src/cli/program.ts"), PROGRAM);
  await Bun.write(join(root, "src/cli/from_sources.ts"), FROM_SOURCES);
  const core = `export { where } from "../core/where.ts";`;
  await Bun.write(join(root, "src/cli/core.ts"), core);
});
afterEach(() => rm(root, { recursive: true }));

async function run(script: string, ...args: string[]): Promise<string> {
  const path = join(root, "src", script);
  const child = Bun.spawn([process.execPath, path, ...args], {
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

test("svc runs the files that were kept, and before that the sources", async () => {
  const early = JSON.parse(await run("cli/main.ts", "account", "list"));
  expect(early.argv).toEqual(["account", "list"]);
  expect(early.ran).toContain(join(root, "src/cli/program.ts"));
  await keepSvc(root);
  const { argv, where, ran } = JSON.parse(await run("cli/main.ts", "inbox"));
  expect(argv).toEqual(["inbox"]);
  expect(ran).toContain(svcPaths(root).program);
  expect(where).toEqual(early.where);
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
