import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ROOT } from "../scripts/server_process.ts";
import { bodiesTable, HOSTILE, measureBodies } from "./bodies.ts";
import { FULL, measure, QUICK } from "./measure.ts";
import { HELD, heldTable, measureHeldNodes } from "./nodes/held.ts";
import { measureNodes, nodesTable, TWO_NODES } from "./nodes/measure.ts";
import { measurePaint, TEN_THOUSAND } from "./paint/measure.ts";
import { paintTable } from "./paint/table.ts";
import { reportOf } from "./report.ts";
import { runScale } from "./scale/run.ts";
import { MANY_SENDS, measureSends, sendsTable } from "./sends.ts";
import { MANY_STREAMS, measureStreams, streamTable } from "./streams.ts";
import { tableOf } from "./table.ts";
import { measureTraces, READS, tracesTable } from "./traces.ts";
import { measureUpkeep, STEADY, upkeepTable } from "./upkeep.ts";

const HELP = `bun run bench [--peers] [--quick] [--json]
                 [--only <part of a name>] [--profile <directory>]
       bun run bench --streams | --sends | --nodes | --upkeep | --traces | --bodies
       bun run bench --upkeep --rate <messages a second>
       bun run bench --node-share <part of a core>
       bun run bench --paint [--keep <directory>]
       bun run bench --scale <sizes> [--keep <directory>]

Puts 32 connections on a running service over each wire, and on bare Elysia
routes beside it, and compares. Writes bench/results/latest.json.

  --peers    the official SDKs of MCP and A2A as well, on Node and on Bun, and
             Bun and libSQL alone; about seven minutes
  --streams  instead: 10,000 event streams, what they hold, and how soon they hear
  --sends    instead: 300,000 conversations over A2A, what the process holds, and
             what a read of an old one takes before and after
  --nodes    instead: two nodes on one libSQL server, how soon one hears of the
             other, creates of one and of both
  --node-share
             instead: two nodes of which each is held to so much of a core, such as
             0.3, so that not the machine is what bounds them; needs root
  --upkeep   instead: how long writes take while a backup and a verification run
  --rate     of those writes; without it 100 a second, whether earlier ones are answered
             or not
  --bodies   instead: how late a light read is beside bodies that are refused, and
             beside large files, and what memory these take
  --traces   instead: the processor time that traces cost a read
  --paint    instead: from an input to the next picture in the inbox of an account
             with 10,000 conversations, in Chromium
  --quick    about fifteen seconds instead of about four minutes
  --json     print the JSON only
  --only     run some contenders only, such as "REST append"
  --scale    what one request takes on files of so many conversations, such as
             1000,100000,1000000: filled by the operations and verified first
  --keep     where filled files are, and stay for the next run
  --profile  have Bun write a CPU profile of the service there`;

const { values } = parseArgs({
  options: {
    streams: { type: "boolean", default: false },
    sends: { type: "boolean", default: false },
    nodes: { type: "boolean", default: false },
    "node-share": { type: "string" },
    upkeep: { type: "boolean", default: false },
    rate: { type: "string", default: `${STEADY.perSecond}` },
    traces: { type: "boolean", default: false },
    bodies: { type: "boolean", default: false },
    paint: { type: "boolean", default: false },
    peers: { type: "boolean", default: false },
    quick: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    only: { type: "string" },
    scale: { type: "string" },
    keep: { type: "string" },
    profile: { type: "string" },
    help: { type: "boolean", default: false },
  },
});

async function run(): Promise<void> {
  const { peers, quick, json, only, profile, scale } = values;
  if (scale !== undefined) {
    const sizes = scale.split(",").map(Number);
    const directory = await keptAt();
    console.log(await runScale({ sizes, directory }, console.error));
    return;
  }
  const options = {
    ...(quick ? QUICK : FULL),
    peers,
    ...(only !== undefined && { only }),
    ...(profile !== undefined && { profile }),
  };
  const log = (line: string) => json || console.error(line);
  const report = reportOf(options, await measure(options, log));
  const text = JSON.stringify(report, null, 2);
  await Bun.write(join(ROOT, "bench/results/latest.json"), `${text}\n`);
  console.log(json ? text : `\n${tableOf(report)}`);
}

/** Where filled files are. */
async function keptAt(): Promise<string> {
  return values.keep ?? (await mkdtemp(join(tmpdir(), "inbox-scale-")));
}

/** What is measured instead of the wires. */
async function runOne(log = console.error): Promise<string | undefined> {
  const { streams, sends, nodes, upkeep, traces, bodies, paint } = values;
  const share = values["node-share"];
  if (share !== undefined) {
    const options = { ...HELD, share: Number(share) };
    return heldTable(await measureHeldNodes(options, log));
  }
  if (streams) return streamTable(await measureStreams(MANY_STREAMS, log));
  if (sends) return sendsTable(await measureSends(MANY_SENDS, log));
  if (nodes) return nodesTable(await measureNodes(TWO_NODES, log));
  if (upkeep) {
    const steady = { ...STEADY, perSecond: Number(values.rate) };
    return upkeepTable(await measureUpkeep(steady, log));
  }
  if (bodies) return bodiesTable(await measureBodies(HOSTILE, log));
  if (paint) {
    const directory = await keptAt();
    return paintTable(await measurePaint({ ...TEN_THOUSAND, directory }, log));
  }
  return traces ? tracesTable(await measureTraces(READS)) : undefined;
}

if (values.help) console.log(HELP);
else {
  const told = await runOne();
  if (told === undefined) await run();
  else console.log(told);
}
