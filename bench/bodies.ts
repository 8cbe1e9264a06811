import { join } from "node:path";
import type { ServerProcess } from "../scripts/server_process.ts";
import { ROOT, startProcess } from "../scripts/server_process.ts";
import { startedScript } from "../scripts/started_script.ts";
import { openOperator } from "../src/cli/operator.ts";
import { readConfig } from "../src/config.ts";
import { addAccount } from "../src/core/operations/add_account.ts";
import type { Lateness } from "./lateness.ts";
import { latenessOf } from "./lateness.ts";
import { residentBytesOf } from "./process_stat.ts";

/** What is sent on how many connections, and for how long each of the phases goes on. */
export interface BodiesOptions {
  readonly arrays: Flood;
  readonly files: Flood;
  readonly phaseMs: number;
}

/** Bodies that come without an end. */
interface Flood {
  readonly connections: number;
  readonly bytes: number;
}

export const HOSTILE: BodiesOptions = {
  arrays: { connections: 256, bytes: 108_000 },
  files: { connections: 64, bytes: 5_500_000 },
  phaseMs: 10_000,
};

/** How the reads of another account went, and the most memory that the service held. */
export interface Beside {
  readonly reads: Lateness;
  readonly peakBytes: number;
  /** How often each status was answered to the flood. */
  readonly statuses: Readonly<Record<string, number>>;
}

/** A light read by itself, beside JSON lists that are refused, beside files of one account and of many. */
export interface BodiesReport {
  readonly alone: Beside;
  readonly arrays: Beside;
  readonly files: Beside;
  readonly "files of many": Beside;
}

const GOAL_BYTES = 1024 ** 3;

/** The report for a person: lateness also as a multiple of what it is undisturbed. */
export function bodiesTable(report: BodiesReport): string {
  return Object.entries(report)
    .map(([name, { reads, peakBytes, statuses }]: [string, Beside]) => {
      const { p50, p99, max, count } = reads;
      const times = (a: number, b: number) => `${(a / b).toFixed(1)}×`;
      const { alone } = report;
      return `${name.padEnd(13)} p50 ${p50.toFixed(1)} ms (${times(p50, alone.reads.p50)}), p99 ${p99.toFixed(1)} ms (${times(p99, alone.reads.p99)}), at most ${max.toFixed(0)} ms of ${count} reads; at most ${(peakBytes / 1e6).toFixed(0)} MB (goal ≤ 1 GiB: ${peakBytes <= GOAL_BYTES ? "met" : "NOT MET"}); flood: ${JSON.stringify(statuses)}`;
    })
    .join("\n");
}

/** @throws if the service does not answer the neighbour any more */
export async function measureBodies(
  { arrays, files, phaseMs }: BodiesOptions,
  log: (line: string) => void = () => {},
): Promise<BodiesReport> {
  await using service = await startProcess({
    script: await startedScript(),
    env: {
      BUN_JSC_forceRAMSize: "1073741824",
      BUN_JSC_smallHeapGrowthFactor: "1.7",
    },
  });
  const tokens = await tokensOf(service);
  const neighbours = tokens.slice(FLOODING);
  const flooding = tokens.slice(0, FLOODING);
  const { baseUrl } = service;
  const list = `${baseUrl}/v1/conversations ${flooding[0]}`;
  const begunBy = flooding.map(async (token) => {
    const id = await begun(service, token);
    return `${baseUrl}/v1/conversations/${id}/artifacts ${token}`;
  });
  const targets = await Promise.all(begunBy);
  const beside = (kind: string, to: readonly string[], flood: Flood) =>
    during(service, {
      neighbours,
      phaseMs,
      sender: [flood.connections, kind, flood.bytes, ...to],
    });
  const undisturbed = () => during(service, { neighbours, phaseMs });
  log("Reads by themselves");
  // The code of a read is compiled meanwhile, which is none of what it waits for.
  await undisturbed();
  const alone = await undisturbed();
  log("Beside lists of JSON that are refused");
  const refused = await beside("arrays", [list], arrays);
  log("Beside large files of one account");
  const one = await beside("files", targets.slice(0, 1), files);
  log("Beside large files of many");
  const many = await beside("files", targets, files);
  return { alone, arrays: refused, files: one, "files of many": many };
}

/** The accounts of the floods, and enough others that their reads are within their rates. */
async function tokensOf({ env }: ServerProcess): Promise<readonly string[]> {
  const operator = await openOperator(readConfig(env));
  const tokens: string[] = [];
  for (let n = 0; n < ACCOUNTS; n++) {
    const localPart = `member-${n}`;
    const input = { localPart, name: `Member ${n}`, credit: "1" };
    tokens.push((await operator.run(addAccount, input)).token);
  }
  await operator.close();
  return tokens;
}

const ACCOUNTS = 60;
/** Those of them that send large files. */
const FLOODING = 16;

async function begun({ baseUrl }: ServerProcess, token = ""): Promise<string> {
  const answer = await fetch(`${baseUrl}/v1/conversations`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({ title: "Files" }),
  });
  return (await answer.json()).conversationId;
}

interface Phase {
  readonly neighbours: readonly string[];
  readonly phaseMs: number;
  readonly sender?: readonly (string | number)[];
}

const READ_EACH_MS = 20;

/** Reads at an even pace, each begun when it is due, while a flood comes from another process. */
async function during(
  { baseUrl, pid }: ServerProcess,
  { neighbours, phaseMs, sender }: Phase,
): Promise<Beside> {
  const flood =
    sender &&
    Bun.spawn(
      [
        process.execPath,
        join(ROOT, "bench/body_sender.ts"),
        ...sender.map(String),
      ],
      { stdout: "pipe" },
    );
  const late: number[] = [];
  let peakBytes = 0;
  const read = async (n: number) => {
    const startedAt = performance.now();
    const token = neighbours[n % neighbours.length];
    const answer = await fetch(`${baseUrl}/v1/balance`, {
      headers: { authorization: `Bearer ${token}` },
    });
    await answer.text();
    if (!answer.ok) throw new Error(`A read was answered ${answer.status}`);
    late.push(performance.now() - startedAt);
  };
  const reads: Promise<void>[] = [];
  const endsAt = performance.now() + phaseMs;
  while (performance.now() < endsAt) {
    reads.push(read(reads.length));
    peakBytes = Math.max(peakBytes, residentBytesOf(pid) ?? 0);
    await Bun.sleep(READ_EACH_MS);
  }
  await Promise.all(reads);
  flood?.kill("SIGTERM");
  const said = flood ? await new Response(flood.stdout).text() : "{}";
  return { reads: latenessOf(late), peakBytes, statuses: JSON.parse(said) };
}
