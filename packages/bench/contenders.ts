import type { ServerProcess } from "../../scripts/server_process.ts";
import type { Exchange } from "./load.ts";
import type { Wire } from "./wires.ts";
import { A2A, MCP, PAID, REST } from "./wires.ts";
import type { Thread, World } from "./world.ts";
import { at, expectLast, makeThreads, pairOf, textOf } from "./world.ts";

/** Something whose speed is measured. */
export interface Contender {
  readonly name: string;
  readonly server: Pick<ServerProcess, "port" | "pid" | "complaints">;
  /** Makes what one round works on; none of it is timed. */
  prepare(): Promise<Round>;
}

/** The requests of one round, and the most that its data stands where that is bounded. */
export interface Round extends Exchange {
  readonly requestsMax?: number;
}

/** The messages that a read finds: always the same, whatever was appended elsewhere. */
const MESSAGES_READ = 4;
/** The messages in an append's conversation before the round. */
const MESSAGES_BEFORE = 2;
/** Threads stay as short as people's are. */
const APPENDS_PER_THREAD_MAX = 28;

/** Requests of the service over each wire; `suffix` tells two services apart. */
export async function serviceContenders(
  world: World,
  {
    conversations,
    appendedTo,
  }: Readonly<Record<"conversations" | "appendedTo", number>>,
  suffix = "",
): Promise<readonly Contender[]> {
  const threads = await makeThreads(world, conversations, MESSAGES_READ);
  const contender = (
    name: string,
    prepare: Contender["prepare"],
  ): Contender => ({ name: name + suffix, server: world.service, prepare });
  const ofWire = (wire: Wire): readonly Contender[] => [
    contender(`${wire.name} create`, async () =>
      createRound(wire, (n) => pairOf(world, n)),
    ),
    contender(`${wire.name} append`, () =>
      appendRound(world, wire, appendedTo),
    ),
    contender(`${wire.name} read`, async () =>
      readRound(wire, readOver(wire, threads)),
    ),
  ];
  return [
    ...[REST, MCP, A2A].flatMap(ofWire),
    contender("REST create, paid", async () =>
      createRound(PAID, (n) => pairOf(world, n)),
    ),
  ];
}

/** Conversations that are read over a wire: a client reads by one, and so does each here. */
function readOver(wire: Wire, threads: readonly Thread[]): readonly Thread[] {
  const wires = [REST, MCP, A2A];
  return threads.filter((_, n) => wires[n % wires.length] === wire);
}

/** Reads of each conversation by both parties in turn, over and over. */
function readRound(wire: Wire, threads: readonly Thread[]): Round {
  return {
    refusals: wire.refusals,
    request(n) {
      const { id, parties } = at(threads, n);
      const { token } = at(parties, Math.floor(n / threads.length));
      return wire.read({ token, conversationId: id });
    },
    check: (body) => expectWhole(wire.texts(body)),
  };
}

/** Conversations from nothing to submitted, each in one request. */
export function createRound(
  wire: Wire,
  partiesOf: (n: number) => Thread["parties"],
): Round {
  return {
    refusals: wire.refusals,
    request(n) {
      const [{ token }, { address: to }] = partiesOf(n);
      return wire.create({ token, to, text: textOf(n), n });
    },
    check: (body, n) => expectDone(wire, body, n),
  };
}

/** Every round appends to conversations of its own, so that all are alike. */
async function appendRound(
  world: World,
  wire: Wire,
  conversations: number,
): Promise<Round> {
  const threads = await makeThreads(world, conversations, MESSAGES_BEFORE);
  return {
    refusals: wire.refusals,
    requestsMax: conversations * APPENDS_PER_THREAD_MAX,
    request(n) {
      const { id, parties } = at(threads, n);
      const { token } = at(parties, Math.floor(n / conversations));
      return wire.append({ token, conversationId: id, text: textOf(n), n });
    },
    check: (body, n) => expectDone(wire, body, n),
  };
}

function expectDone(wire: Wire, body: string, n: number): void {
  if (wire.hasDone(body, textOf(n))) return;
  throw new Error(`${wire.name} did not say that it wrote`);
}

function expectWhole(texts: readonly string[]): void {
  if (texts.length !== MESSAGES_READ) {
    throw new Error(`There are ${texts.length} messages`);
  }
  for (const [seq, text] of texts.entries()) expectLast([text], textOf(seq));
}
