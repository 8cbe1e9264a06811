import { describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { readConfig } from "../../../src/config/config.ts";
import { LIMITS } from "../../../src/core/base/limits.ts";
import { Deliveries } from "../../../src/core/loops/deliver.ts";
import { getConversation } from "../../../src/core/operations/get_conversation.ts";
import { listChanges } from "../../../src/core/operations/list_changes.ts";
import { sendMessage } from "../../../src/core/operations/send_message.ts";
import { updateWebhook } from "../../../src/core/operations/update_webhook.ts";
import { callOrWait } from "../../../src/core/streams/await_change.ts";
import { openAccountStream } from "../../../src/core/streams/subscribe_account.ts";
import type { OpenServices } from "../../../src/process/open_services.ts";
import { openServices } from "../../../src/process/open_services.ts";
import { actorOf, send, startStage } from "../core_harness.ts";
import { nodeSettings, SQLD, startServer } from "../db/sqld.ts";
import { nextOf } from "../subscription.ts";
import { logOf, startReceiver, webhookOf } from "./receiver.ts";

/** One database, and two nodes on it whose clocks go together. */
async function startNodes() {
  const server = await startServer();
  const env = { ALLOW_LOOPBACK_FETCH: "true" };
  const core = await startStage({ ...server.settings, ...env });
  const settings = { ...nodeSettings(core.config.databaseUrl), ...env };
  const services = await openServices(readConfig(settings), {
    clock: () => core.services.clock(),
    writeLog() {},
  });
  let isDead = false;
  const mortal = (it: OpenServices): OpenServices => ({
    ...it,
    db: {
      ...it.db,
      commit: async (...given) => {
        if (isDead) throw new Error("the process has died");
        return await it.db.commit(...given);
      },
    },
  });
  return {
    core,
    services,
    /** From now on neither node writes anything, until they are there again. */
    die: (dies: boolean) => {
      isDead = dies;
    },
    hear: async () => await services.db.follower?.fresh(),
    loops: [core.services, services].map((it) => new Deliveries(mortal(it))),
    async [Symbol.asyncDispose]() {
      await services.close();
      await core[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}

type Nodes = Awaited<ReturnType<typeof startNodes>>;

/** Both nodes send at once, until nothing is due. */
async function deliver({ loops }: Nodes): Promise<void> {
  await Promise.all(loops.map((it) => it.pass()));
  await Promise.all(loops.map((it) => it.idle()));
}

describe.skipIf(!existsSync(SQLD))("two nodes on a libSQL server", () => {
  test("a state of one is good at the other, for changes, streams and what waits", async () => {
    await using nodes = await startNodes();
    const { core, services, hear } = nodes;
    const { alice, bob } = core;
    const there = actorOf(services, bob);
    const { state } = await bob.run(listChanges, {});
    const conversationId = await send(alice, { to: bob.address });
    const named = await there.run(listChanges, { since: state });
    expect(named.conversations.created).toEqual([conversationId]);
    const here = await bob.run(listChanges, { since: state });
    expect(here).toEqual(named);

    const { principal } = bob;
    const caller = { principal, via: "rest", requestId: "test" } as const;
    const stream = await openAccountStream(services, caller, named.state);
    expect(await nextOf(stream)).toMatchObject({ event: "ready" });
    // Its own first answer would be what it waits to see changed, were it late.
    const { since } = await there.run(getConversation, {
      ...{ conversationId, waitSeconds: 0 },
    });
    expect(since).toBeString();
    const waits = callOrWait(services, getConversation, caller, {
      ...{ conversationId, since, waitSeconds: LIMITS.waitSecondsMax },
    });
    const text = "from here";
    await bob.run(sendMessage, { conversationId, text, mode: "reply" });
    await hear();
    const { output } = await waits;
    expect(JSON.stringify(output)).toContain(text);
    // Each version once, and the id of the last one goes on at the first node.
    const versions: unknown[] = [];
    let last = "";
    while (
      last !== (await bob.run(listChanges, { since: last || state })).state
    ) {
      const told = await nextOf(stream);
      if (told?.kind !== "event") continue;
      last = String(told.id);
      versions.push(Reflect.get(Object(told.data), "version"));
    }
    expect(new Set(versions).size).toBe(versions.length);
    const { version } = (await there.run(getConversation, { conversationId }))
      .conversation;
    expect(versions.at(-1)).toBe(version);
    stream.close();
  });

  test("each event is delivered by one of them; what a dying one had goes with the other; a pause holds for both", async () => {
    await using nodes = await startNodes();
    const { core, services } = nodes;
    const { alice, bob } = core;
    using receiver = startReceiver();
    const person = bob.asPerson();
    const { webhookId } = await webhookOf(person, receiver, [
      "message.appended",
    ]);
    const COUNT = 2 * LIMITS.deliveriesAtOnceOfOne + 1;
    const happen = async () => {
      for (let at = 0; at < COUNT; at++) await send(alice, { to: bob.address });
    };
    const ids = () => receiver.received.map((it) => it.headers["webhook-id"]);
    await happen();
    await deliver(nodes);
    expect(ids()).toHaveLength(COUNT);
    expect(new Set(ids()).size).toBe(COUNT);

    receiver.received.length = 0;
    await happen();
    receiver.answer = () => {
      nodes.die(true);
      return new Response();
    };
    // Whatever was taken, nobody is left to say so.
    await deliver(nodes);
    nodes.die(false);
    const taken = new Map(
      receiver.received.map((it) => [it.headers["webhook-id"], it.body]),
    );
    receiver.answer = () => new Response();
    core.advance(LIMITS.deliveryLeaseMs);
    receiver.received.length = 0;
    await deliver(nodes);
    expect(new Set(ids()).size).toBe(COUNT);
    expect(ids()).toHaveLength(COUNT);
    for (const { headers, body } of receiver.received) {
      expect(taken.get(headers["webhook-id"]) ?? body).toBe(body);
    }
    const log = await logOf(person, webhookId);
    expect(log.map(({ status }) => status)).not.toContain("sending");

    await happen();
    receiver.received.length = 0;
    const there = actorOf(services, bob).asPerson();
    await there.run(updateWebhook, { webhookId, active: false });
    await deliver(nodes);
    expect(receiver.received).toEqual([]);
    await person.run(updateWebhook, { webhookId, active: true });
    await deliver(nodes);
    expect(new Set(ids()).size).toBe(COUNT);
    expect(ids()).toHaveLength(COUNT);
  });
});
