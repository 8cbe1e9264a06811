/**
 * Says hostile things to the native driver through our own layer, in a process of its own:
 * `bun child.ts <seed> <steps>`. Each step is said before it is taken, in a line; after
 * an abort of the process the last line is what it was at.
 */
import { writeSync } from "node:fs";
import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import type { Operation } from "../../src/core/access/operation.ts";
import type { Principal } from "../../src/core/access/principal.ts";
import { OPERATOR } from "../../src/core/access/principal.ts";
import type { Database } from "../../src/core/db/database.ts";
import { createConversation } from "../../src/core/operations/create_conversation.ts";
import { getDigest } from "../../src/core/operations/get_digest.ts";
import { listConversations } from "../../src/core/operations/list_conversations.ts";
import { OPERATIONS } from "../../src/core/operations/mod.ts";
import { callOperation } from "../../src/core/pipeline/call.ts";
import type { TestAccount, TestRequest, TestService } from "../harness.ts";
import { startService } from "../harness.ts";
import { createRandom } from "../invariants/random.ts";
import { Heard, madeFor } from "./from_schema.ts";
import { cutBytes, hostileText, hostileValue, longWord } from "./hostile.ts";

const [seed = 1, steps = 1] = process.argv.slice(2).map(Number);
const random = createRandom(seed);
const heard = new Heard();

/** They end what the others stand on, or take their time with the whole file. */
const LEFT_OUT =
  /^(?:delete_account|disable_account|make_backup|verify_|inspect_service|trust_clock|probe_webhooks|revoke_)/;
const OPEN = OPERATIONS.filter(
  ({ name, access }) =>
    !LEFT_OUT.test(name) && access.who !== "system" && access.who !== "guest",
);

/** An operation of any kind, with an input that its schema may take. */
async function callOne(service: TestService, who: Accounts): Promise<void> {
  const operation = random.maybe(OPEN);
  if (!operation) return;
  const input = madeFor(operation.input, { random, heard, name: "" });
  heard.add("", input);
  const principal = principalFor(operation, random.pick(who));
  heard.add("", await call(service, operation, principal, input));
}

/** Below the wires, which refuse a half surrogate pair or a NUL in a text. */
async function call(
  { services }: TestService,
  operation: Operation,
  principal: Principal,
  input: unknown,
): Promise<unknown> {
  say(operation.name, input);
  const caller = { principal, via: "rest", requestId: "fuzz" } as const;
  return (await callOperation(services, operation, caller, input)).output;
}

function principalFor({ access }: Operation, who: TestAccount): Principal {
  if (access.who === "operator") return OPERATOR;
  const { accountId } = who;
  return access.who === "member" && random.chance(0.3)
    ? { kind: "agent", accountId, credentialId: "cred_0", scopes: null }
    : personOf(who);
}

function personOf({ accountId }: TestAccount): Principal {
  return { kind: "person", accountId, sessionId: "s", scopes: null };
}

type Ask = (value: unknown, other: unknown) => SQL;

/** Each way in which our SQL reads what came from outside. */
const FORMS: readonly [Ask, ...Ask[]] = [
  (it) => sql`select ${it}, typeof(${it}), hex(${it})`,
  // Bytes stay bytes: no statement of ours reads them as a text.
  () => sql`select ${cutBytes(random)}, hex(${cutBytes(random)})`,
  (it) => sql`select lower(${it}), substr(${it}, 1, 3), length(${it})`,
  (it, other) => sql`select instr(${it}, ${other}), ${it} || char(1)`,
  (it, other) => sql`select ${it} glob ${other}, ${it} like ${other}`,
  (it) => sql`select json_array(${it}), json_quote(${it})`,
  (it) => sql`select json_object('text', ${it}) ->> '$.text'`,
  (it) => sql`select value from json_each(${json(it)})`,
  (it) => sql`select ${json(it)} ->> '$[0]'`,
  (it, other) => sql`select ${json(it)} ->> ${other}`,
  (it) => sql`select group_concat(value, char(10)) from json_each(${json(it)})`,
  (it) => sql`select rowid from words where words match ${it} limit 3`,
  (it) => sql`select hex(term) from word_terms where term >= ${it} limit 3`,
  (it) => sql`select * from agent_directory where agent_directory match ${it}`,
  (it, other) => sql`select ${it} where ${other} in (select ${it}) limit ${it}`,
];

/** As what is stored is written: texts that are not well-formed never come so far. */
function json(value: unknown): string {
  const text = typeof value === "string" ? value.toWellFormed() : 1;
  return JSON.stringify([text]);
}

async function askOne({ orm, longOrm }: Database): Promise<void> {
  const values = [hostileValue(random), hostileValue(random)] as const;
  const at = random.int(FORMS.length);
  say(`form ${at}`, values);
  const asked = (FORMS[at] ?? FORMS[0])(...values);
  await (random.chance(0.8) ? orm : longOrm).values(asked);
}

/** Sends bytes that are no text over a wire. */
async function sendOne(service: TestService, who: Accounts) {
  const { token } = random.pick(who);
  const bytes = Buffer.from(cutBytes(random));
  const quoted = JSON.stringify(bytes.toString("latin1"));
  const body = Buffer.from(`{"title":${quoted},"text":${quoted}}`, "latin1");
  const escaped = bytes.toString("hex").replace(/../g, "%$&");
  const posted = { method: "POST", token, body } as const;
  const form = { "content-type": "application/x-www-form-urlencoded" };
  const sent = { "content-type": "application/json" };
  const requests: readonly [Sent, ...Sent[]] = [
    [`/v1/conversations?q=${escaped}`, { token }],
    [`/v1/contacts/${escaped}`, { token }],
    [`/v1/agents?q=${escaped}`, { token }],
    ["/v1/conversations", { ...posted, headers: sent }],
    [
      "/oauth2/token",
      { ...posted, headers: form, body: `client_id=${escaped}` },
    ],
    ["/oauth2/register", { ...posted, headers: sent }],
    ["/api/auth/sign-in/magic-link", { ...posted, headers: sent }],
    ["/api/mcp", { ...posted, headers: sent }],
    ["/v1/mail/inbound", { ...posted, token: SECRET }],
  ];
  const [path, request] = random.pick(requests);
  say(path, bytes.toString("hex"));
  const response = await service.fetch(path, request);
  await response.arrayBuffer();
}

type Sent = readonly [path: string, request: TestRequest];
type Accounts = readonly [TestAccount, ...TestAccount[]];

const SECRET = "what-the-relay-and-the-service-share";

function say(what: string, input: unknown): void {
  // Some values are none of JSON's.
  const text = Bun.inspect(input, { depth: 9 }).slice(0, 2_000);
  writeSync(1, `${JSON.stringify(`seed ${seed}, ${what}: ${text}`)}\n`);
}

async function run(): Promise<void> {
  const service = await startService({
    env: {
      MAIL_WEBHOOK_SECRET: SECRET,
      MAIL_REPLY_DOMAIN: "answers.example",
      MAIL_AUTHSERV_ID: "mx.relay.example",
    },
  });
  const who: Accounts = [
    await service.addAccount("alice", { credit: "1000.00" }),
    await service.addAccount("bob", { credit: "1000.00" }),
    await service.addAccount("carol", { credit: "1000.00", kind: "agent" }),
  ];
  for (const it of who) heard.add("", it);
  let answered = 0;
  for (let step = 0; step < steps; step++) {
    const kind = random.int(10);
    const { db } = service.services;
    try {
      if (kind === 0) await sendOne(service, who);
      else if (kind < 4) await askOne(db);
      else await callOne(service, who);
      answered++;
    } catch {
      // A refusal, or an error of a value that is none of SQL's: the process goes on.
    }
    if (step % 4 === 0) await speak(service, who);
  }
  console.log(`answered ${answered}`);
}

/** A draft with a long word, and what shows it and finds it by how it begins. */
async function speak(service: TestService, who: Accounts): Promise<void> {
  const sender = personOf(random.pick(who));
  const { address } = random.pick(who);
  const text = random.chance(0.5) ? hostileText(random) : longWord(random);
  heard.add("text", text);
  const [first = "th"] = text.match(/[\p{L}\p{N}]{1,2}/u) ?? [];
  const title = hostileText(random, 100);
  const calls: readonly (readonly [Operation, object])[] = [
    [createConversation, { to: [address], title, text }],
    [listConversations, { q: first, snippets: true }],
    [listConversations, { q: text.slice(0, 100), snippets: true }],
    [getDigest, {}],
  ];
  for (const [operation, input] of calls) {
    await call(service, operation, sender, input).catch(() => undefined);
  }
}

await run();
process.exit(0);
