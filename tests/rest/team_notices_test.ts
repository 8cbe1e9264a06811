import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { sweepDue } from "../../src/core/loops/sweeper.ts";
import { json, startService } from "../harness.ts";
import { deliverDue } from "../mail/deliver_due.ts";
import type { Relay } from "../mail/relay.ts";
import { startRelay } from "../mail/relay.ts";
import { startPushService } from "../push_service.ts";
import { shared } from "../shared.ts";
import { openTeam, over } from "./team.ts";

setDefaultTimeout(20_000);

const RELAY = "mx.relay.example";
const SECRET = "what-the-relay-and-the-service-share";
const env = {
  ALLOW_LOOPBACK_FETCH: "true",
  MAIL_WEBHOOK_SECRET: SECRET,
  MAIL_REPLY_DOMAIN: "answers.example",
  MAIL_AUTHSERV_ID: RELAY,
};
const service = shared(() => startService({ env }));
let relay: Relay;

afterAll(() => relay?.[Symbol.asyncDispose]());

/** A team with names for those who get mail. */
async function openTold() {
  relay ??= await startRelay();
  const team = await openTeam(service());
  const roles = Object.entries(team.people);
  const told = async () => {
    const before = relay.mails.length;
    // The mail of the team is handed on first.
    await deliverDue(service().services, relay.mailer);
    await deliverDue(service().services, relay.mailer);
    return relay.mails.slice(before).flatMap(({ to, subject }) => {
      const at = JSON.stringify(to);
      const who = roles.find(([, it]) => at.includes(it.accountId));
      return who ? [`${who[0]}: ${subject}`] : [];
    });
  };
  return { ...team, told: async () => (await told()).toSorted() };
}

test("a decision is told to those who may make it, or to the one of them who is on it", async () => {
  const free = await openTold();
  const path = await free.ask();
  // A reader decides nothing.
  const about = "bob needs your decision: Chairs";
  expect(await free.told()).toEqual([
    ...[`manager: ${about}`, `owner: ${about}`, `responder: ${about}`],
  ]);
  const text = relay.mails.at(-1)?.text ?? "";
  expect(text).toContain("For: Sales\nFrom: bob");
  const page = path.replace("/v1/conversations", "/c");
  expect(text).toContain(`${page}?as=${free.id}`);
  for (const [price, those] of [
    // A responder accepts what is free, and this manager what costs 3.
    ["2.00", ["manager"]],
    ["4.00", ["owner"]],
  ] as const) {
    const { as, ask, put, people, told } = await openTold();
    const approve = { upTo: "3.00" };
    await put(people.manager, { role: "manager", approve });
    const [name] = people.manager.address.split("@");
    const rule = { words: "Chairs", label: `@${name}` };
    expect((await as("owner")("POST", "/v1/inbox-rules", rule)).status).toBe(
      200,
    );
    await ask({ price });
    const offer = `bob offers ${price}: Chairs`;
    expect(await told()).toEqual(those.map((it) => `${it}: ${offer}`));
  }
});

test("a member who muted a team is told nothing of it, and everybody else is", async () => {
  const { ask, id, told, sessions } = await openTold();
  const own = over(service(), sessions.owner);
  const muted = await own("PUT", "/v1/notifications", { mutedTeams: [id] });
  expect(muted.mutedTeams).toEqual([id]);
  await ask({ price: "4.00" });
  expect(await told()).toEqual(["manager: bob offers 4.00: Chairs"]);
});

test("a member who is assigned, or mentioned in a note, is told by mail and on their devices", async () => {
  const { as, ask, people, id, told, sessions } = await openTold();
  const push = startPushService();
  const added = await over(service(), sessions.responder)(
    "POST",
    "/v1/push-devices",
    { ...push.subscription, name: "Phone" },
  );
  expect(added.status).toBe(201);
  const path = await ask();
  await told();
  const pushed = () =>
    push.pushed.splice(0).map(({ text }) => JSON.parse(text).notification);
  expect(pushed()).toMatchObject([
    {
      title: "bob needs your decision: Chairs",
      body: expect.stringMatching(/^For: Sales\nFrom: bob/),
      navigate: expect.stringMatching(new RegExp(`as=${id}$`)),
    },
  ]);
  const assignee = people.responder.address;
  await as("owner")("PATCH", path, { assignee });
  expect(await told()).toEqual(["responder: Assigned to you: Chairs"]);
  expect(relay.mails.at(-1)?.text).toContain("mira put you on this");
  expect(pushed()).toMatchObject([{ title: "New in your inbox" }]);
  // Nobody is told of what they do themselves, or of what stays as it is.
  await as("responder")("PATCH", path, { assignee });
  const [name] = people.reader.address.split("@");
  const note = { text: `@${name}: which chairs?`, note: true };
  await as("owner")("POST", `${path}/messages`, note);
  expect(await told()).toEqual([
    "reader: You were mentioned in a note: Chairs",
  ]);
  expect(pushed()).toEqual([]);
  push[Symbol.dispose]();
});

test("a member answers a notice of their team as the team, until they have left it", async () => {
  const { as, ask, people, told } = await openTold();
  const path = await ask();
  const assignee = people.responder.address;
  await as("owner")("PATCH", path, { assignee });
  await told();
  const to = relay.mails.at(-1)?.replyTo?.value[0]?.address;
  const hand = async (id: string, text: string) => {
    const body = [
      `Authentication-Results: ${RELAY}; dmarc=pass header.from=mailbox.example`,
      `From: Jon <${people.responder.accountId}@mailbox.example>`,
      ...[`To: <${to}>`, `Message-ID: <${id}@mailbox.example>`],
      ...["Content-Type: text/plain", "", text],
    ].join("\r\n");
    const headers = { "content-type": "message/rfc822" };
    const sent = { method: "POST", token: SECRET, body, headers };
    const response = await service().fetch("/v1/mail/inbound", sent);
    const { outcome, reason } = await json(response);
    return reason ?? outcome;
  };
  expect(await hand("1", "Which chairs?")).toBe("sent");
  const { messages } = (await as("reader")("GET", path)).conversation;
  expect(messages.at(-1)).toMatchObject({
    ...{ text: "Which chairs?", actor: { name: "jon" } },
  });
  await as("owner")("DELETE", `/v1/members/${assignee}`);
  expect(await hand("2", "And now?")).toBe("unknown_address");
});

const until = () => new Date(service().clock() + 3_600_000).toISOString();

test("a member who is away is passed over, and the stand-in of a person is told within their limit", async () => {
  const { as, ask, people, sessions, told, from } = await openTold();
  const own = over(service(), sessions.owner);
  const set = await own("PUT", "/v1/profile", { away: { until: until() } });
  expect(set.status).toBe(200);
  await ask({ price: "4.00" });
  expect(await told()).toEqual(["manager: bob offers 4.00: Chairs"]);

  await as("owner")("POST", "/v1/inbox-rules", { inTurn: [] });
  const on = new Set<string>();
  for (let count = 0; count < 3; count++) {
    const { conversation } = await as("manager")("GET", await ask());
    on.add(conversation.assignee);
  }
  const { manager, responder } = people;
  expect(on).toEqual(new Set([manager.address, responder.address]));
  await told();

  const push = startPushService();
  const reader = over(service(), sessions.reader);
  const device = { ...push.subscription, name: "Phone" };
  await reader("POST", "/v1/push-devices", device);
  await own("PUT", `/v1/delegations/${people.reader.address}`, {
    upTo: "5.00",
  });
  const standIn = people.reader.address;
  await own("PUT", "/v1/profile", { away: { until: until(), standIn } });
  const write = (price: string) =>
    from("POST", "/v1/conversations", {
      ...{ to: [people.owner.address], title: "Stool", text: "One?" },
      ...{ submit: true, price },
    });
  await write("6.00");
  expect(await told()).toEqual(["owner: bob offers 6.00: Stool"]);
  const { conversation } = await write("4.00");
  expect(await told()).toEqual(["reader: bob offers 4.00: Stool"]);
  const { text = "", replyTo } = relay.mails.at(-1) ?? {};
  expect(text).toContain("For: mira\nFrom: bob");
  expect(text).toContain(`?as=${people.owner.accountId}`);
  expect(replyTo).toBeUndefined();
  expect(push.pushed.splice(0)).toHaveLength(1);
  const path = `/v1/conversations/${conversation.id}`;
  const [card] = (await own("GET", path)).conversation.checkpoints;
  expect(card.asked).toMatchObject([{ name: "lea" }]);
  push[Symbol.dispose]();
});

test("a decision that the one who is on it leaves unanswered is told to all who may make it", async () => {
  const { as, ask, people, told } = await openTold();
  await as("owner")("PUT", "/v1/approvals", { escalateAfter: 2 });
  const [name] = people.manager.address.split("@");
  const rule = { words: "Chairs", label: `@${name}` };
  await as("owner")("POST", "/v1/inbox-rules", rule);
  await ask();
  const about = "bob needs your decision: Chairs";
  expect(await told()).toEqual([`manager: ${about}`]);
  service().clock.advance(2 * 3_600_000);
  await sweepDue(service().services);
  expect(await told()).toEqual([
    ...[`manager: ${about}`, `owner: ${about}`, `responder: ${about}`],
  ]);
});
