import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import {
  eraseAccounts,
  erasing,
} from "../../../src/core/loops/account_erasing.ts";
import { writeWords } from "../../../src/core/loops/word_writing.ts";
import { createConversation } from "../../../src/core/operations/create_conversation.ts";
import { deleteAccount } from "../../../src/core/operations/delete_account.ts";
import { deleteDraft } from "../../../src/core/operations/delete_draft.ts";
import { listConversations } from "../../../src/core/operations/list_conversations.ts";
import { updateProfile } from "../../../src/core/operations/update_profile.ts";
import type { Actor } from "../core_harness.ts";
import { startCore } from "../core_harness.ts";
import { SQLD, startServer } from "../db/sqld.ts";
import { filesWith, tablesWith } from "./tables_with.ts";

const WORD = "zebra";
const INDEXES = ["agent_directory_data", "words_data"];

/** Many drafts of Alice among many of Bob, so that no page is hers alone. */
async function writeMuch(alice: Actor, bob: Actor, count: number) {
  await alice.run(updateProfile, {
    ...{ name: `Alice ${WORD}`, description: WORD, listed: true },
  });
  for (let at = 0; at < count; at++) {
    const text = `${WORD} striped ${at} `.repeat(20 + (at % 7) * 40);
    const to = ["carol@inbox.localhost"];
    await alice.run(createConversation, { to, title: `${WORD} ${at}`, text });
    for (const kept of [1, 2, 3]) {
      const said = `brown horse ${at} of herd ${kept} `.repeat(10);
      await bob.run(createConversation, {
        ...{ to, title: `Horse ${at}`, text: said },
      });
    }
  }
}

test("no byte of an erased word is left in the file, its free pages, its indexes or its log", async () => {
  await using core = await startCore();
  const [alice, bob] = [await core.account("alice"), await core.account("bob")];
  const { accountId } = alice;
  await writeMuch(alice, bob, 60);
  await writeWords(core.services);
  expect(await tablesWith(core.services, WORD)).toEqual(
    expect.arrayContaining(INDEXES),
  );
  expect(filesWith(core.directory, WORD)).not.toEqual([]);
  await core.run(deleteAccount, { accountId, confirm: accountId });
  await eraseAccounts(core.services);
  expect(await tablesWith(core.services, WORD)).toEqual([]);
  const asked = { q: "horse striped" };
  expect((await bob.run(listConversations, asked)).conversations).toEqual([]);
  const kept = await bob.run(listConversations, { q: "horse 7", limit: 5 });
  expect(kept.conversations.length).toBeGreaterThan(0);
  await core.services.close();
  expect(filesWith(core.directory, WORD)).toEqual([]);
}, 60_000);

test("a deleted draft leaves no byte in the files of a service that goes on", async () => {
  await using core = await startCore();
  const [alice, bob] = [await core.account("alice"), await core.account("bob")];
  await writeMuch(bob, bob, 10);
  const secret = "xylophonist";
  const { conversationId } = await alice.run(
    createConversation,
    { to: [bob.address], title: secret, text: `${secret} `.repeat(2_000) },
    { idempotencyKey: "once" },
  );
  await writeWords(core.services);
  const pass = erasing(core.services);
  await pass();
  expect(filesWith(core.directory, secret)).not.toEqual([]);
  await alice.run(deleteDraft, { conversationId });
  // A hundred parts are more than this index has.
  for (let at = 0; at < 100; at++) await pass();
  expect(await tablesWith(core.services, secret)).toEqual([]);
  expect(filesWith(core.directory, secret)).toEqual([]);
  // The log goes on behind it, and every page of the file is what its sum says.
  await bob.run(createConversation, { to: [alice.address], text: "Hello" });
  expect(await core.services.db.upkeep?.wrongPages()).toEqual([]);
}, 60_000);

test.skipIf(!existsSync(SQLD))(
  "on a libSQL server no table and no index has an erased word",
  async () => {
    await using server = await startServer();
    await using core = await startCore({ ...server.settings });
    const alice = await core.account("alice");
    const { accountId } = alice;
    await writeMuch(alice, await core.account("bob"), 3);
    await writeWords(core.services);
    expect(await tablesWith(core.services, WORD)).toEqual(
      expect.arrayContaining(INDEXES),
    );
    await core.run(deleteAccount, { accountId, confirm: accountId });
    await eraseAccounts(core.services);
    expect(await tablesWith(core.services, WORD)).toEqual([]);
  },
  60_000,
);
