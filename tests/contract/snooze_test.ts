import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { sql } from "drizzle-orm";
import { LIMITS } from "../../src/core/base/limits.ts";
import { sweepDue } from "../../src/core/loops/sweeper.ts";
import type { TestAccount } from "../harness.ts";
import { json } from "../harness.ts";
import { unfoldRecords } from "../records.ts";
import type { Pair } from "../tools/calls.ts";
import { attempt, startPair } from "../tools/calls.ts";
import { unfenced } from "../unfenced.ts";

setDefaultTimeout(60_000);

const HOUR = 3_600_000;

/** The answer of a wire to a call about snoozed conversations. */
interface Answer {
  readonly code?: string;
  readonly snoozedUntil?: string | null;
  readonly outcomes?: readonly { readonly outcome: string }[];
  readonly conversations?: readonly Item[];
}
interface Item {
  readonly conversationId: string;
  readonly snoozedUntil?: string | null;
  readonly unread?: boolean;
}

/** The words of a wire for what is put aside. */
interface Wire {
  update(by: TestAccount, id: string, input: object): Promise<Answer>;
  updateMany(by: TestAccount, input: object): Promise<Answer>;
  list(by: TestAccount, query: Record<string, string>): Promise<Answer>;
}

function rest({ service }: Pair): Wire {
  const ask = async (by: TestAccount, path: string, how: object = {}) =>
    await json(await service.fetch(path, { token: by.token, ...how }));
  const patch = (by: TestAccount, path: string, body: object) =>
    ask(by, path, { method: "PATCH", json: body });
  return {
    update: (by, id, input) => patch(by, `/v1/conversations/${id}`, input),
    updateMany: (by, input) => patch(by, "/v1/conversations", input),
    list: (by, query) =>
      ask(by, `/v1/conversations?${new URLSearchParams(query)}`),
  };
}

function mcp(pair: Pair): Wire {
  const use = async (by: TestAccount, name: string, args: object) => {
    const result = await attempt(pair, { by, tool: `svc.${name}`, args });
    return unfenced(JSON.parse(result.content[0]?.text ?? ""));
  };
  const update = (by: TestAccount, args: object) =>
    use(by, "update_conversation", args);
  return {
    update: (by, conversationId, input) =>
      update(by, { conversationId, ...input }),
    updateMany: update,
    list: (by, query) => use(by, "list_conversations", query),
  };
}

async function sent({ service, alice, bob }: Pair, title: string) {
  const answer = await service.fetch("/v1/conversations", {
    method: "POST",
    token: alice.token,
    json: { title, to: [bob.address], text: title, submit: true },
  });
  return String((await json(answer)).conversationId);
}

const idsOf = ({ conversations = [] }: Answer) =>
  conversations.map(({ conversationId }) => conversationId);

describe.each([
  ["REST", rest],
  ["MCP", mcp],
] as const)("over %s", (_name, over) => {
  test("what is snoozed is in snoozed alone, and comes back at its time as new and at the top", async () => {
    await using pair = await startPair();
    const { service, alice, bob } = pair;
    const wire = over(pair);
    const [one, two] = [await sent(pair, "One"), await sent(pair, "Two")];
    const at = new Date(service.clock() + HOUR).toISOString();
    const told = await wire.update(bob, one, {
      snoozeUntil: at,
      unread: false,
    });
    expect(told.snoozedUntil).toBe(at);
    expect(idsOf(await wire.list(bob, { view: "inbox" }))).toEqual([two]);
    expect(idsOf(await wire.list(bob, { view: "requests" }))).toEqual([two]);
    const aside = await wire.list(bob, { q: "in:snoozed" });
    expect(aside.conversations?.[0]?.snoozedUntil).toBe(at);
    expect(idsOf(aside)).toEqual([one]);
    expect(idsOf(await wire.list(bob, {}))).toEqual([two, one]);
    expect(idsOf(await wire.list(alice, { view: "sent" }))).toEqual([two, one]);
    expect(idsOf(await wire.list(alice, { view: "snoozed" }))).toEqual([]);
    service.clock.advance(HOUR);
    expect(await sweepDue(service.services)).toBe(1);
    expect(await sweepDue(service.services)).toBe(0);
    const inbox = await wire.list(bob, { view: "inbox" });
    expect(idsOf(inbox)).toEqual([one, two]);
    expect(inbox.conversations?.[0]?.unread).toBe(true);
    expect(inbox.conversations?.[0]?.snoozedUntil ?? null).toBeNull();
    expect(idsOf(await wire.list(alice, { view: "sent" }))).toEqual([two, one]);
  });

  test("what changes brings it back, as does null; archiving ends it", async () => {
    await using pair = await startPair();
    const { service, alice, bob } = pair;
    const wire = over(pair);
    const id = await sent(pair, "One");
    const inbox = async () => idsOf(await wire.list(bob, { view: "inbox" }));
    const snoozed = async () =>
      idsOf(await wire.list(bob, { view: "snoozed" }));
    expect(
      (await wire.update(bob, id, { snoozeUntil: "change" })).snoozedUntil,
    ).toBe("change");
    expect([await inbox(), await snoozed()]).toEqual([[], [id]]);
    service.clock.advance(400 * 24 * HOUR);
    await sweepDue(service.services);
    expect(await snoozed()).toEqual([id]);
    await service.fetch(`/v1/conversations/${id}/messages`, {
      method: "POST",
      token: alice.token,
      json: { text: "And one more thing" },
    });
    expect([await inbox(), await snoozed()]).toEqual([[id], []]);
    const many = { conversationIds: [id], snoozeUntil: "change" };
    const { outcomes } = await wire.updateMany(bob, many);
    expect(outcomes?.map(({ outcome }) => outcome)).toEqual(["changed"]);
    expect(await snoozed()).toEqual([id]);
    await wire.updateMany(bob, { ...many, snoozeUntil: null });
    expect([await inbox(), await snoozed()]).toEqual([[id], []]);
    await wire.update(bob, id, { snoozeUntil: "change" });
    await wire.update(bob, id, { archived: true });
    expect([await inbox(), await snoozed()]).toEqual([[], []]);
    await wire.update(bob, id, { snoozeUntil: "change" });
    await wire.update(bob, id, { snoozeUntil: null });
    expect([await inbox(), await snoozed()]).toEqual([[id], []]);
  });

  test("a time that is no time, is over, or far away is refused", async () => {
    await using pair = await startPair();
    const { service, bob } = pair;
    const wire = over(pair);
    const id = await sent(pair, "One");
    const now = service.clock();
    const far = now + (LIMITS.snoozeDaysMax + 1) * 24 * HOUR;
    for (const snoozeUntil of [
      "soon",
      "",
      new Date(now - HOUR).toISOString(),
      new Date(far).toISOString(),
    ]) {
      const refused = await wire.update(bob, id, { snoozeUntil });
      expect([snoozeUntil, refused.code]).toEqual([
        snoozeUntil,
        "invalid_input",
      ]);
    }
    const both = { snoozeUntil: "change", archived: true };
    expect((await wire.update(bob, id, both)).code).toBe("invalid_input");
  });

  test("an agent does not put aside what waits for its person", async () => {
    await using pair = await startPair();
    const { service, alice, bob } = pair;
    const wire = over(pair);
    const made = await service.fetch("/v1/conversations", {
      method: "POST",
      token: alice.token,
      json: {
        title: "Paid",
        to: [bob.address],
        text: "Paid",
        price: "1.00",
        submit: true,
      },
    });
    const { conversationId: paid } = await json(made);
    const plain = await sent(pair, "One");
    const token = await service.addCredential(bob, [
      "conversations:read",
      "conversations:write",
    ]);
    const agent = { ...bob, token };
    const snoozeUntil = "change";
    const many = { conversationIds: [plain, paid], snoozeUntil };
    expect((await wire.update(agent, paid, { snoozeUntil })).code).toBe(
      "person_required",
    );
    expect((await wire.updateMany(agent, many)).code).toBe("person_required");
    const needs = await wire.list(bob, { view: "needs_you" });
    expect(idsOf(needs)).toEqual([paid]);
    expect(
      (await wire.update(agent, plain, { snoozeUntil })).snoozedUntil,
    ).toBe("change");
  });
});

test("who snoozes money to accept finds it in no section, nor counted there, until it is back", async () => {
  await using pair = await startPair();
  const { service, alice, bob } = pair;
  const { token } = await service.addSession(bob);
  const made = await service.fetch("/v1/conversations", {
    method: "POST",
    token: alice.token,
    json: {
      title: "Paid",
      to: [bob.address],
      text: "Paid",
      price: "1.00",
      submit: true,
    },
  });
  const { conversationId } = await json(made);
  const patch = async (body: object) =>
    await service.fetch(`/v1/conversations/${conversationId}`, {
      method: "PATCH",
      token,
      json: body,
    });
  const seen = async () => {
    const list = async (query: string) =>
      idsOf(
        await json(
          await service.fetch(`/v1/conversations?${query}`, { token }),
        ),
      ).length;
    const counts = await service.fetch("/v1/conversations/counts", { token });
    const { needs_you, snoozed } = await json(counts);
    return [
      await list("view=needs_you"),
      await list("view=needs_you&section=money"),
      await list("view=needs_you&section=money&label=Shop"),
      needs_you.money,
      snoozed.total,
    ];
  };
  await patch({ addLabels: ["Shop"] });
  expect(await seen()).toEqual([1, 1, 1, 1, 0]);
  expect((await patch({ snoozeUntil: "change" })).status).toBe(200);
  expect(await seen()).toEqual([0, 0, 0, 0, 1]);
  await patch({ snoozeUntil: null });
  expect(await seen()).toEqual([1, 1, 1, 1, 0]);
});

test("its tag, the account's changes and its records tell that it is snoozed and woken", async () => {
  await using pair = await startPair();
  const { service, bob } = pair;
  const id = await sent(pair, "One");
  const path = `/v1/conversations/${id}`;
  const ask = (query = "", how = {}) =>
    service.fetch(`${path}${query}`, { token: bob.token, ...how });
  const tag = (await ask()).headers.get("etag");
  const at = new Date(service.clock() + HOUR).toISOString();
  const changed = await ask("", { method: "PATCH", json: { snoozeUntil: at } });
  expect(changed.headers.get("etag")).not.toBe(tag);
  const state = (
    await json(await service.fetch("/v1/changes", { token: bob.token }))
  ).state;
  service.clock.advance(HOUR);
  await sweepDue(service.services);
  const told = await json(
    await service.fetch(`/v1/changes?since=${state}`, { token: bob.token }),
  );
  expect(JSON.stringify(told)).toContain(id);
  await unfoldRecords(service.services.db);
  const own = sql`select body from unfolded_records where chain_id = ${bob.accountId}`;
  const records = await service.services.db.orm.values<[string]>(own);
  const changes = records.filter(([body]) => body.includes("flags.changed"));
  expect(changes).toHaveLength(2);
});
