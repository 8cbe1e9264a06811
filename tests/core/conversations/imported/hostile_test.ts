import { expect, test } from "bun:test";
import { rowIn } from "../../../../packages/verify/src/rows.ts";
import { openZip } from "../../../../packages/verify/src/zip/zip_archive.ts";
import { zipEnd } from "../../../../packages/verify/src/zip/zip_records.ts";
import { OPERATOR } from "../../../../src/core/access/principal.ts";
import {
  readImportedConversation,
  readImportedMessage,
} from "../../../../src/core/conversations/acts/imported/read_said.ts";
import { beginImport } from "../../../../src/core/operations/begin_import.ts";
import { continueImport } from "../../../../src/core/operations/continue_import.ts";
import { getConversation } from "../../../../src/core/operations/get_conversation.ts";
import { listConversations } from "../../../../src/core/operations/list_conversations.ts";
import { openCore } from "../../fixture.ts";
import { SAID } from "./said.ts";

const FILE = {
  artifactId: "art_1",
  name: "x".repeat(5_000),
  mimeType: "text/html\r\nset-cookie: a=b",
  size: -1,
  sha256: "0".repeat(64),
};

/** All that somebody may write into an archive and sign with a key of their own. */
const HOSTILE = {
  conversationId: "cnv_1",
  title: `\0\ud800${"t".repeat(100_000)}`,
  state: "owned",
  createdAt: "yesterday",
  participants: [
    { address: "bob@inbox.localhost", accountId: "acc_1", kind: "service" },
    ...Array(10_000).fill({}),
    null,
  ],
  payment: { status: "held", price: { amountAtomic: "9".repeat(40) } },
  artifacts: [{ ...FILE, artifactId: "../../etc/passwd" }, FILE, "no file"],
  ["__proto__"]: { isAdmin: true },
};

test("what an archive says is cut to what this service takes, and names nobody of it", () => {
  const said = readImportedConversation(rowIn(bytesOf(HOSTILE)));
  expect(said?.title.length).toBeLessThanOrEqual(300);
  expect(said?.title).not.toContain("\0");
  expect(said?.title.isWellFormed()).toBe(true);
  expect(said?.participants.length).toBeLessThanOrEqual(100);
  expect(said?.participants[0]).toMatchObject({ kind: "person" });
  expect(JSON.stringify(said)).not.toContain("acc_1");
  expect(said).toMatchObject({ state: "completed", price: 0, createdAt: 0 });
  expect(said?.artifacts).toMatchObject([
    { artifactId: "art_1", mimeType: "application/octet-stream", size: 0 },
  ]);
  expect(readImportedConversation({ conversationId: "../x" })).toBeUndefined();
  const message = { conversationId: "cnv_1", messageId: "a b" };
  expect(readImportedMessage(message)).toBeUndefined();
  const long = { ...message, messageId: "m", text: "w".repeat(500_000) };
  expect(JSON.stringify(readImportedMessage(long)).length).toBeLessThan(
    101_000,
  );
});

test("an archive whose list or whose file would fill the memory is not read", async () => {
  const entries = { entries: 1, directoryAt: 0, directoryBytes: 46 };
  const bytes = Buffer.concat([Buffer.alloc(46), zipEnd(entries)]);
  const read = async (start: number, length: number) =>
    Uint8Array.from(bytes.subarray(start, start + length));
  const bounds = { entries: 5, directoryBytes: 40, fileBytes: 10 };
  await expect(openZip(read, bytes.length, bounds)).rejects.toThrow(
    "its list of files is too long",
  );
});

test("an import that was stopped goes on where it was, and of two only one does", async () => {
  await using core = await openCore();
  const alice = await core.add("alice");
  const { accountId } = alice;
  const begin = { accountId, itemsAll: 2, ...SAID };
  const begun = await core.run(beginImport, OPERATOR, begin);
  const { importId } = begun.import;
  const conversation = readImportedConversation(rowIn(bytesOf(HOSTILE)));
  const message = readImportedMessage({
    ...{ conversationId: "cnv_1", messageId: "m", text: "hello" },
  });
  if (!conversation || !message) throw new Error("Expected both");
  const first = { importId, from: 0, items: [{ conversation }] };
  await core.run(continueImport, OPERATOR, first);
  await expect(core.run(continueImport, OPERATOR, first)).rejects.toThrow(
    "someone else continued it",
  );
  // As after a kill: the same command asks how far it is.
  const again = await core.run(beginImport, OPERATOR, begin);
  expect(again.import).toMatchObject({ importId, items: 1, readyAt: null });
  const next = { importId, from: 1, items: [{ message }] };
  const done = await core.run(continueImport, OPERATOR, next);
  expect(done.import.readyAt).not.toBeNull();
  const listed = await core.run(listConversations, alice.member, {
    view: "imported",
  });
  const [{ conversationId } = { conversationId: "" }] = listed.conversations;
  const whole = await core.run(getConversation, alice.member, {
    conversationId,
  });
  expect(whole.messages.map(({ text }) => text)).toEqual(["hello"]);
  expect(whole.conversation.payment).toMatchObject({ payee: null, steps: [] });
});

function bytesOf(value: object): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify(value));
}
