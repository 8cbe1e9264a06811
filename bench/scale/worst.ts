import { startProcess } from "../../scripts/server_process.ts";
import { openOperator } from "../../src/cli/operator.ts";
import { readConfig } from "../../src/config.ts";
import { verifyAudit } from "../../src/core/operations/verify_audit.ts";
import { verifyLedger } from "../../src/core/operations/verify_ledger.ts";
import { runLoad } from "../load.ts";
import { columns } from "../table.ts";
import { MCP_REFUSALS } from "../wires.ts";
import { UNLIMITED } from "../world.ts";
import { WORST } from "./asked.ts";
import type { Filled } from "./fill.ts";
import { Onlooker } from "./onlooker.ts";

/** One operation at its worst, and what it did to somebody else meanwhile. */
export interface Harm {
  readonly name: string;
  /** The operation itself, with others of its kind beside it. */
  readonly p50Ms: number;
  /** What another account waited to read one conversation of its own. */
  readonly otherP99Ms: number;
  /** The longest that the event loop worked without a break. */
  readonly turnMs: number;
}

/** What another account may wait at the 99th percentile. */
const OTHER_P99_MS = 50;
const CONNECTIONS = 4;
/** Of each, before any is measured. */
const FIRST_REQUESTS = 12;
const SETTINGS = { ...UNLIMITED, ADDRESS_DOMAIN: "inbox.localhost" };

/**
 * Asks for the worst of each, over and over, while somebody else reads.
 * @param requestsMax How often each
 */
export async function measureWorst(
  databaseUrl: string,
  filled: Filled,
  requestsMax: number,
  log: (line: string) => void = () => {},
): Promise<readonly Harm[]> {
  const env = { ...SETTINGS, DATABASE_URL: databaseUrl };
  const script = "bench/scale/watched_service.ts";
  await using server = await startProcess({ script, env });
  const onlooker = new Onlooker(server, filled.other);
  const harms: Harm[] = [];
  const beside = async (name: string, work: () => Promise<number>) => {
    log(name);
    const harm = { name, ...(await onlooker.watch(work)) };
    harms.push(harm);
    log(cellsOf(harm).join("  "));
  };
  const put = (name: string, times: number) =>
    putOn(server.port, { name, filled, requestsMax: times });
  // What runs for the first time has still to be read and compiled.
  for (const name of Object.keys(WORST)) await put(name, FIRST_REQUESTS);
  for (const name of Object.keys(WORST)) {
    await beside(name, () => put(name, requestsMax));
  }
  const operator = await openOperator(readConfig(env));
  try {
    await beside("svc ledger verify", () =>
      timeOf(operator.run(verifyLedger, {})),
    );
    await beside("svc audit verify", () =>
      timeOf(operator.run(verifyAudit, {})),
    );
  } finally {
    await operator.close();
  }
  return harms;
}

/** Asks for one thing so many times; gives the median. */
async function putOn(
  port: number,
  {
    name,
    filled,
    requestsMax,
  }: {
    readonly name: string;
    readonly filled: Filled;
    readonly requestsMax: number;
  },
): Promise<number> {
  const exchange = {
    request: (n: number) => WORST[name]?.(filled, n) ?? "",
    check() {},
    refusals: MCP_REFUSALS,
  };
  const { p50Ms, errors, firstError } = await runLoad(exchange, {
    port,
    connections: CONNECTIONS,
    durationMs: Number.POSITIVE_INFINITY,
    requestsMax,
    checkEvery: 1,
  });
  if (errors > 0) throw new Error(`${name} was refused: ${firstError}`);
  return p50Ms;
}

/** How long a check of everything takes. */
async function timeOf(
  check: Promise<{ readonly ok: boolean }>,
): Promise<number> {
  const from = performance.now();
  const { ok } = await check;
  if (!ok) throw new Error("The file is not right");
  return performance.now() - from;
}

/** The report for a person. */
export function worstTable(size: number, harms: readonly Harm[]): string {
  const head = `worst of each, ${size.toLocaleString("en")}`;
  return columns([
    [head, "its p50 ms", "another's p99 ms", "longest turn ms", ""],
    ...harms.map(cellsOf),
  ]);
}

function cellsOf({ name, p50Ms, otherP99Ms, turnMs }: Harm): readonly string[] {
  return [
    name,
    ...[p50Ms, otherP99Ms, turnMs].map((it) => it.toFixed(1)),
    otherP99Ms <= OTHER_P99_MS ? "met" : "NOT MET",
  ];
}
