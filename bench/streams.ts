import type { ServerProcess } from "../scripts/server_process.ts";
import { startProcess } from "../scripts/server_process.ts";
import { openOperator } from "../src/cli/operator.ts";
import { readConfig } from "../src/config.ts";
import { addAccount } from "../src/core/operations/add_account.ts";
import { addCredential } from "../src/core/operations/add_credential.ts";
import { Listeners } from "./listeners.ts";
import { runAll } from "./load.ts";
import { cpuSecondsOf, residentBytesOf } from "./process_stat.ts";
import { REST } from "./wires.ts";
import { at, expectLast, textOf, UNLIMITED } from "./world.ts";

/** How many streams there are, and of how many conversations. */
export interface StreamOptions {
  readonly conversations: number;
  readonly streamsEach: number;
  /** How long they are left alone. */
  readonly idleMs: number;
  /** How often each conversation is written to. */
  readonly rounds: number;
}

export const MANY_STREAMS: StreamOptions = {
  conversations: 40,
  streamsEach: 250,
  idleMs: 12_000,
  rounds: 7,
};

/** What many open streams cost, and how soon they hear of a change. */
export interface StreamReport {
  readonly streams: number;
  /** Memory that each one more holds, once the service is warm. */
  readonly bytesEach: number | undefined;
  /** The same with what waits to be collected. */
  readonly peakBytesEach: number | undefined;
  /** Processor time of a second in which nothing happens. */
  readonly idleCpuMillis: number | undefined;
  /** Of the first round, whose code the process has not run before. */
  readonly first: Round;
  /** The middle one of the others. */
  readonly middle: Round;
}

/** A message in every conversation. */
interface Round {
  /** From the first request to the last stream that has heard of its message. */
  readonly lastMs: number;
  readonly cpuMillis: number | undefined;
}

/** Opened before memory is read at first, so that what any request needs is there. */
const WARM_UP_SHARE = 0.2;
/** As many as one credential may hold of one conversation. */
const STREAMS_PER_CREDENTIAL = 5;
/** One credential has streams of so many conversations. */
const CONVERSATIONS_PER_PAIR = 10;

const ROUND_REST_MS = 500;

const GOALS = { bytesEach: 6_000, lastMs: 300 };

/** The report for a person. */
export function streamTable(report: StreamReport): string {
  const { streams, first, middle } = report;
  const { bytesEach = Number.NaN, peakBytesEach = Number.NaN } = report;
  const { idleCpuMillis = Number.NaN } = report;
  const judged = (isMet: boolean) => (isMet ? "met" : "NOT MET");
  return [
    `${streams.toLocaleString("en")} event streams`,
    `memory of each     ${(bytesEach / 1000).toFixed(1)} kB, ${(peakBytesEach / 1000).toFixed(1)} kB with what is not collected yet (goal ≤ ${GOALS.bytesEach / 1000} kB: ${judged(bytesEach <= GOALS.bytesEach)})`,
    `left alone         ${idleCpuMillis.toFixed(0)} ms of processor time a second`,
    `an event for each  ${told(middle)} (goal ≤ ${GOALS.lastMs} ms: ${judged(middle.lastMs <= GOALS.lastMs)})`,
    `  the first time   ${told(first)}`,
  ].join("\n");
}

function told({ lastMs, cpuMillis = Number.NaN }: Round): string {
  return `${lastMs.toFixed(0)} ms until the last has it, ${cpuMillis.toFixed(0)} ms of processor time`;
}

/** Two accounts, each with its tokens, and what they talk about. */
interface Pair {
  readonly tokens: readonly string[];
  readonly to: string;
}

/** @throws if a stream is refused or does not hear each round's message once */
export async function measureStreams(
  { conversations, streamsEach, idleMs, rounds }: StreamOptions,
  log: (line: string) => void = () => {},
): Promise<StreamReport> {
  await using service = await startProcess({
    script: "bench/collecting_service.ts",
    env: UNLIMITED,
  });
  const { pid, port } = service;
  log("Making accounts, credentials and conversations");
  const pairs = await makePairs(service.env, { conversations, streamsEach });
  const wanted = await makeConversations(port, pairs, conversations);
  const openings = Array.from({ length: streamsEach }, (_, n) =>
    wanted.map(({ id, tokens }) => ({ id, token: at(tokens, n) })),
  ).flat();
  const streams = openings.length;
  const first = Math.ceil(streams * WARM_UP_SHARE);
  log("Opening the streams");
  using listeners = new Listeners(port, streams);
  await listeners.open(openings.slice(0, first));
  const before = await heldBytesOf(pid);
  await listeners.open(openings.slice(first));
  const idleFrom = cpuSecondsOf(pid);
  await Bun.sleep(idleMs);
  const idleTo = cpuSecondsOf(pid);
  const peak = residentBytesOf(pid);
  const after = await heldBytesOf(pid);
  log("A message in every conversation, again and again");
  const made: Round[] = [];
  while (made.length < rounds) {
    made.push(await roundOf(service, wanted, listeners));
    await Bun.sleep(ROUND_REST_MS);
  }
  const complaints = service.complaints();
  if (complaints !== "")
    throw new Error(`The service complained: ${complaints}`);
  const [one, ...others] = made;
  others.sort((a, b) => a.lastMs - b.lastMs);
  const middle = others[Math.floor(others.length / 2)];
  if (!one || !middle) throw new RangeError("Two rounds are the least");
  return {
    streams,
    bytesEach: difference(before, after, 1 / (streams - first)),
    peakBytesEach: difference(before, peak, 1 / (streams - first)),
    idleCpuMillis: difference(idleFrom, idleTo, 1_000_000 / idleMs),
    first: one,
    middle,
  };
}

async function roundOf(
  { pid, port }: ServerProcess,
  wanted: readonly Heard[],
  listeners: Listeners,
): Promise<Round> {
  const from = cpuSecondsOf(pid);
  const startedAt = performance.now();
  const heard = listeners.allHear();
  const messages = {
    request(n: number) {
      const { id, token } = at(wanted, n);
      return REST.append({ token, conversationId: id, text: textOf(n), n });
    },
    check: (body: string, n: number) => expectLast(REST.texts(body), textOf(n)),
  };
  const { length } = wanted;
  const connections = Math.min(32, length);
  await runAll(messages, { port, connections, requestsMax: length });
  const lastAt = await heard;
  const cpuMillis = difference(from, cpuSecondsOf(pid), 1_000);
  return { lastMs: lastAt - startedAt, cpuMillis };
}

const COLLECT_MS = 1_000;

/** What a process holds once its garbage is collected. */
async function heldBytesOf(pid: number): Promise<number | undefined> {
  process.kill(pid, "SIGUSR2");
  await Bun.sleep(COLLECT_MS);
  return residentBytesOf(pid);
}

function difference(
  from: number | undefined,
  to: number | undefined,
  factor: number,
): number | undefined {
  return from === undefined || to === undefined
    ? undefined
    : (to - from) * factor;
}

async function makePairs(
  env: Readonly<Record<string, string>>,
  {
    conversations,
    streamsEach,
  }: Pick<StreamOptions, "conversations" | "streamsEach">,
): Promise<readonly Pair[]> {
  const operator = await openOperator(readConfig(env));
  const credentials = Math.ceil(streamsEach / STREAMS_PER_CREDENTIAL / 2);
  const member = async (localPart: string) => {
    const made = await operator.run(addAccount, { localPart, name: localPart });
    const tokens = [made.token];
    while (tokens.length < credentials) {
      const input = { accountId: made.account.id, name: `n${tokens.length}` };
      tokens.push((await operator.run(addCredential, input)).token);
    }
    return { tokens, address: made.address?.address ?? "" };
  };
  const pairs: Pair[] = [];
  const count = Math.ceil(conversations / CONVERSATIONS_PER_PAIR);
  for (let n = 0; n < count; n++) {
    const owner = await member(`owner-${n}`);
    const other = await member(`other-${n}`);
    const tokens = owner.tokens.flatMap((it, i) => [it, at(other.tokens, i)]);
    pairs.push({ tokens, to: other.address });
  }
  await operator.close();
  return pairs;
}

/** A conversation, and who may read it. */
interface Heard {
  readonly id: string;
  readonly token: string;
  readonly tokens: readonly string[];
}

async function makeConversations(
  port: number,
  pairs: readonly Pair[],
  count: number,
): Promise<readonly Heard[]> {
  const made: Heard[] = [];
  const created = {
    request(n: number) {
      const { tokens, to } = at(pairs, n);
      return REST.create({ token: at(tokens, 0), to, text: textOf(n), n });
    },
    check(body: string, n: number) {
      const { tokens } = at(pairs, n);
      const id = JSON.parse(body).conversationId;
      made[n] = { id, token: at(tokens, 0), tokens };
    },
  };
  await runAll(created, { port, connections: 4, requestsMax: count });
  return made;
}
