import { join } from "node:path";
import type { ServerProcess } from "../scripts/server_process.ts";
import { ROOT, startProcess } from "../scripts/server_process.ts";
import type { Contender, Round } from "./contenders.ts";
import { createRound } from "./contenders.ts";
import { runAll } from "./load.ts";
import { A2A, callTool, MCP_REFUSALS, postRequest } from "./wires.ts";
import { at, expectLast, textOf } from "./world.ts";

/** Servers of others, and what is measured of them. */
export interface Peers extends AsyncDisposable {
  readonly contenders: readonly Contender[];
}

/** A server in `bench/peers/`, and what is asked of it, by the contender's name. */
interface Peer {
  readonly script: string;
  readonly runtime: "node" | "bun";
  readonly rounds: Readonly<Record<string, RoundOf>>;
}

/** Makes what every round asks of a server that has just started. */
type RoundOf = (server: ServerProcess, tasks: number) => Promise<Round>;

const NOBODY = { token: "", address: "agent@localhost" };

const PEERS: readonly Peer[] = [
  { script: "bare_http", runtime: "bun", rounds: { "bare Bun HTTP": echoed } },
  {
    script: "bare_libsql",
    runtime: "bun",
    rounds: { "bare libSQL insert": echoed },
  },
  {
    script: "mcp_node",
    runtime: "node",
    rounds: { "MCP SDK call, Node": called },
  },
  {
    script: "mcp_bun",
    runtime: "bun",
    rounds: { "MCP SDK call, Bun": called },
  },
  {
    script: "a2a_node",
    runtime: "node",
    rounds: { "A2A SDK send, Node": sent, "A2A SDK read, Node": read },
  },
  {
    script: "a2a_bun",
    runtime: "bun",
    rounds: { "A2A SDK send, Bun": sent, "A2A SDK read, Bun": read },
  },
];

/** Starts those peers whose contenders have `only` in their names; none without it. */
export async function openPeers(
  only: string | undefined,
  tasks: number,
): Promise<Peers> {
  await using stack = new AsyncDisposableStack();
  const contenders: Contender[] = [];
  for (const { script, runtime, rounds } of only === undefined ? [] : PEERS) {
    const wanted = Object.entries(rounds).filter(([name]) =>
      name.includes(only ?? ""),
    );
    if (wanted.length === 0) continue;
    const server = stack.use(await startPeer(script, runtime));
    for (const [name, roundOf] of wanted) {
      const round = await roundOf(server, tasks);
      contenders.push({ name, server, prepare: async () => round });
    }
  }
  const kept = stack.move();
  return { contenders, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}

/** Node reads no TypeScript, so that all of them run as it is without its types. */
async function startPeer(
  name: string,
  runtime: Peer["runtime"],
): Promise<ServerProcess> {
  const outdir = "bench/results/peers";
  await Bun.build({
    entrypoints: [join(import.meta.dir, `peers/${name}.ts`)],
    outdir: join(ROOT, outdir),
    target: runtime,
    packages: "external",
  });
  const node = Bun.which("node");
  if (runtime === "node" && node === null) throw new Error("There is no node");
  return await startProcess({
    script: `${outdir}/${name}.js`,
    ...(runtime === "node" && node !== null && { runtime: node }),
    env: { NODE_ENV: "production" },
  });
}

async function echoed(): Promise<Round> {
  return {
    requestsMax: Number.POSITIVE_INFINITY,
    request: (n) => postRequest("/rows", "", { text: textOf(n) }),
    check: (body, n) => expectLast([JSON.parse(body).text], textOf(n)),
  };
}

async function called(): Promise<Round> {
  return {
    refusals: MCP_REFUSALS,
    requestsMax: Number.POSITIVE_INFINITY,
    request: (n) => callTool("", n, "echo", { text: textOf(n) }),
    check(body, n) {
      expectLast([JSON.parse(body).result.content[0].text], textOf(n));
    },
  };
}

async function sent(): Promise<Round> {
  return createRound(A2A, () => [NOBODY, NOBODY]);
}

async function read({ port }: ServerProcess, tasks: number): Promise<Round> {
  const ids: string[] = [];
  const made = {
    request: (await sent()).request,
    check(body: string, n: number) {
      ids[n] = JSON.parse(body).result.task.id;
    },
  };
  await runAll(made, { port, connections: 8, requestsMax: tasks });
  return {
    refusals: A2A.refusals,
    requestsMax: Number.POSITIVE_INFINITY,
    request: (n) => A2A.read({ token: "", conversationId: at(ids, n) }),
    check: (body, n) => expectLast(A2A.texts(body), textOf(n % ids.length)),
  };
}
