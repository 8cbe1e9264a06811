import { describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { LIMITS } from "../../../src/core/base/limits.ts";
import { wordIndex } from "../../../src/core/conversations/acts/store/words/word_index.ts";
import type { Database } from "../../../src/core/db/database.ts";
import { writeWords } from "../../../src/core/loops/word_writing.ts";
import { createConversation } from "../../../src/core/operations/create_conversation.ts";
import { deleteDraft } from "../../../src/core/operations/delete_draft.ts";
import { listConversations } from "../../../src/core/operations/list_conversations.ts";
import { pruneExpired } from "../../../src/core/operations/prune_expired.ts";
import { sendMessage } from "../../../src/core/operations/send_message.ts";
import { updateConversation } from "../../../src/core/operations/update_conversation.ts";
import { callOperation } from "../../../src/core/pipeline/call.ts";
import { openServices } from "../../../src/process/open_services.ts";
import type { Actor, TestCore } from "../core_harness.ts";
import { actorOf, DAY, send, startCore, startStage } from "../core_harness.ts";
import { SQLD, startServer } from "../db/sqld.ts";

async function found(who: Actor, q: string): Promise<readonly string[]> {
  const { conversations } = await who.run(listConversations, { q, limit: 100 });
  return conversations.map(({ id }) => id);
}

/** How many terms the index has that end in a word. */
async function count(core: TestCore, word: string): Promise<number> {
  const [row] = await core.rows(
    `select count(*) from word_terms where term like '%${word}'`,
  );
  return Number(row?.[0]);
}

const change = (
  core: Pick<TestCore, "services">,
  ...statements: readonly string[]
) => core.services.db.commit(statements.map((sql) => ({ sql, args: [] })));

test("a commit writes no words, and a start finds those that the process before left", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const id = await send(alice, { to: bob.address, text: "a zebra" });
  expect(await count(core, "zebra")).toBe(0);
  await core.services.close();
  const services = await openServices(core.config);
  try {
    expect(await found(actorOf(services, bob), "zebra")).toEqual([id]);
  } finally {
    await services.close();
  }
});

test("a loop writes all that is left, a hundred conversations and more, each once", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const sent = LIMITS.wordsThreadsMax + 5;
  for (let at = 0; at < sent; at++) {
    await send(alice, { to: bob.address, text: "a zebra" });
  }
  const { db } = core.services;
  expect(await wordIndex(db).pass()).toMatchObject({ hasMore: true });
  expect(await count(core, "zebra")).toBe(2 * LIMITS.wordsThreadsMax);
  await Promise.all([writeWords(core.services), writeWords(core.services)]);
  expect(await count(core, "zebra")).toBe(2 * sent);
  const [end] = await core.rows("select max(place) from account_changes");
  expect(await core.rows("select place from indexed_to")).toEqual([end ?? []]);
  expect(await found(bob, "zebra")).toHaveLength(100);
});

test("an append adds its own words alone, and more of a thread than a pass takes is gone on with", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const id = await send(alice, { to: bob.address, text: "one" });
  await writeWords(core.services);
  const before = await core.rows("select id, seq from word_rows");
  await bob.run(sendMessage, { conversationId: id, text: "zebra" });
  await writeWords(core.services);
  const after = await core.rows("select id, seq from word_rows");
  expect(after.slice(0, before.length)).toEqual([...before]);
  expect(await count(core, "zebra")).toBe(2);
  const [row] = await core.rows("select max(seq) from messages");
  const last = Number(row?.[0]);
  const more = LIMITS.wordsAnewMax + 10;
  await change(
    core,
    `insert into messages (id, conversation_id, seq, author, author_kind, actor, mode, parts, artifact_ids, salt, created_at)
     select 'msg_' || value, m.conversation_id, m.seq + value, m.author, m.author_kind, m.actor, m.mode, '[{"text":"giraffe"}]', '[]', m.salt, 1
     from messages m, json_each('${JSON.stringify(Array.from({ length: more }, (_, n) => n + 1))}') where m.seq = ${last}`,
    `insert into account_changes (account_id, kind, object_id, what, at) values ('${bob.accountId}', 'conversation', '${id}', 'changed', 1)`,
  );
  await writeWords(core.services);
  expect(await count(core, "giraffe")).toBe(2 * more);
});

test("somebody who joins finds the newest, and nobody else more than before", async () => {
  await using core = await startStage();
  const { alice, bob, carol } = core;
  const to = [bob.address, carol.address];
  const id = await send(alice, { to, text: "a zebra" });
  const { accountId } = carol;
  const place = `where conversation_id = '${id}' and position = 2`;
  await change(core, `update participants set reached = 0 ${place}`);
  await writeWords(core.services);
  expect(await count(core, "zebra")).toBe(2);
  expect(await found(carol, "zebra")).toEqual([]);
  await change(
    core,
    `update participants set reached = 1 ${place}`,
    `insert into account_changes (account_id, kind, object_id, what, at) values ('${accountId}', 'conversation', '${id}', 'created', 1)`,
  );
  expect(await found(carol, "zebra")).toEqual([id]);
  expect(await count(core, "zebra")).toBe(3);
});

test("a thread of long texts is written in several passes, also for somebody who joins", async () => {
  await using core = await startStage();
  const { alice, bob, carol } = core;
  const many = Array.from({ length: 9_000 }, (_, n) => `w${n}`).join(" ");
  const to = [bob.address, carol.address];
  const id = await send(alice, { to, text: "a zebra" });
  await bob.run(sendMessage, { conversationId: id, text: "zebra" });
  for (let n = 0; n < 3; n++) {
    const text = `zebra ${n} ${many}`;
    await alice.run(sendMessage, { conversationId: id, text });
  }
  const place = `where conversation_id = '${id}' and position = 2`;
  await change(core, `update participants set reached = 0 ${place}`);
  const { db } = core.services;
  expect(await wordIndex(db).pass()).toMatchObject({ hasMore: true });
  await writeWords(core.services);
  const before = await count(core, "zebra");
  await change(
    core,
    `update participants set reached = 1 ${place}`,
    `insert into account_changes (account_id, kind, object_id, what, at) values ('${carol.accountId}', 'conversation', '${id}', 'created', 1)`,
  );
  expect(await wordIndex(db).pass()).toMatchObject({ hasMore: true });
  await writeWords(core.services);
  expect([before, await count(core, "zebra")]).toEqual([10, 14]);
});

test("a bcc is found by its own name by itself alone", async () => {
  await using core = await startStage();
  const { alice, bob, carol } = core;
  const id = await send(alice, {
    to: bob.address,
    bcc: [carol.address],
    text: "quiet",
  });
  expect(await found(carol, "carol")).toEqual([id]);
  expect(await found(bob, "carol")).toEqual([]);
  expect(await found(alice, "carol")).toEqual([]);
});

describe("a draft", () => {
  const made = async (who: Actor, text: string) =>
    await who.run(createConversation, { to: ["eve@example.org"], text });

  test("is found by what it says now", async () => {
    await using core = await startStage();
    const { alice } = core;
    const { conversationId } = await made(alice, "a zebra");
    expect(await found(alice, "zebra")).toEqual([conversationId]);
    await alice.run(updateConversation, { conversationId, text: "a lion" });
    expect(await found(alice, "zebra")).toEqual([]);
    expect(await found(alice, "lion")).toEqual([conversationId]);
  });

  test("leaves the index with the commit that removes it, also while a pass writes it", async () => {
    let meanwhile: (() => Promise<unknown>) | undefined;
    const around = (db: Database): Database => ({
      ...db,
      async commit(statements, wakes) {
        const isPass = statements.some((it) => it.sql.includes("iif(place"));
        const then = isPass ? meanwhile : undefined;
        if (then) meanwhile = undefined;
        await then?.();
        await db.commit(statements, wakes);
      },
    });
    await using core = await startStage({}, around);
    const { alice } = core;
    const { conversationId } = await made(alice, "a zebra");
    await writeWords(core.services);
    expect(await count(core, "zebra")).toBe(1);
    await alice.run(deleteDraft, { conversationId });
    expect(await count(core, "zebra")).toBe(0);
    const other = await made(alice, "a lion");
    const gone = { conversationId: other.conversationId };
    meanwhile = () => alice.run(deleteDraft, gone);
    await writeWords(core.services);
    expect(meanwhile).toBeUndefined();
    expect(await count(core, "lion")).toBe(0);
    expect(await core.rows("select seq from word_rows")).toEqual([]);
    expect(
      await core.rows("select messages from indexed_conversations"),
    ).toEqual([]);
  });
});

test("the journal is kept until its words are written", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const id = await send(alice, { to: bob.address, text: "a zebra" });
  await send(alice, { to: bob.address });
  core.advance((LIMITS.changesKeptDays + 1) * DAY);
  const caller = {
    principal: { kind: "system" },
    via: "system",
    requestId: "test",
  } as const;
  await callOperation(core.services, pruneExpired, caller, {});
  expect(await found(bob, "zebra")).toEqual([id]);
  const again = await callOperation(core.services, pruneExpired, caller, {});
  expect(again.output.removed.account_changes).toBeGreaterThan(0);
});

test("a search answers from what is there while nothing can be written", async () => {
  let isFull = false;
  const around = (db: Database): Database => ({
    ...db,
    async commit(statements, wakes) {
      const args = isFull ? [{ sql: "nothing of this", args: [] }] : statements;
      await db.commit(args, wakes);
    },
  });
  await using core = await startStage({}, around);
  const { alice, bob } = core;
  const id = await send(alice, { to: bob.address, text: "a zebra" });
  expect(await found(bob, "zebra")).toEqual([id]);
  await send(alice, { to: bob.address, text: "a zebra" });
  isFull = true;
  expect(await found(bob, "zebra")).toEqual([id]);
});

test.skipIf(!existsSync(SQLD))(
  "two nodes find at once what the other has sent, and write each word once",
  async () => {
    await using server = await startServer();
    await using core = await startStage({ ...server.settings });
    await using other = await startCore({ ...server.settings });
    const { alice, bob } = core;
    const there = actorOf(other.services, bob);
    for (let n = 1; n <= 5; n++) {
      await send(alice, { to: bob.address, text: `a zebra ${n}` });
      await send(there, { to: alice.address, text: `a zebra ${n}` });
      const both = [found(there, "zebra"), found(alice, "zebra")];
      const counts = (await Promise.all(both)).map((it) => it.length);
      expect(counts).toEqual([2 * n, 2 * n]);
    }
    expect(await count(core, "zebra")).toBe(20);
  },
  60_000,
);
