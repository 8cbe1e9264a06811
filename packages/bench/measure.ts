import type { Contender } from "./contenders.ts";
import { serviceContenders } from "./contenders.ts";
import type { Measured } from "./load.ts";
import { runLoad } from "./load.ts";
import { openPeers } from "./peers.ts";
import {
  cpuSecondsOf,
  mainThreadSecondsOf,
  residentBytesOf,
} from "./process_stat.ts";
import { openWorld } from "./world.ts";

/** The duration and size of a benchmark. */
export interface BenchOptions {
  readonly connections: number;
  readonly rounds: number;
  readonly roundMs: number;
  readonly warmUpMs: number;
  /** Conversations that a round reads or appends to. */
  readonly conversations: number;
  readonly appendedTo: number;
  /** Also starts and measures the peers. */
  readonly peers?: boolean;
  /** Part of a name: runs only these contenders. */
  readonly only?: string | undefined;
  /** Folder in which Bun writes a CPU profile of the service. */
  readonly profile?: string | undefined;
  /** Root of another checkout whose service is measured in the same turns. */
  readonly beside?: string | undefined;
}

/**
 * Bun compiles the code of a send during the first 9,000 or so, so each contender gets a long
 * warm-up. Bun drops compiled code after 20 s without use, so turns are as long as that
 * allows.
 */
export const FULL: BenchOptions = {
  connections: 32,
  rounds: 12,
  roundMs: 600,
  warmUpMs: 6_000,
  conversations: 1_024,
  appendedTo: 256,
};

/** About half a minute. */
export const QUICK: BenchOptions = {
  ...FULL,
  rounds: 3,
  roundMs: 300,
  warmUpMs: 200,
  conversations: 128,
  appendedTo: 128,
};

/** One round of one contender. */
export interface RoundResult extends Measured {
  /** The server's processor time for one request; NaN if it cannot be read. */
  readonly cpuMicros: number;
  /** The part of it on the event loop's thread, which all requests wait for. */
  readonly mainMicros: number;
  /** The server's memory after the round. */
  readonly residentBytes: number;
}

/** All rounds of one contender, in order. */
export interface Series {
  readonly name: string;
  readonly rounds: readonly RoundResult[];
}

/** The suffix of another checkout's contenders. */
export const BESIDE = ", beside";
const CHECK_EVERY = 64;

/**
 * Measures all contenders in turns, so that other work on the machine affects all alike; in a
 * fixed order, so that the time between two turns of one is equal.
 */
export async function measure(
  options: BenchOptions,
  log: (line: string) => void = () => {},
): Promise<readonly Series[]> {
  await using stack = new AsyncDisposableStack();
  log("Starting the servers, and making conversations");
  const contenders = await openContenders(options, stack);
  if (contenders.length === 0) {
    throw new Error(`No name contains "${options.only}"`);
  }
  log("Warming up");
  for (const contender of contenders) {
    await runRound(contender, options, options.warmUpMs);
  }
  const series = contenders.map(({ name }) => ({
    name,
    rounds: [] as RoundResult[],
  }));
  for (let turn = 1; turn <= options.rounds; turn++) {
    log(`Round ${turn} of ${options.rounds}`);
    for (const [n, contender] of contenders.entries()) {
      const round = await runRound(contender, options, options.roundMs);
      series[n]?.rounds.push(round);
    }
  }
  const servers = new Set(contenders.map(({ server }) => server));
  const complaints = [...servers].map((it) => it.complaints()).join("");
  if (complaints !== "") throw new Error(`A server complained: ${complaints}`);
  return series;
}

async function openContenders(
  options: BenchOptions,
  stack: AsyncDisposableStack,
): Promise<readonly Contender[]> {
  const { connections, profile, only = "", peers, beside } = options;
  const flags = profile ? ["--cpu-prof", `--cpu-prof-dir=${profile}`] : [];
  const world = await openWorld({ connections, flags }, stack);
  const contenders = [...(await serviceContenders(world, options))];
  if (beside) {
    const other = await openWorld({ connections, checkout: beside }, stack);
    contenders.push(...(await serviceContenders(other, options, BESIDE)));
  }
  if (peers) {
    contenders.push(...(await openPeers(only, options.conversations, stack)));
  }
  return contenders.filter(({ name }) => name.includes(only));
}

async function runRound(
  { server, prepare }: Contender,
  { connections }: BenchOptions,
  durationMs: number,
): Promise<RoundResult> {
  const { port, pid } = server;
  const round = await prepare();
  const [cpu, main] = [cpuSecondsOf(pid), mainThreadSecondsOf(pid)];
  const measured = await runLoad(round, {
    port,
    connections,
    durationMs,
    requestsMax: round.requestsMax ?? Number.POSITIVE_INFINITY,
    checkEvery: CHECK_EVERY,
  });
  const microsEach = (seconds: number) =>
    (seconds * 1_000_000) / measured.requests;
  return {
    ...measured,
    cpuMicros: microsEach(cpuSecondsOf(pid) - cpu),
    mainMicros: microsEach(mainThreadSecondsOf(pid) - main),
    residentBytes: residentBytesOf(pid),
  };
}
