import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdir, readdir, rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import manifest from "../../../package.json" with { type: "json" };
import { packService, stageService } from "../../../scripts/pack_service.ts";
import { freePort, ROOT } from "../../../scripts/server_process.ts";
import { emptyDirectory } from "../../directory.ts";
import { commandsOf, said, Terminal } from "../../flows/readme_terminal.ts";
import { inProof } from "../../proof.ts";

const BYTES_MAX = 10_000_000;
const NAME = manifest.name;
/** The machine's programs that the README's story needs; Bun isn't among them. */
const PROGRAMS = ["node", "npm", "npx", "sh", "curl", "grep", "head"];
const OF_NETWORK = /^(npm_config_registry|https?_proxy|no_proxy)$|_CERTS$/i;

let folder = "";

beforeAll(async () => {
  folder = await emptyDirectory("inbox-npm-");
});
afterAll(() => rm(folder, { recursive: true }));

test("the package holds what is built and no source, test or path of the machine, and its command runs in Node", async () => {
  const staged = join(folder, "staged");
  await stageService(staged);
  const names = (await readdir(staged, { recursive: true })).toSorted();
  expect(names.filter((it) => !/^(bin|lib)(\/|$)/.test(it))).toEqual([
    "LICENSE",
    "README.md",
    "package.json",
  ]);
  expect(names.filter((it) => /\.(tsx?|map)$|_test|\.env/.test(it))).toEqual(
    [],
  );
  let bytes = 0;
  for (const name of names.filter((it) => /\.\w+$/.test(it))) {
    const text = await Bun.file(join(staged, name)).text();
    expect([name, text.includes(ROOT)]).toEqual([name, false]);
    bytes += text.length;
  }
  expect(bytes).toBeLessThan(BYTES_MAX);
  const packed = await Bun.file(join(staged, "package.json")).json();
  expect(packed).toMatchObject({
    version: manifest.version,
    // What the registry of MCP servers looks at.
    mcpName: manifest.mcpName,
    dependencies: { libsql: manifest.dependencies.libsql },
  });
  expect(packed.private).toBeUndefined();
  const readme = await Bun.file(join(ROOT, "README.md")).text();
  expect(readme).toContain(`npx -y bun@${packed.dependencies.bun} run start`);
  const command = join(staged, packed.bin[NAME]);
  const { start, svc } = manifest.scripts;
  const settings = `${start} ${svc}`.matchAll(/(BUN_JSC_\w+)=([\d.]+)/g);
  for (const [, name = "", value = ""] of settings) {
    expect(await Bun.file(command).text()).toContain(`${name}: "${value}"`);
  }
  // The package names Node 20.3; these came with 20.11.
  expect(await Bun.file(command).text()).not.toMatch(
    /import\.meta\.(dir|file)name/,
  );
  for (const asked of [[], ["start"], ["demo"]]) {
    const typed = ["node", command, ...asked, "--help"];
    const help = Bun.spawn(typed, { stdout: "pipe", stderr: "ignore" });
    const shown = await new Response(help.stdout).text();
    expect(shown).toContain(`${NAME} <command>`);
    expect(await help.exited).toBe(0);
  }
});

test("the release runs pinned actions and scripts that are there, and only what publishes may have an identity", async () => {
  const path = join(ROOT, ".github/workflows/release.yml");
  const { jobs, permissions } = Bun.YAML.parse(await Bun.file(path).text()) as {
    readonly permissions: Readonly<Record<string, string>>;
    readonly jobs: Readonly<Record<string, Job>>;
  };
  expect(permissions).toEqual({ contents: "read" });
  const used = Object.values(jobs).flatMap(({ steps }) =>
    steps.flatMap(({ uses }) => (uses === undefined ? [] : [uses])),
  );
  expect(used.filter((it) => !/^[\w/-]+@[0-9a-f]{40}$/.test(it))).toEqual([]);
  const called = (await Bun.file(path).text()).matchAll(/bun@\S+ run (\w+)/g);
  const scripts = [...called].map(([, name = ""]) => name);
  expect(scripts).toEqual(["pack", "build"]);
  expect(Object.keys(manifest.scripts)).toEqual(
    expect.arrayContaining(scripts),
  );
  const identified = Object.entries(jobs).flatMap(([name, job]) =>
    job.permissions?.["id-token"] === "write" ? [[name, job.environment]] : [],
  );
  expect(identified).toEqual([
    ["npm", "npm"],
    ["pypi", "pypi"],
  ]);
});

interface Job {
  readonly environment?: string;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly steps: readonly { readonly uses?: string }[];
}

/** A folder with the package installed, and a home, where only Node and npm are. */
async function installed() {
  const at = (name: string) => join(folder, name);
  for (const name of ["programs", "home", "project"]) await mkdir(at(name));
  for (const name of PROGRAMS) {
    await symlink(Bun.which(name) ?? "", join(at("programs"), name));
  }
  const network = Object.entries(Bun.env).filter(([it]) => OF_NETWORK.test(it));
  const env = {
    ...Object.fromEntries(network),
    ...{ HOME: at("home"), PATH: at("programs"), PORT: `${freePort()}` },
  };
  const run = (command: readonly string[]) =>
    Bun.spawn([...command], {
      ...{ cwd: at("project"), env, stdin: "ignore" },
      ...{ stdout: "pipe", stderr: "pipe" },
    });
  const tarball = await packService(folder);
  const install = run(["npm", "install", "--no-audit", "--no-fund", tarball]);
  const complaint = await new Response(install.stderr).text();
  expect([await install.exited, complaint]).toEqual([0, expect.any(String)]);
  return { env, run, project: at("project") };
}

/** A start, ready to take requests. */
async function ready(child: Bun.Subprocess<"ignore", "pipe", "pipe">) {
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let shown = "";
  while (!shown.includes("is ready")) {
    const { done, value = "" } = await reader.read();
    shown += value;
    if (done)
      throw new Error(`${shown}${await new Response(child.stderr).text()}`);
  }
  return {
    shown,
    /** Stops what was typed, and waits for the last of its processes. */
    async stop() {
      child.kill("SIGTERM");
      while (!(await reader.read()).done);
    },
  };
}

inProof(
  "npx runs the service and svc where only Node and npm are, bunx goes on with its data, and the demo plays",
  async () => {
    const { env, run, project } = await installed();
    const npx = ["npx", "--offline", NAME];
    const first = await ready(run([...npx, "start"]));
    expect(first.shown).toContain(`npx ${NAME} account add`);
    const ports = new Map([[3000, Number(env.PORT)]]);
    const terminal = new Terminal(env, ports, project);
    const [, ...commands] = await commandsOf("Start");
    const heard: string[] = [];
    for (const command of commands.slice(0, -2)) {
      const typed = command.replace(/npx -y bun@[\d.]+ run/, npx.join(" "));
      const word = said(await terminal.type(typed));
      if (word !== undefined) heard.push(word);
    }
    expect(heard.at(-1)).toBe("completed, released");
    const doctor = await terminal.type(`${npx.join(" ")} doctor`);
    expect(doctor).toContain("ledger correct");
    await first.stop();
    const second = await ready(run([process.execPath, "x", NAME, "start"]));
    const accounts = await terminal.type(`${npx.join(" ")} account list`);
    expect(accounts).toContain("Alice");
    await second.stop();
    expect(await readdir(join(project, "data"))).toContain("inbox.db");
    const demo = run([...npx, "demo"]);
    const played = await new Response(demo.stdout).text();
    expect(played).toContain("It all fits.");
  },
  120_000,
);
