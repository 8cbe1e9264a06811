import { dirname, join } from "node:path";
import type { ServerProcess } from "../../scripts/server_process.ts";
import { ROOT, startProcess } from "../../scripts/server_process.ts";
import { startedScript } from "../../scripts/started_script.ts";
import { keepSvc } from "../../src/process/kept_server.ts";

/** The goal: the processor time of a command, until its process has ended. */
const GOAL_MS = 300;

const RUNNING = ["--help", "inbox", "account list", "audit verify"];
const STOPPED = ["account list", "account add --name Alice", "doctor"];

/** Measures the processor time of `svc` in a checkout, beside a running service and without. */
export async function measureTerminal(
  { runs, checkout = ROOT }: { runs: number; checkout?: string | undefined },
  log: (line: string) => void,
): Promise<void> {
  const isOwn = checkout === ROOT;
  if (isOwn) await keepSvc(ROOT);
  const script = isOwn ? await startedScript() : join(checkout, "src/main.ts");
  await using service = await startProcess({ script });
  const added = await runSvc(checkout, service.env, ADD);
  const env = {
    ...service.env,
    SVC_URL: service.baseUrl,
    SVC_TOKEN: JSON.parse(added.out).token,
  };
  const measured = async (command: string, where: string) => {
    const times: number[] = [];
    for (let run = 0; run < runs; run++) {
      const args = command.split(" ");
      times.push((await runSvc(checkout, env, args)).cpuMs);
    }
    const median = times.toSorted((a, b) => a - b)[runs >> 1] ?? 0;
    const isMet = median <= GOAL_MS ? "" : ", NOT MET";
    log(`svc ${command.padEnd(24)} ${where}  ${median} ms${isMet}`);
  };
  for (const command of RUNNING) await measured(command, "service runs");
  await service.stop();
  for (const command of STOPPED) await measured(command, "none runs   ");
}

const ADD = ["account", "add", "--name", "Alice", "--json"];

async function runSvc(
  checkout: string,
  env: ServerProcess["env"],
  args: readonly string[],
) {
  // As a person types it: with what package.json sets, and the process between.
  const run = [process.execPath, "run", "--silent", "svc"];
  const child = Bun.spawn([...run, ...args], {
    cwd: checkout,
    env: { ...env, PATH: dirname(process.execPath) },
    stdout: "pipe",
    stderr: "ignore",
  });
  const out = await new Response(child.stdout).text();
  await child.exited;
  const micros = Number(child.resourceUsage()?.cpuTime.total ?? 0);
  return { out, cpuMs: Math.round(micros / 1_000) };
}
