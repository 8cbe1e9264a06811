import { join } from "node:path";
import type { ServerProcess } from "../../scripts/server_process.ts";
import { ROOT, startProcess } from "../../scripts/server_process.ts";
import type { Contender, Round } from "./contenders.ts";
import { createRound } from "./contenders.ts";
import { cyrusContenders, hasCyrus } from "./cyrus.ts";
import { runAll } from "./load.ts";
import { A2A, callTool, MCP } from "./wires.ts";
import { at, expectLast, textOf } from "./world.ts";

/** A server in `peers/`, and its requests by contender's name. */
interface Peer {
  /** The script in `peers/`, and its arguments. */
  readonly command: readonly [script: "a2a" | "mcp", ...args: string[]];
  readonly runtime: "node" | "bun";
  readonly rounds: Readonly<Record<string, RoundOf>>;
}

/** Makes the requests of every round for a server that has just started. */
type RoundOf = (server: ServerProcess, tasks: number) => Promise<Round>;

const AGENT = { token: "", address: "agent@localhost" };

const PEERS: readonly Peer[] = (["node", "bun"] as const).flatMap((runtime) => {
  const on = runtime === "node" ? "Node" : "Bun";
  const a2a = (store: string): Peer => ({
    command: ["a2a", store],
    runtime,
    rounds: {
      [`A2A SDK send, ${store}, ${on}`]: sent,
      [`A2A SDK read, ${store}, ${on}`]: read,
    },
  });
  const rounds = { [`MCP SDK call, ${on}`]: called };
  return [a2a("durable"), a2a("memory"), { command: ["mcp"], runtime, rounds }];
});

/** Starts those peers whose contenders have `only` in their names. */
export async function openPeers(
  only: string,
  tasks: number,
  stack: AsyncDisposableStack,
): Promise<readonly Contender[]> {
  const contenders: Contender[] = [];
  for (const { rounds, ...peer } of PEERS) {
    const wanted = Object.entries(rounds).filter(([it]) => it.includes(only));
    if (wanted.length === 0) continue;
    const server = stack.use(await startPeer(peer));
    for (const [name, roundOf] of wanted) {
      const round = await roundOf(server, tasks);
      contenders.push({ name, server, prepare: async () => round });
    }
  }
  const wantsCyrus = "JMAP Email/set, Email/get, Cyrus".includes(only);
  if (wantsCyrus && hasCyrus()) {
    contenders.push(...(await cyrusContenders(tasks, stack)));
  }
  return contenders;
}

/** Node 20 reads no TypeScript, so each peer runs as a bundle of its own file. */
async function startPeer({
  command: [name, ...args],
  runtime,
}: Omit<Peer, "rounds">): Promise<ServerProcess> {
  const outdir = join(ROOT, "packages/bench/results/peers");
  await Bun.build({
    entrypoints: [join(import.meta.dir, `peers/${name}.ts`)],
    outdir,
    target: runtime,
    packages: "external",
  });
  const program = Bun.which(runtime) ?? process.execPath;
  return await startProcess({
    runtime: program,
    flags: [join(outdir, `${name}.js`), ...args],
    env: { NODE_ENV: "production", PATH: Bun.env.PATH ?? "" },
  });
}

async function called(): Promise<Round> {
  return {
    refusals: MCP.refusals,
    request: (n) => callTool("", n, "echo", { text: textOf(n) }),
    check(body, n) {
      expectLast([JSON.parse(body).result.content[0].text], textOf(n));
    },
  };
}

async function sent(): Promise<Round> {
  return createRound(A2A, () => [AGENT, AGENT]);
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
    request: (n) => A2A.read({ token: "", conversationId: at(ids, n) }),
    check: (body, n) => expectLast(A2A.texts(body), textOf(n % ids.length)),
  };
}
