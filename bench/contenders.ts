import type { ServerProcess } from "../scripts/server_process.ts";
import type { Exchange } from "./load.ts";
import { runAll } from "./load.ts";
import type { Wire } from "./wires.ts";
import {
  A2A,
  getRequest,
  MCP,
  postRequest,
  REST,
  REST_WITH_KEY,
} from "./wires.ts";
import type { Thread, World } from "./world.ts";
import { at, expectLast, makeThreads, pairOf, textOf } from "./world.ts";

/** Something whose speed is measured. */
export interface Contender {
  readonly name: string;
  readonly server: ServerProcess;
  /** Makes what one round works on; none of it is timed. */
  prepare(): Promise<Round>;
}

/** The requests of one round, and the most that its data stands. */
export interface Round extends Exchange {
  readonly requestsMax: number;
}

/** What a read finds: always the same, whatever was appended elsewhere. */
const MESSAGES_READ = 4;
/** What an append's conversation holds before the round. */
const MESSAGES_BEFORE = 2;
/** Threads stay as short as people's are. */
const APPENDS_PER_THREAD_MAX = 28;
const ROW_CHARS = 900;

/** Everything that is measured, in the order of the table. */
export async function openContenders(
  world: World,
  {
    conversations,
    appendedTo,
  }: Readonly<Record<"conversations" | "appendedTo", number>>,
): Promise<readonly Contender[]> {
  const threads = await makeThreads(world, conversations, MESSAGES_READ);
  const append = (name: string, wire: Wire): Contender => ({
    name,
    server: world.service,
    prepare: () => appendRound(world, wire, appendedTo),
  });
  const read = (name: string, wire: Wire): Contender => ({
    name,
    server: world.service,
    prepare: async () => readRound(wire, readOver(wire, threads)),
  });
  const create = (name: string, wire: Wire): Contender => ({
    name,
    server: world.service,
    prepare: async () => createRound(wire, (n) => pairOf(world, n)),
  });
  return [
    ...(await bareContenders(world, conversations)),
    create("REST create", REST),
    append("REST append", REST),
    read("REST read", REST),
    create("MCP create", MCP),
    append("MCP append", MCP),
    read("MCP read", MCP),
    create("A2A create", A2A),
    append("A2A append", A2A),
    read("A2A read", A2A),
    append("REST append, with Idempotency-Key", REST_WITH_KEY),
    { name: "REST create, paid", server: world.service, prepare: paid(world) },
    ...(await tokenCheckContenders(world)),
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
    requestsMax: Number.POSITIVE_INFINITY,
    request(n) {
      const { id, parties } = at(threads, n);
      const { token } = at(parties, Math.floor(n / threads.length));
      return wire.read({ token, conversationId: id });
    },
    check: (body) => expectWhole(wire.texts(body)),
  };
}

/** Free conversations from nothing to submitted, each in one request. */
export function createRound(
  wire: Wire,
  partiesOf: (n: number) => Thread["parties"],
): Round {
  return {
    refusals: wire.refusals,
    requestsMax: Number.POSITIVE_INFINITY,
    request(n) {
      const [{ token }, { address: to }] = partiesOf(n);
      return wire.create({ token, to, text: textOf(n), n });
    },
    check(body, n) {
      if (wire.hasCreated(body, textOf(n))) return;
      throw new Error(`${wire.name} did not say that it created`);
    },
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
    check(body, n) {
      if (wire.hasAppended(body, textOf(n))) return;
      throw new Error(`${wire.name} did not say that it appended`);
    },
  };
}

function expectWhole(texts: readonly string[]): void {
  if (texts.length !== MESSAGES_READ) {
    throw new Error(
      `Expected ${MESSAGES_READ} messages, there are ${texts.length}`,
    );
  }
  for (const [seq, text] of texts.entries()) expectLast([text], textOf(seq));
}

async function bareContenders(
  { peer, connections }: World,
  count: number,
): Promise<readonly Contender[]> {
  const { port } = peer;
  const ids: string[] = [];
  const text = textOf(0).padEnd(ROW_CHARS, "and on. ");
  await runAll(
    {
      request: () => postRequest("/rows", "", { text }),
      check(body, n) {
        ids[n] = JSON.parse(body).id;
      },
    },
    { port, connections, requestsMax: count },
  );
  const insert: Round = {
    requestsMax: Number.POSITIVE_INFINITY,
    request: (n) => postRequest("/rows", "", { text: textOf(n) }),
    check: (body, n) => expectLast([JSON.parse(body).text], textOf(n)),
  };
  const read: Round = {
    requestsMax: Number.POSITIVE_INFINITY,
    request: (n) => getRequest(`/rows/${at(ids, n)}`, ""),
    check: (body) => expectLast([JSON.parse(body).text], text),
  };
  return [
    { name: "bare durable insert", server: peer, prepare: async () => insert },
    { name: "bare point read", server: peer, prepare: async () => read },
  ];
}

/** The same read of one conversation, with the check of the token and without. */
async function tokenCheckContenders({
  tokenCheck: server,
}: World): Promise<readonly Contender[]> {
  const { conversationId, token } = await (
    await fetch(`${server.baseUrl}/known`)
  ).json();
  const read = (name: string, path: string): Contender => ({
    name,
    server,
    prepare: async () => ({
      requestsMax: Number.POSITIVE_INFINITY,
      request: () =>
        getRequest(`/${path}/conversations/${conversationId}`, token),
      check(body) {
        if (JSON.parse(body).conversationId === conversationId) return;
        throw new Error(`Expected the conversation, got ${body.slice(0, 80)}`);
      },
    }),
  });
  return [read("read, unchecked", "open"), read("read, checked", "checked")];
}

/** A priced conversation from nothing to held, in one request. */
function paid(world: World): Contender["prepare"] {
  return async () => ({
    requestsMax: Number.POSITIVE_INFINITY,
    request(n) {
      const [owner, { address }] = pairOf(world, n);
      return postRequest("/v1/conversations", owner.token, {
        title: `Request ${n}`,
        to: [address],
        text: textOf(n),
        price: "0.01",
        submit: true,
      });
    },
    check(body) {
      const { status } = JSON.parse(body).conversation.payment;
      if (status !== "held") throw new Error(`The payment is ${status}`);
    },
  });
}
