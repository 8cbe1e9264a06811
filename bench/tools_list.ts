import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import type { Tool } from "@modelcontextprotocol/sdk/types.js";
import { ROOT } from "../scripts/server_process.ts";
import { OPERATIONS } from "../src/core/operations/mod.ts";
import { wholeSchemaOf } from "../src/tools/bound.ts";
import { toolName } from "../src/tools/names.ts";

const HELP = `bun bench/tools_list.ts [<another list of tools>.json]

What a client of the MCP SDK 1.x spends on our list of tools: it compiles the schema
of each output with Ajv in listTools. Processor time, each list in processes of its own;
beside it the same tools with the whole schemas of their outputs, and a list of yours.`;

const RUNS = 9;
const LISTED = join(ROOT, "docs/tools.json");
const WHOLE = "--whole";

interface List {
  readonly tools: readonly Pick<Tool, "name" | "inputSchema">[];
}

/** The tools as they are listed, with the schema of an output as REST has it. */
async function wholeList(): Promise<List> {
  const { tools }: List = await Bun.file(LISTED).json();
  const byName = new Map(OPERATIONS.map((it) => [toolName(it), it]));
  const whole = tools.map((tool) => {
    const operation = byName.get(tool.name);
    return operation
      ? { ...tool, outputSchema: wholeSchemaOf(operation) }
      : tool;
  });
  return JSON.parse(JSON.stringify({ tools: whole }));
}

/** Milliseconds of processor time that one listTools takes, the first of a process. */
async function compile(list: List): Promise<number> {
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  theirs.onmessage = (message) => {
    if (!("method" in message && "id" in message)) return;
    const { id, method } = message;
    const result =
      method === "initialize"
        ? {
            protocolVersion: "2025-11-25",
            capabilities: { tools: {} },
            serverInfo: { name: "bench", version: "1" },
          }
        : { ...list };
    void theirs.send({ jsonrpc: "2.0", id, result });
  };
  const client = new Client({ name: "bench", version: "1" });
  await client.connect(ours);
  const start = process.cpuUsage();
  const { tools } = await client.listTools();
  const { user, system } = process.cpuUsage(start);
  if (tools.length !== list.tools.length) throw new Error("Tools are missing");
  return (user + system) / 1_000;
}

function timed(source: string): number {
  const { stdout, stderr, success } = Bun.spawnSync(
    [process.execPath, import.meta.path, "--once", source],
    { stdout: "pipe", stderr: "pipe" },
  );
  if (!success) throw new Error(stderr.toString());
  return Number(stdout.toString());
}

async function listOf(source: string): Promise<List> {
  return source === WHOLE ? wholeList() : Bun.file(source).json();
}

async function report(sources: readonly (readonly [string, string])[]) {
  let least: number | undefined;
  for (const [name, source] of sources) {
    const all = Array.from({ length: RUNS }, () => timed(source));
    const ms = all.toSorted((a, b) => a - b)[RUNS >> 1] ?? Number.NaN;
    least ??= ms;
    const list = await listOf(source);
    const kB = Math.round(Buffer.byteLength(JSON.stringify(list)) / 1_000);
    console.log(
      `${name.padEnd(16)} ${list.tools.length} tools ${`${kB}`.padStart(4)} kB ${ms.toFixed(1).padStart(7)} ms ${(ms / least).toFixed(1).padStart(5)} x`,
    );
  }
}

const [flag, other] = process.argv.slice(2);
if (flag === "--help") console.log(HELP);
else if (flag === "--once")
  console.log(await compile(await listOf(other ?? "")));
else {
  const sources: [string, string][] = [
    ["as listed", LISTED],
    ["whole outputs", WHOLE],
  ];
  if (flag !== undefined) sources.push(["the other list", flag]);
  await report(sources);
}
