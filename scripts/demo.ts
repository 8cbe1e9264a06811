/**
 * `bun run demo`: a whole story against a real service, through real clients.
 * `bun run demo --usdc`: a price in USDC, on a chain that is started for it.
 */
import type { JSONWebKeySet } from "jose";
import { compactVerify, createLocalJWKSet } from "jose";
import { IS_EXECUTABLE } from "../src/http/built_file.ts";
import { openAgent, textsOf } from "./demo/agent.ts";
import type { Assistant } from "./demo/assistant.ts";
import { openAssistant } from "./demo/assistant.ts";
import { checkChain } from "./demo/audit_check.ts";
import type { Person } from "./demo/person.ts";
import { addPerson } from "./demo/person.ts";
import type { Conversation } from "./demo/rest_client.ts";
import { restClient } from "./demo/rest_client.ts";
import type { Places } from "./demo/second_act.ts";
import { playSecondAct, twoPlaces } from "./demo/second_act.ts";
import {
  bold,
  checked,
  dim,
  expect,
  Mismatch,
  say,
  scene,
} from "./demo/stage.ts";
import type { Heard } from "./demo/subscriber.ts";
import { Subscriber } from "./demo/subscriber.ts";
import { svc } from "./demo/svc.ts";
import type { ServerProcess } from "./server_process.ts";
import { startProcess } from "./server_process.ts";
import { startedScript } from "./started_script.ts";

interface Cast {
  readonly service: ServerProcess;
  readonly alice: Person;
  readonly bob: Person;
  readonly scout: Person;
}

// An agent pays this price without approval, so that the story needs no person in between.
const PRICE = "10.00";
const TITLE = "A logo for the bakery";

async function startService({ here }: Places): Promise<ServerProcess> {
  scene("A fresh service", "bun run start");
  const script = await startedScript();
  const service = await startProcess({ script, env: here });
  say(`It listens at ${service.baseUrl}, with an empty database.`);
  return service;
}

async function addPeople(service: ServerProcess): Promise<Cast> {
  scene("Three accounts", "bun run svc account add");
  const add = (localPart: string, name: string, kind: string) =>
    addPerson(service, localPart, name, "--kind", kind, "--credit", "100.00");
  const [alice, bob, scout] = await Promise.all([
    add("alice", "Alice", "person"),
    add("bob", "Bob", "person"),
    add("scout", "Scout", "agent"),
  ]);
  for (const { address } of [alice, bob, scout]) {
    say(`${address.padEnd(24)} 100.00 USDC of test money`);
  }
  return { service, alice, bob, scout };
}

/** Returns the id of the conversation that the rest of the story is about. */
async function writeToBob(assistant: Assistant, { bob }: Cast) {
  scene("Alice's assistant writes to Bob", "MCP, official SDK client");
  say(`It sees ${assistant.tools} tools and calls svc.create_conversation.`);
  const { conversationId, state } = await assistant.call<{
    readonly conversationId: string;
    readonly state: string;
  }>("svc.create_conversation", {
    title: TITLE,
    to: [bob.address],
    parts: [{ text: "Could you draw us a logo? Two colours are enough." }],
    price: PRICE,
    release: "replied",
  });
  expect(state === "submitted", `The new conversation is ${state}`);
  checked(`“${TITLE}” is submitted, for ${PRICE} USDC on Bob's reply.`);
  say(dim(conversationId));
  return conversationId;
}

async function subscribe({ alice }: Cast, id: string): Promise<Subscriber> {
  scene("A subscriber listens", "server-sent events");
  const subscriber = await Subscriber.open(alice.rest, id);
  await subscriber.until("held price", paymentIs("held"));
  await subscriber.until("first message", ({ data }) => !!data.message);
  return subscriber;
}

function paymentIs(status: string): (event: Heard) => boolean {
  return ({ data }) => data.payment?.status === status;
}

async function bobAnswers(
  { bob, service }: Cast,
  id: string,
  subscriber: Subscriber,
): Promise<void> {
  scene("Bob answers", "REST, plain fetch");
  for (const view of ["inbox", "needs_you"]) {
    const { conversations } = await bob.rest.get<{
      readonly conversations: readonly Conversation[];
    }>(`/v1/conversations?view=${view}`);
    expect(
      conversations.some((it) => it.id === id && it.title === TITLE),
      `Bob does not see the conversation in ${view}`,
    );
    checked(`“${TITLE}” is in his ${view}.`);
  }
  const path = `/v1/conversations/${id}`;
  const text = "Gladly: here it is.";
  say("He replies.");
  await bob.rest.post(`${path}/messages`, { text });
  await subscriber.until("reply", ({ data }) => data.message?.text === text);
  say("He signs the receipt: he has replied, as Alice wanted.");
  const { conversation } = await bob.rest.post<{
    readonly conversation: Conversation;
  }>(`${path}/receipt`, { confirm: true });
  await subscriber.until("released price", paymentIs("released"));
  await subscriber.until("end", ({ data }) => data.state === "completed");
  const { state, payment } = conversation;
  expect(state === "completed", `After the receipt the state is ${state}`);
  const keys = await restClient(service.baseUrl).get<JSONWebKeySet>(
    "/.well-known/jwks.json",
  );
  await compactVerify(payment.receipt?.jws ?? "", createLocalJWKSet(keys));
  checked("The receipt's signature fits the service's public key.");
}

/** Returns the id of the task. */
async function agentAsks(
  assistant: Assistant,
  { alice, scout, service }: Cast,
): Promise<string> {
  scene("Another agent asks Alice", "A2A, official SDK client");
  const agent = await openAgent(service.baseUrl, scout.token);
  say(`It found the agent card; A2A ${agent.protocolVersion} it is.`);
  const question = "Is the bakery open on Sunday?";
  const task = await agent.send(alice.address, "Opening hours", question);
  const { conversations } = await assistant.call<{
    readonly conversations: readonly { readonly conversationId: string }[];
  }>("svc.list_conversations", { view: "inbox" });
  expect(
    conversations.some((it) => it.conversationId === task.id),
    "The assistant does not see the agent's message in Alice's inbox",
  );
  checked("Her assistant sees the same record as a conversation (MCP).");
  const answer = "Yes, from eight to noon.";
  await assistant.call("svc.send_message", {
    conversationId: task.id,
    parts: [{ text: answer }],
  });
  const texts = textsOf(await agent.read(task.id));
  expect(
    texts.join("\n") === `${question}\n${answer}`,
    `The agent's task says ${JSON.stringify(texts)}`,
  );
  checked(`The agent reads its task: “${texts.join("” “")}”`);
  return task.id;
}

/** Returns the id of the request, which asks for a statement in the receipt. */
async function askForVisit(
  assistant: Assistant,
  { alice, bob, service }: Cast,
): Promise<string> {
  scene("Bob wants something done", "the receipt says in words what it was");
  const { conversationId } = await bob.rest.post<{
    readonly conversationId: string;
  }>("/v1/conversations", {
    to: [alice.address],
    title: "A first sketch",
    parts: [{ text: "Please look at the sketch." }],
    release: "converted",
    releaseAction: { type: "url_visit", url: "https://example.org/sketch" },
    submit: true,
  });
  say("Her assistant signs, and has to say what was visited.");
  const refusal = await assistant.refused("svc.sign_receipt", {
    conversationId,
    confirm: true,
  });
  expect(
    refusal.code === "condition_not_met" && refusal.missing === "statement",
    `Without words the receipt is refused as ${JSON.stringify(refusal)}`,
  );
  const statement = "She looked at the sketch, and likes it.";
  const { receipt } = await assistant.call<{
    readonly receipt: { readonly jws: string };
  }>("svc.sign_receipt", {
    conversationId,
    confirm: true,
    statement,
    detail: "full",
  });
  const keys = await restClient(service.baseUrl).get<JSONWebKeySet>(
    "/.well-known/jwks.json",
  );
  const { payload } = await compactVerify(receipt.jws, createLocalJWKSet(keys));
  const { evidence } = JSON.parse(new TextDecoder().decode(payload));
  expect(evidence.statement === statement, "The receipt signs other words");
  checked(`The receipt signs: “${statement}”`);
  return conversationId;
}

async function showMoney({ alice, bob, service }: Cast): Promise<void> {
  scene("The money", "REST");
  for (const [name, { rest }] of Object.entries({ Alice: alice, Bob: bob })) {
    const { conversations } = await rest.get<{
      readonly conversations: readonly Conversation[];
    }>("/v1/conversations?view=payments");
    const [{ status, price } = { status: "none", price: { amount: "0" } }] =
      conversations.map(({ payment }) => payment);
    expect(
      status === "released" && price.amount === PRICE,
      `${name} sees a payment of ${price.amount} that is ${status}`,
    );
    checked(`${name} sees ${price.amount} USDC ${status}.`);
  }
  const { ok, ledger } = await restClient(service.baseUrl).get<{
    readonly ok: boolean;
    readonly ledger: { readonly sum: number; readonly drifted: number };
  }>("/healthz");
  const { sum, drifted } = ledger;
  expect(
    ok && sum === 0 && drifted === 0,
    `The ledger sums to ${sum}, and ${drifted} balances are wrong`,
  );
  checked("The ledger sums to 0, and every balance is that of its entries.");
}

async function proveIt(
  { alice, service }: Cast,
  ids: readonly string[],
): Promise<void> {
  scene("The proof", "recomputed by this demo, then by svc audit verify");
  for (const id of ids) {
    const records = await checkChain(alice.rest, id);
    checked(`All ${records} hashes of ${id} are right.`);
  }
  const verified = await svc<{
    readonly ok: boolean;
    readonly chains: number;
    readonly records: number;
  }>(service, "audit", "verify");
  const { ok, chains, records } = verified;
  expect(ok, "svc audit verify found a fault");
  checked(`svc audit verify: ${records} records in ${chains} chains hold.`);
}

async function play(): Promise<void> {
  console.log(bold("One inbox, four clients, one paid request"));
  const places = twoPlaces();
  await using service = await startService(places);
  const cast = await addPeople(service);
  const { baseUrl } = service;
  await using assistant = await openAssistant(baseUrl, cast.alice.token);
  const id = await writeToBob(assistant, cast);
  const subscriber = await subscribe(cast, id);
  await bobAnswers(cast, id, subscriber);
  const taskId = await agentAsks(assistant, cast);
  const visitId = await askForVisit(assistant, cast);
  await showMoney(cast);
  await proveIt(cast, [id, taskId, visitId]);
  await playSecondAct(service, cast.alice, places);
  const code = await service.stop();
  expect(code === 0, `The service ended with exit code ${code}`);
  expect(
    service.complaints() === "",
    `The service said: ${service.complaints()}`,
  );
}

async function playInUsdc(): Promise<void> {
  if (IS_EXECUTABLE)
    throw new Mismatch("the chain for USDC comes only with a clone");
  const { playUsdc } = await import("./demo/usdc.ts");
  await playUsdc();
}

const HELP = `bun scripts/demo.ts         play the whole story against a service of its own
bun scripts/demo.ts --usdc  the story of a price in USDC, on a chain of its own
bun scripts/demo.ts --help  print this`;

const startedAt = performance.now();
const [flag] = Bun.argv.slice(2);
try {
  if (flag === "--help" || flag === "-h") console.log(HELP);
  else {
    if (flag === "--usdc") await playInUsdc();
    else await play();
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    console.log(`\n${bold("It all fits.")} ${dim(`${seconds} s`)}`);
  }
} catch (error) {
  const why = error instanceof Mismatch ? error.message : error;
  console.error(`\nThe demo failed: ${why}`);
  process.exitCode = 1;
}
