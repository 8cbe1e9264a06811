import type { Contender } from "./contenders.ts";
import { openContenders } from "./contenders.ts";
import type { Measured } from "./load.ts";
import { runLoad } from "./load.ts";
import { openPeers } from "./peer_contenders.ts";
import { cpuSecondsOf, residentBytesOf } from "./process_stat.ts";
import { openWorld } from "./world.ts";

/** How long and how much. */
export interface BenchOptions {
  readonly connections: number;
  readonly rounds: number;
  readonly roundMs: number;
  readonly warmUpMs: number;
  /** Conversations that are read, and that a round appends to. */
  readonly conversations: number;
  readonly appendedTo: number;
  /** Starts and measures the peers as well. */
  readonly peers?: boolean;
  /** Part of a name: only those contenders run. */
  readonly only?: string;
  /** Where Bun writes a CPU profile of the service. */
  readonly profile?: string;
}

/**
 * About seven minutes. Bun compiles the code of a send during some 9,000 of them, which the
 * wires share, so each contender is warmed up for long. Bun lets compiled code go that has
 * not run for 20 s, and code that others have pushed out of the processor's caches is slow
 * at first: what that costs is none of a request where requests come all the time. So a
 * turn is as long as it can be where the next one comes within 20 s.
 */
export const FULL: BenchOptions = {
  connections: 32,
  rounds: 12,
  roundMs: 600,
  warmUpMs: 6_000,
  conversations: 1_024,
  appendedTo: 256,
};

/** About fifteen seconds. */
export const QUICK: BenchOptions = {
  connections: 32,
  rounds: 3,
  roundMs: 300,
  warmUpMs: 200,
  conversations: 128,
  appendedTo: 128,
};

/** One round of one contender. */
export interface RoundResult extends Measured {
  /** Processor time that the server took for one request, where it can be read. */
  readonly cpuMicros: number | undefined;
  /** What the server holds after the round, where it can be read. */
  readonly residentBytes: number | undefined;
}

/** All rounds of one contender, in the order they ran. */
export interface Series {
  readonly name: string;
  readonly rounds: readonly RoundResult[];
}

const CHECK_EVERY = 64;

/**
 * Measures all contenders in turns, so that what else the machine does hits all
 * of them alike; in the same order, so that as much time is between any two turns of one.
 */
export async function measure(
  options: BenchOptions,
  log: (line: string) => void = () => {},
): Promise<readonly Series[]> {
  const { profile, connections, only = "", peers } = options;
  const flags = profile ? ["--cpu-prof", `--cpu-prof-dir=${profile}`] : [];
  log("Starting the servers, and making conversations");
  await using world = await openWorld(connections, { flags });
  await using others = await openPeers(
    peers ? only : undefined,
    options.conversations,
  );
  const own = await openContenders(world, options);
  const all = [...own, ...others.contenders];
  const contenders = all.filter(({ name }) => name.includes(only));
  if (contenders.length === 0) throw new Error(`No name contains "${only}"`);
  log("Warming up");
  for (const contender of contenders) {
    await runRound(contender, options, options.warmUpMs);
  }
  const series = contenders.map((contender) => ({
    contender,
    rounds: [] as RoundResult[],
  }));
  for (let turn = 1; turn <= options.rounds; turn++) {
    log(`Round ${turn} of ${options.rounds}`);
    for (const { contender, rounds } of series) {
      rounds.push(await runRound(contender, options, options.roundMs));
    }
  }
  const servers = new Set(contenders.map(({ server }) => server));
  const complaints = [...servers].map((it) => it.complaints()).join("");
  if (complaints !== "") throw new Error(`A server complained: ${complaints}`);
  return series.map(({ contender, rounds }) => ({
    name: contender.name,
    rounds,
  }));
}

async function runRound(
  { server, prepare }: Contender,
  { connections }: BenchOptions,
  durationMs: number,
): Promise<RoundResult> {
  const { port, pid } = server;
  const round = await prepare();
  const before = cpuSecondsOf(pid);
  const measured = await runLoad(round, {
    port,
    connections,
    durationMs,
    requestsMax: round.requestsMax,
    checkEvery: CHECK_EVERY,
  });
  const after = cpuSecondsOf(pid);
  const { requests } = measured;
  const isKnown = before !== undefined && after !== undefined && requests > 0;
  const cpuMicros = isKnown
    ? ((after - before) * 1_000_000) / requests
    : undefined;
  return { ...measured, cpuMicros, residentBytes: residentBytesOf(pid) };
}
