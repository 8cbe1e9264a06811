/**
 * Starts the service: from the file bundled from exactly these sources,
 * otherwise from the sources, and then bundles it, and `svc`, for the next time.
 * @module
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { serverPath, svcPaths } from "./process/kept_paths.ts";

const LOOK_MS = 500;

stopWithNpm();

const ROOT = join(import.meta.dir, "..");
const kept = serverPath(ROOT);
if (existsSync(kept)) await import(kept);
else await (await import("./main.ts")).started;
if (!existsSync(kept) || !existsSync(svcPaths(ROOT).core)) {
  // If the folder is read-only, each start only takes longer.
  Bun.spawn(
    [process.execPath, join(import.meta.dir, "process/keep_server.ts")],
    { stdio: ["ignore", "ignore", "ignore"] },
  ).unref();
}

/**
 * Stops the service when the `npx` that runs it is stopped. npm sends a signal
 * to the shell between it and Bun, which exits without forwarding it. Without
 * /proc there is nothing to watch, nor if Bun has replaced the shell.
 */
function stopWithNpm(): void {
  const bun = process.ppid;
  const shell = parentOf(bun);
  const npm = shell && parentOf(shell);
  if (!npm || !read(npm, "cmdline").startsWith("npm")) return;
  const looking = setInterval(() => {
    if (parentOf(bun) !== shell) process.kill(process.pid, "SIGTERM");
  }, LOOK_MS);
  // A second signal would cut short what the first one lets finish.
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.once(signal, () => clearInterval(looking));
  }
}

function parentOf(process: number): number | undefined {
  const [, parent] = /^PPid:\s*(\d+)$/m.exec(read(process, "status")) ?? [];
  return parent === undefined ? undefined : Number(parent);
}

function read(process: number, name: "status" | "cmdline"): string {
  try {
    return readFileSync(`/proc/${process}/${name}`, "utf8");
  } catch {
    return "";
  }
}
