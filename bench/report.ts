import { cpus } from "node:os";
import type { BenchOptions, Series } from "./measure.ts";

/** What one contender came to: medians over its rounds. */
export interface Row {
  readonly name: string;
  readonly perSecond: number;
  readonly bytes: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly cpuMicros: number | undefined;
  /** After the last round, when most was put in. */
  readonly residentBytes: number | undefined;
  readonly requests: number;
  readonly errors: number;
  readonly firstError: string | undefined;
}

/** How two contenders compare, and how they should. */
export interface Ratio {
  readonly name: string;
  readonly goal: number;
  /** Median of the rounds' own ratios. */
  readonly ratio: number;
  readonly lowest: number;
  readonly highest: number;
  /** The same of the server's processor time: it is disturbed less. */
  readonly byCpu: number | undefined;
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

/** What a part of the service has to reach of what it stands on, or of a peer. */
const GOALS = [
  { part: "REST append", whole: "bare durable insert", goal: 0.25 },
  { part: "REST read", whole: "bare point read", goal: 0.33 },
  { part: "MCP append", whole: "REST append", goal: 0.67 },
  { part: "MCP read", whole: "REST read", goal: 0.67 },
  { part: "A2A append", whole: "REST append", goal: 0.67 },
  { part: "A2A read", whole: "REST read", goal: 0.67 },
  { part: "REST create, paid", whole: "REST create", goal: 0.5 },
  { part: "MCP read", whole: "MCP SDK call, Node", goal: 1 },
  { part: "MCP read", whole: "MCP SDK call, Bun", goal: 1 },
  { part: "A2A create", whole: "A2A SDK send, Node", goal: 1 },
  { part: "A2A create", whole: "A2A SDK send, Bun", goal: 0.6 },
  { part: "A2A read", whole: "A2A SDK read, Node", goal: 1 },
  { part: "A2A read", whole: "A2A SDK read, Bun", goal: 1 },
  { part: "read, checked", whole: "read, unchecked", goal: 0.85 },
] as const;

export function reportOf(
  options: BenchOptions,
  series: readonly Series[],
): Report {
  const [{ model = "unknown" } = {}] = cpus();
  return {
    at: new Date().toISOString(),
    bun: Bun.version,
    processors: `${cpus().length} × ${model.trim()}`,
    options,
    rows: series.map(rowOf),
    ratios: GOALS.flatMap((goal) => ratioOf(series, goal)),
    series,
  };
}

function rowOf({ name, rounds }: Series): Row {
  const cpu = rounds.flatMap(({ cpuMicros }) => cpuMicros ?? []);
  return {
    name,
    perSecond: median(rounds.map((it) => it.perSecond)),
    bytes: median(rounds.map((it) => it.bytes)),
    p50Ms: median(rounds.map((it) => it.p50Ms)),
    p99Ms: median(rounds.map((it) => it.p99Ms)),
    cpuMicros: cpu.length > 0 ? median(cpu) : undefined,
    residentBytes: rounds.at(-1)?.residentBytes,
    requests: sum(rounds.map((it) => it.requests)),
    errors: sum(rounds.map((it) => it.errors)),
    firstError: rounds.find((it) => it.firstError)?.firstError,
  };
}

/** Compares round by round: what disturbed one disturbed the other, too. */
function ratioOf(
  series: readonly Series[],
  { part, whole, goal }: (typeof GOALS)[number],
): readonly Ratio[] {
  const parts = series.find(({ name }) => name === part)?.rounds;
  const wholes = series.find(({ name }) => name === whole)?.rounds;
  if (!parts || !wholes) return [];
  const hasErrors = [...parts, ...wholes].some(({ errors }) => errors > 0);
  const ratios = parts.map(
    ({ perSecond }, turn) => perSecond / (wholes[turn]?.perSecond ?? 0),
  );
  const ratio = median(ratios);
  const cpu = parts.flatMap(({ cpuMicros }, turn) => {
    const whole = wholes[turn]?.cpuMicros;
    return cpuMicros && whole ? [whole / cpuMicros] : [];
  });
  return [
    {
      name: `${part} / ${whole}`,
      goal,
      ratio,
      lowest: Math.min(...ratios),
      highest: Math.max(...ratios),
      byCpu: cpu.length > 0 ? median(cpu) : undefined,
      isMet: ratio >= goal && !hasErrors,
    },
  ];
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const upper = sorted[Math.floor(middle)] ?? 0;
  const lower = sorted[Math.ceil(middle) - 1] ?? upper;
  return (lower + upper) / 2;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
