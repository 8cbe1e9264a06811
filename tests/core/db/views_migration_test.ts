import { expect, test } from "bun:test";
import { join } from "node:path";
import { MIGRATIONS_FOLDER } from "../../../src/core/db/migrate.ts";
import { VIEW_BITS } from "../../../src/core/db/tables/view_bits.ts";
import { ServiceError } from "../../../src/core/errors/errors.ts";
import { createConversation } from "../../../src/core/operations/create_conversation.ts";
import { sendMessage } from "../../../src/core/operations/send_message.ts";
import { updateConversation } from "../../../src/core/operations/update_conversation.ts";
import { nextAct } from "../../invariants/acts.ts";
import type { World } from "../../invariants/world.ts";
import { createWorld } from "../../invariants/world.ts";

/** What the index of words has: each word with its reader, in which text. */
const TERMS =
  "select r.conversation_id, r.seq, t.term from terms t join word_rows r on r.id = t.doc order by 1, 2, 3";

const STEPS = 500;
const VIEWS = [
  "inbox",
  "sent",
  "drafts",
  "archive",
  "needs_you",
  "payments",
  "requests",
  "waiting",
  "snoozed",
];
const TRIGGERS = ["counted", "recounted", "uncounted"];

const MIGRATIONS = [
  "0033_views_of_each_viewer.sql",
  "0035_words_and_their_readers.sql",
  "0037_tally_of_messages.sql",
  "0038_artifact_totals.sql",
  "0054_requests_and_waiting.sql",
  "0062_snoozed.sql",
  "0076_held_back_views.sql",
  "0046_terms_of_words.sql",
  "0078_terms_of_each_reader.sql",
];

/** The tables as they were before rows knew their views, and texts their readers. */
const BEFORE = [
  ...TRIGGERS.map((name) => `drop trigger participants_${name}`),
  ...VIEWS.map((name) => `drop index participants_${name}`),
  "drop index participants_tasks",
  "drop index participants_to_wake",
  "alter table participants drop column snoozed_until",
  "drop trigger artifacts_added",
  "drop trigger artifacts_removed",
  "drop table artifact_totals",
  "create index artifacts_added_by on artifacts (added_by_id)",
  "drop table view_counts",
  "drop table word_terms",
  "drop table words",
  "drop table word_rows",
  "drop table hidden_messages",
  "drop index messages_id",
  "drop index messages_a2a_id",
  "alter table conversations drop column tally",
  "alter table participants drop column views",
  "create index participants_view on participants (account_id, updated_at, conversation_id)",
  "create index participants_tasks on participants (account_id, state_at, conversation_id)",
];

/**
 * Strangers who offer nothing, one of them put away and one asked back, and a price:
 * people who meet often send none of the first, and answer the last.
 */
async function strangers({ core, people }: World): Promise<void> {
  const [alice, bob] = people;
  for (const name of ["dave", "erin", "frank"]) {
    const stranger = await core.account(name);
    const { conversationId } = await stranger.run(createConversation, {
      to: alice.address,
      text: "Hello",
      submit: true,
    });
    const archived = name === "erin";
    await alice.run(updateConversation, { conversationId, archived });
    if (name !== "frank") continue;
    const question = { conversationId, text: "Why?", accept: false };
    await alice.run(sendMessage, question);
  }
  await bob.run(createConversation, {
    to: alice.address,
    text: "Hello",
    price: "0.01",
    submit: true,
  });
}

test("the migrations find the views, the counts, the words and the sizes that were kept in step until then", async () => {
  await using world = await createWorld(36);
  const { core, people, random } = world;
  for (let step = 0; step < STEPS; step++) {
    const act = nextAct(world);
    // No older file has anything that is snoozed.
    if (act.name === "snooze") continue;
    try {
      await act.run(world, random.pick(people), world.anyConversation());
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
    }
    await core.services.agents.idle();
  }
  await strangers(world);
  const rows = () =>
    core.rows(
      "select conversation_id, position, views from participants order by 1, 2",
    );
  const counts = () => core.rows("select * from view_counts order by 1");
  const totals = () =>
    core.rows("select * from artifact_totals where bytes > 0 order by 1");
  await core.services.db.commit([
    {
      sql: "create virtual table terms using fts5vocab(words, instance)",
      args: [],
    },
  ]);
  const terms = () => core.rows(TERMS);
  const hidden = () =>
    core.rows("select * from hidden_messages order by 1, 2, 3");
  const kept = {
    rows: await rows(),
    counts: await counts(),
    terms: await terms(),
    hidden: await hidden(),
    totals: await totals(),
  };
  expect(kept.totals.length).toBeGreaterThan(1);
  expect(kept.hidden.length).toBeGreaterThan(10);
  expect(kept.terms.length).toBeGreaterThan(100);
  const bits = kept.rows.map(([, , views]) => Number(views));
  for (let bit = 1; bit <= 32768; bit *= 2) {
    // No older file has anything that is snoozed.
    if (bit === VIEW_BITS.snoozed) continue;
    expect([bit, bits.some((views) => views & bit)]).toEqual([bit, true]);
  }
  const again: string[] = [];
  for (const name of MIGRATIONS) {
    const migration = await Bun.file(join(MIGRATIONS_FOLDER, name)).text();
    again.push(...migration.split("--> statement-breakpoint"));
  }
  await core.services.db.commit(
    [...BEFORE, ...again].map((sql) => ({ sql, args: [] })),
  );
  expect({
    rows: await rows(),
    counts: await counts(),
    terms: await terms(),
    hidden: await hidden(),
    totals: await totals(),
  }).toEqual({
    ...kept,
    counts: kept.counts.filter(([, everything]) => everything !== 0),
  });
});
