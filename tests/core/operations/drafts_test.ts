import { expect, test } from "bun:test";
import { LIMITS } from "../../../src/core/base/limits.ts";
import { addArtifact } from "../../../src/core/operations/add_artifact.ts";
import { cancelConversation } from "../../../src/core/operations/cancel_conversation.ts";
import { completeConversation } from "../../../src/core/operations/complete_conversation.ts";
import { createConversation } from "../../../src/core/operations/create_conversation.ts";
import { deleteDraft } from "../../../src/core/operations/delete_draft.ts";
import { getConversation } from "../../../src/core/operations/get_conversation.ts";
import { listConversations } from "../../../src/core/operations/list_conversations.ts";
import { sendMessage } from "../../../src/core/operations/send_message.ts";
import { submitDraft } from "../../../src/core/operations/submit_draft.ts";
import { updateConversation } from "../../../src/core/operations/update_conversation.ts";
import { verifyAudit } from "../../../src/core/operations/verify_audit.ts";
import { unfoldRecords } from "../../records.ts";
import type { Actor, Composed } from "../core_harness.ts";
import { DAY, startStage, view } from "../core_harness.ts";

const FILE = { name: "a.txt", mimeType: "text/plain", bytes: "YQ==" };

async function draft(owner: Actor, input: Composed = {}): Promise<string> {
  const made = await owner.run(createConversation, {
    title: "T",
    text: "words",
    ...input,
  });
  expect(made.state).toBe("draft");
  return made.conversationId;
}

test("submit absent or false makes a draft that nobody but its author sees", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  for (const submit of [undefined, false]) {
    const conversationId = await draft(alice, {
      to: bob.address,
      ...(submit !== undefined && { submit }),
    });
    const seen = await view(alice, conversationId);
    expect(seen).toMatchObject({ version: 1, folders: ["drafts"] });
    const error = await bob.refused(getConversation, { conversationId });
    expect(error.code).toBe("conversation_not_found");
  }
  const listed = await bob.run(listConversations, {});
  expect(listed.conversations).toEqual([]);
});

test("a draft resolves nobody, holds nothing and invites nobody", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const conversationId = await draft(alice, {
    to: [bob.address, "eve@example.org"],
    price: "5",
  });
  const seen = await view(alice, conversationId);
  expect(seen.participants.slice(1)).toMatchObject([
    { address: bob.address, kind: "email", delivery: { state: "pending" } },
    { address: "eve@example.org", kind: "email" },
  ]);
  expect(seen.payment).toMatchObject({
    status: "none",
    price: { amount: "5.00" },
  });
  expect(await core.rows("select id from deliveries")).toEqual([]);
  expect(await core.rows("select id from payments")).toEqual([]);
});

test("a draft may be empty, but submitting needs a recipient and a message", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const { conversationId } = await alice.run(createConversation, {});
  const alone = await alice.refused(submitDraft, { conversationId });
  expect(alone.errors[0]).toMatchObject({ pointer: "/to", code: "required" });
  await alice.run(updateConversation, { conversationId, to: bob.address });
  const silent = await alice.refused(submitDraft, { conversationId });
  expect(silent.errors[0]).toMatchObject({
    pointer: "/parts",
    code: "required",
  });
  await alice.run(updateConversation, { conversationId, text: "now" });
  const sent = await alice.run(submitDraft, { conversationId });
  expect(sent.state).toBe("submitted");
});

test("submitting keeps id, context and text, and delivers", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const conversationId = await draft(alice, { to: bob.address, price: "5" });
  const before = await view(alice, conversationId);
  const sent = await alice.run(submitDraft, { conversationId });
  expect(sent).toMatchObject({
    conversationId,
    contextId: before.contextId,
    state: "submitted",
    conversation: { version: 2, payment: { status: "held" } },
  });
  const seen = await view(bob, conversationId);
  expect(seen.messages.map(({ text }) => text)).toEqual(["words"]);
  expect(seen).toMatchObject({ unread: true, folder: "inbox" });
});

test("an edit changes what it names, keeps the rest and adds one version", async () => {
  await using core = await startStage();
  const { alice, bob, carol } = core;
  const conversationId = await draft(alice, {
    to: bob.address,
    cc: carol.address,
    price: "5",
    release: "accepted",
  });
  const { conversation } = await alice.run(updateConversation, {
    conversationId,
    title: "U",
    to: "dave@inbox.localhost",
  });
  expect(conversation).toMatchObject({
    version: 2,
    title: "U",
    release: "accepted",
    payment: { price: { amount: "5.00" } },
  });
  const { messages, participants } = conversation;
  expect(messages[0]?.text).toBe("words");
  expect(participants.map(({ role, address }) => `${role} ${address}`)).toEqual(
    [
      "sender alice@inbox.localhost",
      "to dave@inbox.localhost",
      "cc carol@inbox.localhost",
    ],
  );
});

test("recipients that an edit drops are gone, also from the store", async () => {
  await using core = await startStage();
  const { alice } = core;
  const conversationId = await draft(alice, {
    to: ["a@example.org", "b@example.org", "c@example.org"],
  });
  await alice.run(updateConversation, { conversationId, to: "b@example.org" });
  const rows = await core.rows(
    "select address from participants order by position",
  );
  expect(rows.flat()).toEqual([alice.address, "b@example.org"]);
});

test("no edit ever loses an artifact", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const conversationId = await draft(alice, { artifacts: [FILE] });
  const edits = [
    { artifacts: [{ ...FILE, name: "b.txt" }] },
    { text: "other" },
    { artifacts: [] },
    { title: "U", to: bob.address },
  ];
  for (const edit of edits) {
    await alice.run(updateConversation, { conversationId, ...edit });
  }
  await alice.run(addArtifact, { conversationId, ...FILE, name: "c.txt" });
  await alice.run(sendMessage, { conversationId, text: "more" });
  const { conversation } = await alice.run(submitDraft, { conversationId });
  expect(conversation.artifacts.map(({ name }) => name)).toEqual([
    "a.txt",
    "b.txt",
    "c.txt",
  ]);
  expect(conversation.messages[0]?.artifactIds).toEqual(
    conversation.artifacts.map(({ artifactId }) => artifactId),
  );
});

test("a message sent to a draft is added to its text", async () => {
  await using core = await startStage();
  const { alice } = core;
  const conversationId = await draft(alice);
  const sent = await alice.run(sendMessage, { conversationId, text: "more" });
  expect(sent.state).toBe("draft");
  const { messages } = sent.conversation;
  expect(messages.map(({ text }) => text)).toEqual(["words\nmore"]);
  expect(sent.messageId).toBe(messages[0]?.messageId ?? "");
});

test("the first message to an empty draft is its whole text", async () => {
  await using core = await startStage();
  const { conversationId } = await core.alice.run(createConversation, {});
  const { conversation } = await core.alice.run(sendMessage, {
    conversationId,
    text: "first",
  });
  expect(conversation.messages.map(({ parts }) => parts)).toEqual([
    [{ text: "first" }],
  ]);
});

test("a draft never grows beyond the bounds of one message", async () => {
  await using core = await startStage();
  const { alice } = core;
  const full = "x".repeat(LIMITS.textCharsMax);
  const conversationId = await draft(alice, { text: full });
  const error = await alice.refused(sendMessage, { conversationId, text: "y" });
  expect(error.errors[0]).toMatchObject({
    pointer: "/parts",
    code: "too_long",
  });
  expect((await view(alice, conversationId)).messages[0]?.text).toBe(full);
});

test("an edit with another version than the draft has is refused", async () => {
  await using core = await startStage();
  const { alice } = core;
  const conversationId = await draft(alice);
  await alice.run(updateConversation, {
    conversationId,
    title: "U",
    version: 1,
  });
  const late = await alice.refused(updateConversation, {
    conversationId,
    title: "V",
    version: 1,
  });
  expect(late.code).toBe("precondition_failed");
  expect((await view(alice, conversationId)).title).toBe("U");
});

test("what was submitted can be neither edited, submitted nor deleted", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const conversationId = await draft(alice, { to: bob.address });
  await alice.run(submitDraft, { conversationId });
  const before = await view(alice, conversationId);
  const refusals = [
    await alice.refused(updateConversation, { conversationId, title: "U" }),
    await alice.refused(submitDraft, { conversationId }),
    await alice.refused(deleteDraft, { conversationId }),
  ];
  expect(refusals.map(({ code }) => code)).toEqual(
    Array(3).fill("not_a_draft"),
  );
  const byBob = await bob.refused(updateConversation, {
    conversationId,
    title: "U",
  });
  expect(byBob.code).toBe("not_a_draft");
  expect(await view(alice, conversationId)).toEqual(before);
});

test("a draft can be neither canceled nor completed", async () => {
  await using core = await startStage();
  const { alice } = core;
  const conversationId = await draft(alice);
  const canceled = await alice.refused(cancelConversation, {
    conversationId,
    reason: "no",
  });
  expect(canceled.code).toBe("is_draft");
  const completed = await alice.refused(completeConversation, {
    conversationId,
  });
  expect(completed.code).toBe("not_addressed");
});

test("a deleted draft is gone with everything in it but its chain", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const conversationId = await draft(alice, {
    to: bob.address,
    artifacts: [FILE],
  });
  const stranger = await bob.refused(deleteDraft, { conversationId });
  expect(stranger.code).toBe("conversation_not_found");
  expect(await alice.run(deleteDraft, { conversationId })).toEqual({
    conversationId,
    deleted: true,
  });
  for (const operation of [deleteDraft, getConversation, submitDraft]) {
    const error = await alice.refused(operation, { conversationId });
    expect(error.code).toBe("conversation_not_found");
  }
  const tables = "conversations participants messages artifacts artifact_bytes";
  for (const table of tables.split(" ")) {
    expect(await core.rows(`select 1 from ${table}`)).toEqual([]);
  }
  await unfoldRecords(core.services.db);
  const chain = await core.rows(
    `select json_extract(body, '$.type') from unfolded_records where chain_id = '${conversationId}' order by seq`,
  );
  expect(chain.flat()).toEqual([
    "conversation.created",
    "artifact.added",
    "conversation.draft",
    "conversation.deleted_draft",
  ]);
  expect(await core.run(verifyAudit, { conversationId })).toMatchObject({
    ok: true,
  });
});

test("an account keeps a bounded number of drafts, and submitting is always free", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const first = await draft(alice, { to: bob.address });
  const second = await draft(alice);
  await Promise.all(
    Array.from({ length: LIMITS.draftsMax - 2 }, () => draft(alice)),
  );
  const error = await alice.refused(createConversation, { text: "x" });
  expect(error.code).toBe("quota_exceeded");
  await alice.run(deleteDraft, { conversationId: second });
  // All of them are counted before one is stored.
  const racing = await Promise.allSettled(
    Array.from({ length: 60 }, () => draft(alice)),
  );
  expect(racing.filter((it) => it.status === "fulfilled")).toHaveLength(1);
  await draft(bob);
  const sent = await alice.run(createConversation, {
    to: bob.address,
    text: "x",
    submit: true,
  });
  expect(sent.state).toBe("submitted");
  await alice.run(submitDraft, { conversationId: first });
  await draft(alice);
});

test("what a draft said before it was edited reaches nobody", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const conversationId = await draft(alice, { to: bob.address });
  await alice.run(updateConversation, { conversationId, text: "better" });
  await alice.run(submitDraft, { conversationId });
  const seen = await view(bob, conversationId);
  expect(JSON.stringify(seen)).not.toContain("words");
});

test("a draft that lay for days is dated by its sending, in the message and in the list", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const { conversationId } = await alice.run(createConversation, {
    to: bob.address,
    text: "later",
  });
  core.advance(7 * DAY);
  await alice.run(submitDraft, { conversationId });
  const sent = new Date(core.services.clock()).toISOString();
  expect(await view(bob, conversationId)).toMatchObject({
    lastMessageAt: sent,
    messages: [{ createdAt: sent }],
  });
});
