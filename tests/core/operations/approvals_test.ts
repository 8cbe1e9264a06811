import { describe, expect, test } from "bun:test";
import { canonicalJson, sha256 } from "../../../src/core/base/digest.ts";
import { addArtifact } from "../../../src/core/operations/add_artifact.ts";
import { cancelConversation } from "../../../src/core/operations/cancel_conversation.ts";
import { recordHilDecision } from "../../../src/core/operations/record_hil_decision.ts";
import { requestReview } from "../../../src/core/operations/request_review.ts";
import { sendMessage } from "../../../src/core/operations/send_message.ts";
import { submitDraft } from "../../../src/core/operations/submit_draft.ts";
import { updateConversation } from "../../../src/core/operations/update_conversation.ts";
import type { Composed } from "../core_harness.ts";
import {
  balance,
  decide,
  isLedgerRight,
  send,
  startStage,
  view,
} from "../core_harness.ts";
import { agentOf, ask, HUNDRED, open, refusal } from "./approvals.ts";

describe("a submit that needs a person", () => {
  test("holds nothing, reaches nobody and waits in the person's needs_you", async () => {
    await using core = await startStage();
    const { alice, bob } = core;
    const conversationId = await ask(core, { cc: "eve@example.org" });
    const seen = await view(alice.asPerson(), conversationId);
    expect(seen).toMatchObject({
      state: "input-required",
      stateReason: "approval_needed",
      folders: ["drafts", "sent", "needs_you"],
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
      "select (select count(*) from deliveries) + (select count(*) from contacts) + (select count(*) from payments)",
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
      title: "Send to bob@inbox.localhost for 25.00 USDC (TEST)?",
      summary:
        'Buyer wants to send "Plans" to bob@inbox.localhost. 25.00 USDC (TEST) is held until the recipient signs a receipt. You have 100.00 USDC (TEST) and will have 75.00 USDC (TEST) left. If you decline, nothing is sent or held.',
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
    expect(card.summary).toContain("and need 0.01 USDC (TEST) more");
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
