import { expect, test } from "bun:test";
import { acceptProposal } from "../../../src/core/operations/accept_proposal.ts";
import { cancelConversation } from "../../../src/core/operations/cancel_conversation.ts";
import { extendDeadline } from "../../../src/core/operations/extend_deadline.ts";
import { proposeTerms } from "../../../src/core/operations/propose_terms.ts";
import { sendMessage } from "../../../src/core/operations/send_message.ts";
import { at, isAllRight, otherNode, outcomes } from "../../other_node.ts";
import { sample } from "../../proof.ts";
import type { Actor } from "../core_harness.ts";
import { DAY, START, startStage, view } from "../core_harness.ts";
import { FIVE, HUNDRED, money, paid } from "./money_story.ts";

/** A balance pays for twenty. */
const ROUNDS = sample(4, 20);
const VALID = { validUntil: "2026-01-20T12:00:00.000Z" };

/** A request on which both may agree, and two nodes where they do at once. */
async function startRace() {
  const core = await startStage();
  const alice = core.alice.asPerson();
  const far = at(otherNode(core.services), core.bob).asPerson();
  const propose = async (by: Actor, conversationId: string, price: string) => {
    const input = { conversationId, price, ...VALID };
    return (await by.run(proposeTerms, input)).proposal.proposalId;
  };
  const accept = async (
    by: Actor,
    conversationId: string,
    proposalId: string,
  ) => {
    const input = { conversationId, proposalId };
    const { payment } = await by.run(acceptProposal, input);
    return `${payment.status} ${payment.price.amount}`;
  };
  const request = () => paid(core, { price: "0" });
  /** Two acts at once, in turns the one and the other first. */
  const race = (round: number, acts: readonly (() => Promise<string>)[]) => {
    const inTurn = round % 2 === 0 ? acts : acts.toReversed();
    return outcomes(
      inTurn.map((act) => act()),
      (said) => said,
    );
  };
  const end = () => core[Symbol.asyncDispose]();
  const both = { ...core, alice, far, [Symbol.asyncDispose]: end };
  return { ...both, propose, accept, request, race };
}

test("of two acceptances at once one counts: its price is held or asked for, and no other", async () => {
  await using core = await startRace();
  const { alice, bob, far, propose, accept, request, race } = core;
  let held = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const id = await request();
    const hers = await propose(alice, id, "3");
    const his = await propose(bob, id, "5");
    const came = await race(round, [
      () => accept(alice, id, his),
      () => accept(far, id, hers),
    ]);
    const { payment, terms } = await view(alice, id);
    const stands = `${payment.status} ${payment.price.amount}`;
    expect(["held 5.00", "requires_payment 3.00"]).toContain(stands);
    expect(came).toContain(stands);
    const refused = came.find((it) => it !== stands) ?? "";
    expect(["not_negotiable", "proposal_ended"]).toContain(refused);
    const isHis = payment.status === "held";
    expect(terms?.agreedId).toBe(isHis ? his : hers);
    held += isHis ? 1 : 0;
  }
  expect(await money(core)).toEqual([
    HUNDRED - held * FIVE,
    HUNDRED,
    held * FIVE,
  ]);
  await isAllRight(core);
});

test("an acceptance against a newer proposal holds exactly what was accepted, or nothing", async () => {
  await using core = await startRace();
  const { alice, bob, far, propose, accept, request, race } = core;
  let held = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const id = await request();
    const first = await propose(bob, id, "5");
    const came = await race(round, [
      () => accept(alice, id, first),
      async () => `made ${(await propose(far, id, "8")) !== ""}`,
    ]);
    const { payment, terms } = await view(alice, id);
    const statuses = terms?.proposals?.map(({ status }) => status);
    const isHeld = payment.status === "held";
    expect(came.toSorted()).toEqual(
      isHeld
        ? ["held 5.00", "not_negotiable"]
        : ["made true", "proposal_ended"],
    );
    expect(statuses).toEqual(isHeld ? ["accepted"] : ["replaced", "open"]);
    held += isHeld ? 1 : 0;
  }
  expect((await money(core))[2]).toBe(held * FIVE);
  await isAllRight(core);
});

test("an acceptance against a cancel leaves a canceled request and no held money", async () => {
  await using core = await startRace();
  const { alice, bob, far, propose, accept, request, race } = core;
  for (let round = 0; round < ROUNDS; round++) {
    const id = await request();
    const offered = await propose(bob, id, "5");
    const cancel = { conversationId: id, reason: "no" };
    const came = await race(round, [
      () => accept(alice, id, offered),
      async () => (await far.run(cancelConversation, cancel)).state,
    ]);
    const { state, payment } = await view(alice, id);
    const isAgreed = came.includes("held 5.00");
    expect([state, payment.status]).toEqual([
      isAgreed ? "canceled" : state,
      isAgreed ? "voided" : "none",
    ]);
    expect(["canceled", "rejected"]).toContain(state);
    if (!isAgreed) expect(came).toContain("conversation_closed");
  }
  expect(await money(core)).toEqual([HUNDRED, HUNDRED, 0]);
  await isAllRight(core);
});

test("of two extensions at once the later one stands, and the hold ends after it", async () => {
  await using core = await startRace();
  const { alice, bob } = core;
  const other = at(otherNode(core.services), core.alice).asPerson();
  for (let round = 0; round < ROUNDS; round++) {
    const id = await paid(core, { price: "1", deliverWithin: "P1D" });
    await bob.run(sendMessage, { conversationId: id, text: "on it" });
    const until = (days: number) => new Date(START + days * DAY).toISOString();
    const extend = (by: Actor, days: number) =>
      by.run(extendDeadline, { conversationId: id, dueAt: until(days) });
    const came = await outcomes(
      [extend(alice, 20), extend(other, 30)],
      ({ state }) => state,
    );
    const { terms, payment } = await view(alice, id);
    expect(terms?.dueAt).toBe(until(30));
    expect(Date.parse(payment.captureBefore ?? "")).toBeGreaterThan(
      START + 30 * DAY,
    );
    expect(came).toContain("working");
  }
  await isAllRight(core);
});
