import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ROOT } from "../scripts/server_process.ts";
import { FULL, measure, QUICK } from "./measure.ts";
import { reportOf } from "./report.ts";
import { runScale } from "./scale/run.ts";
import { MANY_STREAMS, measureStreams, streamTable } from "./streams.ts";
import { tableOf } from "./table.ts";

const HELP = `bun run bench [--peers] [--streams] [--quick] [--json]
                 [--only <part of a name>] [--profile <directory>]
       bun run bench --scale <sizes> [--keep <directory>]

Puts 32 connections on a running service over each wire, and on bare Elysia
routes beside it, and compares. Writes bench/results/latest.json.

  --peers    the official SDKs of MCP and A2A as well, on Node and on Bun, and
             Bun and libSQL alone; about four minutes
  --streams  instead: 10,000 event streams, what they hold, and how soon they hear
  --quick    about fifteen seconds instead of under three minutes
  --json     print the JSON only
  --only     run some contenders only, such as "REST append"
  --scale    what one request takes on files of so many conversations, such as
             1000,100000,1000000: filled by the operations and verified first
  --keep     where these files are, and stay for the next run
  --profile  have Bun write a CPU profile of the service there`;

const { values } = parseArgs({
  options: {
    streams: { type: "boolean", default: false },
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
  const { peers, quick, json, only, profile, scale, keep } = values;
  if (scale !== undefined) {
    const sizes = scale.split(",").map(Number);
    const directory = keep ?? (await mkdtemp(join(tmpdir(), "inbox-scale-")));
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

async function runStreams(): Promise<void> {
  console.log(streamTable(await measureStreams(MANY_STREAMS, console.error)));
}

if (values.help) console.log(HELP);
else if (values.streams) await runStreams();
else await run();
