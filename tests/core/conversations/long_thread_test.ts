import { afterAll, beforeAll, expect, test } from "bun:test";
import type { InStatement } from "@libsql/client";
import { LIMITS } from "../../../src/core/base/limits.ts";
import { sayInEnglish } from "../../../src/core/base/words/say.ts";
import { conversationStore } from "../../../src/core/conversations/acts/store/store.ts";
import type { Window } from "../../../src/core/conversations/acts/store/window.ts";
import {
  ITEM_WINDOW,
  NO_MESSAGES,
  READ_WINDOW,
} from "../../../src/core/conversations/acts/store/window.ts";
import type { Conversation } from "../../../src/core/conversations/model/model.ts";
import { present } from "../../../src/core/conversations/read/projection/present.ts";
import { LimitedClient } from "../../../src/core/db/limited_client.ts";
import { createConversation } from "../../../src/core/operations/create_conversation.ts";
import { getConversation } from "../../../src/core/operations/get_conversation.ts";
import { sendMessage } from "../../../src/core/operations/send_message.ts";
import { signReceipt } from "../../../src/core/operations/sign_receipt.ts";
import type { Actor, Stage } from "../core_harness.ts";
import { START, startStage } from "../core_harness.ts";

/** Longer than what is kept of a thread. */
const LENGTH = LIMITS.keptMessagesMax + LIMITS.readMessagesMax + 100;
/**
 * The messages read beside a page: the first, the newest of each author, and those that decide.
 */
const BESIDE = 20;

let stage: Stage;
let id: string;
let ids: readonly string[];

beforeAll(async () => {
  stage = await startStage();
  const { alice, bob, carol } = stage;
  const created = await alice.run(createConversation, {
    to: [bob.address],
    cc: [carol.address],
    text: "0",
    release: "replied",
    submit: true,
  });
  id = created.conversationId;
  const sent: string[] = [created.conversation.messages[0]?.messageId ?? ""];
  for (let index = 1; index < LENGTH; index++) {
    // Carol reads every hundredth: between them are long stretches that she does not.
    const mode = index % 100 === 0 ? "reply-all" : "reply";
    const said = { conversationId: id, text: `${index}`, mode } as const;
    const { messageId } = await bob.run(sendMessage, said);
    sent.push(messageId);
  }
  ids = sent;
}, 60_000);
afterAll(() => stage[Symbol.asyncDispose]());

function clientOf(orm: object): LimitedClient {
  if ("$client" in orm && orm.$client instanceof LimitedClient) {
    return orm.$client;
  }
  throw new TypeError("Expected the client of an embedded file");
}

/** How many messages some work reads of the file. */
async function messagesRead(work: () => Promise<unknown>): Promise<number> {
  const { orm, longOrm } = stage.services.db;
  let count = 0;
  const undo = [orm, longOrm].map(clientOf).map((client) => {
    const execute = client.execute;
    client.execute = async (statement: InStatement) => {
      const result = await execute.call(client, statement);
      const values = result.rows.flatMap((row) => Object.values(row));
      for (const value of values) {
        count += String(value).split('"id":"msg_').length - 1;
      }
      return result;
    };
    return () => {
      client.execute = execute;
    };
  });
  try {
    await work();
  } finally {
    for (const put of undo) put();
  }
  return count;
}

async function outlineFor(who: Actor, window: Window): Promise<Conversation> {
  const store = conversationStore(stage.services.db);
  const row = await store.viewerRow(id, who.accountId);
  if (!row) throw new Error("Expected a viewer row");
  // A later version than there is: read again, not taken from what is kept.
  return store.outline(id, row.version + 1, row.position, window);
}

for (const [what, window] of Object.entries({
  "a read": READ_WINDOW,
  "a read of ten": { ...READ_WINDOW, count: 10 },
  "an item of a list": ITEM_WINDOW,
  "a summary": NO_MESSAGES,
})) {
  test(`${what} of a long thread reads its page and no more`, async () => {
    const { alice, carol } = stage;
    const all = await messagesRead(() => outlineFor(alice, window));
    expect(all).toBeGreaterThan(0);
    expect(all).toBeLessThanOrEqual(window.count + BESIDE);
    // The newest are looked at, and then the page that she may read.
    const some = await messagesRead(() => outlineFor(carol, window));
    expect(some).toBeLessThanOrEqual(2 * window.count + 2 * BESIDE);
  });
}

test("an append to a long thread that is not in memory reads the newest, and no more", async () => {
  const store = conversationStore(stage.services.db);
  const version = LENGTH + 1_000;
  const read = await messagesRead(() => store.load(id, version));
  expect(read).toBeGreaterThan(0);
  expect(read).toBeLessThanOrEqual(LIMITS.readMessagesMax + BESIDE);
});

test("whoever reads few of a long thread goes through them in pages, and finds each once", async () => {
  const { carol, services } = stage;
  const row = await conversationStore(services.db).viewerRow(
    id,
    carol.accountId,
  );
  if (!row) throw new Error("Expected a viewer row");
  const found: string[] = [];
  let before: string | undefined;
  for (;;) {
    const window = { count: 3, bytes: 1e9, ...(before && { before }) };
    const conversation = await outlineFor(carol, window);
    const view = present(
      { ...services, say: sayInEnglish, now: START },
      conversation,
      row,
      window,
    );
    found.unshift(...view.messages.map(({ text }) => text));
    expect(view.messagesOmitted).toBe(view.messageCount - found.length);
    before = view.before;
    if (before === undefined) break;
  }
  const hers = Array.from({ length: LENGTH }, (_, index) => index);
  expect(found).toEqual(
    hers.filter((index) => index % 100 === 0).map((index) => `${index}`),
  );
});

test("an old message of a long thread is answered by its id, by whoever reads it", async () => {
  const { alice, carol } = stage;
  const answer = {
    conversationId: id,
    text: "late",
    inReplyTo: ids[150] ?? "",
  };
  const { messageId } = await alice.run(sendMessage, answer);
  const { messages } = await alice.run(getConversation, {
    conversationId: id,
    limit: 1,
  });
  expect(messages).toMatchObject([{ messageId, inReplyTo: ids[150] }]);
  // She reads the answer and not what it answers.
  const hers = await carol.run(getConversation, {
    conversationId: id,
    limit: 1,
  });
  expect(hers.messages).toMatchObject([{ messageId }]);
  expect(hers.messages[0]).not.toHaveProperty("inReplyTo");
  const refused = await carol.refused(sendMessage, answer);
  expect(refused.code).toBe("invalid_input");
});

test("a receipt names every message that earned it, however long the thread is", async () => {
  const { bob } = stage;
  const signed = await bob.asPerson().run(signReceipt, {
    conversationId: id,
    confirm: true,
  });
  expect(signed.receipt?.evidence.messageIds).toEqual(ids.slice(1));
});
