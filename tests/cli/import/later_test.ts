import { expect, setDefaultTimeout, test } from "bun:test";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { startOperatorChannel } from "../../../src/cli/operator_channel.ts";
import { OPERATOR } from "../../../src/core/access/principal.ts";
import { LIMITS } from "../../../src/core/base/limits.ts";
import { readImportedConversation } from "../../../src/core/conversations/acts/imported/read_said.ts";
import { conversationsWith } from "../../../src/core/conversations/read/lists/with_words.ts";
import { addArtifact } from "../../../src/core/operations/add_artifact.ts";
import { beginImport } from "../../../src/core/operations/begin_import.ts";
import { continueImport } from "../../../src/core/operations/continue_import.ts";
import { createConversation } from "../../../src/core/operations/create_conversation.ts";
import { getConversation } from "../../../src/core/operations/get_conversation.ts";
import { listConversations } from "../../../src/core/operations/list_conversations.ts";
import { OPERATIONS } from "../../../src/core/operations/mod.ts";
import { sendMessage } from "../../../src/core/operations/send_message.ts";
import { SAID } from "../../core/conversations/imported/said.ts";
import { send, startStage } from "../../core/core_harness.ts";
import { exported } from "../../core/exports/archive.ts";
import { openCore } from "../../core/fixture.ts";
import { importInto } from "../../imported.ts";
import { svc } from "../svc.ts";

setDefaultTimeout(60_000);

const MEBIBYTE = 2 ** 20;
const VIEW = { view: "imported" } as const;

/** Two archives of one account: the later one has a message and a conversation more. */
async function twoArchives(): Promise<readonly Uint8Array[]> {
  await using there = await startStage({ BASE_URL: "https://there.example" });
  const { alice, bob, services } = there;
  const id = await send(alice, { to: bob.address, title: "The quokka plan" });
  await alice.run(addArtifact, {
    conversationId: id,
    name: "plan.bin",
    mimeType: "application/octet-stream",
    bytes: Buffer.alloc(2 * MEBIBYTE, "quokka").toString("base64"),
  });
  const first = await exported(services, there, alice.accountId);
  await bob.run(sendMessage, { conversationId: id, text: "a later answer" });
  await send(alice, { to: bob.address, title: "Later on" });
  const later = await exported(services, there, alice.accountId);
  return [first.bytes, later.bytes];
}

test("a later archive of the same account brings what is new, its files are counted once, and what it had imported stays out", async () => {
  await using core = await openCore({ ACCOUNT_FILE_BYTES: "3 MiB" });
  const channel = await startOperatorChannel(core.services, {
    operations: OPERATIONS,
    path: core.config.operatorPath ?? "",
  });
  const alice = await core.add("alice");
  const bob = await core.add("bob");
  for (const [at, bytes] of (await twoArchives()).entries()) {
    const file = join(core.directory, `${at}.zip`);
    await writeFile(file, bytes);
    const ran = await svc(
      core,
      "import",
      file,
      "--as",
      "alice@inbox.localhost",
    );
    expect([ran.code, ran.out]).toEqual([
      0,
      expect.stringContaining("Imported"),
    ]);
  }
  const { conversations } = await core.run(
    listConversations,
    alice.member,
    VIEW,
  );
  const titles = conversations.map(({ title }) => title);
  expect(titles.toSorted()).toEqual(["Later on", "The quokka plan"]);
  const plan = conversations.find(({ title }) => title !== "Later on");
  const { messages } = await core.run(getConversation, alice.member, {
    conversationId: plan?.id ?? "",
  });
  const said = messages.map(({ text }) => text);
  expect([said.length, said.at(-1)]).toEqual([2, "a later answer"]);

  await core.run(createConversation, alice.member, {
    ...{
      to: ["bob@inbox.localhost"],
      title: "Said here",
      text: "words",
      submit: true,
    },
  });
  await importInto(core.services, alice.accountId, bob.accountId);
  const bobs = await core.run(listConversations, bob.member, VIEW);
  expect(bobs.conversations.map(({ title }) => title)).toEqual(["Said here"]);
  await channel.stop();
});

test("however much was imported, a search finds first what was said here", async () => {
  await using core = await openCore();
  const alice = await core.add("alice");
  const { accountId } = alice;
  const { conversationId: id } = await core.run(
    createConversation,
    alice.member,
    { to: ["bob@inbox.localhost"], title: "A live quokka", text: "words" },
  );
  const itemsAll = LIMITS.searchFoundMax + 100;
  const begin = { ...SAID, accountId, itemsAll };
  const begun = await core.run(beginImport, OPERATOR, begin);
  const { importId } = begun.import;
  for (let from = 0; from < itemsAll; from += SLICE) {
    const items = Array.from({ length: SLICE }, (_, at) => quokka(from + at));
    await core.run(continueImport, OPERATOR, { importId, from, items });
  }
  const asked = { q: "quokka", view: "drafts" } as const;
  const found = await core.run(listConversations, alice.member, asked);
  expect(found.conversations.map((it) => it.id)).toEqual([id]);
  const sought = { accountId, text: "quokka" };
  const hits = await conversationsWith(core.services.db, sought);
  expect(hits).toHaveLength(LIMITS.searchFoundMax);
  expect(hits.map(({ conversationId }) => conversationId)).toContain(id);
  for (const q of ["in:imported quokka", "in:imported quok"]) {
    const theirs = await core.run(listConversations, alice.member, { q });
    expect(theirs.conversations.length).toBeGreaterThan(1);
  }
});

const SLICE = 100;

function quokka(at: number) {
  const conversationId = `cnv_${at}`;
  const conversation = readImportedConversation({
    ...{ conversationId, title: `Quokka ${at}` },
  });
  if (!conversation) throw new Error("Expected a conversation");
  return { conversation };
}
