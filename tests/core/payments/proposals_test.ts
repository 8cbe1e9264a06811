import { expect, test } from "bun:test";
import { sweepDue } from "../../../src/core/loops/sweeper.ts";
import { acceptProposal } from "../../../src/core/operations/accept_proposal.ts";
import { cancelConversation } from "../../../src/core/operations/cancel_conversation.ts";
import { fundConversation } from "../../../src/core/operations/fund_conversation.ts";
import { proposeTerms } from "../../../src/core/operations/propose_terms.ts";
import { sendMessage } from "../../../src/core/operations/send_message.ts";
import { signReceipt } from "../../../src/core/operations/sign_receipt.ts";
import { withdrawProposal } from "../../../src/core/operations/withdraw_proposal.ts";
import type { Actor, Composed, Stage } from "../core_harness.ts";
import { DAY, decide, startStage, view, withReceipt } from "../core_harness.ts";
import { FIVE, HUNDRED, money, paid } from "./money_story.ts";

const UNTIL = "2026-01-20T12:00:00.000Z";

const free = (core: Stage, more: Composed = {}) =>
  paid(core, { price: "0", ...more });

const propose = (
  actor: Actor,
  conversationId: string,
  terms: {
    readonly price?: unknown;
    readonly note?: string;
    readonly dueAt?: string;
  } = {},
) =>
  actor.run(proposeTerms, {
    conversationId,
    price: "5",
    validUntil: UNTIL,
    ...terms,
  });

const termsOf = async (viewer: Actor, conversationId: string) =>
  (await view(viewer, conversationId)).terms;

test("the payee names a price, the sender accepts, the price is held in that step, and the receipt names the proposal", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const conversationId = await free(core);
  await bob.run(sendMessage, { conversationId, text: "on it" });
  const { proposal, conversation } = await propose(bob, conversationId, {
    note: "Two days of work",
  });
  expect(proposal).toMatchObject({
    by: bob.address,
    price: { amount: "5.00" },
    release: "replied",
    note: "Two days of work",
    status: "open",
    previous: null,
  });
  expect(conversation.nextStep.who).toBe("them");
  expect(conversation.folders).toContain("waiting");
  const asked = await view(alice, conversationId);
  expect(asked).toMatchObject({ needsYou: true, section: "money" });
  expect(asked.checkpoints[0]).toMatchObject({
    act: "proposal",
    expiresAt: UNTIL,
    proposal: { reason: "Two days of work", spends: true },
  });
  expect(await money(core)).toEqual([HUNDRED, HUNDRED, 0]);
  const { proposalId } = proposal;
  const agreed = await alice.run(acceptProposal, {
    conversationId,
    proposalId,
  });
  expect(agreed).toMatchObject({
    state: "working",
    payment: { status: "held", price: { amount: "5.00" } },
    conversation: { terms: { agreedId: proposalId } },
  });
  expect(await money(core)).toEqual([HUNDRED - FIVE, HUNDRED, FIVE]);
  // The words from before the agreement do not earn it.
  const early = await bob.refused(signReceipt, {
    conversationId,
    confirm: true,
  });
  expect(early.code).toBe("condition_not_met");
  await bob.run(sendMessage, { conversationId, text: "done" });
  const signed = await withReceipt(
    bob.run(signReceipt, { conversationId, confirm: true }),
  );
  expect(signed.receipt).toMatchObject({ proposalId, price: "5.00" });
  expect(await money(core)).toEqual([HUNDRED - FIVE, HUNDRED + FIVE, 0]);
});

test("the recipient's acceptance asks the sender to pay, and nothing moves before that", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const conversationId = await free(core);
  await propose(alice, conversationId);
  const { checkpoints } = await view(bob, conversationId);
  expect(checkpoints.at(-1)).toMatchObject({
    act: "proposal",
    proposal: { accepts: true },
  });
  await decide(bob.asPerson(), conversationId, "approve");
  const asked = await view(alice, conversationId);
  expect(asked).toMatchObject({
    state: "auth-required",
    section: "money",
    payment: {
      status: "requires_payment",
      requirements: { reason: "payment_required", needed: { amount: "5.00" } },
    },
  });
  expect(await money(core)).toEqual([HUNDRED, HUNDRED, 0]);
  const other = { conversationId, price: "4" };
  expect((await alice.refused(fundConversation, other)).code).toBe(
    "price_changed",
  );
  const funded = await alice.run(fundConversation, { conversationId });
  expect(funded).toMatchObject({
    state: "working",
    payment: { status: "held" },
  });
  const late = await alice.refused(proposeTerms, {
    ...{ conversationId, price: "4", validUntil: UNTIL },
  });
  expect(late).toMatchObject({ code: "not_negotiable" });
});

test("a counter answers the question, replaces the side's own, links to the one before, and leaves the other's to take", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const conversationId = await free(core);
  const first = await propose(alice, conversationId, { price: "3" });
  await propose(bob, conversationId, { price: "6" });
  await propose(bob, conversationId);
  const terms = await termsOf(alice, conversationId);
  expect(terms?.proposals?.map(({ status }) => status)).toEqual([
    "open",
    "replaced",
    "open",
  ]);
  const [one, two] = terms?.proposals ?? [];
  expect(two?.previous).toBe(
    new Bun.CryptoHasher("sha256").update(one?.jws ?? "").digest("hex"),
  );
  expect(await view(bob, conversationId)).toMatchObject({ needsYou: false });
  const { proposalId } = first.proposal;
  const taken = await bob
    .asPerson()
    .run(acceptProposal, { conversationId, proposalId });
  expect(taken.payment).toMatchObject({
    status: "requires_payment",
    price: { amount: "3.00" },
  });
  // Until it is paid, they may agree on something else.
  const { proposal } = await propose(bob, conversationId, { price: "2" });
  const cheaper = await alice.run(acceptProposal, {
    ...{ conversationId, proposalId: proposal.proposalId },
  });
  expect(cheaper).toMatchObject({
    state: "working",
    payment: { status: "held", price: { amount: "2.00" } },
  });
});

test("a declined, withdrawn, replaced or expired proposal can't be accepted, and a copy sees none", async () => {
  await using core = await startStage();
  const { alice, bob, carol } = core;
  const conversationId = await free(core, { cc: carol.address });
  const codes: string[] = [];
  const take = async (proposalId: string) => {
    const input = { conversationId, proposalId };
    codes.push((await alice.refused(acceptProposal, input)).code);
  };
  const declined = await propose(bob, conversationId);
  await decide(alice.asPerson(), conversationId, "decline", {
    comment: "Too dear",
  });
  await take(declined.proposal.proposalId);
  const withdrawn = await propose(bob, conversationId);
  const { proposalId } = withdrawn.proposal;
  await bob.run(withdrawProposal, { conversationId, proposalId });
  await take(proposalId);
  const expired = await propose(bob, conversationId);
  core.advance(6 * DAY);
  await take(expired.proposal.proposalId);
  expect(codes).toEqual(Array(3).fill("proposal_ended"));
  const terms = await termsOf(alice, conversationId);
  expect(terms?.proposals?.map(({ status }) => status)).toEqual([
    "declined",
    "withdrawn",
    "expired",
  ]);
  const read = await termsOf(bob, conversationId);
  expect(read?.proposals?.map(({ reason }) => reason)).toEqual([
    "Too dear",
    undefined,
    undefined,
  ]);
  expect(await termsOf(carol, conversationId)).toBeUndefined();
  const mine = {
    conversationId,
    price: "1",
    validUntil: "2026-02-01T00:00:00Z",
  };
  expect((await carol.refused(proposeTerms, mine)).code).toBe("not_negotiable");
  expect(
    (await carol.refused(acceptProposal, { conversationId, proposalId })).code,
  ).toBe("proposal_not_found");
  expect(await money(core)).toEqual([HUNDRED, HUNDRED, 0]);
});

test("an agent proposes and accepts within its limits; beyond them its person does", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const conversationId = await free(core);
  const { proposal } = await propose(bob, conversationId, { price: "20" });
  const { proposalId } = proposal;
  const take = { conversationId, proposalId };
  const refused = await alice.refused(acceptProposal, take);
  expect(refused.code).toBe("person_required");
  const much = { conversationId, price: "15", validUntil: UNTIL };
  expect((await alice.refused(proposeTerms, much)).code).toBe(
    "person_required",
  );
  const clerk = bob.as({
    scopes: ["conversations:read", "conversations:write"],
  });
  expect((await clerk.refused(proposeTerms, much)).code).toBe(
    "person_required",
  );
  await decide(alice.asPerson(), conversationId, "approve");
  expect(await money(core)).toEqual([HUNDRED - 4 * FIVE, HUNDRED, 4 * FIVE]);
});

test("a balance that is too low waits for the money of exactly what was accepted", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const conversationId = await free(core);
  await propose(bob, conversationId, { price: "150" });
  await decide(alice.asPerson(), conversationId, "approve");
  expect(await view(alice, conversationId)).toMatchObject({
    state: "auth-required",
    payment: {
      status: "requires_payment",
      price: { amount: "150.00" },
      requirements: { missing: { amount: "50.00" } },
    },
  });
  await bob.run(cancelConversation, { conversationId, reason: "too long" });
  expect(await money(core)).toEqual([HUNDRED, HUNDRED, 0]);
});

test("a date that is agreed on counts from the acceptance, and the price goes back when it passes", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const conversationId = await free(core);
  await bob.run(sendMessage, { conversationId, text: "on it" });
  const dueAt = "2026-01-25T12:00:00.000Z";
  const early = { conversationId, price: "5", validUntil: UNTIL, dueAt: UNTIL };
  expect((await bob.refused(proposeTerms, early)).code).toBe("invalid_input");
  const { proposal } = await propose(bob, conversationId, { dueAt });
  const { proposalId } = proposal;
  const { outcomes } = (await view(alice, conversationId)).checkpoints[0] ?? {};
  expect(outcomes?.approve).toContain("Due by January 25, 2026");
  await alice.run(acceptProposal, { conversationId, proposalId });
  expect((await termsOf(bob, conversationId))?.dueAt).toBe(dueAt);
  core.advance(10 * DAY);
  await sweepDue(core.services);
  expect(await view(bob, conversationId)).toMatchObject({
    state: "canceled",
    stateCode: "deadline_missed",
  });
  expect(await money(core)).toEqual([HUNDRED, HUNDRED, 0]);
});

test("twenty proposals are all, and nothing is proposed for several recipients, a priced request or an unsent one", async () => {
  await using core = await startStage();
  const { alice, bob, carol } = core;
  const conversationId = await free(core);
  for (let count = 0; count < 20; count += 1) {
    await propose(bob, conversationId);
  }
  const more = { price: "5", validUntil: UNTIL };
  const refused: string[] = [];
  for (const id of [
    conversationId,
    await free(core, { to: [bob.address, carol.address] }),
    await paid(core),
    await paid(core, { price: "150" }),
  ]) {
    const input = { conversationId: id, ...more };
    refused.push((await alice.refused(proposeTerms, input)).code);
  }
  expect(refused).toEqual(Array(4).fill("not_negotiable"));
});
