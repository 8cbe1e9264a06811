/** Loads the service until it is killed: see crash_test.ts and nodes_crash_test.ts. */
import { writeSync } from "node:fs";
import { readConfig } from "../src/config/config.ts";
import { storageErrorIn } from "../src/core/db/failure.ts";
import { ServiceError } from "../src/core/errors/errors.ts";
import { sweepDue } from "../src/core/loops/sweeper.ts";
import { cancelConversation } from "../src/core/operations/cancel_conversation.ts";
import { createConversation } from "../src/core/operations/create_conversation.ts";
import { fundConversation } from "../src/core/operations/fund_conversation.ts";
import { raisePrice } from "../src/core/operations/raise_price.ts";
import { refundPayment } from "../src/core/operations/refund_payment.ts";
import { sendMessage } from "../src/core/operations/send_message.ts";
import { signReceipt } from "../src/core/operations/sign_receipt.ts";
import { openServices } from "../src/process/open_services.ts";
import type { Actor } from "./core/core_harness.ts";
import { actorOf } from "./core/core_harness.ts";
import { nodeSettings } from "./core/db/sqld.ts";

/** The child's orders: the database, the people, and a prefix for its keys. */
export interface ChildOrder {
  readonly databaseUrl: string;
  readonly run: string;
  /**
   * The URL that answers once the database can be reached again; without it an outage ends the
   * child.
   */
  readonly back?: string;
  readonly alice: Pick<Actor, "accountId" | "address" | "credentialId">;
  readonly bob: Pick<Actor, "accountId" | "address" | "credentialId">;
}

/** A request by its key: said before it is made, and again once answered. */
export interface Said {
  readonly what: "asked" | "answered";
  readonly key: string;
  readonly request: Request;
  /** Of the answer: the conversation, and the message of a reply. */
  readonly conversationId?: string;
  readonly messageId?: string;
}

export type Request =
  | { readonly kind: "create"; readonly title: string }
  /** A question to one of the service's own agents. */
  | { readonly kind: "ask"; readonly title: string }
  | {
      readonly kind:
        | "reply"
        | "receipt"
        | "cancel"
        | "raise"
        | "fund"
        | "refund";
      readonly conversationId: string;
    };

/** The people who make the requests. */
export interface People {
  readonly alice: Actor;
  readonly bob: Actor;
}

export const IN_FLIGHT = 32;
/** The raised price, and the part of a released one that is given back. */
export const RAISED = "0.03";
export const REFUNDED = "0.004";

/** The service as these tests kill it: agents pay as often as the load needs. */
export function settingsOf(databaseUrl: string): Record<string, string> {
  return {
    ...nodeSettings(databaseUrl),
    RATE_LIMITS: "off",
    AGENT_AUTO_DAY_LIMIT: "none",
    AGENT_AUTO_PAYEE_LIMIT: "none",
  };
}

/** Makes a request; the same key asks for the same again. */
export async function make(
  { alice, bob }: People,
  key: string,
  request: Request,
): Promise<{ readonly conversationId: string; readonly messageId?: string }> {
  const options = { idempotencyKey: key };
  if (request.kind === "create") {
    const { title } = request;
    const input = { to: bob.address, title, text: "words", price: "0.01" };
    return await alice.run(
      createConversation,
      { ...input, submit: true },
      options,
    );
  }
  if (request.kind === "ask") {
    const { title } = request;
    const input = { to: "hello@inbox.localhost", title, text: "help" };
    return await alice.run(
      createConversation,
      { ...input, submit: true },
      options,
    );
  }
  const { conversationId } = request;
  switch (request.kind) {
    case "reply": {
      const said = { conversationId, text: key };
      const { messageId } = await bob.run(sendMessage, said, options);
      return { conversationId, messageId };
    }
    case "receipt": {
      const signed = { conversationId, confirm: true as const };
      return await bob.run(signReceipt, signed, options);
    }
    case "cancel": {
      const canceled = { conversationId, reason: key };
      const person = bob.asPerson();
      return await person.run(cancelConversation, canceled, options);
    }
    case "raise": {
      const raised = { conversationId, price: RAISED };
      return await bob.run(raisePrice, raised, options);
    }
    case "fund":
      return await alice.run(fundConversation, { conversationId }, options);
    case "refund": {
      const refunded = { conversationId, amount: REFUNDED };
      return await bob.run(refundPayment, refunded, options);
    }
  }
}

/** Signs in the two accounts at freshly opened services. */
export function peopleOf(
  services: Awaited<ReturnType<typeof openServices>>,
  { alice, bob }: Pick<ChildOrder, "alice" | "bob">,
): People {
  const actor = (who: ChildOrder["alice"]) =>
    actorOf(services, {
      ...who,
      token: "",
      principal: {
        kind: "agent",
        accountId: who.accountId,
        credentialId: who.credentialId,
        scopes: null,
      },
    });
  return { alice: actor(alice), bob: actor(bob) };
}

/** A pipe takes a short line whole, or the kill came before it. */
function say(said: Said): void {
  writeSync(1, `${JSON.stringify(said)}\n`);
}

/** The people who ask, and the URL that tells that the database is there again. */
interface Asking {
  readonly people: People;
  readonly back: string | undefined;
}

const isRefused = (error: unknown) =>
  error instanceof ServiceError && error.code === "unavailable";
const isAway = (error: unknown) =>
  isRefused(error) || storageErrorIn(error) !== undefined;

/** Does again, once the database is there, what failed because it was away. */
async function persist<T>(
  back: string | undefined,
  isOutage: (error: unknown) => boolean,
  work: () => Promise<T>,
): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (back === undefined || !isOutage(error)) throw error;
      await fetch(back);
    }
  }
}

async function ask({ people, back }: Asking, key: string, request: Request) {
  say({ what: "asked", key, request });
  const { conversationId, messageId } = await persist(back, isRefused, () =>
    make(people, key, request),
  );
  say({
    what: "answered",
    key,
    request,
    conversationId,
    ...(messageId !== undefined && { messageId }),
  });
  return conversationId;
}

/** One worker: a request, its reply, and one of three ways on, again and again. */
async function work(asking: Asking, name: string): Promise<never> {
  for (let round = 0; ; round++) {
    const key = `${name}-${round}`;
    const conversationId = await ask(asking, `${key}-create`, {
      kind: "create",
      title: key,
    });
    if (round % 2 === 0) {
      await ask(asking, `${key}-ask`, { kind: "ask", title: `${key}?` });
    }
    await ask(asking, `${key}-reply`, { kind: "reply", conversationId });
    if (round % 3 === 0) {
      await ask(asking, `${key}-receipt`, { kind: "receipt", conversationId });
      await ask(asking, `${key}-refund`, { kind: "refund", conversationId });
    } else if (round % 3 === 1) {
      await ask(asking, `${key}-cancel`, { kind: "cancel", conversationId });
    } else {
      await ask(asking, `${key}-raise`, { kind: "raise", conversationId });
      await ask(asking, `${key}-fund`, { kind: "fund", conversationId });
    }
  }
}

if (import.meta.main) {
  const order: ChildOrder = JSON.parse(process.argv[2] ?? "{}");
  const { databaseUrl, run, back } = order;
  const services = await persist(back, isAway, () =>
    openServices(readConfig(settingsOf(databaseUrl))),
  );
  const asking = { people: peopleOf(services, order), back };
  void persist(back, isAway, () => sweepDue(services));
  await Promise.all(
    Array.from({ length: IN_FLIGHT }, (_, index) =>
      work(asking, `${run}-${index}`),
    ),
  );
}
