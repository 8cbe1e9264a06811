import { afterAll, beforeAll, expect, test } from "bun:test";
import { conversationStore } from "../../../src/core/conversations/acts/store/store.ts";
import { LimitedClient } from "../../../src/core/db/limited_client.ts";
import { createConversation } from "../../../src/core/operations/create_conversation.ts";
import { deleteDraft } from "../../../src/core/operations/delete_draft.ts";
import { getConversation } from "../../../src/core/operations/get_conversation.ts";
import { sendMessage } from "../../../src/core/operations/send_message.ts";
import { updateConversation } from "../../../src/core/operations/update_conversation.ts";
import type { Actor, Stage } from "../core_harness.ts";
import { send, startStage } from "../core_harness.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage[Symbol.asyncDispose]());

/** The rows of two people as the service has them, and as the file does. */
async function rowsOf(conversationId: string, actors: readonly Actor[]) {
  const store = conversationStore(stage.services.db);
  const kept: unknown[] = [];
  const stored: unknown[] = [];
  for (const { accountId } of actors) {
    const row = await store.rowToAct(conversationId, accountId);
    kept.push(
      row && [
        row.position,
        Number(row.unread),
        Number(row.archived),
        row.version,
        row.updatedAt,
      ],
    );
    const [found] = await stage.rows(
      `select position, unread, archived, version, updated_at from participants where conversation_id = '${conversationId}' and account_id = '${accountId}' and reached = 1`,
    );
    stored.push(found && [...found]);
  }
  return { kept, stored };
}

/** How many viewer's rows some work reads of the file. */
async function rowsRead(work: () => Promise<unknown>): Promise<number> {
  const { orm } = stage.services.db;
  const client = "$client" in orm ? orm.$client : undefined;
  if (!(client instanceof LimitedClient)) throw new TypeError("No client");
  const { execute } = client;
  let count = 0;
  client.execute = (statement, args) => {
    const text = typeof statement === "string" ? statement : statement.sql;
    if (/from "participants"/.test(text)) count += 1;
    return execute.call(client, statement, args);
  };
  try {
    await work();
  } finally {
    client.execute = execute;
  }
  return count;
}

test("rows are kept through acts, and are what the file holds after each", async () => {
  const { alice, bob } = stage;
  const id = await send(alice, { to: [bob.address] });
  const say = (who: Actor) => () =>
    who.run(sendMessage, { conversationId: id, text: "more" });
  const flag = (who: Actor, flags: object) => () =>
    who.run(updateConversation, { conversationId: id, ...flags });
  const steps = [
    say(bob),
    say(alice),
    flag(bob, { archived: true }),
    flag(alice, { unread: true }),
    say(alice),
    flag(bob, { unread: false }),
    () => Promise.all([say(alice)(), flag(alice, { archived: true })()]),
    () => Promise.all([flag(bob, { archived: true })(), say(alice)()]),
    say(bob),
  ];
  for (const step of [async () => {}, ...steps]) {
    await step();
    const { kept, stored } = await rowsOf(id, [alice, bob]);
    expect(kept).toEqual(stored);
    expect(kept).not.toContain(undefined);
  }
});

test("a create and the answers to it read no viewer's row", async () => {
  const { alice, bob } = stage;
  const read = await rowsRead(async () => {
    const id = await send(alice, { to: [bob.address] });
    for (const who of [bob, alice, bob]) {
      await who.run(sendMessage, { conversationId: id, text: "more" });
    }
  });
  expect(read).toBe(0);
});

test("a read takes the row that an act left, but not while its conversation may be being written", async () => {
  const { alice, bob, services } = stage;
  const id = await send(alice, { to: [bob.address] });
  const { viewerRow } = conversationStore(services.db);
  const ask = () => viewerRow(id, bob.accountId);
  const stored = { position: 1, unread: true, version: 1 };
  expect(
    await rowsRead(async () => expect(await ask()).toMatchObject(stored)),
  ).toBe(0);
  const other = await send(alice, { to: [bob.address] });
  const sql = "update participants set version = 7 where conversation_id = ?";
  const another = services.db.commit([{ sql, args: [other] }]);
  expect(await rowsRead(ask)).toBe(0);
  await another;
  expect(await rowsRead(ask)).toBe(0);
  const writing = services.db.commit([{ sql, args: [id] }]);
  expect(await rowsRead(ask)).toBe(1);
  await writing;
  expect(await ask()).toMatchObject({ version: 7 });
  expect(await rowsRead(ask)).toBe(0);
  const any = "update participants set version = 8 where account_id = ?";
  const writingAny = services.db.commit([{ sql: any, args: [bob.accountId] }]);
  expect(await rowsRead(ask)).toBe(1);
  await writingAny;
  expect(await ask()).toMatchObject({ version: 8 });
});

test("a row that an act leaves has the viewer's labels", async () => {
  const { alice, bob } = stage;
  const id = await send(alice, { to: [bob.address] });
  const labels = { addLabels: ["soon"] };
  await bob.run(updateConversation, { conversationId: id, ...labels });
  const said = { conversationId: id, text: "more" };
  for (const _ of [1, 2, 3]) {
    const { conversation } = await bob.run(sendMessage, said);
    expect(conversation.labels).toEqual(["soon"]);
  }
  const read = await bob.run(getConversation, { conversationId: id });
  expect(read.conversation.labels).toEqual(["soon"]);
});

test("a row is not kept for whom it has not reached, nor beyond its draft", async () => {
  const { alice, bob } = stage;
  const draft = { to: [bob.address], text: "words" };
  const { conversationId } = await alice.run(createConversation, draft);
  const before = await rowsOf(conversationId, [alice, bob]);
  expect(before.kept).toEqual([[0, 0, 0, 1, expect.any(Number)], undefined]);
  await alice.run(deleteDraft, { conversationId });
  const after = await rowsOf(conversationId, [alice, bob]);
  expect(after.kept).toEqual([undefined, undefined]);
});

test("a write that names no conversation leaves no row kept", async () => {
  const { alice, bob, services } = stage;
  const id = await send(alice, { to: [bob.address] });
  await rowsOf(id, [alice, bob]);
  const sql = "update participants set archived = 1 where position = 1";
  await services.db.commit([{ sql, args: [] }]);
  const { kept, stored } = await rowsOf(id, [alice, bob]);
  expect(kept).toEqual(stored);
  expect(kept[1]).toEqual([1, 1, 1, expect.any(Number), expect.any(Number)]);
});

test("an act that was refused by the file leaves no row kept", async () => {
  const { alice, bob, services } = stage;
  const id = await send(alice, { to: [bob.address] });
  const sql = "update participants set version = -1 where conversation_id = ?";
  const refused = services.db.commit([
    { sql, args: [id] },
    { sql: "insert into accounts (id) values (null)", args: [] },
  ]);
  expect(await refused.catch(() => "refused")).toBe("refused");
  const read = await rowsRead(() => rowsOf(id, [alice]));
  expect(read).toBeGreaterThan(0);
});
