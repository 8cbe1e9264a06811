import { join } from "node:path";
import type { ServerProcess } from "../../scripts/server_process.ts";
import { startProcess } from "../../scripts/server_process.ts";
import { startedScript } from "../../scripts/started_script.ts";
import { loadCore } from "../../src/cli/from_sources.ts";
import { openOperator } from "../../src/cli/operator.ts";
import { readConfig } from "../../src/config/config.ts";
import { runAll } from "./load.ts";
import { REST } from "./wires.ts";

/** One account of the service under load. */
export interface Member {
  readonly address: string;
  readonly token: string;
}

/** A conversation between two members, both of whom may write. */
export interface Thread {
  readonly id: string;
  readonly parties: readonly [Member, Member];
}

/** A running service with members, and the number of connections to it. */
export interface World {
  readonly service: ServerProcess;
  readonly members: readonly Member[];
  readonly connections: number;
}

/** How a service is started. */
export interface WorldOptions {
  readonly connections: number;
  /** For Bun itself, such as `--cpu-prof`. */
  readonly flags?: readonly string[];
  /** Root of another checkout, to compare with this one. */
  readonly checkout?: string;
}

const MEMBERS = 16;
/** Memory settings of a start, without limits, since refusals are not measured here. */
export const UNLIMITED = {
  BUN_JSC_forceRAMSize: "1073741824",
  BUN_JSC_smallHeapGrowthFactor: "1.7",
  RATE_LIMITS: "off",
  AGENT_AUTO_DAY_LIMIT: "none",
  AGENT_AUTO_PAYEE_LIMIT: "none",
};
const TEXT_CHARS = 200;

/** Starts the service, of another checkout if one is named, and adds its members. */
export async function openWorld(
  { connections, flags = [], checkout }: WorldOptions,
  stack: AsyncDisposableStack,
): Promise<World> {
  const script =
    checkout === undefined
      ? await startedScript()
      : join(checkout, "src/main.ts");
  const started = await startProcess({ script, flags, env: UNLIMITED });
  const service = stack.use(started);
  return { service, members: await addMembers(service), connections };
}

/** Adds the members through the process that owns the file, as `svc` does, for any checkout. */
async function addMembers({ env }: ServerProcess): Promise<readonly Member[]> {
  const operator = await openOperator(readConfig(env), { core: loadCore });
  const members: Member[] = [];
  for (let n = 1; n <= MEMBERS; n++) {
    const { address, token } = await operator.run("add_account", {
      localPart: `member-${n}`,
      name: `Member ${n}`,
      credit: "1000000.00",
    });
    members.push({ address: address?.address ?? "", token });
  }
  await operator.close();
  return members;
}

/** Two different members for a conversation's number, each pair in turn. */
export function pairOf({ members }: World, n: number): Thread["parties"] {
  const first = n % MEMBERS;
  const step = 1 + (Math.floor(n / MEMBERS) % (MEMBERS - 1));
  const [a, b] = [members[first], members[(first + step) % MEMBERS]];
  if (!a || !b) throw new RangeError("There are too few members");
  return [a, b];
}

/** A message that differs from every other one. */
export function textOf(n: number): string {
  return `Message ${n}: `.padEnd(TEXT_CHARS, "all work and no play. ");
}

/** Makes conversations with a number of messages, written by both parties in turn. */
export async function makeThreads(
  world: World,
  count: number,
  messages: number,
): Promise<readonly Thread[]> {
  const { connections, service } = world;
  const { port } = service;
  const threads: Thread[] = [];
  const created = {
    request(n: number) {
      const [{ token }, { address: to }] = pairOf(world, n);
      return REST.create({ token, to, text: textOf(0), n });
    },
    check(body: string, n: number) {
      const id = JSON.parse(body).conversationId;
      threads[n] = { id, parties: pairOf(world, n) };
    },
  };
  await runAll(created, { port, connections, requestsMax: count });
  for (let seq = 1; seq < messages; seq++) {
    const replies = {
      request(n: number) {
        const { id, parties } = at(threads, n);
        const { token } = parties[seq % 2 === 1 ? 1 : 0];
        return REST.append({ token, conversationId: id, text: textOf(seq), n });
      },
      check: (body: string) => expectLast(REST.texts(body), textOf(seq)),
    };
    await runAll(replies, { port, connections, requestsMax: count });
  }
  return threads;
}

/** @throws if the last text is another one. */
export function expectLast(texts: readonly string[], wanted: string): void {
  if (texts.at(-1) === wanted) return;
  throw new Error(`Expected the last message to be "${wanted.slice(0, 20)}…"`);
}

/** The element for n, starting again after the last. */
export function at<T>(list: readonly T[], n: number): T {
  const found = list[n % list.length];
  if (found === undefined) throw new RangeError("The list is empty");
  return found;
}
