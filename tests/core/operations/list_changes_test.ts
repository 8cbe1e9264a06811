import { expect, test } from "bun:test";
import { LIMITS } from "../../../src/core/base/limits.ts";
import { writeWords } from "../../../src/core/loops/word_writing.ts";
import { addCredential } from "../../../src/core/operations/add_credential.ts";
import { createConversation } from "../../../src/core/operations/create_conversation.ts";
import { deleteContact } from "../../../src/core/operations/delete_contact.ts";
import { deleteDraft } from "../../../src/core/operations/delete_draft.ts";
import { listChanges } from "../../../src/core/operations/list_changes.ts";
import { listPayments } from "../../../src/core/operations/list_payments.ts";
import { pruneExpired } from "../../../src/core/operations/prune_expired.ts";
import { saveContact } from "../../../src/core/operations/save_contact.ts";
import { sendMessage } from "../../../src/core/operations/send_message.ts";
import { signReceipt } from "../../../src/core/operations/sign_receipt.ts";
import { updateConversation } from "../../../src/core/operations/update_conversation.ts";
import { updateNotifications } from "../../../src/core/operations/update_notifications.ts";
import { callOperation } from "../../../src/core/pipeline/call.ts";
import type { Actor } from "../core_harness.ts";
import { DAY, send, startStage } from "../core_harness.ts";

const NONE = { created: [], changed: [], gone: [] };

async function stateOf(who: Actor): Promise<string> {
  const { state, ...rest } = await who.run(listChanges, {});
  const [conversations, contacts, payments, settings] = [
    NONE,
    NONE,
    NONE,
    NONE,
  ];
  const nothing = { conversations, contacts, payments, settings };
  expect(rest).toEqual({ hasMore: false, ...nothing });
  return state;
}

test("what was created, changed and is gone is named by its kind", async () => {
  await using core = await startStage();
  const { alice, bob, carol } = core;
  const old = await send(alice, { to: bob.address });
  const draft = { to: alice.address, text: "an idea" };
  const { conversationId } = await bob.run(createConversation, draft);
  await bob.run(saveContact, { address: carol.address, blocked: true });
  const state = await stateOf(bob.asPerson());
  const fresh = await send(alice, { to: bob.address, price: "5" });
  await bob.run(sendMessage, { conversationId: old, text: "done" });
  await bob.run(deleteDraft, { conversationId });
  const brief = await bob.run(createConversation, draft);
  await bob.run(deleteDraft, { conversationId: brief.conversationId });
  await bob.asPerson().run(deleteContact, { address: carol.address });
  await bob.asPerson().run(updateNotifications, { needsYou: false });
  await bob.run(updateConversation, {
    conversationId: old,
    addLabels: ["Shop"],
  });
  expect(await bob.asPerson().run(listChanges, { since: state })).toMatchObject(
    {
      hasMore: false,
      conversations: {
        created: [fresh],
        changed: [old],
        gone: [conversationId],
      },
      contacts: { created: [], changed: [], gone: [carol.address] },
      payments: NONE,
      settings: { created: [], gone: [], changed: ["notifications", "labels"] },
    },
  );
});

test("the payer is told of what moved, and when it is released", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const since = await stateOf(alice);
  const sent = { to: bob.address, price: "5" };
  const conversationId = await send(alice, sent);
  const newest = async () =>
    (await alice.run(listPayments, {})).entries[0]?.transferId ?? "";
  const hold = await newest();
  const { payments, state } = await alice.run(listChanges, { since });
  expect(payments).toEqual({ ...NONE, created: [hold] });
  await bob.run(sendMessage, { conversationId, text: "Done" });
  await bob.run(signReceipt, { conversationId, confirm: true });
  const told = await alice.run(listChanges, { since: state });
  expect(told.payments).toEqual({ ...NONE, created: [await newest()] });
});

test("nothing is named to whom it did not reach, nor what an access may not read", async () => {
  await using core = await startStage();
  const { alice, bob, carol } = core;
  const states = new Map<Actor, string>();
  for (const who of [bob, carol]) states.set(who, await stateOf(who));
  const draft = { to: bob.address, text: "not yet" };
  await alice.run(createConversation, draft);
  const { state, ...none } = await bob.run(listChanges, {
    since: states.get(bob) ?? "",
  });
  expect(state).toBe(states.get(bob) ?? "");
  expect(JSON.stringify(none)).not.toContain("cnv_");
  const narrow = bob.as({ scopes: ["contacts:read"] });
  const since = (await narrow.run(listChanges, {})).state;
  await send(alice, { to: bob.address, price: "5" });
  await bob.run(saveContact, { address: carol.address, blocked: true });
  await bob.asPerson().run(addCredential, { name: "Helper", preset: "reader" });
  expect(await narrow.run(listChanges, { since })).toMatchObject({
    conversations: NONE,
    contacts: { created: [carol.address] },
    payments: NONE,
    settings: NONE,
  });
  // Acts of others are no change.
  expect((await bob.refused(listChanges, { since })).code).toBe(
    "state_expired",
  );
  const other = await carol.run(listChanges, {
    since: states.get(carol) ?? "",
  });
  expect(other.conversations).toEqual(NONE);
  const nothing = bob.as({ scopes: ["drafts:write"] });
  expect((await nothing.refused(listChanges, {})).code).toBe(
    "insufficient_scope",
  );
});

test("a page ends at its bound, and the next goes on where it ended", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  let since = await stateOf(bob);
  const sent: string[] = [];
  for (let at = 0; at < 5; at++)
    sent.push(await send(alice, { to: bob.address }));
  const told: string[] = [];
  for (let hasMore = true; hasMore; ) {
    const page = await bob.run(listChanges, { since, limit: 2 });
    expect(page.conversations.created.length).toBeLessThanOrEqual(2);
    told.push(...page.conversations.created);
    ({ state: since, hasMore } = page);
  }
  expect(told).toEqual(sent);
  // The conversation for the ordinary address, as it would read it with an account.
  const quiet = await bob.run(listChanges, { since });
  expect(quiet.state).toBe(since);
});

test("a state that is too old, forged or of another database says how to start again", async () => {
  await using core = await startStage();
  await using other = await startStage();
  const { alice, bob } = core;
  const since = await stateOf(bob);
  await send(alice, { to: bob.address });
  const prune = () =>
    callOperation(
      core.services,
      pruneExpired,
      { principal: { kind: "system" }, via: "system", requestId: "test" },
      {},
    );
  await writeWords(core.services);
  core.advance((LIMITS.changesKeptDays - 1) * DAY);
  await prune();
  expect(
    (await bob.run(listChanges, { since })).conversations.created,
  ).toHaveLength(1);
  core.advance(2 * DAY);
  await prune();
  const forged = `${since.slice(0, -2)}${since.endsWith("AA") ? "BB" : "AA"}`;
  for (const wrong of [since, forged, "x", await stateOf(other.bob)]) {
    const refusal = await bob.refused(listChanges, { since: wrong });
    expect(refusal.code).toBe("state_expired");
    expect(refusal.fix).toContain("without since");
  }
  // The newest of all is kept, so that no place is given twice.
  expect(await core.rows("select count(*) from account_changes")).toEqual([
    [1],
  ]);
  await bob.run(listChanges, { since: await stateOf(bob) });
});
