import { createRound } from "./contenders.ts";
import type { Exchange, Measured } from "./load.ts";
import { runLoad } from "./load.ts";
import { cpuSecondsOf, residentBytesOf } from "./process_stat.ts";
import { columns } from "./table.ts";
import { A2A, REST } from "./wires.ts";
import type { World } from "./world.ts";
import { at, makeThreads, openWorld, pairOf } from "./world.ts";

/** How many conversations are started, and what is read before and after. */
export interface SendsOptions {
  readonly connections: number;
  readonly sends: number;
  /** After how many of them the process is looked at. */
  readonly step: number;
  /** Conversations that are there before, and are read. */
  readonly old: number;
  /** Reads before a measured round: so long until their code is compiled for them again. */
  readonly warmUpMs: number;
  readonly readRounds: number;
  readonly readMs: number;
}

export const MANY_SENDS: SendsOptions = {
  connections: 32,
  sends: 300_000,
  step: 25_000,
  old: 256,
  warmUpMs: 20_000,
  readRounds: 9,
  readMs: 500,
};

interface Load {
  readonly perSecond: number;
  readonly cpuMicros: number;
}

/** What the process was after so many sends. */
interface Step extends Load {
  readonly sends: number;
  readonly p99Ms: number;
  readonly residentBytes: number;
}

/** Sends by themselves, and reads of old conversations before and after them. */
export interface SendsReport {
  readonly steps: readonly Step[];
  readonly fresh: Load;
  readonly later: Load;
}

/** An hour is more than any machine takes for one step. */
const STEP_MS_MAX = 3_600_000;
/** Of the messages of a conversation that is read. */
const MESSAGES = 4;
const CHECK_EVERY = 64;

/** The report for a person. */
export function sendsTable({ steps, fresh, later }: SendsReport): string {
  const ratio = fresh.cpuMicros / later.cpuMicros;
  const most = Math.max(...steps.map((it) => it.residentBytes));
  return [
    columns([
      ["sends over A2A", "in a second", "p99 ms", "server CPU", "memory"],
      ...steps.map((it) => [
        it.sends.toLocaleString("en"),
        Math.round(it.perSecond).toLocaleString("en"),
        it.p99Ms.toFixed(1),
        `${Math.round(it.cpuMicros)} µs`,
        `${Math.round(it.residentBytes / 1e6)} MB`,
      ]),
    ]),
    "",
    `the most memory ${Math.round(most / 1e6)} MB (goal ≤ 350: ${most <= 350e6 ? "met" : "NOT MET"})`,
    `reads of old conversations: ${told(fresh)} before, ${told(later)} after; ${ratio.toFixed(2)} by processor time (goal ≥ 0.9: ${ratio >= 0.9 ? "met" : "NOT MET"})`,
  ].join("\n");
}

function told({ perSecond, cpuMicros }: Load): string {
  return `${Math.round(perSecond).toLocaleString("en")} in a second at ${Math.round(cpuMicros)} µs`;
}

/** @throws if an answer is wrong or a send is refused */
export async function measureSends(
  options: SendsOptions,
  log: (line: string) => void = () => {},
): Promise<SendsReport> {
  const { connections, sends, step, old } = options;
  await using world = await openWorld(connections);
  const threads = await makeThreads(world, old, MESSAGES);
  const reads: Exchange = {
    request(n) {
      const { id, parties } = at(threads, n);
      return REST.read({ token: parties[0].token, conversationId: id });
    },
    check(body) {
      if (REST.texts(body).length === MESSAGES) return;
      throw new Error("A read does not show its messages");
    },
  };
  const fresh = await leastOf(options, world, reads);
  const steps: Step[] = [];
  for (let sent = 0; sent < sends; sent += step) {
    const round = createRound(A2A, (n) => pairOf(world, sent + n));
    const load = await measured(world, round, {
      requestsMax: step,
      durationMs: STEP_MS_MAX,
    });
    const residentBytes = residentBytesOf(world.service.pid) ?? 0;
    steps.push({ ...load, sends: sent + step, residentBytes });
    log(`${sent + step} sends, ${Math.round(residentBytes / 1e6)} MB`);
  }
  const later = await leastOf(options, world, reads);
  return { steps, fresh, later };
}

/** The round of reads that took the least, as others on the machine add to it alone. */
async function leastOf(
  { warmUpMs, readRounds, readMs }: SendsOptions,
  world: World,
  exchange: Exchange,
): Promise<Load> {
  await measured(world, exchange, {
    requestsMax: Number.POSITIVE_INFINITY,
    durationMs: warmUpMs,
  });
  const rounds: Load[] = [];
  for (let round = 0; round < readRounds; round += 1) {
    rounds.push(
      await measured(world, exchange, {
        requestsMax: Number.POSITIVE_INFINITY,
        durationMs: readMs,
      }),
    );
  }
  const [least] = rounds.sort((a, b) => a.cpuMicros - b.cpuMicros);
  if (least === undefined) throw new RangeError("Cannot measure no rounds");
  return least;
}

async function measured(
  { service: { port, pid }, connections }: World,
  exchange: Exchange,
  until: { readonly requestsMax: number; readonly durationMs: number },
): Promise<Measured & Load> {
  const before = cpuSecondsOf(pid) ?? 0;
  const load = await runLoad(exchange, {
    port,
    connections,
    checkEvery: CHECK_EVERY,
    ...until,
  });
  if (load.errors > 0) throw new Error(load.firstError);
  const seconds = (cpuSecondsOf(pid) ?? 0) - before;
  return { ...load, cpuMicros: (seconds * 1e6) / load.requests };
}
