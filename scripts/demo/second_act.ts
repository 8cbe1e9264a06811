/** The second act of the demo: a question to somebody at another installation. */
import type { ServerProcess } from "../server_process.ts";
import { freePort, startProcess } from "../server_process.ts";
import { startedScript } from "../started_script.ts";
import { checkChain } from "./audit_check.ts";
import type { Person } from "./person.ts";
import { addPerson } from "./person.ts";
import { checked, expect, Mismatch, say, scene } from "./stage.ts";
import { Subscriber } from "./subscriber.ts";
import { svc } from "./svc.ts";

const HERE = "inbox.localhost";
const THERE = "studio.example";
const TITLE = "A question across";
const ANSWER = "Yes: Monday at nine.";
const LOOK_MS = 100;
const WAIT_MS = 10_000;

/** Where each of the two installations is on this machine. */
export interface Places {
  readonly here: Readonly<Record<string, string>>;
  readonly there: Readonly<Record<string, string>>;
}

/** The settings of two installations that may exchange conversations. */
export function twoPlaces(): Places {
  const [here, there] = [freePort(), freePort()];
  const hosts = [
    `${HERE}=http://localhost:${here}`,
    `${THERE}=http://localhost:${there}`,
  ];
  const shared = {
    FEDERATION: "allowlist",
    FEDERATION_HOSTS: hosts.join(","),
    ALLOW_LOOPBACK_FETCH: "true",
  };
  return {
    here: { ...shared, PORT: `${here}`, ADDRESS_DOMAIN: HERE },
    there: { ...shared, PORT: `${there}`, ADDRESS_DOMAIN: THERE },
  };
}

/** An account's side of the conversation, which each service has under an id of its own. */
interface Side {
  readonly who: Person;
  readonly id: string;
}

/** Plays the act, at whose end the second service has stopped. */
export async function playSecondAct(
  service: ServerProcess,
  alice: Person,
  { there }: Places,
): Promise<void> {
  scene("Another installation", "bun run start, svc domain allow");
  await using other = await startProcess({
    script: await startedScript(),
    env: there,
  });
  say(`It listens at ${other.baseUrl}, for addresses at ${THERE}.`);
  const [carol] = await Promise.all([
    addPerson(other, "carol", "Carol"),
    allowEachOther(service, other),
  ]);
  say(`Each allows the other; ${carol.address} has her inbox there.`);
  const hers = await askAcross(alice, carol);
  const theirs = await answerAcross(hers, carol);
  await proveBoth([service, hers], [other, theirs]);
  expect(
    other.complaints() === "",
    `The other service said: ${other.complaints()}`,
  );
}

/** Has two installations allow each other. */
export async function allowEachOther(
  service: ServerProcess,
  other: ServerProcess,
): Promise<void> {
  await Promise.all([
    svc(service, "domain", "allow", THERE),
    svc(other, "domain", "allow", HERE),
  ]);
}

async function askAcross(alice: Person, carol: Person): Promise<Side> {
  scene("Alice asks Carol, who is elsewhere", "REST, then A2A with signatures");
  const { conversationId } = await alice.rest.post<{
    readonly conversationId: string;
  }>("/v1/conversations", {
    ...{ to: [carol.address], title: TITLE, submit: true },
    text: "Can you print our menu next week?",
  });
  return { who: alice, id: conversationId };
}

async function answerAcross({ who, id }: Side, carol: Person): Promise<Side> {
  const subscriber = await Subscriber.open(who.rest, id);
  const there = await arrivedAt(carol, TITLE);
  checked(`“${TITLE}” is in Carol's inbox, from ${who.address}.`);
  const path = `/v1/conversations/${there}`;
  await carol.rest.post(`${path}/messages`, { text: ANSWER });
  await subscriber.until(
    "answer from elsewhere",
    ({ data }) => data.message?.text === ANSWER,
  );
  await carol.rest.post(`${path}/complete`, {});
  await subscriber.until(
    "end from elsewhere",
    ({ data }) => data.state === "completed",
  );
  checked("Alice's thread has Carol's answer, and her Done ended it.");
  return { who: carol, id: there };
}

/** Waits until a conversation is in somebody's inbox, and returns its id there. */
export async function arrivedAt(
  { rest, address }: Person,
  titled: string,
): Promise<string> {
  return await until(`“${titled}” in the inbox of ${address}`, async () => {
    const { conversations } = await rest.get<{
      readonly conversations: readonly Record<"id" | "title", string>[];
    }>("/v1/conversations?view=inbox");
    return conversations.find(({ title }) => title === titled)?.id;
  });
}

/** Compares what each record says of the signed requests, then checks all chains. */
async function proveBoth(
  ...[[service, hers], [other, theirs]]: readonly [
    readonly [ServerProcess, Side],
    readonly [ServerProcess, Side],
  ]
): Promise<void> {
  scene("The proof of both", "each record, then svc audit verify at each");
  const sent = await until("what Alice's service sent", async () => {
    const [first] = await digestsIn(hers, "remote.sent");
    return first;
  });
  const taken = await digestsIn(theirs, "remote.received");
  expect(taken.includes(sent), "Carol's record has another digest of it");
  checked(`Both records name what Alice's service signed: ${sent}`);
  const answers = await until("what Carol's service signed", async () => {
    const found = await digestsIn(hers, "remote.received");
    return found.length > 0 ? found : undefined;
  });
  for (const it of answers) {
    checked(`Alice's names what Carol's service signed: ${it}`);
  }
  for (const { who, id } of [hers, theirs]) {
    const records = await checkChain(who.rest, id);
    checked(`All ${records} hashes of ${id} are right.`);
  }
  const verified = await Promise.all(
    [service, other].map((it) =>
      svc<{ readonly ok: boolean }>(it, "audit", "verify"),
    ),
  );
  expect(
    verified.every(({ ok }) => ok),
    "svc audit verify found a fault",
  );
  checked("svc audit verify: all chains of both services hold.");
}

/** The digests that a side's record names in entries of a type, oldest first. */
async function digestsIn(
  { who, id }: Side,
  type: string,
): Promise<readonly string[]> {
  const { records } = await who.rest.get<{
    readonly records: readonly {
      readonly type: string;
      readonly refs?: { readonly digest?: string };
    }[];
  }>(`/v1/conversations/${id}/audit`);
  return records
    .filter((it) => it.type === type)
    .flatMap(({ refs }) => refs?.digest ?? []);
}

/** Asks again until there is an answer. @throws Mismatch if none comes in time */
export async function until<T>(
  what: string,
  ask: () => Promise<T | undefined>,
): Promise<T> {
  const end = performance.now() + WAIT_MS;
  while (performance.now() < end) {
    const found = await ask();
    if (found !== undefined) return found;
    await Bun.sleep(LOOK_MS);
  }
  throw new Mismatch(`There is no sign of ${what}`);
}
