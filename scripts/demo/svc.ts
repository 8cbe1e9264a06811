import type { ServerProcess } from "../server_process.ts";
import { terminalScript } from "../started_script.ts";
import { Mismatch } from "./stage.ts";

/** The same where exit code 1 is an answer, too. */
export async function svcEnded<T>(
  service: Pick<ServerProcess, "env">,
  ...args: readonly string[]
): Promise<{ readonly code: number; readonly output: T }> {
  const { code, output, complaint } = await ended(service, args);
  if (code <= 1 && output !== "") return { code, output: JSON.parse(output) };
  throw failedAs(args, complaint || output);
}

/**
 * Runs `bun run svc … --json` beside a running service, as its operator would.
 * @throws Mismatch with its own words if it fails.
 */
export async function svc<T>(
  service: Pick<ServerProcess, "env">,
  ...args: readonly string[]
): Promise<T> {
  const { code, output, complaint } = await ended(service, args);
  if (code === 0) return JSON.parse(output);
  throw failedAs(args, complaint || output);
}

function failedAs(args: readonly string[], why: string): Mismatch {
  return new Mismatch(`svc ${args.join(" ")} failed: ${why}`);
}

async function ended(
  { env }: Pick<ServerProcess, "env">,
  args: readonly string[],
) {
  const command = [process.execPath, ...(await terminalScript()), ...args];
  const child = Bun.spawn([...command, "--json"], {
    env,
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const [output, complaint, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { output, complaint, code };
}
