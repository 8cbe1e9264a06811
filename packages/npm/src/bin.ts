/**
 * The command of the published package, `npx conversation-inbox`: Node runs it, and it runs the
 * built service and its commands with the Bun that npm installed beside it.
 * @module
 */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { argv, env, stdin, stdout } from "node:process";
import { fileURLToPath } from "node:url";
import { bunPath } from "./bun_path.ts";

// import.meta.dirname is not in Node 20.3, the oldest that the package names.
const PACKAGE = fileURLToPath(new URL("..", import.meta.url));
const LIB = join(PACKAGE, "lib");
const LOOK_MS = 500;

const USAGE = `Usage: conversation-inbox <command>

  start    serve on port 3000, with the data in ./data
  demo     play a whole story against a service of its own
  setup    ask what a service for others needs, and write its settings to .env
  svc …    use your inbox, or run the service, from a terminal

Every command of svc also works without that word: conversation-inbox account list
`;

/** Settings that keep the memory of a service small, as `bun run start` has them. */
const SMALL = {
  BUN_JSC_forceRAMSize: "1073741824",
  BUN_JSC_smallHeapGrowthFactor: "1.7",
};

/** Settings for what ends soon: its code isn't compiled ahead of use, as in `bun run svc`. */
const SHORT = {
  BUN_JSC_thresholdForJITAfterWarmUp: "5000",
  BUN_JSC_thresholdForOptimizeAfterWarmUp: "20000",
};

/** What Bun runs for a command. */
function programOf(command: string, args: readonly string[]) {
  const inbox = join(LIB, "inbox.js");
  if (command === "start") return [inbox, ...args];
  if (command === "demo") return [join(LIB, "demo.js"), ...args];
  return [inbox, "svc", ...(command === "svc" ? [] : [command]), ...args];
}

function run(command: string, args: readonly string[]): void {
  const bun = bunPath(createRequire(import.meta.url));
  const child = spawn(bun, programOf(command, args), {
    stdio: "inherit",
    env: { ...(command === "start" ? SMALL : SHORT), ...env },
  });
  for (const signal of ["SIGTERM", "SIGHUP", "SIGINT"] as const) {
    process.on(signal, () => {
      // A terminal signals the child as well, and a second signal would cut it short.
      if (signal !== "SIGINT" || !stdin.isTTY) child.kill(signal);
    });
  }
  stopWithNpm(() => child.kill("SIGTERM"));
  child.on("error", ({ message }) => fail(`Cannot run ${bun}: ${message}`));
  child.on("exit", (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}

/** npm signals the shell between it and this command, which ends without forwarding that. */
function stopWithNpm(stop: () => void): void {
  if (env.npm_command !== "exec") return;
  const parent = process.ppid;
  const looking = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(looking);
    stop();
  }, LOOK_MS);
  looking.unref();
}

function fail(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
  process.exitCode = 1;
}

/** Commands without a help of their own, which would name programs of a clone. */
const OWN = /^(start|demo)$/;
const HELP = /^(help|--help|-h)$/;

const [, , command = "help", ...args] = argv;
if (
  HELP.test(command) ||
  (OWN.test(command) && args.some((it) => HELP.test(it)))
) {
  stdout.write(USAGE);
} else if (command === "--version") {
  const manifest = readFileSync(join(PACKAGE, "package.json"), "utf8");
  stdout.write(`${JSON.parse(manifest).version}\n`);
} else {
  try {
    run(command, args);
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error));
  }
}
