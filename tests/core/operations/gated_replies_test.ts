import { describe, expect, test } from "bun:test";
import { canonicalJson, sha256 } from "../../../src/core/base/digest.ts";
import { addArtifact } from "../../../src/core/operations/add_artifact.ts";
import { addCredential } from "../../../src/core/operations/add_credential.ts";
import { cancelConversation } from "../../../src/core/operations/cancel_conversation.ts";
import { listConversations } from "../../../src/core/operations/list_conversations.ts";
import { readAudit } from "../../../src/core/operations/read_audit.ts";
import { recordHilDecision } from "../../../src/core/operations/record_hil_decision.ts";
import { requestReview } from "../../../src/core/operations/request_review.ts";
import { sendMessage } from "../../../src/core/operations/send_message.ts";
import { signReceipt } from "../../../src/core/operations/sign_receipt.ts";
import type { Actor, Composed, Stage } from "../core_harness.ts";
import {
  balance,
  decide,
  isLedgerRight,
  send,
  startStage,
  view,
} from "../core_harness.ts";

const OUTSIDE = "eve@example.org";
const HUNDRED = 100_000_000;

/** An agent with an access of its own, that may not write outward. */
async function clerkOf(
  { run }: Stage,
  owner: Actor,
  scopes: readonly string[] = ["conversations:read", "conversations:write"],
): Promise<Actor> {
  const { accountId } = owner;
  const { credential } = await run(addCredential, { accountId, name: "Clerk" });
  const { id: credentialId, name: credentialName } = credential;
  return owner.as({ credentialId, credentialName, scopes });
}

/** A request from alice to bob with an email address in copy. */
const request = ({ alice, bob }: Stage, more: Composed = {}) =>
  send(alice.asPerson(), {
    to: bob.address,
    cc: OUTSIDE,
    title: "Plans",
    ...more,
  });

const toAll = (actor: Actor, conversationId: string, text: string) =>
  actor.run(sendMessage, { conversationId, text, mode: "reply-all" });

const texts = async (viewer: Actor, conversationId: string) =>
  (await view(viewer, conversationId)).messages.map(({ text }) => text);

const mails = async (core: Stage) =>
  Number((await core.rows("select count(*) from outbox"))[0]?.[0]);

/** Everything that one account can read of a conversation, as one text. */
async function readable(viewer: Actor, conversationId: string) {
  const { records } = await viewer.run(readAudit, { conversationId });
  return JSON.stringify([await view(viewer, conversationId), records]);
}

describe("a reply to an ordinary address by an agent that may not", () => {
  test("waits for its person, who sees it whole; nobody else has a word of it", async () => {
    await using core = await startStage();
    const { alice, bob } = core;
    const conversationId = await request(core);
    const clerk = await clerkOf(core, bob);
    const before = await mails(core);
    const asked = await toAll(clerk, conversationId, "secret words");
    expect(asked).toMatchObject({
      state: "input-required",
      conversation: { needsYou: true, unread: true, messageCount: 1 },
    });
    const { checkpoints } = await view(bob.asPerson(), conversationId);
    const card = checkpoints.find(({ kind }) => kind === "review");
    expect(card).toMatchObject({
      checkpointId: asked.checkpointId,
      title: `Accept and send to alice@inbox.localhost, ${OUTSIDE}?`,
      askedBy: { name: "Clerk", kind: "agent" },
      rules: [
        { id: "R-OUTWARD", outcome: "needs_person" },
        { id: "R-ACCEPT", outcome: "needs_person" },
      ],
      openedAt: "2026-01-15T12:00:00.000Z",
      expiresAt: "2026-01-18T12:00:00.000Z",
      action: {
        act: "reply",
        messageId: asked.messageId,
        recipients: [
          { address: alice.address, account: true },
          { address: OUTSIDE, account: false },
        ],
        sha256: sha256(canonicalJson({ parts: [{ text: "secret words" }] })),
      },
      proposal: { messageId: asked.messageId, text: "secret words" },
    });
    expect(card?.actionDigest).toBe(sha256(canonicalJson(card?.action)));
    const seen = await readable(alice, conversationId);
    expect(seen).not.toContain("secret");
    expect(seen).not.toContain(asked.messageId);
    expect(await view(alice, conversationId)).toMatchObject({
      state: "input-required",
      stateReason: "approval_needed",
      checkpoints: [],
      needsYou: false,
    });
    expect(await mails(core)).toBe(before);
    const needs = { view: "needs_you" } as const;
    const listed = await bob.run(listConversations, needs);
    expect(listed.conversations.map(({ id }) => id)).toEqual([conversationId]);
  });

  test("approved is posted as it was written, in the agent's name, and accepts", async () => {
    await using core = await startStage();
    const { alice, bob } = core;
    const conversationId = await request(core, { price: "5" });
    const clerk = await clerkOf(core, bob);
    core.advance(25 * 3_600_000);
    const before = await mails(core);
    const asked = await toAll(clerk, conversationId, "the plans");
    const { checkpointId = "" } = asked;
    const named = { checkpointId, comment: "fine" };
    const done = await decide(bob.asPerson(), conversationId, "approve", named);
    expect(done.state).toBe("working");
    const { messages, checkpoints } = await view(alice, conversationId);
    expect(messages.at(-1)).toMatchObject({
      messageId: asked.messageId,
      text: "the plans",
      author: { kind: "agent", accountId: bob.accountId },
    });
    expect(checkpoints).toEqual([]);
    expect(await mails(core)).toBe(before + 1);
    const { records, actors } = await bob.run(readAudit, { conversationId });
    const about = records.filter((it) => "commitment" in it);
    const [opened, posted] = about.slice(-2) as Record<string, unknown>[];
    expect([opened?.type, posted?.type]).toEqual([
      "checkpoint.opened",
      "message.appended",
    ]);
    expect(posted?.commitment).toBe(opened?.commitment);
    expect(actors.find(({ seq }) => seq === posted?.seq)).toMatchObject({
      kind: "agent",
      label: "Clerk, for bob",
      credentialId: clerk.principal.credentialId,
    });
    const mine = (await view(bob, conversationId)).checkpoints;
    expect(mine.map(({ kind, status }) => [kind, status])).toEqual([
      ["acceptance", "approved"],
      ["review", "approved"],
    ]);
    expect(JSON.stringify(mine)).not.toContain("the plans");
    const signed = await bob.run(signReceipt, {
      conversationId,
      confirm: true,
    });
    expect(signed.state).toBe("completed");
  });

  test("declined is dropped and erased; the agent reads why, and nobody else", async () => {
    await using core = await startStage();
    const { alice, bob } = core;
    const conversationId = await request(core);
    await bob.run(sendMessage, { conversationId, text: "on it" });
    const clerk = await clerkOf(core, bob);
    await toAll(clerk, conversationId, "secret words");
    const comment = "not to eve";
    const done = await decide(bob.asPerson(), conversationId, "decline", {
      comment,
    });
    expect(done.state).toBe("working");
    expect(await texts(clerk, conversationId)).toEqual([
      "words",
      "on it",
      comment,
    ]);
    const seen = await readable(alice, conversationId);
    expect(seen).not.toContain(comment);
    const left = await core.rows(
      "select count(*) from checkpoints where proposal is not null",
    );
    expect(left).toEqual([[0]]);
    const again = await toAll(clerk, conversationId, "other words");
    expect(again.state).toBe("input-required");
  });

  test("a refusal accepts nothing and earns nothing", async () => {
    await using core = await startStage();
    const { alice, bob } = core;
    const conversationId = await request(core, { price: "5" });
    const asked = await toAll(await clerkOf(core, bob), conversationId, "no");
    const { checkpointId = "" } = asked;
    const person = bob.asPerson();
    const done = await decide(person, conversationId, "decline", {
      checkpointId,
    });
    expect(done.state).toBe("submitted");
    const early = await bob.refused(signReceipt, {
      conversationId,
      confirm: true,
    });
    expect(early.code).toBe("condition_not_met");
    const reason = "changed my mind";
    const canceled = { conversationId, reason };
    await alice.asPerson().run(cancelConversation, canceled);
    expect(await balance(core, alice)).toBe(HUNDRED);
  });

  test("of the sender's agent waits for the sender's person", async () => {
    await using core = await startStage();
    const { alice, bob } = core;
    const conversationId = await request(core);
    await toAll(await clerkOf(core, alice), conversationId, "one more thing");
    expect((await view(bob, conversationId)).checkpoints).toEqual([
      expect.objectContaining({ kind: "acceptance" }),
    ]);
    const done = await decide(alice.asPerson(), conversationId, "approve");
    expect(done.state).toBe("submitted");
    expect(await texts(bob, conversationId)).toEqual([
      "words",
      "one more thing",
    ]);
    expect((await view(bob, conversationId)).unread).toBe(true);
  });

  test("with a file that can run scripts waits too", async () => {
    await using core = await startStage();
    const { bob } = core;
    const conversationId = await request(core);
    const attach = async (name: string) => {
      const file = { name, mimeType: "text/plain", bytes: "YQ==" };
      const input = { conversationId, ...file };
      return (await bob.run(addArtifact, input)).artifactId;
    };
    const reply = async (name: string) => ({
      conversationId,
      text: "see",
      mode: "reply-all" as const,
      artifactIds: [await attach(name)],
    });
    const asked = await bob.run(sendMessage, await reply("a.html"));
    expect(asked.state).toBe("input-required");
    const [file] = (await view(bob, conversationId)).artifacts;
    const done = await decide(bob.asPerson(), conversationId, "approve");
    const last = done.conversation.messages.at(-1);
    expect(last?.artifactIds).toEqual([file?.artifactId ?? ""]);
  });

  test("is asked one at a time, and never decided by who asks or by who may not either", async () => {
    await using core = await startStage();
    const { bob } = core;
    const conversationId = await request(core);
    await bob.run(sendMessage, { conversationId, text: "on it" });
    const clerk = await clerkOf(core, bob, [
      "decisions:write",
      "conversations:write",
    ]);
    const other = await clerkOf(core, bob, ["decisions:write"]);
    const inward = await clerkOf(core, bob, [
      "decisions:write",
      "conversations:write",
    ]);
    const { checkpointId } = await toAll(clerk, conversationId, "first");
    const second = await clerk.refused(sendMessage, {
      conversationId,
      text: "second",
      mode: "reply-all",
    });
    const approve = { conversationId, checkpointId, decision: "approve" };
    const codes = [
      second,
      await clerk.refused(recordHilDecision, approve),
      await other.refused(recordHilDecision, approve),
      await inward.refused(recordHilDecision, approve),
      await core.alice.refused(recordHilDecision, approve),
    ].map(({ code }) => code as string);
    expect(codes).toEqual([
      "wrong_state",
      "maker_cannot_decide",
      "insufficient_scope",
      "person_required",
      "not_your_checkpoint",
    ]);
    const trusted = await clerkOf(core, bob, [
      "conversations:write",
      "decisions:write",
      "outward:send",
    ]);
    const first = await decide(trusted, conversationId, "approve");
    const again = await decide(trusted, conversationId, "approve", {
      checkpointId: checkpointId ?? "",
    });
    expect(again.conversation).toEqual(first.conversation);
    expect(await texts(bob, conversationId)).toEqual([
      "words",
      "on it",
      "first",
    ]);
  });

  test("of 20 decisions at once one stands, and at most one message is posted", async () => {
    await using core = await startStage();
    const { bob } = core;
    const conversationId = await request(core);
    await bob.run(sendMessage, { conversationId, text: "on it" });
    await toAll(await clerkOf(core, bob), conversationId, "once");
    const came = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) => {
        const decision = index % 2 === 0 ? "approve" : "decline";
        return decide(bob.asPerson(), conversationId, decision);
      }),
    );
    const done = came.filter(({ status }) => status === "fulfilled");
    expect(done).toHaveLength(10);
    expect(await texts(bob, conversationId)).toHaveLength(3);
  });

  test("is not posted to others than the person was shown", async () => {
    await using core = await startStage();
    const { bob } = core;
    const conversationId = await request(core);
    await bob.run(sendMessage, { conversationId, text: "on it" });
    await toAll(await clerkOf(core, bob), conversationId, "secret");
    const where = { args: [conversationId] };
    await core.services.db.commit([
      {
        ...where,
        sql: `update participants set address = 'fay@example.org' where address = '${OUTSIDE}' and conversation_id = ?`,
      },
      {
        ...where,
        sql: "update participants set version = version + 1 where conversation_id = ?",
      },
      {
        ...where,
        sql: "update conversations set version = version + 1 where id = ?",
      },
    ]);
    const error = await bob.asPerson().refused(recordHilDecision, {
      conversationId,
      decision: "approve",
    });
    expect(error.code).toBe("action_changed");
    const seen = await view(bob, conversationId);
    expect(seen).toMatchObject({ state: "working", messageCount: 2 });
    expect(seen.checkpoints.at(-1)?.status).toBe("superseded");
  });

  test("is shown by a review to whom it asks alone", async () => {
    await using core = await startStage();
    const { alice, bob } = core;
    const conversationId = await request(core);
    const clerk = await clerkOf(core, bob);
    const { checkpointId } = await toAll(clerk, conversationId, "x");
    const shown = await clerk.run(requestReview, { conversationId });
    expect(shown).toMatchObject({
      outcome: "needs_person",
      checkpoint: { checkpointId },
    });
    const foreign = await alice.run(requestReview, { conversationId });
    expect(foreign).toMatchObject({ outcome: "allow", rules: [] });
  });
});

describe("while a reply waits for a person", () => {
  test("the others write on, and a reply of the recipient accepts behind it", async () => {
    await using core = await startStage();
    const { alice, bob } = core;
    const conversationId = await request(core);
    const clerk = await clerkOf(core, alice);
    await toAll(clerk, conversationId, "waiting");
    const { state } = await bob.run(sendMessage, {
      conversationId,
      text: "here",
    });
    expect(state).toBe("input-required");
    const done = await decide(alice.asPerson(), conversationId, "decline");
    expect(done.state).toBe("working");
  });

  test("a cancel ends it and takes it off the desk", async () => {
    await using core = await startStage();
    const { alice, bob } = core;
    const conversationId = await request(core, { price: "5" });
    const clerk = await clerkOf(core, bob);
    const { checkpointId } = await toAll(clerk, conversationId, "secret");
    const reason = "no more";
    const input = { conversationId, reason };
    const done = await alice.asPerson().run(cancelConversation, input);
    expect(done).toMatchObject({
      state: "canceled",
      payment: { status: "voided" },
    });
    const late = await bob.asPerson().refused(recordHilDecision, {
      conversationId,
      checkpointId,
      decision: "approve",
    });
    expect(late.code).toBe("no_open_checkpoint");
    expect(await readable(bob, conversationId)).not.toContain("secret");
  });

  test("the recipient's decline of the request ends it and returns the price", async () => {
    await using core = await startStage();
    const { alice, bob } = core;
    const conversationId = await request(core, { price: "5" });
    await toAll(await clerkOf(core, alice), conversationId, "hurry");
    const done = await decide(bob, conversationId, "decline");
    expect(done.state).toBe("rejected");
    const [card] = (await view(alice, conversationId)).checkpoints;
    expect(card?.status).toBe("superseded");
    expect(await balance(core, alice)).toBe(HUNDRED);
  });

  test("the payee's receipt is signed: a sender's agent cannot hold it up", async () => {
    await using core = await startStage();
    const { alice, bob } = core;
    const conversationId = await request(core, { price: "5" });
    await bob.run(sendMessage, { conversationId, text: "done" });
    await toAll(await clerkOf(core, alice), conversationId, "hm");
    const signed = await bob.run(signReceipt, {
      conversationId,
      confirm: true,
    });
    expect(signed).toMatchObject({
      state: "completed",
      payment: { status: "released" },
    });
    const [card] = (await view(alice, conversationId)).checkpoints;
    expect(card?.status).toBe("superseded");
    expect(await isLedgerRight(core)).toBe(true);
  });

  test("a cancel of an agent waits beside it, and the work goes on when both are decided", async () => {
    await using core = await startStage();
    const { bob } = core;
    const conversationId = await request(core, { price: "5" });
    await bob.run(sendMessage, { conversationId, text: "on it" });
    const { checkpointId = "" } = await toAll(
      await clerkOf(core, bob),
      conversationId,
      "more",
    );
    const reason = "too much";
    await bob.run(cancelConversation, { conversationId, reason });
    const early = await bob.refused(signReceipt, {
      conversationId,
      confirm: true,
    });
    expect(early.code).toBe("wrong_state");
    const person = bob.asPerson();
    const named = { checkpointId };
    const states = [
      await decide(person, conversationId, "approve", named),
      await decide(person, conversationId, "decline"),
    ].map(({ state }) => state);
    expect(states).toEqual(["input-required", "working"]);
  });
});

describe("a question of an agent to its person", () => {
  const ask = (actor: Actor, conversationId: string, text = "which one?") =>
    actor.run(sendMessage, { conversationId, text, needsInput: true });

  test("is read by its own account alone, and accepts nothing", async () => {
    await using core = await startStage();
    const { alice, bob } = core;
    const conversationId = await request(core, { price: "5" });
    const asked = await ask(await clerkOf(core, bob), conversationId);
    expect(asked.state).toBe("input-required");
    const seen = await view(bob.asPerson(), conversationId);
    expect(seen).toMatchObject({ unread: true, needsYou: true });
    expect(seen.checkpoints.at(-1)).toMatchObject({
      checkpointId: asked.checkpointId,
      kind: "input",
      title: "Clerk needs your input",
      summary: 'Clerk asks about "Plans": which one?',
      rules: [],
      action: { act: "ask", messageId: asked.messageId },
      expiresAt: "2026-01-18T12:00:00.000Z",
    });
    const foreign = await readable(alice, conversationId);
    expect(foreign).not.toContain("which one?");
    expect(foreign).not.toContain(asked.messageId);
    const early = await bob.refused(signReceipt, {
      conversationId,
      confirm: true,
    });
    expect(early.code).toBe("condition_not_met");
    const shown = await bob.run(requestReview, { conversationId });
    expect(shown.checkpoint?.checkpointId).toBe(asked.checkpointId ?? "");
  });

  test("is answered by a decision, whose comment the agent reads", async () => {
    await using core = await startStage();
    const { alice, bob } = core;
    const clerk = await clerkOf(core, bob, [
      "conversations:read",
      "conversations:write",
      "decisions:write",
    ]);
    for (const decision of ["approve", "decline"] as const) {
      const conversationId = await request(core);
      await bob.run(sendMessage, { conversationId, text: "on it" });
      const { checkpointId } = await ask(clerk, conversationId);
      const own = { conversationId, checkpointId, decision };
      const refused = await clerk.refused(recordHilDecision, own);
      expect(refused.code).toBe("maker_cannot_decide");
      const comment = "the blue one";
      const done = await decide(bob.asPerson(), conversationId, decision, {
        comment,
      });
      expect(done.state).toBe("working");
      const read = (await view(clerk, conversationId)).checkpoints.at(-1);
      expect(read?.comment).toBe(comment);
      expect(await readable(alice, conversationId)).not.toContain(comment);
    }
  });

  test("is answered by a reply of the person, to all or to the question alone", async () => {
    await using core = await startStage();
    const { alice, bob } = core;
    for (const isPrivate of [true, false]) {
      const conversationId = await request(core);
      const clerk = await clerkOf(core, bob);
      await bob.run(sendMessage, { conversationId, text: "on it" });
      const { messageId } = await ask(clerk, conversationId);
      const other = await clerk.run(sendMessage, {
        conversationId,
        text: "soon",
      });
      expect(other.state).toBe("input-required");
      const done = await bob.asPerson().run(sendMessage, {
        conversationId,
        text: "the blue one",
        ...(isPrivate && { inReplyTo: messageId }),
      });
      expect(done.state).toBe("working");
      const { checkpoints } = await view(bob, conversationId);
      expect(checkpoints.at(-1)?.status).toBe("approved");
      expect(await texts(alice, conversationId)).toEqual([
        "words",
        "on it",
        "soon",
        ...(isPrivate ? [] : ["the blue one"]),
      ]);
    }
  });

  test("is for agents that work on a request, one at a time", async () => {
    await using core = await startStage();
    const { alice, bob, carol } = core;
    const cc = [OUTSIDE, carol.address];
    const conversationId = await request(core, { cc });
    const draft = await send(alice, { to: bob.address, submit: false });
    const question = { conversationId, text: "?", needsInput: true };
    await bob.run(sendMessage, question);
    const codes = [
      await bob.refused(sendMessage, question),
      await bob.asPerson().refused(sendMessage, question),
      await alice.refused(sendMessage, question),
      await carol.refused(sendMessage, question),
      await alice.refused(sendMessage, { ...question, conversationId: draft }),
    ].map(({ code }) => code as string);
    expect(codes).toEqual([
      "wrong_state",
      "invalid_input",
      "not_addressed",
      "not_addressed",
      "invalid_input",
    ]);
  });
});
