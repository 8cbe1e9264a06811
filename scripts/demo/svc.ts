import { join } from "node:path";
import type { ServerProcess } from "../server_process.ts";
import { ROOT } from "../server_process.ts";
import { Mismatch } from "./stage.ts";

/**
 * Runs `bun run svc … --json` beside a running service, as its operator would.
 * @throws Mismatch with its own words if it fails.
 */
export async function svc<T>(
  { env }: Partial<Pick<ServerProcess, "env">>,
  ...args: readonly string[]
): Promise<T> {
  const command = [process.execPath, join(ROOT, "src/cli/main.ts"), ...args];
  const child = Bun.spawn([...command, "--json"], {
    // Without settings of its own it finds the service that runs from this folder.
    ...(env && { env }),
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const [output, complaint, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  if (code === 0) return JSON.parse(output);
  throw new Mismatch(`svc ${args.join(" ")} failed: ${complaint || output}`);
}
