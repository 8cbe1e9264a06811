import { sql } from "drizzle-orm";
import type { Static, TSchema } from "typebox";
import type { Config } from "../../src/config/config.ts";
import { readConfig } from "../../src/config/config.ts";
import type { Caller } from "../../src/core/access/context.ts";
import type {
  Command,
  Operation,
  Query,
} from "../../src/core/access/operation.ts";
import type { Member, Principal } from "../../src/core/access/principal.ts";
import { OPERATOR } from "../../src/core/access/principal.ts";
import type { Database } from "../../src/core/db/database.ts";
import { ServiceError } from "../../src/core/errors/errors.ts";
import { addAccount } from "../../src/core/operations/add_account.ts";
import { createConversation } from "../../src/core/operations/create_conversation.ts";
import { getConversation } from "../../src/core/operations/get_conversation.ts";
import { getHealth } from "../../src/core/operations/get_health.ts";
import { recordHilDecision } from "../../src/core/operations/record_hil_decision.ts";
import { callOperation } from "../../src/core/pipeline/call.ts";
import type { OpenServices } from "../../src/process/open_services.ts";
import { openServices } from "../../src/process/open_services.ts";
import { testDirectory } from "../directory.ts";

/** A moment that every test starts at. */
export const START = Date.UTC(2026, 0, 15, 12);
export const DAY = 86_400_000;

/** Where the core of these tests keeps its mailboxes. */
export const DOMAIN = "inbox.localhost";

/** The options of a call beyond its input. */
export type CallOptions = Partial<
  Pick<
    Caller,
    "idempotencyKey" | "requestId" | "via" | "a2a" | "taskPush" | "language"
  >
>;

/** Somebody who calls the core: an account seen through one principal. */
export interface Actor {
  readonly accountId: string;
  /** The mailbox; without one, the account's id at the domain. */
  readonly address: string;
  readonly credentialId: string;
  readonly token: string;
  readonly principal: Member;
  /** Calls an operation; any failure is the test's. */
  run<I extends TSchema, O extends TSchema>(
    operation: Query<I, O> | Command<I, O>,
    input: Static<I>,
    options?: CallOptions,
  ): Promise<Static<O>>;
  /** Calls an operation that has to be refused, and gives the refusal. */
  refused(
    operation: Operation,
    input: unknown,
    options?: CallOptions,
  ): Promise<ServiceError>;
  /** The same account through another principal. */
  as(principal: Partial<Member>): Actor;
  /** The person of the account, signed in. */
  asPerson(): Actor;
}

export interface AccountOptions {
  readonly credit?: string;
  readonly kind?: "person" | "agent";
}

/** The core on a database file of its own, with a clock that stands still. */
export interface TestCore extends AsyncDisposable {
  readonly services: OpenServices;
  readonly config: Config;
  readonly directory: string;
  readonly logged: readonly string[];
  advance(ms: number): void;
  account(localPart?: string, options?: AccountOptions): Promise<Actor>;
  run: Actor["run"];
  /** Rows of a raw query, as arrays. */
  rows(query: string): Promise<readonly (readonly unknown[])[]>;
}

/** Opens the core on a fresh file: no HTTP, no wire. */
export async function startCore(
  env: Readonly<Record<string, string>> = {},
  /** Stands between the service and its database: a test lets it fail there. */
  aroundDatabase: (db: Database) => Database = (db) => db,
): Promise<TestCore> {
  const directory = await testDirectory("inbox-core-");
  const logged: string[] = [];
  let now = START;
  const config = readConfig({
    DATABASE_URL: directory.databaseUrl,
    ADDRESS_DOMAIN: DOMAIN,
    // Whoever signs up finds the welcome alone, but in the tests of the demo request.
    DEMO_PRICE: "0",
    RATE_LIMITS: "off",
    // Tests of other things may pay more than an agent does by itself in a day.
    AGENT_AUTO_DAY_LIMIT: "none",
    AGENT_AUTO_PAYEE_LIMIT: "none",
    ...env,
  });
  const services = await openServices(config, {
    clock: () => now,
    writeLog: (line) => void logged.push(line),
    aroundDatabase,
  });
  const run = runner(services, OPERATOR);
  return {
    services,
    config,
    directory: directory.path,
    logged,
    run,
    advance(ms) {
      now += ms;
    },
    account: (localPart, options = {}) =>
      addActor(services, localPart, options),
    rows: (query) => services.db.orm.values(sql.raw(query)),
    async [Symbol.asyncDispose]() {
      await services.close();
      await directory.remove();
    },
  };
}

/** The core with four accounts, each with test money. */
export interface Stage extends TestCore {
  readonly alice: Actor;
  readonly bob: Actor;
  readonly carol: Actor;
  readonly dave: Actor;
}

/** Opens the core with alice, bob, carol and dave, 100.00 each. */
export async function startStage(
  ...[env, aroundDatabase]: Parameters<typeof startCore>
): Promise<Stage> {
  const core = await startCore(env, aroundDatabase);
  const add = (name: string) => core.account(name, { credit: "100.00" });
  const alice = await add("alice");
  const bob = await add("bob");
  const carol = await add("carol");
  const dave = await add("dave");
  return { ...core, alice, bob, carol, dave };
}

async function addActor(
  services: OpenServices,
  localPart: string | undefined,
  options: AccountOptions,
): Promise<Actor> {
  const { account, address, credential, token } = await runner(
    services,
    OPERATOR,
  )(addAccount, {
    name: localPart ?? "Nobody",
    ...(localPart !== undefined && { localPart }),
    ...options,
  });
  return actorOf(services, {
    accountId: account.id,
    address: address?.address ?? `${account.id}@${DOMAIN}`,
    credentialId: credential.id,
    token,
    principal: {
      kind: "agent",
      accountId: account.id,
      credentialId: credential.id,
      credentialName: credential.name,
      scopes: null,
    },
  });
}

/** An account as it calls one set of services. */
export function actorOf(
  services: OpenServices,
  who: Pick<
    Actor,
    "accountId" | "address" | "credentialId" | "token" | "principal"
  >,
): Actor {
  const run = runner(services, who.principal);
  return {
    ...who,
    run,
    refused: (operation, input, options) =>
      refusal(run(operation, input as never, options)),
    as: (principal) =>
      actorOf(services, {
        ...who,
        principal: { ...who.principal, ...principal },
      }),
    asPerson: () =>
      actorOf(services, {
        ...who,
        principal: {
          kind: "person",
          accountId: who.accountId,
          sessionId: `session of ${who.accountId}`,
          scopes: null,
        },
      }),
  };
}

function runner(services: OpenServices, principal: Principal): Actor["run"] {
  return async (operation, input, options = {}) => {
    const caller: Caller = {
      principal,
      via: "rest",
      requestId: "test",
      ...options,
    };
    return (await callOperation(services, operation, caller, input)).output;
  };
}

export type Composed = Static<typeof createConversation.input>;

/** Submits a conversation and gives its id. */
export async function send(
  sender: Actor,
  input: Composed,
  options?: CallOptions,
): Promise<string> {
  const { conversationId } = await sender.run(
    createConversation,
    { text: "words", submit: true, ...input },
    options,
  );
  return conversationId;
}

/** Answers what waits for an account's decision. */
export function decide(
  actor: Actor,
  conversationId: string,
  decision: "approve" | "decline",
  more: {
    readonly checkpointId?: string;
    readonly comment?: string;
    readonly edited?: object;
  } = {},
) {
  return actor.run(recordHilDecision, { conversationId, decision, ...more });
}

/** A conversation as an account sees it. */
export async function view(viewer: Actor, conversationId: string) {
  const { conversation } = await viewer.run(getConversation, {
    conversationId,
  });
  return conversation;
}

/** The amount that an account may spend, in micro-USDC. */
export async function balance(core: TestCore, { accountId }: Actor) {
  const [row] = await core.rows(
    `select balance from ledger_accounts where id = 'wallet:${accountId}'`,
  );
  return Number(row?.[0]);
}

/** True while every entry, balance and sum of the ledger agree. */
export async function isLedgerRight(core: TestCore): Promise<boolean> {
  return (await core.run(getHealth, {})).ok;
}

/** The ServiceError that a promise has to end in. */
export async function refusal(
  outcome: Promise<unknown>,
): Promise<ServiceError> {
  try {
    await outcome;
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
  throw new Error("Expected a refusal, but it was done");
}

/**
 * The error that a promise has to end in. Bun's `rejects` waits on the spot:
 * after an answer of the database's worker, its next answer never comes.
 */
export async function failure(outcome: Promise<unknown>): Promise<Error> {
  try {
    await outcome;
  } catch (error) {
    if (error instanceof Error) return error;
    throw error;
  }
  throw new Error("Expected a failure, but it was done");
}

/** The ServiceError that a function has to throw. */
export function thrown(work: () => unknown): ServiceError {
  try {
    work();
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
  throw new Error("Expected a refusal, but it was done");
}

/** A signing that gave its receipt at once, and did not wait for a person. */
export async function withReceipt<T extends { readonly receipt?: unknown }>(
  signing: Promise<T>,
): Promise<T & { readonly receipt: NonNullable<T["receipt"]> }> {
  const output = await signing;
  const { receipt } = output;
  if (!receipt) throw new Error("Expected a receipt, but it waits");
  return { ...output, receipt };
}
