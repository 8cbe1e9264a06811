import { expect, setDefaultTimeout, test } from "bun:test";
import { eq } from "drizzle-orm";
import { OPERATOR } from "../../../../src/core/access/principal.ts";
import { LIMITS } from "../../../../src/core/base/limits.ts";
import {
  readImportedConversation,
  readImportedMessage,
} from "../../../../src/core/conversations/acts/imported/read_said.ts";
import { wordRows } from "../../../../src/core/db/tables/word_schema.ts";
import { writeWords } from "../../../../src/core/loops/word_writing.ts";
import { beginImport } from "../../../../src/core/operations/begin_import.ts";
import { continueImport } from "../../../../src/core/operations/continue_import.ts";
import { listConversations } from "../../../../src/core/operations/list_conversations.ts";
import { callOperation } from "../../../../src/core/pipeline/call.ts";
import type { Actor, Stage } from "../../core_harness.ts";
import { send, startStage } from "../../core_harness.ts";
import { SAID } from "./said.ts";

setDefaultTimeout(60_000);

const CALLER = { principal: OPERATOR, via: "cli", requestId: "test" } as const;

/** Takes conversations of one message each in for an account, by their titles. */
async function bring(
  { services }: Stage,
  { accountId }: Actor,
  texts: Readonly<Record<string, string>>,
): Promise<void> {
  const items = Object.entries(texts).flatMap(([title, text], n) => {
    const conversationId = `cnv_${n}`;
    const said = { conversationId, createdAt: "2025-01-01T00:00:00.000Z" };
    const conversation = readImportedConversation({ ...said, title });
    const message = readImportedMessage({ ...said, messageId: "m", text });
    if (!conversation || !message) throw new Error("Expected both");
    return [{ conversation }, { message }];
  });
  const begin = { accountId, itemsAll: items.length, ...SAID };
  const begun = await callOperation(services, beginImport, CALLER, begin);
  const { importId } = begun.output.import;
  const taken = { importId, from: 0, items };
  await callOperation(services, continueImport, CALLER, taken);
}

async function found(who: Actor, q: string): Promise<readonly string[]> {
  const { conversations } = await who.run(listConversations, { q, limit: 100 });
  return conversations.map(({ title }) => title);
}

test("words in quotes find what was imported however many own messages have them", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  for (let n = 0; n <= LIMITS.searchNewestMax; n++) {
    await send(alice, { to: bob.address, text: "A green roof" });
  }
  await bring(core, alice, { History: "The green roof leaks" });
  expect(await found(alice, 'in:imported "green roof"')).toEqual(["History"]);
});

test("what was imported has all words of a search, its last one as a beginning", async () => {
  await using core = await startStage();
  const { alice } = core;
  await bring(core, alice, {
    Both: "A green roof of tree100",
    One: "The green roof leaks",
  });
  expect(await found(alice, '"green roof" tree')).toEqual(["Both"]);
});

test("what is said after an import, also as the first of all, is numbered above it", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  await bring(core, alice, { History: "The green roof leaks" });
  const id = await send(alice, { to: bob.address, text: "A green roof" });
  await writeWords(core.services);
  const rows = await core.services.db.orm
    .select({ id: wordRows.id })
    .from(wordRows)
    .where(eq(wordRows.conversationId, id));
  expect(rows.map((it) => it.id > 0)).toEqual([true]);
});

test("a symbol hides no word beside it, however young it is", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const text = "Great🥳 news🤖";
  await send(alice, { to: bob.address, title: "Here", text });
  await bring(core, alice, { There: text });
  expect(await found(alice, "news great")).toEqual(["Here", "There"]);
});
