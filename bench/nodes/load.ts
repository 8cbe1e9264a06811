import type { ServerProcess } from "../../scripts/server_process.ts";
import { startProcess } from "../../scripts/server_process.ts";
import { startedScript } from "../../scripts/started_script.ts";
import type { Operator } from "../../src/cli/operator.ts";
import { addAccount } from "../../src/core/operations/add_account.ts";
import type { Server } from "../../tests/core/db/sqld.ts";
import { startServer } from "../../tests/core/db/sqld.ts";
import type { Exchange } from "../load.ts";
import { runLoad } from "../load.ts";
import { cpuSecondsOf } from "../process_stat.ts";
import { getRequest, REST } from "../wires.ts";
import { at, textOf } from "../world.ts";

/** Connections that are put on a node. */
export const CONNECTIONS = 32;
/** Conversations that are read by turns. */
const READ_MAX = 200;

/**
 * The server that nodes share. It would make its log small again each 200 MB, some 8,000
 * creates, for more than a second: in a round of a few seconds that is all of it or nothing.
 */
export function startPrimary(): Promise<Server> {
  return startServer("--max-log-size", "100000");
}

/** A node under measurement. */
export type MeasuredNode = Pick<
  ServerProcess,
  "pid" | "port" | "baseUrl" | "env"
> &
  AsyncDisposable;

/** A node as it is started. */
export const ownProcess = async (env: Readonly<Record<string, string>>) =>
  startProcess({ script: await startedScript(), env });

/** What some nodes answered together. */
export interface Answered {
  readonly perSecond: number;
  /** Processor time of one, in microseconds: of the nodes, and of the server. */
  readonly nodeMicros: number;
  readonly serverMicros: number;
}

/** The same for a person. */
export function answeredText({
  perSecond,
  nodeMicros,
  serverMicros,
}: Answered): string {
  return `${perSecond.toFixed(0)} a second; processor time of one: ${nodeMicros.toFixed(0)} µs of a node, ${serverMicros.toFixed(0)} µs of the server`;
}

/** Who writes, and who is written to. */
export interface Pair {
  readonly from: string;
  readonly to: string;
  readonly address: string;
}

/** Adds them. */
export async function pairOf(operator: Operator, n: number): Promise<Pair> {
  const add = (localPart: string) =>
    operator.run(addAccount, { localPart, name: localPart });
  const [sender, reader] = [await add(`from-${n}`), await add(`to-${n}`)];
  const address = reader.address?.address ?? "";
  return { from: sender.token, to: reader.token, address };
}

/** Begins conversations, and keeps the ids of some. */
export function createsOf(
  { from: token, address: to }: Pair,
  begun: string[],
): Exchange {
  return {
    request: (n) => REST.create({ token, to, text: textOf(n), n }),
    check(body) {
      const id: string = JSON.parse(body).conversationId.slice();
      if (begun.length < READ_MAX) begun.push(id);
    },
  };
}

/** Reads these by turns. */
export function readsOf({ to: token }: Pair, ids: readonly string[]): Exchange {
  return {
    request: (n) =>
      getRequest(`/v1/conversations/${at(ids, n % ids.length)}`, token),
    check: (body) => void JSON.parse(body).conversationId.slice(),
  };
}

/** Asks some nodes, each with its own connections; all is answered. */
export async function answeredBy(
  nodes: readonly MeasuredNode[],
  server: number,
  exchange: Exchange,
  durationMs: number,
): Promise<Answered> {
  const pids = nodes.map(({ pid }) => pid);
  const [nodesBefore, serverBefore] = [cpuOf(pids), cpuOf([server])];
  const loads = nodes.map(({ port }) =>
    runLoad(exchange, {
      port,
      connections: CONNECTIONS,
      durationMs,
      requestsMax: Number.MAX_SAFE_INTEGER,
      checkEvery: 1,
    }),
  );
  let perSecond = 0;
  let requests = 0;
  for (const one of await Promise.all(loads)) {
    if (one.firstError) throw new Error(one.firstError);
    perSecond += one.perSecond;
    requests += one.requests;
  }
  const each = (seconds: number) => (seconds * 1_000_000) / requests;
  return {
    perSecond,
    nodeMicros: each(cpuOf(pids) - nodesBefore),
    serverMicros: each(cpuOf([server]) - serverBefore),
  };
}

/** Processor time of some processes so far, in seconds. */
export function cpuOf(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + (cpuSecondsOf(pid) ?? 0), 0);
}
