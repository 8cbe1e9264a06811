import { openOperator } from "../../src/cli/operator.ts";
import { readConfig } from "../../src/config.ts";
import type { Exchange } from "../load.ts";
import { UNLIMITED } from "../world.ts";
import type { Answered, MeasuredNode } from "./load.ts";
import {
  answeredBy,
  answeredText,
  createsOf,
  ownProcess,
  pairOf,
  readsOf,
  startPrimary,
} from "./load.ts";
import type { Share } from "./share.ts";
import { openShare } from "./share.ts";

/** How much is done. */
export interface HeldOptions {
  /** What each node has of a core. */
  readonly share: number;
  /** How long creates are put on both nodes before they are held. */
  readonly warmUpMs: number;
  readonly loadMs: number;
  /** How often one node and both are measured, by turns. */
  readonly turns: number;
}

export const HELD: Omit<HeldOptions, "share"> = {
  warmUpMs: 20_000,
  loadMs: 5_000,
  turns: 2,
};

/** What one node answered, and what both did. */
type OneAndBoth = readonly [one: Answered, both: Answered];

/** Two nodes of which each is the bound, and not the machine that all share. */
export interface HeldReport {
  readonly share: number;
  readonly creates: OneAndBoth;
  readonly reads: OneAndBoth;
}

/** A node that has less than this of its share was kept from it by something else. */
const USED_MIN = 0.9;

/** The report for a person. */
export function heldTable({ share, creates, reads }: HeldReport): string {
  const carried = 1_000_000 / creates[1].serverMicros;
  const nodes = carried / creates[0].perSecond;
  return [
    `two nodes on one server, each held to ${share} of a core by the kernel (cgroups); the server and the callers are not held`,
    ...rowsOf("creates", share, creates),
    ...rowsOf("reads", share, reads),
    `by its processor time, without what keeps its log small, a server with a core of its own carries ${carried.toFixed(0)} creates a second: ${nodes.toFixed(1)} such nodes`,
  ].join("\n");
}

function rowsOf(
  what: string,
  share: number,
  [one, both]: OneAndBoth,
): readonly string[] {
  const used = [usedBy(one, 1), usedBy(both, 2)];
  const ratio = both.perSecond / one.perSecond;
  const judged = ratio >= 1.6 ? "met" : "NOT MET";
  const isBound = used.every((it) => it >= USED_MIN * share);
  return [
    `${what} at one node   ${answeredText(one)}; used ${used[0]?.toFixed(2)} of a core`,
    `${what} at both       ${answeredText(both)}; used ${used[1]?.toFixed(2)} each`,
    `  ${ratio.toFixed(2)} times as many (goal ≥ 1.6: ${judged})${isBound ? "" : "; NOT ALL of the share was used: something else was the bound"}`,
  ];
}

/** What each of some nodes had of a core. */
function usedBy({ perSecond, nodeMicros }: Answered, nodes: number): number {
  return (perSecond * nodeMicros) / 1_000_000 / nodes;
}

/** @throws if a node refuses what it has to answer, or may not be held */
export async function measureHeldNodes(
  { share, warmUpMs, loadMs, turns }: HeldOptions,
  log: (line: string) => void = () => {},
  start: (
    env: Readonly<Record<string, string>>,
  ) => Promise<MeasuredNode> = ownProcess,
  open: (share: number) => Share = openShare,
): Promise<HeldReport> {
  await using server = await startPrimary();
  using held = open(share);
  const env = { ...UNLIMITED, ...server.settings };
  await using here = await start(env);
  await using there = await start(env);
  const operator = await openOperator(readConfig(here.env));
  const pair = await pairOf(operator, 1);
  await operator.close();
  const begun: string[] = [];
  const creating = createsOf(pair, begun);
  const reading = readsOf(pair, begun);
  const ask = (nodes: readonly MeasuredNode[], what: Exchange, ms: number) =>
    answeredBy(nodes, server.pid(), what, ms);
  log("Warming up, not held");
  await ask([here, there], creating, warmUpMs);
  await ask([here, there], reading, warmUpMs / 4);
  for (const { pid } of [here, there]) held.hold(pid);
  const measured = async (what: Exchange): Promise<OneAndBoth> => {
    const ones: Answered[] = [];
    const boths: Answered[] = [];
    for (let turn = 0; turn < turns; turn++) {
      const one = turn % 2 === 0 ? here : there;
      ones.push(await ask([one], what, loadMs));
      boths.push(await ask([here, there], what, loadMs));
    }
    return [meanOf(ones), meanOf(boths)];
  };
  log("Creates at one node and at both, by turns");
  const creates = await measured(creating);
  log("Reads at one node and at both, by turns");
  return { share, creates, reads: await measured(reading) };
}

function meanOf(all: readonly Answered[]): Answered {
  const mean = (of: (it: Answered) => number) =>
    all.reduce((sum, it) => sum + of(it), 0) / all.length;
  return {
    perSecond: mean((it) => it.perSecond),
    nodeMicros: mean((it) => it.nodeMicros),
    serverMicros: mean((it) => it.serverMicros),
  };
}
