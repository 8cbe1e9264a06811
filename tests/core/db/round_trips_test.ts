import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync } from "node:fs";
import { authenticate } from "../../../src/core/identity/authenticate.ts";
import { countConversations } from "../../../src/core/operations/count_conversations.ts";
import { getConversation } from "../../../src/core/operations/get_conversation.ts";
import { listConversations } from "../../../src/core/operations/list_conversations.ts";
import { sendMessage } from "../../../src/core/operations/send_message.ts";
import { verifyAudit } from "../../../src/core/operations/verify_audit.ts";
import { actorOf, send, startCore, startStage } from "../core_harness.ts";
import { startCountedServer } from "./counted_server.ts";
import { SQLD } from "./sqld.ts";

setDefaultTimeout(30_000);

describe.skipIf(!existsSync(SQLD))("round trips to a libSQL server", () => {
  test("an act takes two, a read one, a list two, and who calls none", async () => {
    await using server = await startCountedServer();
    await using core = await startStage({ ...server.settings });
    const { alice, bob } = core;
    let conversationId = await send(alice, { to: bob.address });
    // The first one made them contacts: that is read again once.
    await send(alice, { to: bob.address });
    await authenticate(core.services, bob.token);
    const acts = {
      create: async () => {
        const to = bob.address;
        conversationId = await send(alice, { to }, { idempotencyKey: "key" });
      },
      append: () =>
        bob.run(sendMessage, { conversationId, text: "more", mode: "reply" }),
      read: () => alice.run(getConversation, { conversationId }),
      list: () => bob.run(listConversations, { view: "inbox" }),
      authenticate: () => authenticate(core.services, bob.token),
    };
    const trips: { [act: string]: number } = {};
    for (const [name, act] of Object.entries(acts)) {
      trips[name] = await server.tripsOf(act);
    }
    expect(trips).toEqual({
      create: 2,
      append: 2,
      read: 1,
      list: 2,
      authenticate: 0,
    });
  });

  test("what is done at once shares its round trips", async () => {
    await using server = await startCountedServer();
    await using core = await startStage({ ...server.settings });
    const { alice, bob } = core;
    const conversationId = await send(alice, { to: bob.address });
    const reads = Array.from({ length: 40 });
    const read = () => bob.run(getConversation, { conversationId });
    const together = () => Promise.all(reads.map(read));
    expect(await server.tripsOf(together)).toBeLessThanOrEqual(2);
    const create = () => send(alice, { to: bob.address });
    const creates = () => Promise.all(reads.map(create));
    expect(await server.tripsOf(creates)).toBeLessThanOrEqual(6);
  });

  test("a verification reads many chains at once", async () => {
    await using server = await startCountedServer();
    await using core = await startStage({ ...server.settings });
    const { alice, bob } = core;
    const verify = () => core.run(verifyAudit, {});
    const few = await server.tripsOf(verify);
    const count = 24;
    for (let n = 0; n < count; n++) await send(alice, { to: bob.address });
    const more = (await server.tripsOf(verify)) - few;
    expect(more).toBeLessThan(count / 2);
  });

  test("conversations that are begun at once are a few statements, and each is whole", async () => {
    await using server = await startCountedServer();
    await using core = await startStage({ ...server.settings });
    const { alice, bob, carol } = core;
    for (const to of [bob, carol]) await send(alice, { to: to.address });
    const of = (n: number) => ({
      to: (n % 2 ? bob : carol).address,
      text: `word${n}`,
    });
    const statements = await server.writesOf(() =>
      Promise.all(Array.from({ length: 40 }, (_, n) => send(alice, of(n)))),
    );
    // One by one they are some four hundred.
    expect(statements).toBeLessThan(80);
    expect(await core.run(verifyAudit, {})).toMatchObject({ faults: [] });
    const { inbox } = await bob.run(countConversations, {});
    expect(inbox.total).toBe(21);
    const found = await bob.run(listConversations, { q: "word39" });
    expect(found.conversations).toHaveLength(1);
  });

  test("what one node may not write spares what was written with it", async () => {
    await using server = await startCountedServer();
    await using core = await startStage({ ...server.settings });
    await using other = await startCore({ ...server.settings });
    const { alice, bob } = core;
    const senders = [alice, actorOf(other.services, alice)];
    for (const sender of senders) await send(sender, { to: bob.address });
    const begun = await Promise.all(
      senders.flatMap((sender) =>
        Array.from({ length: 12 }, (_, n) =>
          send(
            sender,
            { to: bob.address },
            n < 4 ? { idempotencyKey: `of-both-${n}` } : {},
          ),
        ),
      ),
    );
    expect(new Set(begun).size).toBe(20);
    const { inbox } = await bob.run(countConversations, {});
    expect(inbox.total).toBe(22);
    expect(await core.run(verifyAudit, {})).toMatchObject({ faults: [] });
  });
});
