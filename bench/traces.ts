import { startProcess } from "../scripts/server_process.ts";
import type { TestService } from "../tests/harness.ts";
import { startService } from "../tests/harness.ts";
import { at } from "./world.ts";

/** How often what is read. */
export interface TracesOptions {
  readonly paths: readonly string[];
  readonly rounds: number;
  readonly readsEach: number;
}

export const READS: TracesOptions = {
  paths: ["/v1/conversations?view=inbox", "/v1/balance"],
  rounds: 20,
  readsEach: 400,
};

/** Processor time of one read, in microseconds, in the best of the rounds. */
export interface TracedRead {
  readonly path: string;
  readonly off: number;
  readonly on: number;
}

const CONVERSATIONS = 30;
const AT_ONCE = 8;
const GOAL = 0.1;

/** The report for a person. */
export function tracesTable(reads: readonly TracedRead[]): string {
  return reads
    .map(({ path, off, on }) => {
      const more = on / off - 1;
      return `${path.padEnd(30)} ${off.toFixed(0)} µs, ${on.toFixed(0)} µs with traces: ${(100 * more).toFixed(1)} % more (goal ≤ ${100 * GOAL} %: ${more <= GOAL ? "met" : "NOT MET"})`;
    })
    .join("\n");
}

/**
 * What reads cost the process that answers and asks, by turns without and with traces. Its
 * own time is counted, so that it matters little what else the machine does.
 * @throws if a read is refused, or the collector hears of no span
 */
export async function measureTraces({
  paths,
  rounds,
  readsEach,
}: TracesOptions): Promise<readonly TracedRead[]> {
  await using collector = await startProcess({ script: "bench/collector.ts" });
  await using without = await startService();
  await using withThem = await startService({
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.baseUrl,
    },
  });
  const readers = [await filled(without), await filled(withThem)];
  const reads: TracedRead[] = [];
  for (const path of paths) {
    const best = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (let round = 0; round < rounds; round++) {
      for (const [n, reader] of readers.entries()) {
        best[n] = Math.min(at(best, n), await reader(path, readsEach));
      }
    }
    reads.push({ path, off: at(best, 0), on: at(best, 1) });
  }
  const taken = await (await fetch(collector.baseUrl)).text();
  if (taken === "0") throw new Error("The collector has heard of nothing");
  return reads;
}

/** Reads so often, some at once; gives the processor time of one in microseconds. */
type Reader = (path: string, count: number) => Promise<number>;

async function filled(service: TestService): Promise<Reader> {
  const { token } = await service.addAccount("alice");
  const bob = await service.addAccount("bob");
  for (let n = 0; n < CONVERSATIONS; n++) {
    const json = { to: [bob.address], text: `words ${n}`, submit: true };
    await service.fetch("/v1/conversations", { method: "POST", token, json });
  }
  return async (path, count) => {
    const before = process.cpuUsage();
    for (let done = 0; done < count; done += AT_ONCE) {
      await Promise.all(
        Array.from({ length: AT_ONCE }, async () => {
          const answer = await service.fetch(path, { token: bob.token });
          if (!answer.ok) throw new Error(await answer.text());
          await answer.arrayBuffer();
        }),
      );
    }
    await service.services.flushTraces();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / count;
  };
}
