import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadCore } from "../../src/cli/from_sources.ts";
import { openOperator } from "../../src/cli/operator.ts";
import { readConfig } from "../../src/config/config.ts";
import { percentile } from "./load.ts";
import { residentBytesOf } from "./process_stat.ts";
import type { Member, World } from "./world.ts";
import { at, makeThreads, openWorld } from "./world.ts";

/** A body that is sent repeatedly, on a number of connections. */
export interface Flood {
  readonly url: string;
  readonly token: string;
  readonly body: string;
  readonly connections: number;
}

/** The length of each phase, the size of a flood, and how much is stored first. */
export interface NeighbourOptions {
  readonly phaseMs: number;
  readonly arrays: Readonly<Record<"connections" | "bytes", number>>;
  readonly files: Readonly<Record<"connections" | "bytes", number>>;
  readonly conversations: number;
}

export const HOSTILE: NeighbourOptions = {
  phaseMs: 10_000,
  arrays: { connections: 256, bytes: 108_000 },
  files: { connections: 64, bytes: 5_500_000 },
  conversations: 2_000,
};

const READ_EACH_MS = 20;

/** Measures light reads of one account alone, then beside the work of others; one line each. */
export async function measureNeighbour(
  { phaseMs, arrays, files, conversations }: NeighbourOptions,
  log: (line: string) => void,
): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const world = await openWorld({ connections: 32 }, stack);
  const { service, members } = world;
  const [flooder, ...neighbours] = members;
  if (!flooder) throw new RangeError("There are no members");
  const threads = await makeThreads(world, conversations, 4);
  const operator = await openOperator(readConfig(service.env), {
    core: loadCore,
  });
  stack.defer(() => operator.close());
  const folder = await mkdtemp(join(tmpdir(), "inbox-neighbour-"));
  stack.defer(() => rm(folder, { recursive: true }));
  const list = JSON.stringify(Array.from({ length: 19_000 }, () => 1_234));
  const file = { name: "f.bin", mimeType: "application/octet-stream" };
  const bytes = "A".repeat(Math.ceil(files.bytes / 4) * 4);
  const own = threads.find(({ parties }) => parties[0] === flooder);
  const flood = (path: string, body: string, connections: number) =>
    flooded(phaseMs, {
      url: `${service.baseUrl}/v1/conversations${path}`,
      ...{ body, connections, token: flooder.token },
    });
  const phases: Readonly<Record<string, () => Promise<unknown>>> = {
    "warming up": () => Bun.sleep(phaseMs),
    "by itself": () => Bun.sleep(phaseMs),
    "beside refused lists": () =>
      flood("", list.padEnd(arrays.bytes), arrays.connections),
    "beside large files": () =>
      flood(
        `/${own?.id}/artifacts`,
        JSON.stringify({ ...file, bytes }),
        files.connections,
      ),
    "beside a backup": () =>
      operator.run("make_backup", { file: join(folder, "copy"), keys: null }),
    "beside a verification": () => operator.run("verify_audit", {}),
  };
  for (const [name, work] of Object.entries(phases)) {
    log(`${name.padEnd(22)} ${await readBeside(world, neighbours, work)}`);
  }
}

/** Reads at an even pace until some work is done. */
async function readBeside(
  { service }: World,
  neighbours: readonly Member[],
  work: () => Promise<unknown>,
): Promise<string> {
  const late: number[] = [];
  const read = async (n: number) => {
    const startedAt = performance.now();
    const { token } = at(neighbours, n);
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${service.baseUrl}/v1/balance`, { headers });
    await answer.text();
    if (!answer.ok) throw new Error(`A read was answered ${answer.status}`);
    late.push(performance.now() - startedAt);
  };
  let isOver = false;
  let peak = 0;
  const done = work().finally(() => {
    isOver = true;
  });
  const reads: Promise<void>[] = [];
  while (!isOver) {
    reads.push(read(reads.length));
    peak = Math.max(peak, residentBytesOf(service.pid));
    await Bun.sleep(READ_EACH_MS);
  }
  const [told] = await Promise.all([done, ...reads]);
  const sorted = late.toSorted((a, b) => a - b);
  const ms = (share: number) => `${percentile(sorted, share).toFixed(1)} ms`;
  const statuses = typeof told === "string" ? `; answered ${told}` : "";
  return `p50 ${ms(0.5)}, p99 ${ms(0.99)}, at most ${ms(1)} of ${late.length} reads, ${Math.round(peak / 1e6)} MB at most${statuses}`;
}

/** Floods from another thread for a while; returns how often each status was answered. */
async function flooded(phaseMs: number, flood: Flood): Promise<string> {
  const worker = new Worker(join(import.meta.dir, "flood.ts"));
  worker.postMessage(flood);
  await Bun.sleep(phaseMs);
  const { promise, resolve } = Promise.withResolvers<string>();
  worker.onmessage = ({ data }) => resolve(JSON.stringify(data));
  worker.postMessage("stop");
  const statuses = await promise;
  worker.terminate();
  return statuses;
}
