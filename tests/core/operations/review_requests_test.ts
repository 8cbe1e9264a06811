import { describe, expect, test } from "bun:test";
import { cancelConversation } from "../../../src/core/operations/cancel_conversation.ts";
import { createConversation } from "../../../src/core/operations/create_conversation.ts";
import { requestReview } from "../../../src/core/operations/request_review.ts";
import { submitDraft } from "../../../src/core/operations/submit_draft.ts";
import { updateConversation } from "../../../src/core/operations/update_conversation.ts";
import type { Actor, Composed } from "../core_harness.ts";
import { send, startStage } from "../core_harness.ts";
import { open } from "./approvals.ts";

describe("svc.request_review", () => {
  const review = (actor: Actor, conversationId: string) =>
    actor.run(requestReview, { conversationId });
  const draft = async (actor: Actor, input: Composed) =>
    (await actor.run(createConversation, { text: "words", ...input }))
      .conversationId;

  test("says what a submit would meet, and commits nothing", async () => {
    await using core = await startStage();
    const { alice, bob } = core;
    const cases = [
      [{ to: bob.address }, "allow", []],
      [{ to: bob.address, price: "11" }, "needs_person", ["R-PAY-AGENT"]],
      [
        { to: bob.address, fromAddress: "bob@inbox.localhost" },
        "deny",
        ["R-FROM"],
      ],
    ] as const;
    for (const [input, outcome, ids] of cases) {
      const conversationId = await draft(alice, input);
      const before = await core.rows("select count(*) from audit_records");
      const found = await review(alice, conversationId);
      expect(found).toMatchObject({
        conversationId,
        state: "draft",
        outcome,
        validUntil: "2026-01-15T12:05:00.000Z",
      });
      expect(found.rules.map(({ id }) => id)).toEqual([...ids]);
      expect(found).not.toHaveProperty("checkpoint");
      expect(await core.rows("select count(*) from audit_records")).toEqual(
        before,
      );
    }
  });

  test("judges the very action that the submit then puts before the person", async () => {
    await using core = await startStage();
    const { alice, bob } = core;
    const conversationId = await draft(alice, { to: bob.address, price: "11" });
    const dry = await review(alice, conversationId);
    await alice.run(updateConversation, { conversationId, text: "other" });
    const edited = await review(alice, conversationId);
    expect(edited.actionDigest).not.toBe(dry.actionDigest);
    await alice.run(submitDraft, { conversationId });
    const card = await open(alice, conversationId);
    expect(card.actionDigest).toBe(edited.actionDigest);
  });

  test("is of who asks: the person meets nothing where their agent would", async () => {
    await using core = await startStage();
    const { alice, bob } = core;
    const conversationId = await draft(alice, { to: bob.address, price: "11" });
    const byPerson = await review(alice.asPerson(), conversationId);
    expect(byPerson).toMatchObject({ outcome: "allow", rules: [] });
  });

  test("shows the checkpoint that waits, to whom it is for alone", async () => {
    await using core = await startStage();
    const { alice, bob } = core;
    const conversationId = await send(alice, { to: bob.address, price: "1" });
    await alice.run(cancelConversation, { conversationId, reason: "no" });
    const card = await open(alice, conversationId);
    const shown = await review(alice, conversationId);
    expect(shown).toMatchObject({
      outcome: "needs_person",
      reviewId: card.reviewId,
      rules: card.rules,
      checkpoint: { checkpointId: card.checkpointId },
      actionDigest: card.actionDigest,
      validUntil: card.expiresAt,
    });
    const foreign = await review(bob, conversationId);
    expect(foreign).toMatchObject({ outcome: "allow", rules: [] });
    expect(foreign).not.toHaveProperty("checkpoint");
  });

  test("of a draft that is not complete says all that is missing", async () => {
    await using core = await startStage();
    const { alice, bob } = core;
    const { conversationId } = await alice.run(createConversation, {});
    const empty = await review(alice, conversationId);
    expect(empty).toMatchObject({ state: "draft", outcome: "deny", rules: [] });
    const pointers = empty.problems?.map(({ pointer }) => pointer);
    expect(pointers).toEqual(["/to", "/parts"]);
    expect(empty.preview?.problems).toEqual(empty.problems ?? []);
    const input = { conversationId, to: bob.address, price: "11" };
    await alice.run(updateConversation, input);
    const unsaid = await review(alice, conversationId);
    expect(unsaid).toMatchObject({
      outcome: "deny",
      rules: [{ id: "R-PAY-AGENT" }],
      problems: [{ code: "invalid_input", pointer: "/parts" }],
    });
    expect(unsaid.actionDigest).not.toBe(empty.actionDigest);
    const error = await alice.refused(submitDraft, { conversationId });
    expect(error.message).toBe(unsaid.problems?.[0]?.detail ?? "");
  });
});
