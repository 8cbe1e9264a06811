import { expect, test } from "bun:test";
import { addArtifact } from "../../../src/core/operations/add_artifact.ts";
import { cancelConversation } from "../../../src/core/operations/cancel_conversation.ts";
import { createConversation } from "../../../src/core/operations/create_conversation.ts";
import { deleteContact } from "../../../src/core/operations/delete_contact.ts";
import { quoteAccess } from "../../../src/core/operations/quote_access.ts";
import { saveContact } from "../../../src/core/operations/save_contact.ts";
import { submitDraft } from "../../../src/core/operations/submit_draft.ts";
import { updateConversation } from "../../../src/core/operations/update_conversation.ts";
import { updateProfile } from "../../../src/core/operations/update_profile.ts";
import { unfoldRecords } from "../../records.ts";
import type { Actor, Composed, Stage } from "../core_harness.ts";
import { balance, DAY, send, startStage, view } from "../core_harness.ts";

/** Bob asks 5.00 of everyone and 2.00 of clients; all else is the default. */
async function startPriced(): Promise<Stage> {
  const core = await startStage();
  await price(core.bob, "everyone", "5");
  return core;
}

async function price(owner: Actor, contactType: "everyone", amount: string) {
  const clients = { contactType: "clients" as const, price: "2", holdDays: 3 };
  await owner.run(updateProfile, {
    prices: [{ contactType, price: amount }, clients],
  });
}

type Saved = { readonly contactType?: "clients" | "friends_family" } & {
  readonly blocked?: boolean;
  readonly allowed?: boolean;
};

function says(owner: Actor, { address }: Actor, said: Saved) {
  return owner.asPerson().run(saveContact, { address, ...said });
}

async function sent(core: Stage, input: Composed = {}) {
  const { alice, bob } = core;
  const id = await send(alice, { to: [bob.address], ...input });
  return await view(alice, id);
}

async function cards({ bob }: Stage, conversationId: string) {
  const { checkpoints } = await view(bob, conversationId);
  return checkpoints.flatMap(({ rules }) => rules.map(({ id }) => id));
}

const below = (amount: string) => ({
  state: "auth-required",
  stateReason: "below_recipient_price",
  payment: {
    status: "requires_payment",
    requirements: {
      needed: { amount },
      reason: "below_recipient_price",
    },
  },
});

test("a blocked sender is rejected by R-BLOCKED before any price, and nobody is reached", async () => {
  await using core = await startPriced();
  const { alice, bob, carol } = core;
  await says(bob, alice, { blocked: true });
  const offers: Composed[] = [
    {},
    { price: "50" },
    { contactType: "friends_family" },
    { to: [carol.address], bcc: [bob.address] },
    { to: [carol.address, bob.address], cc: ["eve@example.org"] },
  ];
  for (const offer of offers) {
    const made = await sent(core, offer);
    expect(made).toMatchObject({
      state: "rejected",
      stateReason: "R-BLOCKED",
      payment: { status: "none" },
    });
    for (const other of [bob, carol]) {
      const { code } = await other.refused(addArtifact, {
        conversationId: made.id,
        name: "a",
        mimeType: "text/plain",
        bytes: "YQ==",
      });
      expect(code).toBe("conversation_not_found");
    }
  }
  expect(await core.rows("select id from deliveries")).toEqual([]);
  expect(await balance(core, alice)).toBe(100_000_000);
  expect(
    (await view(carol, await send(carol, { to: [bob.address], price: "5" })))
      .state,
  ).toBe("submitted");
});

test("writing to somebody whom one has blocked does not let them in", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  await says(bob, alice, { blocked: true });
  await send(bob, { to: [alice.address], contactType: "clients" });
  expect((await sent(core)).state).toBe("rejected");
  await bob.asPerson().run(deleteContact, { address: alice.address });
  expect((await sent(core)).state).toBe("submitted");
});

test("a price below the recipient's own is auth-required, says what is missing and holds nothing", async () => {
  await using core = await startPriced();
  const { alice } = core;
  for (const offer of [{}, { price: "4.999999" }]) {
    const made = await sent(core, offer);
    expect(made).toMatchObject(below("5.00"));
    const ended = await alice.run(cancelConversation, {
      conversationId: made.id,
      reason: "no",
    });
    expect(ended.state).toBe("canceled");
  }
  expect(await balance(core, alice)).toBe(100_000_000);
  expect(await sent(core, { price: "5" })).toMatchObject({
    state: "submitted",
    payment: { status: "held", price: { amount: "5.00" } },
  });
});

test("default prices are shown and never enforced", async () => {
  await using core = await startPriced();
  const { alice, bob, carol } = core;
  const promotions = { contactType: "promotions" as const };
  // A price for everyone is also one for each class of senders without its own.
  expect(await sent(core, promotions)).toMatchObject(below("5.00"));
  const free = await send(alice, { to: [carol.address], ...promotions });
  expect((await view(carol, free)).state).toBe("submitted");
  await bob.run(updateProfile, { prices: [] });
  expect((await sent(core)).state).toBe("submitted");
});

test("the recipient's own record says which price is asked, whatever is claimed", async () => {
  await using core = await startPriced();
  const { alice, bob } = core;
  await says(bob, alice, { contactType: "clients" });
  expect(await sent(core, { contactType: "clients" })).toMatchObject(
    below("2.00"),
  );
  // Above the record it is a claim, which pays like everyone until it is accepted.
  const claimed = { contactType: "friends_family" as const };
  expect(await sent(core, claimed)).toMatchObject(below("5.00"));
  const made = await sent(core, { price: "2" });
  expect(made).toMatchObject({
    payment: {
      captureBefore: new Date(core.services.clock() + 3 * DAY).toISOString(),
    },
  });
});

test("a claim that was not accepted makes nothing cheaper, and what was accepted is the recipient's entry", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const prices = (everyone: string, clients: string) =>
    bob.run(updateProfile, {
      prices: [
        { contactType: "friends_family", price: "0" },
        { contactType: "clients", price: clients },
        { contactType: "everyone", price: everyone },
      ],
    });
  const claim = { contactType: "friends_family" as const };
  const quoted = async (contactType?: "friends_family" | "clients") => {
    const asked = { skillId: "receive_message", to: bob.address };
    const { price: it, ...said } = await alice.run(quoteAccess, {
      ...asked,
      ...(contactType && { contactType }),
    });
    return [it.amount, said.contactType, said.claimedType, said.note];
  };
  await prices("5", "2");
  const note = `${bob.address} hasn't confirmed you as friends_family, so you pay the price for everyone.`;
  for (const closer of ["friends_family", "clients"] as const) {
    const words = note.replace("friends_family", closer);
    expect(await quoted(closer)).toEqual(["5.00", "everyone", closer, words]);
    expect(await sent(core, { contactType: closer })).toMatchObject(
      below("5.00"),
    );
  }
  // As a copy it would not be paid at all.
  const { code } = await alice.refused(createConversation, {
    ...claim,
    to: core.carol.address,
    cc: bob.address,
    text: "x",
    submit: true,
  });
  expect(code).toBe("invalid_input");
  await says(bob, alice, { contactType: "clients" });
  expect(await quoted("clients")).toEqual([
    "2.00",
    "clients",
    "clients",
    undefined,
  ]);
  await prices("0", "2");
  // Nor is a claim a way around what the recipient's own word costs.
  expect(await sent(core, claim)).toMatchObject(below("2.00"));
  await says(bob, alice, claim);
  expect((await sent(core, claim)).state).toBe("submitted");
});

test("a closer claim than the recipient's record is a privilege that they are asked about", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const ask = async (claim: Composed) =>
    cards(core, (await sent(core, claim)).id);
  expect(await ask({})).toEqual(["R-STRANGER"]);
  expect(await ask({ contactType: "promotions" })).toEqual(["R-STRANGER"]);
  expect(await ask({ contactType: "clients" })).toEqual([
    "R-STRANGER",
    "R-PRIVILEGE",
  ]);
  await says(bob, alice, { contactType: "clients" });
  expect(await ask({})).toEqual([]);
  expect(await ask({ contactType: "clients" })).toEqual([]);
  expect(await ask({ contactType: "coworkers" })).toEqual(["R-PRIVILEGE"]);
  expect(await ask({ price: "1", contactType: "coworkers" })).toEqual([
    "R-PRICED",
    "R-PRIVILEGE",
  ]);
});

test("whom the recipient always lets in needs neither acceptance nor price", async () => {
  await using core = await startPriced();
  const { alice, bob } = core;
  await says(bob, alice, { allowed: true });
  for (const offer of [
    {},
    { contactType: "friends_family" as const },
    { price: "1" },
  ]) {
    const made = await sent(core, offer);
    expect(made.state).toBe("submitted");
    expect(await cards(core, made.id)).toEqual([]);
  }
  await says(bob, alice, { allowed: false });
  expect(await sent(core)).toMatchObject(below("5.00"));
});

test("nobody who asks for a price is reached as somebody's copy", async () => {
  await using core = await startPriced();
  const { alice, bob, carol } = core;
  const refused = async (input: Composed) => {
    const { code, errors } = await alice.refused(createConversation, {
      text: "x",
      submit: true,
      ...input,
    });
    return [code, errors[0]?.pointer, errors[0]?.code];
  };
  const [to, copy] = [[carol.address], [bob.address]];
  const wrong = (pointer: string) => [
    "invalid_input",
    pointer,
    "recipient_priced",
  ];
  expect(
    await refused({ to: [carol.address, bob.address], price: "9" }),
  ).toEqual(wrong("/to"));
  expect(await refused({ to, cc: copy, price: "9" })).toEqual(wrong("/cc"));
  expect(await refused({ to, bcc: copy })).toEqual(wrong("/bcc"));
  const first = { to: [bob.address, carol.address], price: "5" };
  expect((await sent(core, first)).state).toBe("submitted");
  await says(bob, alice, { allowed: true });
  expect((await sent(core, { to, cc: copy })).state).toBe("submitted");
});

test("firstUse is what the service knows; who denies a first message is corrected on record", async () => {
  await using core = await startStage();
  const { alice } = core;
  const stored = async (firstUse?: boolean) => {
    const { id } = await sent(core, firstUse === undefined ? {} : { firstUse });
    await unfoldRecords(core.services.db);
    const [row] = await core.rows(
      `select first_use, (select count(*) from unfolded_records where chain_id = '${id}' and body ->> '$.type' = 'first_use.corrected') from conversations where id = '${id}'`,
    );
    return row?.map(Number);
  };
  expect(await stored(false)).toEqual([1, 1]);
  expect(await stored(false)).toEqual([0, 0]);
  expect(await stored(true)).toEqual([1, 0]);
  expect(await stored()).toEqual([0, 0]);
  await alice.run(deleteContact, { address: core.bob.address });
  expect(await stored()).toEqual([1, 0]);
});

async function quoted(core: Stage, to: Actor = core.bob) {
  const input = { skillId: "receive_message", to: to.address };
  return await core.alice.run(quoteAccess, input);
}

test("a quote is the most that is asked, though the recipient asks more by now", async () => {
  await using core = await startPriced();
  const { bob } = core;
  const { quoteId, price: asked } = await quoted(core);
  expect(asked.amount).toBe("5.00");
  await price(bob, "everyone", "7");
  expect(await sent(core, { price: "5" })).toMatchObject(below("7.00"));
  expect(await sent(core, { price: "4", quoteId })).toMatchObject(
    below("5.00"),
  );
  expect((await sent(core, { price: "5", quoteId })).state).toBe("submitted");
});

test("a quote caps the price, and is for one sender, one recipient and 15 minutes", async () => {
  await using core = await startPriced();
  const { alice, bob, carol } = core;
  const { quoteId } = await quoted(core);
  const refused = async (by: Actor, input: Composed) => {
    const error = await by.refused(createConversation, {
      to: [bob.address],
      text: "x",
      price: "5",
      quoteId,
      submit: true,
      ...input,
    });
    return [error.code, error.errors[0]?.pointer];
  };
  const foreign = ["invalid_quote", "/quoteId"];
  const last = quoteId.endsWith("0") ? "1" : "0";
  const forged = quoteId.slice(0, -1) + last;
  expect(await refused(alice, { price: "5.000001" })).toEqual([
    "invalid_price",
    "/price",
  ]);
  expect(await refused(carol, {})).toEqual(foreign);
  expect(await refused(alice, { to: [carol.address] })).toEqual(foreign);
  expect(await refused(alice, { quoteId: forged })).toEqual(foreign);
  expect(await refused(alice, { quoteId: "quo_0" })).toEqual(foreign);
  core.advance(15 * 60_000 - 1);
  expect((await sent(core, { price: "5", quoteId })).state).toBe("submitted");
  core.advance(1);
  expect(await refused(alice, {})).toEqual(["quote_expired", undefined]);
});

test("a draft keeps its quote, and another one can be put in its place", async () => {
  await using core = await startPriced();
  const { alice, bob } = core;
  const first = await quoted(core);
  const { conversationId } = await alice.run(createConversation, {
    to: [bob.address],
    text: "x",
    price: "5",
    quoteId: first.quoteId,
  });
  core.advance(15 * 60_000);
  const late = await alice.refused(submitDraft, { conversationId });
  expect(late.code).toBe("quote_expired");
  const { quoteId } = await alice.run(quoteAccess, {
    conversationId,
    to: bob.address,
  });
  await alice.run(updateConversation, { conversationId, quoteId });
  expect((await alice.run(submitDraft, { conversationId })).state).toBe(
    "submitted",
  );
});
