/**
 * Tries a clone as a newcomer would, on a Debian with Node and npm and nothing else: the
 * README's start command, then its test command. `bun scripts/bare_machine.ts` as root, with
 * debootstrap installed; `start`, `test` or `test FILE…` tries one of them.
 * `BARE_MACHINE=FOLDER` keeps the machine there for the next time.
 * @module
 */
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, realpath, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { freePort, ROOT } from "./server_process.ts";

const START_MAX_MS = 300_000;
const STOP_MAX_MS = 30_000;
const PAUSE_MS = 100;
/** The home of the user who tries it, with the clone in it. */
const HOME = "/home/newcomer";
const CLONE = `${HOME}/inbox`;
const PATH = "/usr/bin:/bin";
/** The kernel's folders, visible only on that machine and gone with its last process. */
const MOUNTED = `
mount --make-rprivate /
mount -t proc proc "$0/proc"
mount --rbind /dev "$0/dev"
mount -t tmpfs tmpfs "$0/dev/shm"
exec "$@"`;
/** How this machine reaches its registries; no other part of the environment is passed on. */
const OF_NETWORK =
  /^((https?|no|all)_proxy|npm_config_registry|NODE_EXTRA_CA_CERTS|SSL_CERT_(FILE|DIR))$/i;

/** The output of a program; it must succeed. */
async function output(...command: readonly string[]): Promise<string> {
  const child = Bun.spawn([...command], { stderr: "inherit" });
  const text = await new Response(child.stdout).text();
  if ((await child.exited) === 0) return text.trim();
  throw new Error(`Cannot go on: "${command.join(" ")}" failed`);
}

function found(program: string): string {
  const path = Bun.which(program);
  if (path) return path;
  throw new Error(`Cannot make a machine: there is no ${program} here`);
}

/** The suite of this Debian and its package source, from apt's settings. */
async function debian(): Promise<readonly [string, string]> {
  const format = "$(ORIGIN) $(COMPONENT) $(CODENAME) $(REPO_URI)";
  const targets = await output(
    ...["apt-get", "indextargets", "--format", format],
    "Created-By: Packages",
  );
  const [, suite, mirror] = /^Debian main (\w+) (\S+)$/m.exec(targets) ?? [];
  if (suite && mirror) return [suite, mirror];
  throw new Error("Cannot make a machine: apt names no mirror of Debian");
}

/** A minimal Debian with the Node and npm of this machine. */
async function makeMachine(root: string): Promise<void> {
  const made = join(root, "etc/bare_machine");
  if (existsSync(made)) return;
  const [suite, mirror] = await debian();
  const base = ["--variant=minbase", suite, root, mirror];
  await output("debootstrap", ...base);
  const npm = dirname(dirname(await realpath(found("npm"))));
  await cp(await realpath(found("node")), join(root, "usr/bin/node"));
  await mkdir(join(root, "usr/lib/node_modules"));
  await cp(npm, join(root, "usr/lib/node_modules/npm"), { recursive: true });
  // Debian's installer writes it, debootstrap does not.
  const hosts = "127.0.0.1 localhost\n::1 localhost\n";
  await Bun.write(join(root, "etc/hosts"), hosts);
  for (const name of ["npm", "npx"]) {
    const program = `../lib/node_modules/npm/bin/${name}-cli.js`;
    await symlink(program, join(root, "usr/bin", name));
  }
  await output("chroot", root, "env", "-i", `PATH=${PATH}`, "npx", "--version");
  await Bun.write(made, `${suite}\n`);
}

/** Puts a clean clone into an otherwise empty home, and returns its environment. */
async function moveIn(root: string): Promise<Record<string, string>> {
  await rm(join(root, HOME), { recursive: true, force: true });
  await output(
    "git",
    "clone",
    "--quiet",
    "--no-local",
    ROOT,
    join(root, CLONE),
  );
  const env: Record<string, string> = {
    HOME,
    PATH,
    TERM: "dumb",
    npm_config_registry: await output("npm", "config", "get", "registry"),
  };
  for (const [name, value = ""] of Object.entries(Bun.env)) {
    if (!OF_NETWORK.test(name)) continue;
    env[name] = value;
    // Certificate authorities of this machine are files, which that one needs as well.
    if (!value.startsWith("/")) continue;
    await cp(value, join(root, value), { recursive: true, dereference: true });
  }
  return env;
}

/** A machine with the clone. */
interface Machine {
  readonly root: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Starts a command in the clone; returns the command's own process. */
function run({ root, env }: Machine, command: readonly string[]) {
  const there = [found("chroot"), root, "env", `--chdir=${CLONE}`, ...command];
  return Bun.spawn(
    ["unshare", "--mount", "sh", "-e", "-c", MOUNTED, root, ...there],
    {
      env,
      stdin: "ignore",
      stdout: "inherit",
      stderr: "inherit",
    },
  );
}

/** The commands of the README that begin with `npx`, by the script that they run. */
async function commandOf(script: "start" | "test"): Promise<readonly string[]> {
  const readme = await Bun.file(join(ROOT, "README.md")).text();
  const line = new RegExp(`^ {4}(npx -y bun@[\\d.]+ run ${script})$`, "m");
  const [, command] = line.exec(readme) ?? [];
  if (command) return command.split(" ");
  throw new Error(`Cannot try the README: no line of it runs ${script}`);
}

/** True if the service answers as wanted, before the time is up or its command ends. */
async function becomes(
  isReady: boolean,
  url: string,
  { child, until }: { readonly child?: Bun.Subprocess; readonly until: number },
): Promise<boolean> {
  while (performance.now() < until && (child?.exitCode ?? null) === null) {
    const ok = await fetch(url).then(
      (it) => it.ok,
      () => false,
    );
    if (ok === isReady) return true;
    await Bun.sleep(PAUSE_MS);
  }
  return false;
}

/** Starts the service as the README says, and stops it; returns the fault. */
async function tryStart(machine: Machine): Promise<string | undefined> {
  const port = freePort();
  const env = { ...machine.env, PORT: `${port}` };
  const begun = performance.now();
  const child = run({ ...machine, env }, await commandOf("start"));
  const url = `http://localhost:${port}/readyz`;
  try {
    if (!(await becomes(true, url, { child, until: begun + START_MAX_MS })))
      return "the service was not ready in time";
    const seconds = ((performance.now() - begun) / 1_000).toFixed(1);
    const packages = join(machine.root, CLONE, "node_modules");
    const [size] = (await output("du", "-sh", packages)).split("\t");
    console.log(`Ready after ${seconds} s, with ${size} of packages.`);
    child.kill("SIGTERM");
    const until = performance.now() + STOP_MAX_MS;
    if (await becomes(false, url, { until })) return undefined;
    return "the service goes on after SIGTERM";
  } finally {
    // Whatever went wrong, nothing of it must remain.
    try {
      process.kill(-child.pid, "SIGKILL");
    } catch {}
  }
}

async function tryTest(
  machine: Machine,
  files: readonly string[],
): Promise<string | undefined> {
  const child = run(machine, [...(await commandOf("test")), ...files]);
  return (await child.exited) === 0 ? undefined : "the tests failed";
}

async function main([only, ...files]: readonly string[]): Promise<number> {
  const kept = Bun.env.BARE_MACHINE;
  const root = kept ?? (await mkdtemp(join(tmpdir(), "bare-machine-")));
  try {
    await makeMachine(root);
    const machine = { root, env: await moveIn(root) };
    const wrong = [
      only === "test" ? undefined : await tryStart(machine),
      only === "start" ? undefined : await tryTest(machine, files),
    ].filter((it) => it !== undefined);
    console.log(wrong.length > 0 ? `Wrong: ${wrong.join("; ")}.` : "All well.");
    return wrong.length > 0 ? 1 : 0;
  } finally {
    if (kept === undefined) await rm(root, { recursive: true, force: true });
  }
}

process.exitCode = await main(Bun.argv.slice(2));
