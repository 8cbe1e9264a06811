import { describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { LIMITS } from "../../src/core/base/limits.ts";
import { addCredential } from "../../src/core/operations/add_credential.ts";
import { disableAccount } from "../../src/core/operations/disable_account.ts";
import { revokeSession } from "../../src/core/operations/revoke_session.ts";
import { rotateCredential } from "../../src/core/operations/rotate_credential.ts";
import type { Driver } from "../driver.ts";
import { driversOf } from "../drivers.ts";
import type { TestService } from "../harness.ts";
import { json, startService } from "../harness.ts";
import { EventReader } from "../rest/event_reader.ts";
import { sayOver } from "./pair.ts";
import type { Stage } from "./stage.ts";
import { done, refused, startStage, WIRES } from "./stage.ts";

/** Alice's agent by a preset, or with limits, as she would have made it. */
async function agentOf(
  { service, alice }: Stage,
  choice: { readonly preset?: string; readonly limits?: object },
): Promise<string> {
  const { accountId } = alice;
  const input = { accountId, name: "Agent", ...choice } as never;
  return (await service.operate(addCredential, input)).token;
}

async function sentBy({ rest, alice }: Stage): Promise<number> {
  const { conversationIds } = await done(rest.list(alice.token, "sent"));
  return conversationIds.length;
}

describe.each([...WIRES])("over %s", (name) => {
  test("a Draft only agent reads, and cannot submit, reply or cancel", async () => {
    await using stage = await startStage(name);
    const { wire, rest, alice, bob } = stage;
    const token = await agentOf(stage, { preset: "draft_only" });
    const to = [alice.address];
    const { conversationId } = await done(
      rest.create(bob.token, { to, text: "hello" }),
    );
    await done(wire.read(token, conversationId));
    const codes = [
      await refused(wire.create(token, { to: [bob.address], text: "x" })),
      await refused(wire.reply(token, conversationId, "x")),
      await refused(wire.cancel(token, conversationId, "x")),
    ];
    expect(codes).toEqual(codes.map(() => "insufficient_scope"));
    expect(await sentBy(stage)).toBe(0);
  });

  test("an Assistant writes to contacts, asks before strangers and outward, and never pays", async () => {
    await using stage = await startStage(name);
    const { wire, rest, alice, bob, carol } = stage;
    await done(rest.create(alice.token, { to: [bob.address], text: "x" }));
    const token = await agentOf(stage, { preset: "assistant" });
    const create = (fields: object) =>
      wire.create(token, { to: [bob.address], text: "x", ...fields });
    const states = [
      await done(create({})),
      await done(create({ to: [carol.address] })),
      await done(create({ to: ["somebody@example.org"] })),
    ].map(({ state }) => state);
    expect(states).toEqual(["submitted", "input-required", "input-required"]);
    expect(await refused(create({ price: "1" }))).toBe("insufficient_scope");
    expect((await done(rest.list(carol.token))).conversationIds).toEqual([]);
    const { conversationIds } = await done(rest.list(alice.token, "needs_you"));
    expect(conversationIds).toHaveLength(2);
  });

  test("a spend limit is the same limit", async () => {
    await using stage = await startStage(name);
    const { wire, service, bob } = stage;
    const limits = { perPayment: "5", perDay: "6" };
    const token = await agentOf(stage, { limits });
    const pay = (price: string) =>
      wire.create(token, { to: [bob.address], text: "x", price });
    const states: string[] = [];
    for (const price of ["5.01", "5", "2", "1"]) {
      states.push((await done(pay(price))).state);
    }
    const [asks, sent] = ["input-required", "submitted"];
    expect(states).toEqual([asks, sent, asks, sent]);
    const held = await service.services.db.orm.values<[number]>(
      sql`select sum(price) from payments where status = 'held'`,
    );
    expect(held).toEqual([[6_000_000]]);
  });

  test("whom an agent pays and as what is the same question", async () => {
    await using stage = await startStage(name);
    const { wire, alice, bob, carol } = stage;
    const payees = [bob.address];
    const limits = { payees, contactTypes: ["everyone"] };
    const token = await agentOf(stage, { limits });
    const pay = async (to: string, more: object = {}) => {
      const input = { to: [to], text: "x", price: "1", ...more };
      return (await done(wire.create(token, input))).state;
    };
    expect([
      await pay(bob.address),
      await pay(carol.address),
      await pay(carol.address, { price: "0" }),
    ]).toEqual(["submitted", "input-required", "submitted"]);
    const typed = await agentOf(stage, {
      limits: { contactTypes: ["clients"] },
    });
    const input = { to: [bob.address], text: "x", price: "1" };
    const asked = await done(wire.create(typed, input));
    expect(asked.state).toBe("input-required");
    const { conversationIds } = await done(
      stage.rest.list(alice.token, "needs_you"),
    );
    expect(conversationIds).toHaveLength(2);
  });

  test("a person in a session does what their agent may", async () => {
    await using stage = await startStage(name);
    const { wire, service, alice, bob } = stage;
    const { token } = await service.addSession(alice);
    const { conversationId } = await done(
      wire.create(token, { to: [bob.address], text: "x", price: "1" }),
    );
    await done(wire.reply(token, conversationId, "more"));
    expect((await done(wire.read(token, conversationId))).texts).toHaveLength(
      2,
    );
    service.clock.advance(LIMITS.sessionTokenMs);
    expect(await refused(wire.list(token))).toBe("session_expired");
    const newcomer = await service.addSession({ accountId: "acc_newcomer" });
    expect(await refused(wire.list(newcomer.token))).toBe("signup_required");
  });
});

test("a Draft only agent writes drafts that it cannot send, over REST and MCP", async () => {
  for (const wire of ["rest", "mcp"] as const) {
    await using stage = await startStage(wire);
    const { service, bob } = stage;
    const token = await agentOf(stage, { preset: "draft_only" });
    const created = await service.fetch("/v1/conversations", {
      method: "POST",
      token,
      json: { to: [bob.address], text: "words" },
    });
    const { conversationId, state } = await json(created);
    expect(state).toBe("draft");
    const say = sayOver(service, wire);
    await done(say(token, "send", conversationId, { text: "more" }));
    await done(say(token, "update", conversationId, { title: "T" }));
    expect(await refused(say(token, "submit", conversationId))).toBe(
      "insufficient_scope",
    );
    expect(await sentBy(stage)).toBe(0);
  }
});

test("a model is told which scope is missing, in a result that it can read", async () => {
  await using stage = await startStage("mcp");
  const token = await agentOf(stage, { preset: "draft_only" });
  const response = await stage.service.fetch("/api/mcp", {
    method: "POST",
    token,
    json: {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: {
        name: "svc.create_conversation",
        arguments: {
          title: "T",
          to: [stage.bob.address],
          parts: [{ text: "x" }],
        },
      },
    },
  });
  const { result } = await json(response);
  expect(result.isError).toBe(true);
  expect(JSON.parse(result.content[0].text)).toMatchObject({
    code: "insufficient_scope",
    scope: "conversations:submit",
  });
});

/** The answer of each wire to a token, by its status. */
async function statuses(
  service: TestService,
  wires: readonly Driver[],
  token: string,
): Promise<readonly string[]> {
  const codes: string[] = [];
  for (const wire of wires) {
    const listed = await wire.list(token);
    codes.push(listed.ok ? "ok" : listed.error.code);
  }
  expect(service.logged).toEqual([]);
  return codes;
}

test("a rotated credential is dead at once on every wire and on its open stream", async () => {
  await using service = await startService();
  const wires = driversOf(service);
  const alice = await service.addAccount("alice");
  const bob = await service.addAccount("bob");
  const [first] = (await service.credentialsOf(alice)).credentials;
  const created = await service.fetch("/v1/conversations", {
    method: "POST",
    token: bob.token,
    json: { to: [alice.address], text: "x", submit: true },
  });
  const { conversationId } = await json(created);
  const path = `/v1/conversations/${conversationId}/subscribe`;
  await using stream = await EventReader.open(service, path, alice);
  expect((await stream.event()).event).toBe("ready");
  expect(await statuses(service, wires, alice.token)).toEqual(
    wires.map(() => "ok"),
  );

  const { token } = await service.operate(rotateCredential, {
    accountId: alice.accountId,
    credentialId: first?.id ?? "",
  });
  // The clock stands still: the rotation itself wakes the stream.
  expect(await stream.next()).toBeUndefined();
  expect(await statuses(service, wires, alice.token)).toEqual(
    wires.map(() => "unauthenticated"),
  );
  expect(await statuses(service, wires, token)).toEqual(wires.map(() => "ok"));
});

test("a revoked session and a disabled account end their open streams at once", async () => {
  await using service = await startService();
  const alice = await service.addAccount("alice");
  const bob = await service.addAccount("bob");
  const created = await service.fetch("/v1/conversations", {
    method: "POST",
    token: bob.token,
    json: { to: [alice.address], text: "x", submit: true },
  });
  const { conversationId } = await json(created);
  const path = `/v1/conversations/${conversationId}/subscribe`;
  const session = await service.addSession(alice);
  await using bySession = await EventReader.open(service, path, session);
  await using byAgent = await EventReader.open(service, path, alice);
  expect((await bySession.event()).event).toBe("ready");
  expect((await byAgent.event()).event).toBe("ready");

  const { accountId } = alice;
  const { sessionId } = session;
  await service.operate(revokeSession, { accountId, sessionId });
  expect(await bySession.next()).toBeUndefined();
  expect(service.streams.count).toBe(1);
  await service.operate(disableAccount, { accountId });
  expect(await byAgent.next()).toBeUndefined();
  expect(service.streams.count).toBe(0);
});
