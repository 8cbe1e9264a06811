import { describe, expect, test } from "bun:test";
import { canonicalJson, sha256 } from "../../../src/core/base/digest.ts";
import { addArtifact } from "../../../src/core/operations/add_artifact.ts";
import { cancelConversation } from "../../../src/core/operations/cancel_conversation.ts";
import { listConversations } from "../../../src/core/operations/list_conversations.ts";
import { readAudit } from "../../../src/core/operations/read_audit.ts";
import { recordHilDecision } from "../../../src/core/operations/record_hil_decision.ts";
import { requestReview } from "../../../src/core/operations/request_review.ts";
import { sendMessage } from "../../../src/core/operations/send_message.ts";
import { signReceipt } from "../../../src/core/operations/sign_receipt.ts";
import type { Stage } from "../core_harness.ts";
import { balance, decide, startStage, view } from "../core_harness.ts";
import {
  clerkOf,
  HUNDRED,
  OUTSIDE,
  readable,
  request,
  texts,
  toAll,
} from "./gated_replies.ts";

const mails = async (core: Stage) =>
  Number((await core.rows("select count(*) from deliveries"))[0]?.[0]);

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
