import { expect, test } from "bun:test";
import type { Static } from "typebox";
import { LIMITS } from "../../../src/core/base/limits.ts";
import { createConversation } from "../../../src/core/operations/create_conversation.ts";
import { deleteDraft } from "../../../src/core/operations/delete_draft.ts";
import { deleteLabel } from "../../../src/core/operations/delete_label.ts";
import { listConversations } from "../../../src/core/operations/list_conversations.ts";
import { sendMessage } from "../../../src/core/operations/send_message.ts";
import { updateConversation } from "../../../src/core/operations/update_conversation.ts";
import { verifyAudit } from "../../../src/core/operations/verify_audit.ts";
import type { Actor } from "../core_harness.ts";
import { send, startStage } from "../core_harness.ts";

type Page = Static<typeof listConversations.output>;
type Asked = Static<typeof listConversations.input>;

/** All that a list gives, page by page. */
async function listed(actor: Actor, asked: Asked): Promise<readonly string[]> {
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const page: Page = await actor.run(listConversations, {
      ...asked,
      limit: 2,
      ...(cursor !== null && { cursor }),
    });
    ids.push(...page.conversations.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor !== null);
  return ids;
}

test("a label stays while the thread goes on and another is added", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const conversationId = await send(alice, { to: bob.address });
  const label = (name: string) =>
    bob.run(updateConversation, { conversationId, addLabels: [name] });
  await label("First");
  await bob.run(sendMessage, { conversationId, text: "more" });
  const { labels } = await label("Second");
  expect(labels).toEqual(["First", "Second"]);
});

test("what has a label is listed by its last change, page by page, narrowed by all else", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const ids: string[] = [];
  for (let index = 0; index < 7; index++) {
    core.advance(1);
    const id = await send(alice, { to: bob.address, text: `needle ${index}` });
    ids.unshift(id);
    if (index % 2 === 0) {
      const addLabels = ["Seven"];
      await bob.run(updateConversation, { conversationId: id, addLabels });
    }
  }
  const even = ids.filter((_, index) => index % 2 === 0);
  expect(await listed(bob, { label: "seven" })).toEqual(even);
  // The oldest becomes the newest: the stretch of the label follows.
  core.advance(1);
  const [oldest = "", ...others] = even.toReversed();
  await alice.run(sendMessage, { conversationId: oldest, text: "again" });
  const moved = [oldest, ...others.toReversed()];
  expect(await listed(bob, { label: "seven" })).toEqual(moved);
  expect(await listed(bob, { label: "seven", q: "needle" })).toEqual(moved);
  expect(await listed(bob, { label: "seven", q: "needle 6" })).toEqual(
    even.slice(0, 1),
  );
  await bob.run(updateConversation, { conversationId: oldest, archived: true });
  const inbox = await listed(bob, { label: "seven", view: "inbox" });
  expect(inbox).toEqual(moved.slice(1));
  expect(await listed(bob, { label: "seven", state: "working" })).toEqual([]);
  const labelled = await core.rows(
    "select conversation_id from label_rows order by updated_at desc",
  );
  expect(labelled.flat()).toEqual(moved);
  // A label is nobody else's, and no part of what the chain holds.
  expect((await core.run(verifyAudit, {})).faults).toEqual([]);
});

test("a label may be on so many conversations, and is taken from all of them at once", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const id = await send(alice, { to: bob.address });
  const other = await send(alice, { to: bob.address });
  const label = { conversationId: id, addLabels: ["Much"] };
  await bob.run(updateConversation, label);
  const { labeledMax } = LIMITS;
  await core.services.db.commit([
    {
      sql: "insert into label_rows select label_id, value, 'cnv_' || value from label_rows, json_each(?)",
      args: [JSON.stringify([...new Array(labeledMax - 1).keys()])],
    },
  ]);
  const more = { conversationId: other, addLabels: ["Much"] };
  const refused = await bob.refused(updateConversation, more);
  expect(refused.code).toBe("quota_exceeded");
  await bob.run(deleteLabel, { label: "Much" });
  const count = async (table: string) =>
    (await core.rows(`select count(*) from ${table}`))[0]?.[0];
  expect([await count("labels"), await count("label_rows")]).toEqual([0, 0]);
  await bob.run(updateConversation, more);
  expect(await listed(bob, { label: "much" })).toEqual([other]);
});

test("a draft that is deleted leaves no label behind", async () => {
  await using core = await startStage();
  const { alice } = core;
  const { conversationId } = await alice.run(createConversation, { text: "d" });
  await alice.run(updateConversation, {
    conversationId,
    addLabels: ["Ideas"],
    title: "At once",
  });
  expect(await listed(alice, { label: "ideas" })).toEqual([conversationId]);
  await alice.run(deleteDraft, { conversationId });
  expect(await core.rows("select * from label_rows")).toEqual([]);
  expect(await listed(alice, { label: "ideas" })).toEqual([]);
});
