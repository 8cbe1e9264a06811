import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { FULL, measure, QUICK } from "./measure.ts";
import { HOSTILE, measureNeighbour } from "./neighbour.ts";
import { reportOf, tableOf } from "./report.ts";
import { measureTerminal } from "./terminal.ts";

const HELP = `bun run bench [--peers] [--quick] [--only <part of a name>]
                 [--beside <checkout>] [--profile <folder>]
       bun run bench --neighbour
       bun run bench --terminal [--beside <checkout>]

Puts 32 connections on a running service over each wire, and on bare routes over the
same database code, by turns, and compares.

  --peers      the official SDKs of MCP and A2A as well, on Node and on Bun, in memory
               and on disk, and a JMAP server (Debian's cyrus-imapd, cyrus-caldav and
               sasl2-bin, as root)
  --beside     the service of another checkout as well, whose packages are installed
  --neighbour  instead: a light read of one account beside floods of refused bodies and
               large files, a backup and a verification
  --terminal   instead: the processor time of commands of svc, here or in that checkout
  --quick      about half a minute instead of some minutes
  --only       some contenders only, such as "REST append"
  --profile    have Bun write a CPU profile of the service there`;

const { values } = parseArgs({
  options: {
    peers: { type: "boolean", default: false },
    terminal: { type: "boolean", default: false },
    neighbour: { type: "boolean", default: false },
    quick: { type: "boolean", default: false },
    only: { type: "string" },
    beside: { type: "string" },
    profile: { type: "string" },
    help: { type: "boolean", default: false },
  },
});

async function compare(): Promise<void> {
  const { peers, quick, only, profile, beside } = values;
  const options = {
    ...(quick ? QUICK : FULL),
    ...{ peers, only, profile },
    beside: beside && resolve(beside),
  };
  const report = reportOf(await measure(options, console.error));
  console.log(`\n${tableOf(options, report)}`);
}

if (values.help) console.log(HELP);
else if (values.neighbour) await measureNeighbour(HOSTILE, console.log);
else if (values.terminal) {
  const checkout = values.beside && resolve(values.beside);
  await measureTerminal({ runs: 9, checkout }, console.log);
} else await compare();
