import { cpus } from "node:os";
import { inspect } from "bun";
import type { BenchOptions, RoundResult, Series } from "./measure.ts";
import { BESIDE } from "./measure.ts";

/** Medians of the rounds of one contender; memory is that after the last one. */
export interface Row extends Omit<RoundResult, "requests"> {
  readonly name: string;
}

/** Two contenders compared, and the goal for their ratio if there is one. */
export interface Ratio {
  readonly name: string;
  readonly goal: number | undefined;
  /** The median of each round's ratio of requests per second. */
  readonly ratio: number;
  /** The same for the server's processor time, which other work disturbs less. */
  readonly byCpu: number;
  /** The same for the event loop's thread only. */
  readonly byMain: number;
  /** Never true if there were errors. */
  readonly isMet: boolean;
}

export interface Report {
  readonly rows: readonly Row[];
  readonly ratios: readonly Ratio[];
}

interface Compared {
  readonly part: string;
  readonly whole: string;
  readonly goal?: number;
}

/** Goals for a part of the service compared with its foundation, or with a peer. */
const GOALS: readonly Compared[] = [
  { part: "MCP append", whole: "REST append", goal: 0.67 },
  { part: "MCP read", whole: "REST read", goal: 0.67 },
  { part: "A2A append", whole: "REST append", goal: 0.67 },
  { part: "A2A read", whole: "REST read", goal: 0.67 },
  { part: "REST create, paid", whole: "REST create", goal: 0.5 },
  { part: "MCP read", whole: "MCP SDK call, Node", goal: 1 },
  { part: "MCP read", whole: "MCP SDK call, Bun", goal: 1 },
  { part: "A2A create", whole: "A2A SDK send, durable, Node", goal: 1 },
  { part: "A2A create", whole: "A2A SDK send, durable, Bun", goal: 1 },
  { part: "A2A read", whole: "A2A SDK read, durable, Node", goal: 1 },
  { part: "A2A read", whole: "A2A SDK read, durable, Bun", goal: 1 },
  { part: "A2A create", whole: "A2A SDK send, memory, Node" },
  { part: "A2A read", whole: "A2A SDK read, memory, Node" },
  { part: "REST create", whole: "JMAP Email/set, Cyrus", goal: 1 },
  { part: "REST read", whole: "JMAP Email/get, Cyrus", goal: 1 },
];

export function reportOf(series: readonly Series[]): Report {
  const beside = series
    .filter(({ name }) => name.endsWith(BESIDE))
    .map(({ name }) => ({ part: name.slice(0, -BESIDE.length), whole: name }));
  return {
    rows: series.map(rowOf),
    ratios: [...GOALS, ...beside].flatMap((it) => ratioOf(series, it)),
  };
}

function rowOf({ name, rounds }: Series): Row {
  return {
    name,
    perSecond: median(rounds.map((it) => it.perSecond)),
    bytes: median(rounds.map((it) => it.bytes)),
    p50Ms: median(rounds.map((it) => it.p50Ms)),
    p99Ms: median(rounds.map((it) => it.p99Ms)),
    cpuMicros: median(rounds.map((it) => it.cpuMicros)),
    mainMicros: median(rounds.map((it) => it.mainMicros)),
    residentBytes: rounds.at(-1)?.residentBytes ?? Number.NaN,
    errors: rounds.reduce((total, { errors }) => total + errors, 0),
    firstError: rounds.find((it) => it.firstError)?.firstError,
  };
}

/** Compares round by round, since other work disturbs both sides of a round alike. */
function ratioOf(
  series: readonly Series[],
  { part, whole, goal }: Compared,
): readonly Ratio[] {
  const parts = series.find(({ name }) => name === part)?.rounds;
  const wholes = series.find(({ name }) => name === whole)?.rounds;
  if (!parts || !wholes) return [];
  const hasErrors = [...parts, ...wholes].some(({ errors }) => errors > 0);
  const over = (of: (it: RoundResult | undefined) => number | undefined) =>
    median(parts.map((it, n) => (of(it) ?? 0) / (of(wholes[n]) ?? 0)));
  const ratio = over((it) => it?.perSecond);
  return [
    {
      name: `${part} / ${whole}`,
      goal,
      ratio,
      byCpu: 1 / over((it) => it?.cpuMicros),
      byMain: 1 / over((it) => it?.mainMicros),
      isMet: ratio >= (goal ?? 0) && !hasErrors,
    },
  ];
}

const NOTE = `Absolute numbers are noisy: they say more about this machine, and about its other
work, than about the service. The ratios are taken within each round; a few per cent up or
down are noise as well. "By CPU" compares the server's processor time for one request, on all
of its threads and processes: it is the number to look at. "By main" compares that of the
event loop's thread alone, which all requests share.`;

/** The report for a person. */
export function tableOf(
  { connections, rounds, roundMs }: BenchOptions,
  { rows, ratios }: Report,
): string {
  const [{ model = "unknown" } = {}] = cpus();
  const rounded = (value: number, digits = 0) => Number(value.toFixed(digits));
  return [
    `${connections} connections, ${rounds} interleaved rounds of ${roundMs / 1_000} s each, medians`,
    `Bun ${Bun.version}, ${cpus().length} × ${model.trim()}`,
    inspect.table(
      rows.map((it) => ({
        name: it.name,
        "requests/s": rounded(it.perSecond),
        "p50 ms": rounded(it.p50Ms, 2),
        "p99 ms": rounded(it.p99Ms, 2),
        "answer kB": rounded(it.bytes / 1_000, 1),
        "server CPU µs": rounded(it.cpuMicros),
        "main µs": rounded(it.mainMicros),
        "memory MB": rounded(it.residentBytes / 1e6),
      })),
    ),
    ratios.length === 0
      ? ""
      : inspect.table(
          ratios.map((it) => ({
            name: it.name,
            ratio: rounded(it.ratio, 3),
            "by CPU": rounded(it.byCpu, 3),
            "by main": rounded(it.byMain, 3),
            goal: it.goal ?? "",
            met: it.isMet ? "" : "NOT MET",
          })),
        ),
    ...rows
      .filter(({ errors }) => errors > 0)
      .map((it) => `${it.name}: ${it.errors} ERRORS, first: ${it.firstError}`),
    NOTE,
  ].join("\n");
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const upper = sorted[Math.floor(middle)] ?? 0;
  const lower = sorted[Math.ceil(middle) - 1] ?? upper;
  return (lower + upper) / 2;
}
