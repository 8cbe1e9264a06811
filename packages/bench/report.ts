import { cpus } from "node:os";
import type { BenchOptions, RoundResult, Series } from "./measure.ts";
import { BESIDE } from "./measure.ts";

/** Medians over the rounds of one contender; memory is that after the last one. */
export interface Row extends Omit<RoundResult, "requests"> {
  readonly name: string;
}

/** Two contenders compared, and the goal of that ratio where there is one. */
export interface Ratio {
  readonly name: string;
  readonly goal: number | undefined;
  /** Median of the rounds' own ratios of requests a second. */
  readonly ratio: number;
  /** The same of the server's processor time, which other work disturbs less. */
  readonly byCpu: number | undefined;
  /** The same of the event loop's thread alone. */
  readonly byMain: number | undefined;
  /** Never true if there were errors. */
  readonly isMet: boolean;
}

export interface Report {
  readonly at: string;
  readonly bun: string;
  readonly processors: string;
  readonly options: BenchOptions;
  readonly rows: readonly Row[];
  readonly ratios: readonly Ratio[];
  readonly series: readonly Series[];
}

interface Compared {
  readonly part: string;
  readonly whole: string;
  readonly goal?: number;
}

/** Goals for a part of the service beside its foundation, or beside a peer. */
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

export function reportOf(
  options: BenchOptions,
  series: readonly Series[],
): Report {
  const [{ model = "unknown" } = {}] = cpus();
  const beside = series
    .filter(({ name }) => name.endsWith(BESIDE))
    .map(({ name }) => ({ part: name.slice(0, -BESIDE.length), whole: name }));
  return {
    at: new Date().toISOString(),
    bun: Bun.version,
    processors: `${cpus().length} × ${model.trim()}`,
    options,
    rows: series.map(rowOf),
    ratios: [...GOALS, ...beside].flatMap((it) => ratioOf(series, it)),
    series,
  };
}

function rowOf({ name, rounds }: Series): Row {
  return {
    name,
    perSecond: median(rounds.map((it) => it.perSecond)),
    bytes: median(rounds.map((it) => it.bytes)),
    p50Ms: median(rounds.map((it) => it.p50Ms)),
    p99Ms: median(rounds.map((it) => it.p99Ms)),
    cpuMicros: medianOf(rounds.map((it) => it.cpuMicros)),
    mainMicros: medianOf(rounds.map((it) => it.mainMicros)),
    residentBytes: rounds.at(-1)?.residentBytes,
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
  const ratios = parts.map(
    ({ perSecond }, turn) => perSecond / (wholes[turn]?.perSecond ?? 0),
  );
  const ratio = median(ratios);
  const saved = (of: "cpuMicros" | "mainMicros") =>
    medianOf(
      parts.map((it, turn) => {
        const [own, other] = [it[of], wholes[turn]?.[of]];
        return own && other ? other / own : undefined;
      }),
    );
  return [
    {
      name: `${part} / ${whole}`,
      goal,
      ratio,
      byCpu: saved("cpuMicros"),
      byMain: saved("mainMicros"),
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
export function tableOf({ options, rows, ratios, ...report }: Report): string {
  const { connections, rounds, roundMs } = options;
  const seconds = roundMs / 1_000;
  const shown = (it: number | undefined, text: (it: number) => string) =>
    it === undefined ? "–" : text(it);
  return [
    `${connections} connections, ${rounds} interleaved rounds of ${seconds} s each, medians`,
    `Bun ${report.bun}, ${report.processors}`,
    "",
    columns([
      [
        "",
        "requests/s",
        "p50 ms",
        "p99 ms",
        "answer",
        "server CPU",
        "main",
        "memory",
      ],
      ...rows.map((it) => [
        it.name,
        Math.round(it.perSecond).toLocaleString("en"),
        it.p50Ms.toFixed(2),
        it.p99Ms.toFixed(2),
        `${(it.bytes / 1_000).toFixed(1)} kB`,
        shown(it.cpuMicros, (micros) => `${Math.round(micros)} µs`),
        shown(it.mainMicros, (micros) => `${Math.round(micros)} µs`),
        shown(it.residentBytes, (bytes) => `${Math.round(bytes / 1e6)} MB`),
      ]),
    ]),
    "",
    columns([
      ["", "ratio", "by CPU", "by main", "goal", ""],
      ...ratios.map((it) => [
        it.name,
        it.ratio.toFixed(3),
        shown(it.byCpu, (ratio) => ratio.toFixed(3)),
        shown(it.byMain, (ratio) => ratio.toFixed(3)),
        shown(it.goal, (goal) => `≥ ${goal.toFixed(2)}`),
        it.isMet ? (it.goal === undefined ? "" : "met") : "NOT MET",
      ]),
    ]),
    ...rows
      .filter(({ errors }) => errors > 0)
      .map(
        (it) => `\n${it.name}: ${it.errors} ERRORS, first: ${it.firstError}`,
      ),
    "",
    NOTE,
  ].join("\n");
}

/** The first column to the left, numbers to the right. */
function columns(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  const cellAt = (cell: string, column: number) => {
    const width = widths[column] ?? 0;
    return column === 0 ? cell.padEnd(width) : cell.padStart(width);
  };
  return rows.map((row) => row.map(cellAt).join("  ").trimEnd()).join("\n");
}

/** The median of those that are known; undefined of none. */
function medianOf(values: readonly (number | undefined)[]) {
  const known = values.filter((it) => it !== undefined);
  return known.length > 0 ? median(known) : undefined;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const upper = sorted[Math.floor(middle)] ?? 0;
  const lower = sorted[Math.ceil(middle) - 1] ?? upper;
  return (lower + upper) / 2;
}
