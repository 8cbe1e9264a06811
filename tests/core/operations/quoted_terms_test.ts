import { expect, test } from "bun:test";
import { LIMITS } from "../../../src/core/base/limits.ts";
import { DAY_MS } from "../../../src/core/base/time.ts";
import { createConversation } from "../../../src/core/operations/create_conversation.ts";
import { fundConversation } from "../../../src/core/operations/fund_conversation.ts";
import { quoteAccess } from "../../../src/core/operations/quote_access.ts";
import { resolveAddress } from "../../../src/core/operations/resolve_address.ts";
import { saveContact } from "../../../src/core/operations/save_contact.ts";
import { signReceipt } from "../../../src/core/operations/sign_receipt.ts";
import { updateConversation } from "../../../src/core/operations/update_conversation.ts";
import { updateProfile } from "../../../src/core/operations/update_profile.ts";
import type { Actor, Composed, Stage } from "../core_harness.ts";
import { send, startStage, view } from "../core_harness.ts";

/** Bob asks 5.00 of everyone, on acceptance, and 2.00 of clients, on a reply. */
async function startPriced(): Promise<Stage> {
  const core = await startStage();
  await core.bob.run(updateProfile, {
    prices: [
      { contactType: "everyone", price: "5", release: "accepted" },
      { contactType: "clients", price: "2" },
    ],
  });
  return core;
}

/** Bob has alice as a client, who claims no more than that. */
const isClient = ({ alice, bob }: Stage) =>
  bob
    .asPerson()
    .run(saveContact, { address: alice.address, contactType: "clients" });

async function quoted({ alice, bob }: Stage, contactType?: "clients") {
  return await alice.run(quoteAccess, {
    skillId: "receive_message",
    to: bob.address,
    ...(contactType && { contactType }),
  });
}

async function sent({ alice, bob }: Stage, input: Composed = {}) {
  const id = await send(alice, { to: [bob.address], price: "5", ...input });
  return await view(alice, id);
}

/** The releases of a draft, after each of some edits. */
async function releases(writer: Actor, edits: readonly Composed[]) {
  const [first, ...more] = edits;
  const made = await writer.run(createConversation, { ...first });
  const { conversationId } = made;
  const found = [made.conversation.release];
  for (const edit of more) {
    await writer.run(updateConversation, { conversationId, ...edit });
    found.push((await view(writer, conversationId)).release);
  }
  return found;
}

test("a conversation that names a quote and no release has the release that was quoted, advertised and signed", async () => {
  await using core = await startPriced();
  const { alice, bob } = core;
  const { prices } = await alice.run(resolveAddress, { address: bob.address });
  const row = prices?.find(({ contactType }) => contactType === "everyone");
  const { quoteId, release } = await quoted(core);
  expect([row?.release, release]).toEqual(["accepted", "accepted"]);
  const made = await sent(core, { quoteId });
  expect(made).toMatchObject({
    release: "accepted",
    payment: { status: "held", release: "accepted" },
  });
  const { payment } = await bob.run(signReceipt, {
    conversationId: made.id,
    confirm: true,
  });
  expect(payment.status).toBe("released");
});

test("without a quote the release is replied, and whoever names a release has that one", async () => {
  await using core = await startPriced();
  const { quoteId } = await quoted(core);
  expect((await sent(core)).release).toBe("replied");
  const own = await sent(core, { quoteId, release: "replied" });
  expect(own.release).toBe("replied");
  await isClient(core);
  const { quoteId: forClients } = await quoted(core, "clients");
  const clients = { contactType: "clients" as const, price: "2" };
  const usual = await sent(core, { ...clients, quoteId: forClients });
  expect(usual.release).toBe("replied");
});

test("a draft takes the release of the quote that it is given, unless it has one of its own", async () => {
  await using core = await startPriced();
  const { alice } = core;
  const { quoteId } = await quoted(core);
  await isClient(core);
  const { quoteId: other } = await quoted(core, "clients");
  const converted = {
    release: "converted" as const,
    releaseAction: "call back",
  };
  expect(
    await releases(alice, [
      {},
      { quoteId },
      { title: "x" },
      { quoteId: other },
    ]),
  ).toEqual(["replied", "accepted", "accepted", "replied"]);
  expect(await releases(alice, [converted, { quoteId }])).toEqual([
    "converted",
    "converted",
  ]);
  expect(
    await releases(alice, [{ release: "accepted" }, { quoteId: other }]),
  ).toEqual(["accepted", "accepted"]);
});

test("the release and the days of a quote cannot be changed in its id", async () => {
  await using core = await startPriced();
  const { alice, bob } = core;
  await isClient(core);
  const { quoteId } = await quoted(core, "clients");
  const days = quoteId.length - 33;
  const release = days - 1;
  expect(quoteId.slice(release, days + 1)).toBe("17");
  for (const [at, digit] of [
    [release, "0"],
    [release, "2"],
    [release, "9"],
    [days, "1"],
    [days, "z"],
  ] as const) {
    const forged = `${quoteId.slice(0, at)}${digit}${quoteId.slice(at + 1)}`;
    const { code } = await alice.refused(createConversation, {
      to: [bob.address],
      text: "x",
      quoteId: forged,
      submit: true,
    });
    expect(code).toBe("invalid_quote");
  }
});

const holdDaysOf = (core: Stage, holdDays: number) =>
  core.bob.run(updateProfile, {
    prices: [{ contactType: "everyone", price: "5", holdDays }],
  });

test("a price is held for no more days than were quoted, also when it is funded later, and for fewer if the recipient asks for fewer", async () => {
  await using core = await startStage();
  const { alice } = core;
  const daysHeld = ({ payment }: Awaited<ReturnType<typeof view>>) =>
    (Date.parse(payment.captureBefore ?? "") -
      Date.parse(payment.heldAt ?? "")) /
    DAY_MS;
  await holdDaysOf(core, 3);
  const { quoteId, holdDays } = await quoted(core);
  expect(holdDays).toBe(3);
  const short = await sent(core, { quoteId, price: "1" });
  await holdDaysOf(core, LIMITS.holdDaysMax);
  expect(daysHeld(await sent(core, { quoteId }))).toBe(3);
  expect(daysHeld(await sent(core))).toBe(LIMITS.holdDaysMax);
  const { id: conversationId } = short;
  await alice.asPerson().run(fundConversation, { conversationId });
  expect(daysHeld(await view(alice, conversationId))).toBe(3);
  const longest = await quoted(core);
  expect(longest.holdDays).toBe(LIMITS.holdDaysMax);
  await holdDaysOf(core, 2);
  expect(daysHeld(await sent(core, { quoteId: longest.quoteId }))).toBe(2);
});

test("a block is asked before any quote, balance or price is looked at, and writes nothing to the ledger", async () => {
  await using core = await startPriced();
  const { alice, bob } = core;
  const { quoteId } = await quoted(core);
  await bob.run(saveContact, { address: alice.address, blocked: true });
  const count = "select count(*) from ledger_transfers";
  const before = await core.rows(count);
  for (const offer of [
    { quoteId, price: "6" },
    { quoteId: "quo_0", price: "5" },
    { price: "1000000" },
    { price: "0.01" },
  ]) {
    expect(await sent(core, offer)).toMatchObject({
      state: "rejected",
      stateReason: "R-BLOCKED",
      payment: { status: "none" },
    });
  }
  core.advance(15 * 60_000);
  expect((await sent(core, { quoteId })).state).toBe("rejected");
  expect(await core.rows(count)).toEqual(before);
  expect(await core.rows("select id from payments")).toEqual([]);
});

test("whom the recipient always lets in is quoted nothing and asked for nothing", async () => {
  await using core = await startPriced();
  const { alice, bob } = core;
  const owner = bob.asPerson();
  await owner.run(saveContact, { address: alice.address, allowed: true });
  const { price, requirements } = await quoted(core);
  expect([price.amount, requirements]).toEqual(["0.00", []]);
  expect(await sent(core, { price: "0" })).toMatchObject({
    state: "submitted",
    payment: { status: "none" },
  });
});
