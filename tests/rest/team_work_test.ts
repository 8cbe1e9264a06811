import { expect, setDefaultTimeout, test } from "bun:test";
import { LIMITS } from "../../src/core/base/limits.ts";
import { breathe } from "../../src/core/base/pace.ts";
import { authenticate } from "../../src/core/identity/authenticate.ts";
import { actingAs } from "../../src/core/identity/teams/acting_as.ts";
import type { Frame } from "../../src/core/streams/event_stream.ts";
import { openAccountStream } from "../../src/core/streams/subscribe_account.ts";
import { sightOfWebhook } from "../../src/core/webhooks/messages.ts";
import type { Webhook } from "../../src/core/webhooks/webhook_store.ts";
import { startService } from "../harness.ts";
import { createRandom } from "../invariants/random.ts";
import { sample } from "../proof.ts";
import { shared } from "../shared.ts";
import { openTeam, over } from "./team.ts";

setDefaultTimeout(20_000);

const service = shared(startService);

test("a rule of the team assigns what comes in", async () => {
  const { as, ask, people } = await openTeam(service());
  const [localPart] = people.responder.address.split("@");
  const rule = { words: "Chairs", label: `@${localPart}` };
  const made = await as("manager")("POST", "/v1/inbox-rules", rule);
  expect(made.status).toBeLessThan(300);
  const path = await ask();
  const { conversation } = await as("reader")("GET", path);
  expect(conversation.assignee).toBe(people.responder.address);
  // Such a label names a member, and replaces the one before.
  const nobody = { words: "Chairs", label: "@stranger" };
  const refused = await as("manager")("POST", "/v1/inbox-rules", nobody);
  expect([refused.status, refused.errors?.[0]]).toMatchObject([
    ...[400, { pointer: "/label", code: "not_a_member" }],
  ]);
  const [owner] = people.owner.address.split("@");
  const put = (name: string) =>
    as("manager")("PATCH", path, { addLabels: [name] });
  expect((await put("@stranger")).status).toBe(400);
  const many = { conversationIds: [conversation.id], addLabels: ["@stranger"] };
  const bulk = await as("manager")("PATCH", "/v1/conversations", many);
  expect(bulk.status).toBe(400);
  expect((await put(`@${owner}`)).conversation.labels).toEqual([`@${owner}`]);
  const own = { words: "Chairs", label: "@home" };
  const free = over(service(), people.owner.token);
  expect((await free("POST", "/v1/inbox-rules", own)).status).toBe(200);
});

test("a rule assigns in turn, fairly among those who are there at that moment, however many come at once", async () => {
  const { as, ask, put, people } = await openTeam(service());
  const all = await as("manager")("POST", "/v1/inbox-rules", { inTurn: [] });
  expect([all.status, all.rule.inTurn]).toEqual([200, []]);
  const random = createRandom(sample(1, Date.now()));
  const inTurn = [people.owner, people.manager, people.responder];
  const counts = new Map<string, number>();
  const come = async (count: number) => {
    const paths = await Promise.all(Array.from({ length: count }, () => ask()));
    const on: string[] = [];
    for (const path of paths) {
      const { conversation } = await as("reader")("GET", path);
      on.push(conversation.assignee);
      const before = counts.get(conversation.assignee) ?? 0;
      counts.set(conversation.assignee, before + 1);
    }
    return new Set(on);
  };
  for (let round = 0; round < sample(3, 100); round += 1) {
    await come(1 + random.int(7));
    const those = inTurn.map(({ address }) => counts.get(address) ?? 0);
    expect(Math.max(...those) - Math.min(...those)).toBeLessThan(2);
  }
  expect([...counts.keys()].toSorted()).toEqual(
    inTurn.map(({ address }) => address).toSorted(),
  );
  // A membership that begins tomorrow takes no turn.
  const from = new Date(service().clock() + 86_400_000).toISOString();
  await put(people.manager, { role: "manager", from });
  const left = await come(4);
  expect([...left].toSorted()).toEqual(
    [people.owner.address, people.responder.address].toSorted(),
  );
  for (const wrong of [[people.reader.address], ["stranger@x.example"]]) {
    const made = await as("owner")("POST", "/v1/inbox-rules", {
      ...{ words: "Chairs", inTurn: wrong },
    });
    expect([made.status, made.errors[0]]).toMatchObject([
      ...[400, { pointer: "/inTurn/0", code: "not_a_member" }],
    ]);
  }
  const alone = over(service(), people.owner.token);
  const none = await alone("POST", "/v1/inbox-rules", { inTurn: [] });
  expect([none.status, none.errors[0].pointer]).toEqual([400, "/inTurn"]);
});

test("colleagues are told who is replying, for seconds, and no other account is", async () => {
  const { as, ask, from, people, sessions, address, bob } = await openTeam(
    service(),
  );
  const path = await ask();
  const { services, clock } = service();
  const listen = async (token: string, team?: string) => {
    const by = await authenticate(services, token);
    const principal = await actingAs(services, by, team);
    const caller = { principal, via: "rest", requestId: "test" } as const;
    const stream = await openAccountStream(services, caller);
    const said: object[] = [];
    const failed = () => {};
    const given = (frame: Frame | null) => {
      if (frame?.kind === "event" && frame.event === "replying.changed") {
        said.push(frame.data);
      }
      if (frame) stream.take({ given, failed });
    };
    stream.take({ given, failed });
    const told = async () => {
      await breathe();
      await breathe();
      return said.splice(0);
    };
    return { told, close: () => stream.close() };
  };
  const colleague = await listen(sessions.reader, address);
  const own = await listen(sessions.responder, address);
  const other = await listen(bob.token);
  const say = (replying: boolean) =>
    as("responder")("PUT", `${path}/replying`, { replying });
  const { until } = await say(true);
  const { accountId: memberId } = people.responder;
  const conversationId = path.split("/").at(-1);
  const named = { conversationId, memberId, name: "jon" };
  expect(await colleague.told()).toEqual([{ ...named, until }]);
  expect(Date.parse(until) - clock()).toBe(LIMITS.replyingMs);
  await say(false);
  expect(await colleague.told()).toMatchObject([{ until: expect.anything() }]);
  await from("PUT", `${path}/replying`, { replying: true });
  expect([await own.told(), await other.told()]).toEqual([[], []]);
  expect(
    (await as("reader")("PUT", `${path}/replying`, { replying: true })).status,
  ).toBe(403);
  const { records } = await as("owner")("GET", `${path}/audit`);
  expect(JSON.stringify(records)).not.toContain("replying");
  for (const it of [colleague, own, other]) it.close();
});

test("what a deleted person was on and made for the team ends with their account", async () => {
  const { as, ask, people, sessions, id } = await openTeam(service());
  const path = await ask();
  const assignee = people.manager.address;
  await as("owner")("PATCH", path, { assignee });
  const made = await as("manager")("POST", "/v1/webhooks", {
    url: "https://hooks.example.com/chairs",
  });
  expect(made.status).toBe(201);
  const credentialId = made.webhook.madeBy;
  const hook = { accountId: id, credentialId } as Webhook;
  expect(await sightOfWebhook(service().services, hook)).toBeNumber();
  const gone = await over(service(), sessions.manager)(
    "DELETE",
    `/v1/account?confirm=${assignee}`,
  );
  expect(gone.status).toBe(200);
  expect((await as("owner")("GET", path)).conversation).toMatchObject({
    ...{ assignee: null, labels: [] },
  });
  expect(await sightOfWebhook(service().services, hook)).toBeUndefined();
  const { db } = service().services;
  const rows = await db.orm.values(
    `select * from audit_records where chain_id = '${id}'`,
  );
  expect(JSON.stringify(rows)).toContain("member.removed");
});

test("a member decides only the kinds that the team gave them", async () => {
  const { as, ask, put, people } = await openTeam(service());
  const role = "manager" as const;
  const kinds = (...names: string[]) =>
    put(people.manager, { role, approve: { kinds: names } });
  // An acceptance of their own waits for another member, too.
  await kinds("submit");
  const paid = await ask({ price: "2.00" });
  const own = await as(role)("POST", `${paid}/messages`, { text: "We do." });
  expect(own.status).toBe(202);
  const other = await ask({ price: "2.00" });
  const by = await as("responder")("POST", `${other}/messages`, { text: "Ok" });
  const decide = { checkpointId: by.checkpointId, decision: "approve" };
  const refused = await as(role)("POST", `${other}/decisions`, decide);
  expect([refused.status, refused.code]).toEqual([403, "insufficient_scope"]);
  const { conversation } = await as(role)("GET", other);
  expect(conversation.checkpoints[0]).toMatchObject({ mayDecide: false });
  await kinds("reply", "accept");
  const decided = await as(role)("POST", `${other}/decisions`, decide);
  expect(decided.status).toBe(200);
  // The same money by another way is the same decision.
  await as("owner")("POST", `${other}/receipt`, { confirm: true });
  const refund = { amount: "1.00" };
  const back = await as(role)("POST", `${other}/refund`, refund);
  expect([back.status, back.code]).toEqual([403, "insufficient_scope"]);
  await kinds("refund");
  expect((await as(role)("POST", `${other}/refund`, refund)).status).toBe(200);
});
