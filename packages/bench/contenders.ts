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
  /** Prepares one round; none of it is timed. */
  prepare(): Promise<Round>;
}

/** The requests of one round, and their maximum number if the data limits it. */
export interface Round extends Exchange {
  readonly requestsMax?: number;
}

/** The messages that a read finds: always the same, regardless of other appends. */
const MESSAGES_READ = 4;
/** The messages in an append's conversation before the round. */
const MESSAGES_BEFORE = 2;
/** Keeps threads as short as people's are. */
const APPENDS_PER_THREAD_MAX = 28;

/** Requests of the service on each interface; `suffix` distinguishes two services. */
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

/** Conversations that are read on one interface, as a client does. */
function readOver(wire: Wire, threads: readonly Thread[]): readonly Thread[] {
  const wires = [REST, MCP, A2A];
  return threads.filter((_, n) => wires[n % wires.length] === wire);
}

/** Repeated reads of each conversation by both parties in turn. */
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

/** Conversations created and submitted in one request each. */
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

/** Every round appends to its own conversations, so that all rounds are alike. */
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
