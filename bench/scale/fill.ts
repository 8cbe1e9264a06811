import type { Static, TSchema } from "typebox";
import { readConfig } from "../../src/config.ts";
import type { Command } from "../../src/core/access/operation.ts";
import type { Member } from "../../src/core/access/principal.ts";
import { OPERATOR } from "../../src/core/access/principal.ts";
import { signHeads } from "../../src/core/loops/sweeper.ts";
import { addAccount } from "../../src/core/operations/add_account.ts";
import { createConversation } from "../../src/core/operations/create_conversation.ts";
import { sendMessage } from "../../src/core/operations/send_message.ts";
import { updateConversation } from "../../src/core/operations/update_conversation.ts";
import { callOperation } from "../../src/core/pipeline/call.ts";
import type { OpenServices } from "../../src/open_services.ts";
import { openServices } from "../../src/open_services.ts";
import { at } from "../world.ts";

/** What is in a file, for whoever asks the service about it. */
export interface Filled {
  readonly size: number;
  /** Of the account with a fifth of all conversations. */
  readonly token: string;
  /** The middle of its inbox, in time. */
  readonly middle: number;
  /** The thread with {@linkcode LONG_THREAD} messages. */
  readonly long: string;
  /** Some conversations of the account that take messages. */
  readonly some: readonly string[];
  /** Another account, which has a few, and one of them. */
  readonly other: { readonly token: string; readonly conversationId: string };
}

/** What differs from a file of the usual kind. */
export interface FillOptions {
  /** How many messages the long thread has. */
  readonly longThread?: number;
  /** What the person of the large account signs in with. */
  readonly email?: string;
}

/** A thread takes 10,000: there is room for what is appended. */
export const LONG_THREAD = 9_000;

interface Person {
  readonly address: string;
  readonly token: string;
  readonly principal: Member;
}

const OTHERS = 64;
/** Calls at once, as far as they are few of all: the writer merges what waits into one transaction. */
const AT_ONCE_MAX = 512;
const TIMES_AT_LEAST = 20;
const SOME = 200;
const DRAFTS = 100;
/** All of it happens within this time before now: nothing has run out yet. */
const SPREAD_MS = 6 * 3_600_000;
const SETTINGS = {
  ADDRESS_DOMAIN: "inbox.localhost",
  RATE_LIMITS: "off",
  AGENT_AUTO_DAY_LIMIT: "none",
  AGENT_AUTO_PAYEE_LIMIT: "none",
};

/**
 * Fills a file with so many conversations, one after another in time, by the operations
 * themselves: its rows, chains and books are what the service would have made.
 */
export async function fill(
  databaseUrl: string,
  size: number,
  { longThread = LONG_THREAD, email }: FillOptions = {},
): Promise<Filled> {
  const start = Date.now() - SPREAD_MS;
  let now = start;
  const config = readConfig({ ...SETTINGS, DATABASE_URL: databaseUrl });
  const services = await openServices(config, { clock: () => now });
  try {
    const big = await addPerson(services, "big", email);
    const others: Person[] = [];
    for (let index = 0; index < OTHERS; index++) {
      others.push(await addPerson(services, `other-${index}`));
    }
    const some: string[] = [];
    await inTurns(size, async (index) => {
      now = start + Math.floor((index / size) * SPREAD_MS);
      const plan = planOf(index, big, others);
      const id = await create(services, plan, index);
      if (plan.isArchived) await archive(services, big, id);
      if (plan.isPlain && some.length < SOME) some.push(id);
    });
    const pair = { from: big, to: at(others, 0) };
    const long = await makeThread(services, pair, longThread);
    const other = await quietPair(services);
    await signHeads(services);
    const middle = start + SPREAD_MS / 2;
    return { size, token: big.token, middle, long, some, other };
  } finally {
    await services.close();
  }
}

interface Plan {
  readonly from: Person;
  readonly to: Person;
  readonly isDraft: boolean;
  readonly isArchived: boolean;
  readonly isPriced: boolean;
  /** An unread request in the inbox of the large account. */
  readonly isPlain: boolean;
}

/** A fifth is of one account, in each of its views; the rest is among the others. */
function planOf(index: number, big: Person, others: readonly Person[]): Plan {
  const other = at(others, index);
  const turn = index % 5 === 0 ? Math.floor(index / 5) % 10 : -1;
  const isOwn = turn === 0 || turn === 1;
  const isDraft = turn === 1 && index < DRAFTS * 50;
  const pair =
    turn < 0
      ? { from: other, to: at(others, index + 1 + (index % 60)) }
      : isOwn
        ? { from: big, to: other }
        : { from: other, to: big };
  return {
    ...pair,
    isDraft,
    isPriced: turn === 2,
    isArchived: turn === 3,
    isPlain: turn > 3,
  };
}

async function create(
  services: OpenServices,
  { from, to, isDraft, isPriced }: Plan,
  index: number,
): Promise<string> {
  const { conversationId } = await run(services, from, createConversation, {
    title: `Request ${index}`,
    text: `Please look at number${index}, a request among many others like it.`,
    to: [to.address],
    ...(isPriced && { price: "0.01" }),
    submit: !isDraft,
  });
  return conversationId;
}

function archive(services: OpenServices, who: Person, conversationId: string) {
  const input = { conversationId, archived: true };
  return run(services, who, updateConversation, input);
}

async function makeThread(
  services: OpenServices,
  { from, to }: { readonly from: Person; readonly to: Person },
  length: number,
) {
  const { conversationId } = await run(services, from, createConversation, {
    title: "The long thread",
    text: "message 1",
    to: [to.address],
    submit: true,
  });
  for (let seq = 2; seq <= length; seq++) {
    const text = `message ${seq}`;
    const who = seq % 2 === 0 ? to : from;
    await run(services, who, sendMessage, { conversationId, text });
  }
  return conversationId;
}

/** Somebody who has nothing to do with the large account. */
async function quietPair(services: OpenServices): Promise<Filled["other"]> {
  const from = await addPerson(services, "quiet");
  const to = await addPerson(services, "friend");
  const { conversationId } = await run(services, from, createConversation, {
    title: "A quiet one",
    text: "How are you?",
    to: [to.address],
    submit: true,
  });
  return { token: from.token, conversationId };
}

async function addPerson(
  services: OpenServices,
  localPart: string,
  email?: string,
): Promise<Person> {
  const input = {
    localPart,
    name: localPart,
    credit: "1000000.00",
    ...(email !== undefined && { email }),
  };
  const caller = {
    principal: OPERATOR,
    via: "cli",
    requestId: "bench",
  } as const;
  const { output } = await callOperation(services, addAccount, caller, input);
  const { account, token, address } = output;
  return {
    address: address?.address ?? "",
    token,
    principal: {
      kind: "person",
      accountId: account.id,
      sessionId: "bench",
      scopes: null,
    },
  };
}

/** Calls an operation as somebody, as any wire does. */
async function run<I extends TSchema, O extends TSchema>(
  services: OpenServices,
  { principal }: Person,
  operation: Command<I, O>,
  input: Static<I>,
): Promise<Static<O>> {
  const caller = { principal, via: "rest", requestId: "bench" } as const;
  return (await callOperation(services, operation, caller, input)).output;
}

/** Does so many things, a few hundred at once. */
async function inTurns(
  count: number,
  work: (index: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const loop = async () => {
    while (next < count) await work(next++);
  };
  const length = Math.min(AT_ONCE_MAX, Math.ceil(count / TIMES_AT_LEAST));
  await Promise.all(Array.from({ length }, loop));
}
