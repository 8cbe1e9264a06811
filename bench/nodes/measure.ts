import type { Operator } from "../../src/cli/operator.ts";
import { openOperator } from "../../src/cli/operator.ts";
import { readConfig } from "../../src/config.ts";
import { addAccount } from "../../src/core/operations/add_account.ts";
import { addCredential } from "../../src/core/operations/add_credential.ts";
import { revokeCredential } from "../../src/core/operations/revoke_credential.ts";
import type { Lateness } from "../lateness.ts";
import { latenessOf, latenessText } from "../lateness.ts";
import { UNLIMITED } from "../world.ts";
import type { BareInserts } from "./bare_inserts.ts";
import { measureBareInserts } from "./bare_inserts.ts";
import type { Answered, MeasuredNode, Pair } from "./load.ts";
import {
  answeredBy,
  answeredText,
  CONNECTIONS,
  cpuOf,
  createsOf,
  ownProcess,
  pairOf,
  readsOf,
  startPrimary,
} from "./load.ts";

/** How much is done. */
export interface NodesOptions {
  readonly streams: number;
  readonly messagesEach: number;
  readonly revocations: number;
  /** How long creates are put on both nodes first: their code is compiled meanwhile, which is none of a create. */
  readonly warmUpMs: number;
  /** How long creates are put on one, then on both; reads on both, twice. */
  readonly loadMs: number;
  /** How long the nodes are left alone. */
  readonly idleMs: number;
}

export const TWO_NODES: NodesOptions = {
  streams: 8,
  messagesEach: 50,
  revocations: 40,
  warmUpMs: 20_000,
  loadMs: 6_000,
  idleMs: 5_000,
};

/** Messages come at any moment between two looks of a node into the feed. */
const PAUSE_MS = 150;

/** What two nodes on one server hear of each other, and what that costs. */
export interface NodesReport {
  readonly events: Lateness;
  readonly revocations: Lateness;
  readonly creates: readonly [one: Answered, both: Answered];
  /** Of conversations, at both nodes. */
  readonly reads: Answered;
  /** As many rows in one commit as creates may be in one. */
  readonly bare: BareInserts;
  /** Processor time of the two nodes in a second in which nothing happens. */
  readonly idleCpuMillis: number;
}

/** The report for a person. */
export function nodesTable({
  events,
  revocations,
  creates: [one, both],
  reads,
  bare,
  idleCpuMillis,
}: NodesReport): string {
  const isMet = one.perSecond >= 600 && both.perSecond >= 1.6 * one.perSecond;
  return [
    `an event, from its answer to the other node's stream   ${latenessText(events, 300)}`,
    `a revocation, until the other node refuses             ${latenessText(revocations, 1_000)}`,
    `creates, ${CONNECTIONS} connections a node (goals ≥ 600 a second, ≥ 1.6 times as many: ${isMet ? "met" : "NOT MET"})`,
    `  at one node                                          ${answeredText(one)}`,
    `  at both                                              ${answeredText(both)}`,
    `reads at both (goal ≥ 2000 a second each: ${reads.perSecond >= 4_000 ? "met" : "NOT MET"})          ${answeredText(reads)}`,
    `bare rows by the official client, ${CONNECTIONS} in a commit          ${bare.perSecond.toFixed(0)} a second; processor time of one: ${bare.serverMicros.toFixed(0)} µs of the server`,
    `left alone, both nodes together                        ${idleCpuMillis.toFixed(0)} ms of processor time a second`,
  ].join("\n");
}

/** @throws if a node refuses what it has to answer, or a stream ends */
export async function measureNodes(
  {
    streams,
    messagesEach,
    revocations,
    warmUpMs,
    loadMs,
    idleMs,
  }: NodesOptions,
  log: (line: string) => void = () => {},
  start: (
    env: Readonly<Record<string, string>>,
  ) => Promise<MeasuredNode> = ownProcess,
): Promise<NodesReport> {
  await using server = await startPrimary();
  const env = { ...UNLIMITED, ...server.settings };
  await using here = await start(env);
  await using there = await start(env);
  const operator = await openOperator(readConfig(here.env));
  log(`${streams} streams at one node, messages at the other`);
  const late = await Promise.all(
    Array.from({ length: streams }, async (_, n) =>
      eventsOf({ here, there }, await pairOf(operator, n), messagesEach),
    ),
  );
  log("Revocations");
  const revokedAfter: number[] = [];
  for (let n = 0; n < revocations; n++) {
    revokedAfter.push(await revocation(operator, there, n));
  }
  log("Creates at one node, then at both");
  const pair = await pairOf(operator, streams);
  const begun: string[] = [];
  const creating = createsOf(pair, begun);
  const createsAt = (...nodes: readonly MeasuredNode[]) =>
    answeredBy(nodes, server.pid(), creating, loadMs);
  await answeredBy([here, there], server.pid(), creating, warmUpMs);
  const creates = [
    await createsAt(here),
    await createsAt(here, there),
  ] as const;
  await operator.close();
  log("Reads at both nodes");
  const reading = readsOf(pair, begun);
  const readAtBoth = () =>
    answeredBy([here, there], server.pid(), reading, loadMs);
  await readAtBoth();
  const reads = await readAtBoth();
  log("Bare rows");
  const bare = await measureBareInserts(
    { url: env.DATABASE_URL, pid: server.pid() },
    CONNECTIONS,
    loadMs,
  );
  const both = [here.pid, there.pid];
  const before = cpuOf(both);
  await Bun.sleep(idleMs);
  return {
    events: latenessOf(late.flat()),
    revocations: latenessOf(revokedAfter),
    creates,
    reads,
    bare,
    idleCpuMillis: ((cpuOf(both) - before) * 1_000_000) / idleMs,
  };
}

interface Nodes {
  readonly here: MeasuredNode;
  readonly there: MeasuredNode;
}

/** Writes messages at one node; how late each was at a stream of the other. */
async function eventsOf(
  { here, there }: Nodes,
  { from, to, address }: Pair,
  messages: number,
): Promise<readonly number[]> {
  const path = "/v1/conversations";
  const body = { to: [address], title: "One", text: "first", submit: true };
  const { conversationId } = await (await post(here, path, from, body)).json();
  const thread = `${path}/${conversationId}`;
  const events = listening(there, `${thread}/subscribe`, to);
  const late: number[] = [];
  const next = async () => {
    const { done } = await events.next();
    if (done) throw new Error("A stream ended");
  };
  await next();
  for (let i = 0; i < messages; i++) {
    await Bun.sleep(Math.random() * PAUSE_MS);
    const heard = next().then(() => performance.now());
    await post(here, `${thread}/messages`, from, { text: `message ${i}` });
    const answeredAt = performance.now();
    late.push(Math.max(0, (await heard) - answeredAt));
  }
  return late;
}

async function post(
  { baseUrl }: MeasuredNode,
  path: string,
  token: string,
  body: object,
): Promise<Response> {
  const answer = await fetch(baseUrl + path, {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
    },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(await answer.text());
  return answer;
}

/** Once when a stream is ready, then for each message that it tells of. */
async function* listening(
  { baseUrl }: MeasuredNode,
  path: string,
  token: string,
): AsyncGenerator<void> {
  const answer = await fetch(baseUrl + path, {
    headers: { authorization: `Bearer ${token}`, accept: "text/event-stream" },
  });
  if (!answer.ok || !answer.body) throw new Error(await answer.text());
  let rest = "";
  for await (const chunk of answer.body.pipeThrough(new TextDecoderStream())) {
    const events = (rest + chunk).split("\n\n");
    rest = events.pop() ?? "";
    for (const event of events) {
      if (/^event: (?:ready|message\.appended)$/m.test(event)) yield;
    }
  }
}

/** How long a node still answers a credential that was revoked elsewhere. */
async function revocation(
  operator: Operator,
  { baseUrl }: MeasuredNode,
  n: number,
): Promise<number> {
  const localPart = `revoked-${n}`;
  const { account } = await operator.run(addAccount, {
    localPart,
    name: localPart,
  });
  const accountId = account.id;
  const { credential, token } = await operator.run(addCredential, {
    accountId,
    name: "One",
  });
  const status = async () =>
    (
      await fetch(`${baseUrl}/v1/conversations`, {
        headers: { authorization: `Bearer ${token}` },
      })
    ).status;
  if ((await status()) !== 200) throw new Error("A credential is refused");
  await operator.run(revokeCredential, {
    accountId,
    credentialId: credential.id,
  });
  const revokedAt = performance.now();
  while ((await status()) !== 401) await Bun.sleep(2);
  return performance.now() - revokedAt;
}
