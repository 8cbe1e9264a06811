import { describe, expect, test } from "bun:test";
import { canonicalJson, sha256 } from "../../../src/core/base/digest.ts";
import { LIMITS } from "../../../src/core/base/limits.ts";
import { addArtifact } from "../../../src/core/operations/add_artifact.ts";
import { addCredential } from "../../../src/core/operations/add_credential.ts";
import { cancelConversation } from "../../../src/core/operations/cancel_conversation.ts";
import { createConversation } from "../../../src/core/operations/create_conversation.ts";
import { recordHilDecision } from "../../../src/core/operations/record_hil_decision.ts";
import { requestReview } from "../../../src/core/operations/request_review.ts";
import { sendMessage } from "../../../src/core/operations/send_message.ts";
import { signReceipt } from "../../../src/core/operations/sign_receipt.ts";
import { submitDraft } from "../../../src/core/operations/submit_draft.ts";
import { updateConversation } from "../../../src/core/operations/update_conversation.ts";
import type { Actor, Composed, Stage } from "../core_harness.ts";
import {
  balance,
  decide,
  isLedgerRight,
  send,
  startStage,
  view,
} from "../core_harness.ts";

const HOUR = 3_600_000;
const HUNDRED = 100_000_000;

const refusal = async (
  actor: Actor,
  conversationId: string,
  decision = "approve",
  more: object = {},
) => {
  const input = { conversationId, decision, ...more };
  return await actor.refused(recordHilDecision, input);
};

/** Alice's agent, with a name and an access of its own. */
async function agentOf(
  { run, alice }: Stage,
  name: string,
  access: { readonly scopes?: string[]; readonly perPayment?: number } = {},
): Promise<Actor> {
  const { accountId } = alice;
  const { credential } = await run(addCredential, { accountId, name });
  return alice.as({ credentialId: credential.id, ...access });
}

/** A request over what an agent may pay by itself, from alice's agent to bob. */
const ask = ({ alice, bob }: Stage, more: Composed = {}) =>
  send(alice, { to: bob.address, title: "Plans", price: "25", ...more });

async function open(actor: Actor, conversationId: string) {
  const { checkpoints } = await view(actor, conversationId);
  const found = checkpoints.find(({ status }) => status === "open");
  if (!found) throw new Error("Nothing is open");
  return found;
}

describe("a submit that needs a person", () => {
  test("holds nothing, reaches nobody and waits in the person's needs_you", async () => {
    await using core = await startStage();
    const { alice, bob } = core;
    const conversationId = await ask(core, { cc: "eve@example.org" });
    const seen = await view(alice.asPerson(), conversationId);
    expect(seen).toMatchObject({
      state: "input-required",
      stateReason: "approval_needed",
      folders: ["drafts", "needs_you"],
      unread: true,
      payment: { status: "none" },
    });
    const hidden = await bob.refused(sendMessage, {
      conversationId,
      text: "x",
    });
    expect(hidden.code).toBe("conversation_not_found");
    expect(await balance(core, alice)).toBe(HUNDRED);
    const left = await core.rows(
      "select (select count(*) from outbox) + (select count(*) from contacts) + (select count(*) from payments)",
    );
    expect(left).toEqual([[0]]);
  });

  test("is shown in plain words, with who asks, why, and the money before and after", async () => {
    await using core = await startStage();
    const buyer = await agentOf(core, "Buyer");
    const { bob } = core;
    const conversationId = await send(buyer, {
      to: [bob.address],
      title: "Plans",
      price: "25",
    });
    const card = await open(core.alice.asPerson(), conversationId);
    expect(card).toMatchObject({
      kind: "review",
      title: "Send to bob@inbox.localhost for 25.00 USDC?",
      summary:
        'Buyer wants to send "Plans" to bob@inbox.localhost. 25.00 USDC (TEST) is held until the recipient signs a receipt. You have 100.00 USDC now, 75.00 USDC after. Declining sends nothing and holds nothing.',
      askedBy: { name: "Buyer", kind: "agent" },
      rules: [{ id: "R-PAY-AGENT", outcome: "needs_person" }],
      allowed: ["approve", "decline"],
      forAccountId: core.alice.accountId,
      openedAt: "2026-01-15T12:00:00.000Z",
      expiresAt: "2026-01-18T12:00:00.000Z",
    });
    expect(card.action).toMatchObject({
      act: "submit",
      conversationId,
      price: "25000000",
      recipients: [{ role: "to", address: bob.address, account: true }],
    });
    expect(card.actionDigest).toBe(sha256(canonicalJson(card.action)));
    expect(card.reviewId).toMatch(/^rev_/);
  });

  test("approved by the person is sent and held as if they had sent it", async () => {
    await using core = await startStage();
    const { alice, bob } = core;
    const conversationId = await ask(core);
    const decided = await decide(alice.asPerson(), conversationId, "approve", {
      comment: "go on",
    });
    expect(decided).toMatchObject({
      state: "submitted",
      decision: "approve",
      recorded: true,
      conversation: {
        payment: { status: "held" },
        needsYou: false,
        checkpoints: [
          {
            status: "approved",
            decidedBy: alice.accountId,
            comment: "go on",
            allowed: [],
          },
        ],
      },
    });
    const got = await view(bob, conversationId);
    expect(got).toMatchObject({ unread: true, needsYou: true });
    expect(got.checkpoints.map(({ kind }) => kind)).toEqual(["acceptance"]);
    expect(got.messages.map(({ author }) => author.kind)).toEqual(["agent"]);
    expect(await balance(core, alice)).toBe(HUNDRED - 25_000_000);
    expect(await isLedgerRight(core)).toBe(true);
  });

  test("declined is rejected: nothing was held and nothing is sent", async () => {
    await using core = await startStage();
    const { alice, bob } = core;
    const conversationId = await ask(core);
    const decided = await decide(alice.asPerson(), conversationId, "decline");
    expect(decided).toMatchObject({
      state: "rejected",
      conversation: { stateReason: "declined", payment: { status: "none" } },
    });
    const hidden = await bob.refused(requestReview, { conversationId });
    expect(hidden.code).toBe("conversation_not_found");
    expect(await balance(core, alice)).toBe(HUNDRED);
  });

  test("approved with too little money waits for the money, not for the person", async () => {
    await using core = await startStage();
    const { alice } = core;
    const conversationId = await ask(core, { price: "100.01" });
    const card = await open(alice, conversationId);
    expect(card.summary).toContain("which is 0.01 USDC too little");
    const decided = await decide(alice.asPerson(), conversationId, "approve");
    expect(decided).toMatchObject({
      state: "auth-required",
      conversation: { payment: { status: "requires_payment" } },
    });
  });

  test("may be called off by the agent itself", async () => {
    await using core = await startStage();
    const conversationId = await ask(core);
    const canceled = await core.alice.run(cancelConversation, {
      conversationId,
      reason: "no",
    });
    expect(canceled.state).toBe("canceled");
    const code = (await refusal(core.alice.asPerson(), conversationId)).code;
    expect(code).toBe("no_open_checkpoint");
  });

  test("does not change under the person's hands", async () => {
    await using core = await startStage();
    const { alice } = core;
    const conversationId = await ask(core);
    const before = await view(alice, conversationId);
    const file = { name: "a.txt", mimeType: "text/plain", bytes: "YQ==" };
    const codes = [
      await alice.refused(sendMessage, { conversationId, text: "more" }),
      await alice.refused(addArtifact, { conversationId, ...file }),
      await alice.refused(updateConversation, { conversationId, title: "T" }),
      await alice.refused(submitDraft, { conversationId }),
    ].map(({ code }) => code as string);
    const wrong = "wrong_state";
    const draft = "not_a_draft";
    expect(codes).toEqual([wrong, wrong, draft, draft]);
    expect(await view(alice, conversationId)).toEqual(before);
  });
});

describe("maker is not checker", () => {
  test("an agent cannot decide what it proposed, named or not, either way", async () => {
    await using core = await startStage();
    const { alice } = core;
    const conversationId = await ask(core);
    const { checkpointId } = await open(alice, conversationId);
    for (const decision of ["approve", "decline"]) {
      for (const more of [{}, { checkpointId }]) {
        const error = await refusal(alice, conversationId, decision, more);
        expect(error.code).toBe("maker_cannot_decide");
      }
    }
    expect((await view(alice, conversationId)).state).toBe("input-required");
  });

  test("another agent needs decisions:write, and stays within its own access", async () => {
    await using core = await startStage();
    const conversationId = await ask(core);
    const writer = await agentOf(core, "Writer", {
      scopes: ["conversations:write"],
    });
    const poor = await agentOf(core, "Poor", { perPayment: 24_999_999 });
    const broke = await agentOf(core, "Broke", { scopes: ["decisions:write"] });
    const codes = [
      await refusal(writer, conversationId),
      await refusal(poor, conversationId),
      await refusal(broke, conversationId),
    ].map(({ code }) => code as string);
    const scope = "insufficient_scope";
    expect(codes).toEqual([scope, "person_required", scope]);
    expect((await view(core.alice, conversationId)).state).toBe(
      "input-required",
    );
    const trusted = await agentOf(core, "Trusted", { perPayment: 25_000_000 });
    const decided = await decide(trusted, conversationId, "approve");
    expect(decided.state).toBe("submitted");
  });

  test("a checkpoint has one audience: nobody else sees it or decides it", async () => {
    await using core = await startStage();
    const { alice, bob } = core;
    const conversationId = await send(alice, { to: bob.address, price: "1" });
    await alice.run(cancelConversation, { conversationId, reason: "no" });
    const { checkpointId } = await open(alice, conversationId);
    const seen = await view(bob, conversationId);
    expect(seen.checkpoints.map(({ kind }) => kind)).toEqual(["acceptance"]);
    const error = await refusal(bob, conversationId, "approve", {
      checkpointId,
    });
    expect(error.code).toBe("not_your_checkpoint");
    const { message } = await core.carol.refused(recordHilDecision, {
      conversationId,
      checkpointId,
      decision: "approve",
    });
    expect(message).toBe("Cannot find this conversation.");
  });
});

describe("a decision", () => {
  test("is used once: the same again gives the same, the other is refused", async () => {
    await using core = await startStage();
    const person = core.alice.asPerson();
    const others = { approve: "decline", decline: "approve" } as const;
    for (const decision of ["approve", "decline"] as const) {
      const conversationId = await ask(core, { price: "11" });
      const first = await decide(person, conversationId, decision);
      const again = await decide(person, conversationId, decision, {
        checkpointId: first.checkpointId,
      });
      expect(again.conversation).toEqual(first.conversation);
      const error = await refusal(person, conversationId, others[decision]);
      expect(error.code).toBe("already_decided");
    }
    expect(await balance(core, core.alice)).toBe(HUNDRED - 11_000_000);
  });

  test("comes too late after 72 hours, which is no decline", async () => {
    await using core = await startStage();
    const { alice } = core;
    const [first, second] = [await ask(core), await ask(core)];
    core.advance(LIMITS.reviewHours * HOUR - 1);
    await decide(alice.asPerson(), first, "approve");
    core.advance(1);
    for (const decision of ["approve", "decline"]) {
      const error = await refusal(alice.asPerson(), second, decision);
      expect(error.code).toBe("checkpoint_expired");
    }
    expect((await view(alice, second)).state).toBe("input-required");
  });

  test("of 20 at once one stands", async () => {
    await using core = await startStage();
    const conversationId = await ask(core);
    const person = core.alice.asPerson();
    const came = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) =>
        decide(person, conversationId, index % 2 === 0 ? "approve" : "decline"),
      ),
    );
    const { state, payment } = await view(person, conversationId);
    const done = came.filter(({ status }) => status === "fulfilled");
    expect(done).toHaveLength(10);
    expect([
      ["submitted", "held"],
      ["rejected", "none"],
    ]).toContainEqual([state, payment.status]);
    expect(await isLedgerRight(core)).toBe(true);
  });

  test("names the account that it pays: an address that changes hands meanwhile redirects nothing", async () => {
    await using core = await startStage();
    const { alice, bob, carol, services } = core;
    const conversationId = await ask(core);
    const before = await core.rows("select count(*) from ledger_transfers");
    await services.db.commit([
      {
        sql: "delete from addresses where account_id = ?",
        args: [carol.accountId],
      },
      {
        sql: "update addresses set account_id = ? where account_id = ?",
        args: [carol.accountId, bob.accountId],
      },
    ]);
    const person = alice.asPerson();
    const error = await refusal(person, conversationId);
    expect(error.code).toBe("action_changed");
    const shown = await view(person, conversationId);
    expect(shown.state).toBe("input-required");
    expect(shown.payment.status).toBe("none");
    expect(await core.rows("select count(*) from ledger_transfers")).toEqual(
      before,
    );
    const [first, second] = shown.checkpoints;
    expect([first?.status, second?.status]).toEqual(["superseded", "open"]);
    // The words are the same; whom they are about is not.
    expect(second?.summary).toBe(first?.summary);
    const shownIds = JSON.stringify(shown.checkpoints);
    expect(shownIds).not.toContain(bob.accountId);
    expect(shownIds).not.toContain(carol.accountId);
  });

  test("of an action that has changed is refused, and the new one is shown", async () => {
    await using core = await startStage();
    const { alice } = core;
    const agent = await agentOf(core, "Travel planner", {
      scopes: [
        ...["conversations:read", "conversations:write"],
        ...["conversations:submit", "contacts:new", "decisions:write"],
      ],
    });
    const outside = "zoe@inbox.localhost";
    const conversationId = await send(agent, { to: outside });
    const first = await open(alice, conversationId);
    expect(first.action.recipients).toMatchObject([{ account: false }]);
    await core.account("zoe");
    const person = alice.asPerson();
    const error = await refusal(person, conversationId);
    expect(error.code).toBe("action_changed");
    const shown = await view(person, conversationId);
    expect(shown.state).toBe("input-required");
    expect(shown.checkpoints.map(({ status }) => status)).toEqual([
      "superseded",
      "open",
    ]);
    const second = await open(alice, conversationId);
    expect(error.extra.checkpoints).toMatchObject([
      { checkpointId: second.checkpointId },
    ]);
    expect(second.action.recipients).toMatchObject([{ account: true }]);
    expect(second.actionDigest).not.toBe(first.actionDigest);
    const old = await refusal(person, conversationId, "approve", {
      checkpointId: first.checkpointId,
    });
    expect(old.code).toBe("no_open_checkpoint");
    expect((await refusal(agent, conversationId)).code).toBe(
      "maker_cannot_decide",
    );
    const decided = await decide(person, conversationId, "approve");
    expect(decided.state).toBe("submitted");
  });
});

describe("a cancel of what is held", () => {
  const cancel = (actor: Actor, conversationId: string) =>
    actor.run(cancelConversation, { conversationId, reason: "no more" });
  const held = ({ alice, bob }: Stage, more: Composed = {}) =>
    send(alice, { to: bob.address, price: "5", ...more });

  test("by an agent waits for its person, and is asked once however often", async () => {
    await using core = await startStage();
    const { alice } = core;
    const conversationId = await held(core);
    const first = await cancel(alice, conversationId);
    expect(first).toMatchObject({
      state: "input-required",
      review: {
        outcome: "needs_person",
        rules: expect.arrayContaining([
          expect.objectContaining({
            id: "R-CANCEL-HELD",
            outcome: "needs_person",
          }),
        ]),
      },
      payment: { status: "held" },
      conversation: { needsYou: true },
    });
    const other = await agentOf(core, "Other");
    for (const agent of [alice, other]) {
      const again = await cancel(agent, conversationId);
      expect(again.review.reviewId).toBe(first.review.reviewId);
      expect(again.conversation.version).toBe(first.conversation.version);
    }
    const card = await open(alice, conversationId);
    expect(card.summary).toContain(
      "The held 5.00 USDC (TEST) goes back to you",
    );
  });

  test("approved gives the price back, declined leaves everything as it was", async () => {
    await using core = await startStage();
    const { alice } = core;
    const person = alice.asPerson();
    const gone = await held(core);
    await cancel(alice, gone);
    const approved = await decide(person, gone, "approve");
    expect(approved).toMatchObject({
      state: "canceled",
      conversation: { stateReason: "no more", payment: { status: "voided" } },
    });
    const kept = await held(core);
    await cancel(alice, kept);
    const declined = await decide(person, kept, "decline");
    expect(declined).toMatchObject({
      state: "submitted",
      conversation: { payment: { status: "held" } },
    });
    expect(await balance(core, alice)).toBe(HUNDRED - 5_000_000);
    expect(await isLedgerRight(core)).toBe(true);
  });

  test("by the person needs nobody, and takes back what the agent asked", async () => {
    await using core = await startStage();
    const { alice } = core;
    const conversationId = await held(core);
    await cancel(alice, conversationId);
    const done = await cancel(alice.asPerson(), conversationId);
    expect(done).toMatchObject({
      state: "canceled",
      review: { outcome: "allow" },
      payment: { status: "voided" },
    });
    const [checkpoint] = done.conversation.checkpoints;
    expect(checkpoint?.status).toBe("superseded");
  });

  test("by the recipient's agent waits for the recipient, who reads what it costs", async () => {
    await using core = await startStage();
    const { alice, bob } = core;
    const conversationId = await held(core);
    await cancel(bob, conversationId);
    expect((await view(alice, conversationId)).checkpoints).toEqual([]);
    const { checkpoints } = await view(bob, conversationId);
    expect(checkpoints.map(({ kind }) => kind)).toEqual([
      "acceptance",
      "review",
    ]);
    expect(checkpoints[1]?.summary).toContain("you are not paid");
    const person = bob.asPerson();
    const error = await refusal(person, conversationId);
    expect(error.code).toBe("ambiguous_checkpoint");
    const listed = error.extra.checkpoints;
    expect(listed).toMatchObject(
      checkpoints.map(({ checkpointId }) => ({ checkpointId })),
    );
    const named = { checkpointId: checkpoints[1]?.checkpointId ?? "" };
    const decided = await decide(person, conversationId, "approve", named);
    expect(decided.state).toBe("canceled");
  });

  test("leaves the agent that asked its acceptance to decide alone", async () => {
    await using core = await startStage();
    const { bob } = core;
    const conversationId = await held(core);
    await cancel(bob, conversationId);
    const decided = await decide(bob, conversationId, "approve");
    expect(decided.state).toBe("input-required");
    const { checkpoints } = decided.conversation;
    expect(checkpoints.map(({ status }) => status)).toEqual([
      "approved",
      "open",
    ]);
    const declined = await decide(bob.asPerson(), conversationId, "decline");
    expect(declined.state).toBe("working");
  });

  test("that is earned in the meantime is refused, and the work goes on", async () => {
    await using core = await startStage();
    const { alice, bob } = core;
    const conversationId = await held(core);
    await cancel(alice, conversationId);
    await bob.run(sendMessage, { conversationId, text: "here it is" });
    const error = await refusal(alice.asPerson(), conversationId);
    expect(error.code).toBe("condition_already_met");
    const seen = await view(alice, conversationId);
    expect(seen).toMatchObject({
      state: "working",
      payment: { status: "held" },
      checkpoints: [{ status: "superseded" }],
    });
    const signed = await bob.run(signReceipt, {
      conversationId,
      confirm: true,
    });
    expect(signed.state).toBe("completed");
  });

  test("while it waits the recipient's decline ends it and returns the price", async () => {
    await using core = await startStage();
    const { alice, bob } = core;
    const conversationId = await held(core);
    await cancel(alice, conversationId);
    const declined = await decide(bob, conversationId, "decline");
    expect(declined).toMatchObject({
      state: "canceled",
      conversation: {
        stateReason: "declined",
        payment: { status: "voided", voidReason: "declined" },
      },
    });
    expect(await balance(core, alice)).toBe(HUNDRED);
  });

  test("of both sides ends with either, and returns only when both are off", async () => {
    await using core = await startStage();
    const { alice, bob } = core;
    const conversationId = await held(core);
    await bob.run(sendMessage, { conversationId, text: "hm" });
    const other = await held(core, {
      release: "converted",
      releaseAction: "x",
    });
    await bob.run(sendMessage, { conversationId: other, text: "hm" });
    await cancel(alice, other);
    await cancel(bob, other);
    const declined = [
      await decide(alice.asPerson(), other, "decline"),
      await decide(bob.asPerson(), other, "decline"),
    ].map(({ state }) => state);
    expect(declined).toEqual(["input-required", "working"]);
    const denied = await alice.refused(cancelConversation, {
      conversationId,
      reason: "no",
    });
    expect(denied.code).toBe("condition_already_met");
  });
});

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

describe("acceptance", () => {
  test("is asked of a contact to whom the sender claims to be closer", async () => {
    await using core = await startStage();
    const { alice, bob } = core;
    const owner = bob.asPerson();
    await send(owner, { to: alice.address, contactType: "clients" });
    const claim = async (contactType: NonNullable<Composed>["contactType"]) => {
      const to = bob.address;
      const id = await send(alice, { to, ...(contactType && { contactType }) });
      const { checkpoints } = await view(bob, id);
      return checkpoints.flatMap(({ rules }) => rules.map((it) => it.id));
    };
    expect(await claim("clients")).toEqual([]);
    expect(await claim("promotions")).toEqual([]);
    expect(await claim("everyone")).toEqual([]);
    expect(await claim("coworkers")).toEqual(["R-PRIVILEGE"]);
    expect(await claim("friends_family")).toEqual(["R-PRIVILEGE"]);
  });

  test("firstUse makes an agent without contacts:new ask, for a contact too", async () => {
    await using core = await startStage();
    const { alice, bob } = core;
    await send(alice, { to: bob.address });
    const agent = alice.as({ scopes: ["conversations:submit"] });
    const state = async (input: Composed) => {
      const id = await send(agent, { to: bob.address, ...input });
      return (await view(alice, id)).state;
    };
    expect(await state({})).toBe("submitted");
    expect(await state({ firstUse: false })).toBe("submitted");
    expect(await state({ firstUse: true })).toBe("input-required");
  });
});
