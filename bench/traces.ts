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
  rounds: 30,
  readsEach: 400,
};

/** Processor time of one read, in microseconds, in the middle of the rounds. */
export interface TracedRead {
  readonly path: string;
  readonly off: number;
  readonly on: number;
  /** With traces over without, of the two blocks of one round: also a middle. */
  readonly ratio: number;
}

const CONVERSATIONS = 30;
const AT_ONCE = 8;
const WARM_UP = 4;
const GOAL = 0.1;

/** The report for a person. */
export function tracesTable(reads: readonly TracedRead[]): string {
  return reads
    .map(({ path, off, on, ratio }) => {
      const more = ratio - 1;
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
    const pairs: (readonly [off: number, on: number])[] = [];
    const pair = async () => {
      const off = await at(readers, 0)(path, readsEach);
      return [off, await at(readers, 1)(path, readsEach)] as const;
    };
    // The first ones are also the compiler's time.
    for (let round = 0; round < WARM_UP; round++) await pair();
    while (pairs.length < rounds) pairs.push(await pair());
    reads.push({
      path,
      off: middleOf(pairs.map(([off]) => off)),
      on: middleOf(pairs.map(([, on]) => on)),
      ratio: middleOf(pairs.map(([off, on]) => on / off)),
    });
  }
  const taken = await (await fetch(collector.baseUrl)).text();
  if (taken === "0") throw new Error("The collector has heard of nothing");
  return reads;
}

function middleOf(values: readonly number[]): number {
  return at(
    values.toSorted((a, b) => a - b),
    values.length >> 1,
  );
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
