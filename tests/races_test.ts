import { expect, test } from "bun:test";
import type { Entry } from "../src/core/audit/chain.ts";
import { GENESIS } from "../src/core/audit/chain.ts";
import { auditStore } from "../src/core/audit/store.ts";
import { cancelConversation } from "../src/core/operations/cancel_conversation.ts";
import { claimFreeAddress } from "../src/core/operations/claim_free_address.ts";
import { createConversation } from "../src/core/operations/create_conversation.ts";
import { getConversation } from "../src/core/operations/get_conversation.ts";
import { recordHilDecision } from "../src/core/operations/record_hil_decision.ts";
import { sendMessage } from "../src/core/operations/send_message.ts";
import { signReceipt } from "../src/core/operations/sign_receipt.ts";
import { submitDraft } from "../src/core/operations/submit_draft.ts";
import { problemIn } from "./core/audit/linked.ts";
import type { Stage, TestCore } from "./core/core_harness.ts";
import {
  balance,
  send,
  startCore,
  startStage,
  view,
  withReceipt,
} from "./core/core_harness.ts";
import { at, isAllRight, otherNode, outcomes } from "./other_node.ts";
import { sample } from "./proof.ts";

const HUNDRED = 100_000_000;

function repeat<T>(count: number, work: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => work(index));
}

function tally(words: readonly string[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const word of words) counts[word] = (counts[word] ?? 0) + 1;
  return counts;
}

async function chainOf(
  { services }: TestCore,
  id: string,
): Promise<readonly Entry[]> {
  return await auditStore(services.db).page(id, 0, 10_000);
}

const paymentOf = (conversation: { payment: { status: string } }) =>
  conversation.payment.status;

test("200 submits that race for a balance which pays for 100: 100 held, 100 auth-required", async () => {
  await using core = await startCore();
  const alice = await core.account("alice", { credit: "100.00" });
  const bob = await core.account("bob", { credit: "0" });
  const made = await outcomes(
    repeat(200, () =>
      alice.run(createConversation, {
        to: bob.address,
        text: "words",
        price: "1",
        submit: true,
      }),
    ),
    ({ state, conversation }) => `${state} ${paymentOf(conversation)}`,
  );
  expect(tally(made)).toEqual({
    "submitted held": 100,
    "auth-required requires_payment": 100,
  });
  expect(await balance(core, alice)).toBe(0);
  const states = await core.rows(
    "select status, count(*), sum(price) from payments group by status order by status",
  );
  expect(states).toEqual([
    ["held", 100, HUNDRED],
    ["requires_payment", 100, HUNDRED],
  ]);
  await isAllRight(core);
}, 30_000);

test("200 drafts submitted at two nodes race for the same balance alike", async () => {
  await using core = await startCore();
  const alice = await core.account("alice", { credit: "100.00" });
  const bob = await core.account("bob");
  const other = at(otherNode(core.services), alice);
  const drafts = await Promise.all(
    repeat(200, () =>
      alice.run(createConversation, {
        to: bob.address,
        text: "words",
        price: "1",
      }),
    ),
  );
  const submitted = await outcomes(
    drafts.map(({ conversationId }, index) =>
      (index % 2 === 0 ? alice : other).run(submitDraft, { conversationId }),
    ),
    ({ state }) => state,
  );
  expect(tally(submitted)).toEqual({ submitted: 100, "auth-required": 100 });
  expect(await balance(core, alice)).toBe(0);
  await isAllRight(core);
}, 30_000);

/** A conversation that bob has earned and may sign for. */
async function earned({ alice, bob }: Stage): Promise<string> {
  const conversationId = await send(alice, { to: bob.address, price: "5" });
  await bob.run(sendMessage, { conversationId, text: "done" });
  return conversationId;
}

test("receipts signed at once, at two nodes, are one receipt and one release", async () => {
  await using core = await startStage();
  const other = at(otherNode(core.services), core.bob);
  for (let round = 0; round < 10; round++) {
    const conversationId = await earned(core);
    const signed = await Promise.all(
      [core.bob, other, core.bob, other].map((actor) =>
        withReceipt(actor.run(signReceipt, { conversationId, confirm: true })),
      ),
    );
    const receipts = new Set(signed.map(({ receipt }) => receipt.jws));
    expect(receipts.size).toBe(1);
    const released = await core.rows(
      `select 1 from ledger_transfers where conversation_id = '${conversationId}' and kind = 'release'`,
    );
    expect(released).toHaveLength(1);
  }
  expect(await balance(core, core.bob)).toBe(HUNDRED + 50_000_000);
  await isAllRight(core);
});

test("a receipt against a cancel: one of the two happens, and the money follows it", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const far = at(otherNode(core.services), alice);
  let released = 0;
  for (let round = 0; round < sample(4, 20); round++) {
    const conversationId = await send(alice, {
      to: bob.address,
      price: "1",
      release: "converted",
      releaseAction: "call back",
    });
    const sign = () =>
      withReceipt(
        bob.run(signReceipt, {
          conversationId,
          confirm: true,
          statement: "I called",
        }),
      );
    const canceler = round % 2 === 0 ? alice : far;
    const cancel = () =>
      canceler
        .asPerson()
        .run(cancelConversation, { conversationId, reason: "no" });
    const [first, second] = round % 4 < 2 ? [sign, cancel] : [cancel, sign];
    const came = await outcomes<{ readonly state: string }>(
      [first(), second()],
      ({ state }) => state,
    );
    const { state, payment } = await view(alice, conversationId);
    expect(came).toContain(state);
    const wanted = { completed: "released", canceled: "voided" };
    expect(Object.entries(wanted)).toContainEqual([state, payment.status]);
    const refused = came.find((it) => it !== state) ?? "";
    expect(["not_cancelable", "conversation_closed"]).toContain(refused);
    if (state === "completed") released += 1;
  }
  expect(await balance(core, bob)).toBe(HUNDRED + released * 1_000_000);
  expect(await balance(core, alice)).toBe(HUNDRED - released * 1_000_000);
  await isAllRight(core);
});

test("approve against decline: one decision counts and the other is refused", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const other = at(otherNode(core.services), bob);
  for (let round = 0; round < sample(2, 10); round++) {
    const conversationId = await send(alice, { to: bob.address, price: "1" });
    const came = await outcomes(
      [
        bob.run(recordHilDecision, { conversationId, decision: "approve" }),
        other.run(recordHilDecision, { conversationId, decision: "decline" }),
      ],
      ({ state }) => state,
    );
    const { state } = await view(alice, conversationId);
    expect(came.toSorted()).toEqual(["already_decided", state].toSorted());
  }
  await isAllRight(core);
});

for (const nodes of [1, 2] as const) {
  test(`of 50 replies at once over ${nodes} node(s) the answered ones are stored, numbered and chained without a gap`, async () => {
    await using core = await startStage();
    const { alice, bob } = core;
    const far = at(otherNode(core.services), bob);
    const conversationId = await send(alice, { to: bob.address });
    const sent = await outcomes(
      repeat(50, (index) =>
        (nodes === 2 && index % 2 === 0 ? far : bob).run(sendMessage, {
          conversationId,
          text: `reply ${index}`,
        }),
      ),
      ({ messageId }) => messageId,
    );
    // A node that loses the race many times in a row may give up, saying so.
    const answered = sent.filter((it) => it !== "unavailable");
    expect(answered.length).toBeGreaterThanOrEqual(nodes === 1 ? 50 : 25);
    const read = await alice.run(getConversation, { conversationId });
    const seen = read.conversation;
    expect(seen).toMatchObject({
      version: answered.length + 1,
      state: "working",
    });
    const ids = read.messages.slice(1).map(({ messageId }) => messageId);
    expect(ids.toSorted()).toEqual(answered.toSorted());
    const seqs = await core.rows("select seq from messages order by seq");
    expect(seqs.flat()).toEqual(repeat(ids.length + 1, (index) => index + 1));
    const rows = await chainOf(core, conversationId);
    expect(problemIn(GENESIS, rows)).toBeUndefined();
    const events = rows.filter(({ event }) => event !== null);
    expect(events.map(({ eventSeq }) => eventSeq)).toEqual(
      repeat(events.length, (index) => index + 1),
    );
    const { version } = await view(far, conversationId);
    expect(version).toBe(seen.version);
  }, 20_000);
}

test("the same idempotency key at two nodes at once has one effect", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const far = at(otherNode(core.services), alice);
  const made = await outcomes(
    repeat(20, (index) =>
      (index % 2 === 0 ? alice : far).run(
        createConversation,
        { to: bob.address, text: "words", price: "1", submit: true },
        { idempotencyKey: "the-same" },
      ),
    ),
    ({ conversationId }) => conversationId,
  );
  const [found, ...more] = (
    await core.rows("select id from conversations")
  ).flat();
  expect(more).toEqual([]);
  expect(made.filter((it) => it !== found)).toEqual([]);
  expect(await balance(core, alice)).toBe(HUNDRED - 1_000_000);
});

test("of many who claim one local-part at once one gets it", async () => {
  await using core = await startCore();
  const people = await Promise.all(repeat(20, () => core.account(undefined)));
  const node = otherNode(core.services);
  const claims = await outcomes(
    people.map((actor, index) =>
      (index % 2 === 0 ? actor : at(node, actor)).run(claimFreeAddress, {
        localPart: "wanted",
      }),
    ),
    () => "claimed",
  );
  expect(tally(claims)).toEqual({ claimed: 1, taken: 19 });
  const rows = await core.rows(
    "select 1 from addresses where local_part = 'wanted'",
  );
  expect(rows).toHaveLength(1);
  await isAllRight(core);
});

test("one account that claims many local-parts at once gets one", async () => {
  await using core = await startCore();
  const actor = await core.account(undefined);
  const far = at(otherNode(core.services), actor);
  const claims = await outcomes(
    repeat(10, (index) =>
      (index % 2 === 0 ? actor : far).run(claimFreeAddress, {
        localPart: `name${index}`,
      }),
    ),
    () => "claimed",
  );
  expect(tally(claims)).toEqual({ claimed: 1, already_has_address: 9 });
});

test("two nodes that change the same conversations in turn never act on what is out of date", async () => {
  await using core = await startStage();
  const { alice, bob, carol } = core;
  const node = otherNode(core.services);
  const [far, near] = [at(node, bob), bob];
  const conversationIds = await Promise.all(
    repeat(5, () =>
      send(alice, { to: bob.address, cc: carol.address, price: "1" }),
    ),
  );
  await Promise.all(
    conversationIds.flatMap((conversationId) =>
      repeat(8, (index) =>
        (index % 2 === 0 ? far : near).run(sendMessage, {
          conversationId,
          text: `${index}`,
          mode: "reply-all",
        }),
      ),
    ),
  );
  for (const conversationId of conversationIds) {
    const [here, there] = [
      await view(carol, conversationId),
      await view(at(node, carol), conversationId),
    ];
    expect(here.messages).toHaveLength(9);
    expect(there).toEqual(here);
  }
  await isAllRight(core);
}, 20_000);
