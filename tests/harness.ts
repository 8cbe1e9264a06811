import type { Static, TSchema } from "typebox";
import { createApp, listen } from "../src/app.ts";
import { readConfig } from "../src/config/config.ts";
import type { Command, Query } from "../src/core/access/operation.ts";
import { OPERATOR } from "../src/core/access/principal.ts";
import type { ExternalServices } from "../src/core/base/external_services.ts";
import type { Database } from "../src/core/db/database.ts";
import type { ScopesInput } from "../src/core/identity/schemas.ts";
import type { Mail, Mailer } from "../src/core/mail/mailer.ts";
import { addAccount } from "../src/core/operations/add_account.ts";
import { addCredential } from "../src/core/operations/add_credential.ts";
import { listCredentials } from "../src/core/operations/list_credentials.ts";
import { callOperation } from "../src/core/pipeline/call.ts";
import { EventStreams } from "../src/http/event_streams.ts";
import type { OpenServices } from "../src/process/open_services.ts";
import { openServices } from "../src/process/open_services.ts";
import { openSignIn } from "../src/process/open_sign_in.ts";
import { testDirectory } from "./directory.ts";
import type { SessionOptions, TestSession } from "./sessions.ts";
import { insertSession } from "./sessions.ts";

const HOSTNAME = "127.0.0.1";

/** A moment that every test starts at. */
export const START = Date.UTC(2026, 0, 15, 12);

export interface StartOptions {
  /** Settings, as the environment would give them. */
  readonly env?: Readonly<Record<string, string>>;
  /** Lets the clock run: for what a library measures by the machine's own. */
  readonly isRealTime?: boolean;
  /** The name in the base URL: browsers know passkeys for a name, not for an address. */
  readonly hostname?: "localhost" | "127.0.0.1";
  /** Takes the mail instead of the list that tests read. */
  readonly mailer?: Mailer;
  /** Stands between the service and its database: a test lets it fail there. */
  readonly aroundDatabase?: (db: Database) => Database;
  /** How the service reaches servers of others. */
  readonly outside?: Partial<ExternalServices>;
  /** A port that was this test's before: the same address after a restart. */
  readonly port?: number;
}

/** A clock that stands still until a test moves it. */
export interface TestClock {
  (): number;
  advance(ms: number): void;
}

export interface TestAccount {
  readonly accountId: string;
  readonly address: string;
  readonly token: string;
}

export interface AccountOptions {
  readonly name?: string;
  readonly credit?: string;
  readonly kind?: "person" | "agent";
}

export interface TestRequest extends RequestInit {
  /** Sent as bearer. */
  readonly token?: string;
  /** Sent as the JSON body. */
  readonly json?: unknown;
}

/** A running service with a database file of its own; ends with its `await using`. */
export interface TestService extends AsyncDisposable {
  readonly baseUrl: string;
  readonly port: number;
  readonly services: OpenServices;
  readonly streams: EventStreams;
  readonly clock: TestClock;
  /** Everything that was logged, a line each. */
  readonly logged: readonly string[];
  /** Every mail that left, the newest last. */
  readonly mails: readonly Mail[];
  fetch(path: string, request?: TestRequest): Promise<Response>;
  /** Without a local-part the account has no address yet: "". */
  addAccount(
    localPart?: string,
    options?: AccountOptions,
  ): Promise<TestAccount>;
  /** One more credential of an account, limited to some scopes. */
  addCredential(
    account: TestAccount,
    scopes: Static<typeof ScopesInput>,
  ): Promise<string>;
  /** Signs a person in, or a newcomer whose account is not made yet. */
  addSession(
    account: Pick<TestAccount, "accountId">,
    options?: SessionOptions,
  ): Promise<TestSession>;
  credentialsOf(
    account: TestAccount,
  ): Promise<Static<typeof listCredentials.output>>;
  /** Runs any operation, as the operator would. */
  operate<I extends TSchema, O extends TSchema>(
    operation: Query<I, O> | Command<I, O>,
    input: Static<I>,
  ): Promise<Static<O>>;
}

/** Starts the real app on a free port of this machine. */
export async function startService(
  options: StartOptions = {},
): Promise<TestService> {
  // A port that was free a moment ago may be taken by another test's process.
  for (let attempt = 1; ; attempt++) {
    try {
      return await startOnce(options);
    } catch (error) {
      if (attempt === 5 || !isPortInUse(error)) throw error;
    }
  }
}

function isPortInUse(error: unknown): boolean {
  return error instanceof Error && "code" in error
    ? error.code === "EADDRINUSE"
    : false;
}

async function startOnce({
  env,
  isRealTime = false,
  hostname = HOSTNAME,
  mailer,
  aroundDatabase,
  outside,
  port = freePort(HOSTNAME),
}: StartOptions): Promise<TestService> {
  const directory = await testDirectory("inbox-test-");
  const baseUrl = `http://${hostname}:${port}`;
  const logged: string[] = [];
  const mails: Mail[] = [];
  const clock = isRealTime ? realClock() : testClock();
  const config = readConfig({
    PORT: String(port),
    BASE_URL: baseUrl,
    DATABASE_URL: directory.databaseUrl,
    // The clock stands still: no test but those of the limits could go on.
    // Whoever signs up finds the welcome alone, but in the tests of the demo request.
    DEMO_PRICE: "0",
    RATE_LIMITS: "off",
    // Tests of other things may pay more than an agent does by itself in a day.
    AGENT_AUTO_DAY_LIMIT: "none",
    AGENT_AUTO_PAYEE_LIMIT: "none",
    ...env,
  });
  const services = await openServices(config, {
    clock,
    writeLog: (line) => void logged.push(line),
    ...(aroundDatabase && { aroundDatabase }),
    ...(outside && { outside }),
  });
  const { auth } = await openSignIn(services, config, {
    ...(mailer?.isTerminal && { isTerminal: mailer.isTerminal }),
    send: async (mail) => {
      mails.push(mail);
      await mailer?.send(mail);
    },
    close() {},
  });
  const streams = new EventStreams();
  const app = createApp(services, {
    auth,
    streams,
    clientIpHeader: config.clientIpHeader,
    mailWebhookSecret: config.mailWebhookSecret,
    metricsToken: config.metricsToken,
    accessLog: config.accessLog,
  });
  const operate: TestService["operate"] = async (operation, input) => {
    const caller = {
      principal: OPERATOR,
      via: "cli",
      requestId: "test",
    } as const;
    return (await callOperation(services, operation, caller, input)).output;
  };
  const stop = async () => {
    streams.endAll();
    await app.server?.stop(true);
    await services.close();
    await directory.remove();
  };
  try {
    listen(app, { port, hostname: "127.0.0.1" });
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    baseUrl,
    port,
    services,
    streams,
    clock,
    logged,
    mails,
    fetch: (path, request = {}) => send(baseUrl + path, request),
    operate,
    addAccount: (localPart, more) => add(operate, localPart, more),
    async addCredential({ accountId }, scopes) {
      const input = { accountId, name: "Limited", scopes };
      return (await operate(addCredential, input)).token;
    },
    addSession: (account, more) => insertSession(services, account, more),
    credentialsOf: ({ accountId }) => operate(listCredentials, { accountId }),
    [Symbol.asyncDispose]: stop,
  };
}

function freePort(hostname: string): number {
  const socket = Bun.listen({ hostname, port: 0, socket: { data() {} } });
  socket.stop(true);
  return socket.port;
}

function testClock(): TestClock {
  let now = START;
  const clock = () => now;
  return Object.assign(clock, {
    advance(ms: number) {
      now += ms;
    },
  });
}

function realClock(): TestClock {
  let ahead = 0;
  const clock = () => Date.now() + ahead;
  return Object.assign(clock, {
    advance(ms: number) {
      ahead += ms;
    },
  });
}

function send(
  url: string,
  { token, json, ...init }: TestRequest,
): Promise<Response> {
  const headers = new Headers(init.headers);
  if (token !== undefined) headers.set("authorization", `Bearer ${token}`);
  if (json !== undefined && !headers.has("content-type")) {
    headers.set("content-type", "application/json");
  }
  return fetch(url, {
    redirect: "manual",
    ...init,
    headers,
    ...(json !== undefined && { body: JSON.stringify(json) }),
  });
}

async function add(
  operate: TestService["operate"],
  localPart: string | undefined,
  { name = localPart ?? "Somebody", credit, kind }: AccountOptions = {},
): Promise<TestAccount> {
  const { account, address, token } = await operate(addAccount, {
    name,
    ...(localPart !== undefined && { localPart }),
    ...(credit !== undefined && { credit }),
    ...(kind !== undefined && { kind }),
  });
  return { accountId: account.id, address: address?.address ?? "", token };
}

/** A JSON-RPC request to MCP or A2A. */
export interface RpcCall {
  readonly path: string;
  readonly token: string;
  readonly method: string;
  readonly params: object;
}

/** Makes one JSON-RPC request; gives the whole answer. */
export async function callRpc(
  service: Pick<TestService, "fetch">,
  { path, token, method, params }: RpcCall,
) {
  const response = await service.fetch(path, {
    method: "POST",
    token,
    headers: { accept: "application/json" },
    json: { jsonrpc: "2.0", id: 1, method, params },
  });
  return await json(response);
}

/** The JSON of a response; what it holds is for the test to say. */
export function json(response: Response) {
  return response.json();
}
