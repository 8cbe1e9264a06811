/**
 * `inbox ready`: exits with 0 if the service on this machine is ready, for a
 * container's health check.
 * @module
 */
import { readConfig } from "./config/config.ts";
import { LIMITS } from "./core/base/limits.ts";

try {
  const { port } = readConfig();
  const signal = AbortSignal.timeout(LIMITS.operatorAnswerMs);
  const answer = await fetch(`http://127.0.0.1:${port}/readyz`, { signal });
  process.stdout.write(`${await answer.text()}\n`);
  process.exitCode = answer.ok ? 0 : 1;
} catch (error) {
  const why = error instanceof Error ? error.message : String(error);
  process.stderr.write(`Cannot ask the service whether it is ready: ${why}\n`);
  process.exitCode = 1;
}
