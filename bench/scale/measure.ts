import type { ServerProcess } from "../../scripts/server_process.ts";
import { startProcess } from "../../scripts/server_process.ts";
import { runLoad } from "../load.ts";
import type { Request } from "./asked.ts";
import { ASKED } from "./asked.ts";
import type { Filled } from "./fill.ts";

/** A file with what is in it, and the service on it. */
export interface Scaled {
  readonly databaseUrl: string;
  readonly filled: Filled;
  readonly server: ServerProcess;
  /** From the start of the process until it was ready. */
  readonly startMs: number;
}

/** One thing that is asked, and what it took at each size. */
export interface Cost {
  readonly name: string;
  /** The least median of the rounds, by size. */
  readonly ms: readonly number[];
  /** The largest file's by the smallest one's. */
  readonly ratio: number;
}

const ROUNDS = 9;
const REQUESTS = 40;
const STARTS = 3;
const SETTINGS = { RATE_LIMITS: "off", ADDRESS_DOMAIN: "inbox.localhost" };

/** Starts the service on a file a few times, and leaves it running. */
export async function startOn(
  databaseUrl: string,
  filled: Filled,
): Promise<Scaled> {
  const start = async () => {
    const env = { ...SETTINGS, DATABASE_URL: databaseUrl };
    const before = performance.now();
    const server = await startProcess({ script: "src/start.ts", env });
    return { server, startMs: performance.now() - before };
  };
  let fastest = Number.POSITIVE_INFINITY;
  for (let count = 1; count < STARTS; count++) {
    const { server, startMs } = await start();
    fastest = Math.min(fastest, startMs);
    await server[Symbol.asyncDispose]();
  }
  const { server, startMs } = await start();
  return {
    databaseUrl,
    filled,
    server,
    startMs: Math.min(fastest, startMs),
  };
}

/** Measures one thing after another, each by turns on every file. */
export async function measureScales(
  scaled: readonly Scaled[],
  log: (line: string) => void,
): Promise<readonly Cost[]> {
  const costs = [
    costOf(
      "start",
      scaled.map(({ startMs }) => startMs),
    ),
  ];
  for (const [name, request] of Object.entries(ASKED)) {
    log(name);
    costs.push(costOf(name, await medians(scaled, request)));
  }
  return costs;
}

async function medians(
  scaled: readonly Scaled[],
  request: Request,
): Promise<readonly number[]> {
  const least = scaled.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, { filled, server }] of scaled.entries()) {
      const { p50Ms, errors, firstError } = await runLoad(
        {
          request: (n) => request(filled, round * REQUESTS + n),
          check() {},
        },
        {
          port: server.port,
          connections: 1,
          durationMs: Number.POSITIVE_INFINITY,
          requestsMax: REQUESTS,
          checkEvery: 1,
        },
      );
      if (errors > 0) throw new Error(`Refused: ${firstError}`);
      least[index] = Math.min(least[index] ?? p50Ms, p50Ms);
    }
  }
  return least;
}

function costOf(name: string, ms: readonly number[]): Cost {
  return { name, ms, ratio: (ms.at(-1) ?? 0) / (ms[0] ?? 1) };
}
