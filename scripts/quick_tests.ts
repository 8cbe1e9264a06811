/**
 * Runs the tests that answer at once, for who changes one thing: each file that took less
 * than half a second when it was last measured (tests/timings.json), and each that was not
 * measured yet. None of them starts a browser, a chain or a server of its own.
 * @module
 */
import timings from "../tests/timings.json" with { type: "json" };
import { ROOT } from "./server_process.ts";

const MEASURED_MAX_MS = 500;

const measured: Readonly<Record<string, number>> = timings.files;
const files = ["tests", "packages/*/tests"]
  .flatMap((folder) => [
    ...new Bun.Glob(`${folder}/**/*_test.ts`).scanSync(ROOT),
  ])
  .filter((file) => (measured[file] ?? 0) < MEASURED_MAX_MS)
  .sort();
// Without a name the runner would take all of them.
if (files.length === 0) throw new Error("Cannot find a test that is quick");
const flags = ["--parallel=4", "--no-isolate", "--timeout", "30000"];
const child = Bun.spawn([process.execPath, "test", ...flags, ...files], {
  cwd: ROOT,
  env: { ...Bun.env, BUN_JSC_useFTLJIT: "0" },
  stdio: ["ignore", "inherit", "inherit"],
});
process.exitCode = await child.exited;
