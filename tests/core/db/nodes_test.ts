import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync } from "node:fs";
import { readConfig } from "../../../src/config/config.ts";
import type { Caller } from "../../../src/core/access/context.ts";
import { SYSTEM } from "../../../src/core/access/principal.ts";
import { LIMITS } from "../../../src/core/base/limits.ts";
import { queueOf } from "../../../src/core/events/bus.ts";
import { authenticate } from "../../../src/core/identity/authenticate.ts";
import { addCredential } from "../../../src/core/operations/add_credential.ts";
import { getConversation } from "../../../src/core/operations/get_conversation.ts";
import { recordIdentityEvent } from "../../../src/core/operations/record_identity_event.ts";
import { resolveAddress } from "../../../src/core/operations/resolve_address.ts";
import { revokeCredential } from "../../../src/core/operations/revoke_credential.ts";
import { sendMessage } from "../../../src/core/operations/send_message.ts";
import { updateProfile } from "../../../src/core/operations/update_profile.ts";
import { callOperation } from "../../../src/core/pipeline/call.ts";
import { openSubscription } from "../../../src/core/streams/subscribe.ts";
import type { OpenServices } from "../../../src/process/open_services.ts";
import { openServices } from "../../../src/process/open_services.ts";
import { insertSession } from "../../sessions.ts";
import type { Actor, Stage } from "../core_harness.ts";
import { actorOf, START, send, startStage } from "../core_harness.ts";
import { nextOf } from "../subscription.ts";
import { nodeSettings, SQLD, startServer } from "./sqld.ts";

setDefaultTimeout(30_000);

/** Another node on the database of a stage, and its reading of what the first one does. */
async function secondNode({ config }: Stage) {
  const services = await openServices(
    readConfig({ ...nodeSettings(config.databaseUrl) }),
    { clock: () => START, writeLog: () => {} },
  );
  return {
    services,
    pass: async () => await services.db.follower?.fresh(),
    [Symbol.asyncDispose]: () => services.close(),
  };
}

const published = (services: OpenServices, key: string) => {
  let times = 0;
  services.bus.subscribe(key, () => {
    times += 1;
  });
  return () => times;
};

const ask = (who: Actor, price: string) =>
  who.run(updateProfile, { prices: [{ contactType: "everyone", price }] });

/** The price that an account asks of everyone, as another one resolves it. */
async function priceOf(asker: Actor, { address }: Actor) {
  const { prices = [] } = await asker.run(resolveAddress, { address });
  return prices.find((it) => it.contactType === "everyone")?.price.amount;
}

/** Rows of the feed. */
async function kept({ rows }: Stage): Promise<number> {
  const [row] = await rows("select count(*) from node_feed");
  return Number(row?.[0]);
}

describe.skipIf(!existsSync(SQLD))("two nodes on a libSQL server", () => {
  test("what one commits wakes the streams of the other, once and in order", async () => {
    await using server = await startServer();
    await using core = await startStage({ ...server.settings });
    const { alice, bob } = core;
    await using other = await secondNode(core);
    const conversationId = await send(alice, { to: bob.address });
    await other.pass();
    const caller: Caller = {
      principal: bob.principal,
      via: "rest",
      requestId: "test",
    };
    const stream = await openSubscription(other.services, caller, {
      conversationId,
    });
    expect(await nextOf(stream)).toMatchObject({ event: "ready" });
    const wakes = published(other.services, conversationId);
    for (const text of ["one", "two"]) {
      await bob.run(sendMessage, { conversationId, text, mode: "reply" });
    }
    expect(wakes()).toBe(0);
    await other.pass();
    expect(wakes()).toBe(2);
    await other.pass();
    expect(wakes()).toBe(2);
    const events = [await nextOf(stream), await nextOf(stream)];
    expect(JSON.stringify(events)).toContain("message.appended");
    stream.close();
  });

  test("a revoked credential is nobody on the other node as soon as it has read of it", async () => {
    await using server = await startServer();
    await using core = await startStage({ ...server.settings });
    await using other = await secondNode(core);
    const { accountId } = core.alice;
    const { credential, token } = await core.run(addCredential, {
      accountId,
      name: "Buyer",
    });
    await other.pass();
    const kind = async () => (await authenticate(other.services, token)).kind;
    expect(await kind()).toBe("agent");
    await core.run(revokeCredential, {
      accountId,
      credentialId: credential.id,
    });
    expect(await kind()).toBe("agent");
    await other.pass();
    expect(await kind()).toBe("anonymous");
  });

  test("a person who signs out is nobody on the other node as soon as it has read of it", async () => {
    await using server = await startServer();
    await using core = await startStage({ ...server.settings });
    await using other = await secondNode(core);
    const { services, alice } = core;
    const { token, sessionId } = await insertSession(services, alice);
    const kind = async () => (await authenticate(other.services, token)).kind;
    expect(await kind()).toBe("person");
    // As the sign-in does it: the row goes, and the account's record says so.
    const remove = "delete from auth_sessions where id = ?";
    await services.db.commit([{ sql: remove, args: [sessionId] }]);
    const ended = { accountId: alice.accountId, sessionId };
    const caller: Caller = { principal: SYSTEM, via: "web", requestId: "test" };
    await callOperation(services, recordIdentityEvent, caller, {
      ...ended,
      type: "session.ended",
    });
    expect(await kind()).toBe("person");
    await other.pass();
    expect(await kind()).toBe("anonymous");
  });

  test("what one node has answered the other one's next call knows, whatever it kept", async () => {
    await using server = await startServer();
    await using core = await startStage({ ...server.settings });
    await using other = await secondNode(core);
    const { alice, bob } = core;
    const there = actorOf(other.services, bob);
    const priceThere = () => priceOf(there, alice);
    const conversationId = await send(alice, { to: bob.address });
    expect(await priceThere()).toBe("0.00");
    const read = () => there.run(getConversation, { conversationId });
    const { conversation } = await read();
    for (const price of ["1.50", "2.50"]) {
      await ask(alice, price);
      expect(await priceThere()).toBe(price);
      const text = `it is ${price} now`;
      await bob.run(sendMessage, { conversationId, text });
      const { version } = (await read()).conversation;
      expect(version).toBeGreaterThan(conversation.version);
      expect(JSON.stringify(await read())).toContain(text);
      await there.run(sendMessage, { conversationId, text: "from there" });
    }
  });

  test("a node that slept for too long forgets what it kept and wakes everybody", async () => {
    await using server = await startServer();
    await using core = await startStage({ ...server.settings });
    await using other = await secondNode(core);
    const { alice, bob, services } = core;
    const there = actorOf(other.services, bob);
    expect(await priceOf(there, alice)).toBe("0.00");
    const heard = published(other.services, "anything");
    await ask(alice, "1.50");
    await ask(alice, "2.50");
    await send(alice, { to: bob.address });
    core.advance(LIMITS.nodeFeedKeptMs + 1);
    const { follower } = services.db;
    await services.db.commit(follower ? [follower.pruning()] : []);
    expect(await priceOf(there, alice)).toBe("2.50");
    expect(heard()).toBe(1);
  });

  test("a node does not hear itself, work for one node stays with it, and old rows go", async () => {
    await using server = await startServer();
    await using core = await startStage({ ...server.settings });
    await using other = await secondNode(core);
    const { follower } = core.services.db;
    const queue = published(other.services, queueOf("acc_hello"));
    const conversationId = await send(core.alice, {
      to: "hello@inbox.localhost",
    });
    // The answer of hello is published here at once, whoever hears the feed.
    await core.services.agents.idle();
    const heard = published(core.services, conversationId);
    await follower?.fresh();
    expect(heard()).toBe(0);
    await other.pass();
    expect(queue()).toBe(0);
    expect(await kept(core)).toBeGreaterThan(1);
    core.advance(LIMITS.nodeFeedKeptMs + 1);
    await core.services.db.commit(follower ? [follower.pruning()] : []);
    expect(await kept(core)).toBe(1);
  });
});

test("a process that owns its file has no feed", async () => {
  await using core = await startStage();
  await send(core.alice, { to: core.bob.address });
  expect(core.services.db.follower).toBeNull();
  expect(await kept(core)).toBe(0);
});
