import { expect, test } from "bun:test";
import type { Static } from "typebox";
import { isMember } from "../../../src/core/access/principal.ts";
import type { LimitsInput } from "../../../src/core/addresses/access_limits.ts";
import { showTime } from "../../../src/core/base/time.ts";
import { authenticate } from "../../../src/core/identity/authenticate.ts";
import { sweepDue } from "../../../src/core/loops/sweeper.ts";
import { addArtifact } from "../../../src/core/operations/add_artifact.ts";
import { addCredential } from "../../../src/core/operations/add_credential.ts";
import { createConversation } from "../../../src/core/operations/create_conversation.ts";
import { disableAccount } from "../../../src/core/operations/disable_account.ts";
import { enableAccount } from "../../../src/core/operations/enable_account.ts";
import { getConversation } from "../../../src/core/operations/get_conversation.ts";
import { recordHilDecision } from "../../../src/core/operations/record_hil_decision.ts";
import { revokeCredential } from "../../../src/core/operations/revoke_credential.ts";
import { scheduleDraft } from "../../../src/core/operations/schedule_draft.ts";
import { sendMessage } from "../../../src/core/operations/send_message.ts";
import { submitDraft } from "../../../src/core/operations/submit_draft.ts";
import { updateConversation } from "../../../src/core/operations/update_conversation.ts";
import { updateCredential } from "../../../src/core/operations/update_credential.ts";
import { verifyAudit } from "../../../src/core/operations/verify_audit.ts";
import type { Composed, Stage } from "../core_harness.ts";
import { DAY, START, startStage, view } from "../core_harness.ts";
import { BACK, cents, HELD, HOUR, pass, types } from "./clock.ts";

/** The stage with Alice signed in. */
async function startSignedIn() {
  const core = await startStage();
  return Object.assign(core, { alice: core.alice.asPerson() });
}

async function draft({ alice, bob }: Stage, more: Composed = {}) {
  const made = await alice.run(createConversation, {
    to: bob.address,
    title: "Later",
    text: "words",
    price: "5",
    ...more,
  });
  return made.conversationId;
}

const inAnHour = (conversationId: string) => ({
  conversationId,
  sendAt: showTime(START + HOUR),
});

test("a draft is sent at its moment, not before it, as its person's act", async () => {
  await using core = await startSignedIn();
  const { alice, bob } = core;
  const conversationId = await draft(core);
  const chosen = await alice.run(scheduleDraft, inAnHour(conversationId));
  expect(chosen).toMatchObject({
    state: "draft",
    conversation: {
      sendAt: showTime(START + HOUR),
      folders: ["drafts"],
      nextStep: { who: "nobody" },
    },
  });
  await pass(core, HOUR - 1);
  expect((await view(alice, conversationId)).state).toBe("draft");
  const unseen = await bob.refused(getConversation, { conversationId });
  expect(unseen.code).toBe("conversation_not_found");
  expect(await cents(core)).toEqual(BACK);
  expect(await pass(core, 1)).toBe(1);
  const after = await view(bob, conversationId);
  expect(after).toMatchObject({
    state: "submitted",
    unread: true,
    messages: [{ author: { kind: "person" } }],
    payment: { status: "held" },
  });
  expect("sendAt" in (await view(alice, conversationId))).toBe(false);
  expect(await cents(core)).toEqual(HELD);
  expect(await sweepDue(core.services)).toBe(0);
  expect((await core.run(verifyAudit, {})).faults).toEqual([]);
});

test("seconds are counted by the service's clock, and taken back in time", async () => {
  await using core = await startSignedIn();
  const conversationId = await draft(core);
  const inSeconds = 10;
  const { conversation } = await core.alice.run(scheduleDraft, {
    conversationId,
    inSeconds,
  });
  expect(conversation.sendAt).toBe(showTime(START + inSeconds * 1_000));
  const back = await core.alice.run(scheduleDraft, {
    conversationId,
    sendAt: null,
  });
  expect(back.conversation.sendAt).toBeUndefined();
  expect(await pass(core, DAY)).toBe(0);
  expect((await view(core.alice, conversationId)).state).toBe("draft");
  expect((await types(core, conversationId)).slice(-2)).toEqual([
    "conversation.scheduled",
    "conversation.unscheduled",
  ]);
});

test("what is taken back too late is sent: it is no draft any more", async () => {
  await using core = await startSignedIn();
  const conversationId = await draft(core);
  await core.alice.run(scheduleDraft, { conversationId, inSeconds: 10 });
  await pass(core, 10_000);
  const late = await core.alice.refused(scheduleDraft, {
    conversationId,
    sendAt: null,
  });
  expect(late.code).toBe("not_a_draft");
});

test.each<readonly [string, (core: Stage, id: string) => Promise<unknown>]>([
  [
    "an edit",
    ({ alice }, conversationId) =>
      alice.run(updateConversation, { conversationId, title: "Other" }),
  ],
  [
    "more text",
    ({ alice }, conversationId) =>
      alice.run(sendMessage, { conversationId, text: "more" }),
  ],
  [
    "a file",
    ({ alice }, conversationId) =>
      alice.run(addArtifact, {
        conversationId,
        name: "a.txt",
        mimeType: "text/plain",
        bytes: "YQ==",
      }),
  ],
])(
  "%s takes it back: nothing goes out that was not seen",
  async (_, change) => {
    await using core = await startSignedIn();
    const conversationId = await draft(core);
    await core.alice.run(scheduleDraft, inAnHour(conversationId));
    await change(core, conversationId);
    expect((await view(core.alice, conversationId)).sendAt).toBeUndefined();
    expect(await pass(core, DAY)).toBe(0);
  },
);

test("a flag leaves the time as it is", async () => {
  await using core = await startSignedIn();
  const conversationId = await draft(core);
  await core.alice.run(scheduleDraft, inAnHour(conversationId));
  await core.alice.run(updateConversation, { conversationId, unread: true });
  expect(await pass(core, HOUR)).toBe(1);
});

/** An agent of Alice's by an access of its own, that has scheduled a draft of a price of 5. */
async function scheduledByAgent(
  core: Stage,
  limits: Static<typeof LimitsInput> = {},
) {
  const { accountId } = core.alice;
  const made = await core.alice.run(addCredential, {
    accountId,
    name: "Planner",
    limits: { askFirstPayment: false, ...limits },
  });
  const principal = await authenticate(core.services, made.token);
  if (!isMember(principal)) throw new Error("No agent");
  const agent = core.alice.as(principal);
  const conversationId = await draft({ ...core, alice: agent });
  await agent.run(scheduleDraft, inAnHour(conversationId));
  return { agent, conversationId, credentialId: made.credential.id };
}

test("a draft that an agent scheduled is sent as that agent's act", async () => {
  await using core = await startSignedIn();
  const { conversationId } = await scheduledByAgent(core);
  expect(await pass(core, HOUR)).toBe(1);
  const got = await view(core.bob, conversationId);
  expect(got).toMatchObject({
    state: "submitted",
    messages: [{ author: { kind: "agent" } }],
  });
  expect(await cents(core)).toEqual(HELD);
  expect((await core.run(verifyAudit, {})).faults).toEqual([]);
});

test("an agent's limits are judged at the time: what goes beyond them asks its person", async () => {
  await using core = await startSignedIn();
  const { conversationId, credentialId } = await scheduledByAgent(core);
  const { accountId } = core.alice;
  await core.alice.run(updateCredential, {
    accountId,
    credentialId,
    limits: { perPayment: "2.00" },
  });
  expect(await pass(core, HOUR)).toBe(1);
  const asked = await view(core.alice, conversationId);
  expect(asked).toMatchObject({
    state: "input-required",
    unread: true,
    checkpoints: [{ status: "open" }],
  });
  expect(await cents(core)).toEqual(BACK);
  const unseen = await core.bob.refused(getConversation, { conversationId });
  expect(unseen.code).toBe("conversation_not_found");
  const [open] = asked.checkpoints;
  await core.alice.run(recordHilDecision, {
    conversationId,
    checkpointId: open?.checkpointId ?? "",
    decision: "approve",
  });
  expect((await view(core.bob, conversationId)).state).toBe("submitted");
  expect(await cents(core)).toEqual(HELD);
});

test("what an access that ended had scheduled stays a draft, and its person is told", async () => {
  await using core = await startSignedIn();
  const { conversationId, credentialId } = await scheduledByAgent(core);
  const { accountId } = core.alice;
  await core.alice.run(revokeCredential, { accountId, credentialId });
  expect(await pass(core, HOUR)).toBe(1);
  const kept = await view(core.alice, conversationId);
  expect(kept).toMatchObject({
    state: "draft",
    unread: true,
    sendFailure: {
      code: "forbidden",
      detail: expect.stringContaining("has lost its access"),
    },
  });
  expect(await cents(core)).toEqual(BACK);
});

test("its writer chooses a time that is to come", async () => {
  await using core = await startSignedIn();
  const conversationId = await draft(core);
  const wrong = async (input: object) => {
    const error = await core.alice.refused(scheduleDraft, {
      conversationId,
      ...input,
    });
    return error.errors[0]?.code;
  };
  expect(await wrong({})).toBe("one_of");
  expect(await wrong({ sendAt: null, inSeconds: 1 })).toBe("one_of");
  expect(await wrong({ sendAt: "tomorrow" })).toBe("invalid_time");
  expect(await wrong({ sendAt: showTime(START) })).toBe("past");
  expect(await wrong({ sendAt: showTime(START + 400 * DAY) })).toBe("too_late");
});

test("what could not be sent now is refused when the time is chosen", async () => {
  await using core = await startSignedIn();
  const conversationId = await draft(core, { to: [] });
  const error = await core.alice.refused(
    scheduleDraft,
    inAnHour(conversationId),
  );
  expect(error.code).toBe("invalid_input");
  expect((await view(core.alice, conversationId)).sendAt).toBeUndefined();
});

test("a draft that is refused at its time is kept, with the reason, and can be sent", async () => {
  await using core = await startSignedIn();
  const { alice, bob } = core;
  const conversationId = await draft(core);
  await alice.run(scheduleDraft, inAnHour(conversationId));
  await core.run(disableAccount, { accountId: bob.accountId });
  expect(await pass(core, HOUR)).toBe(1);
  const kept = await view(alice, conversationId);
  expect(kept).toMatchObject({
    state: "draft",
    unread: true,
    sendFailure: {
      at: showTime(START + HOUR),
      code: "invalid_address",
      detail: expect.stringContaining("is closed"),
    },
    nextStep: { who: "you", text: expect.stringContaining("is closed") },
  });
  expect(await pass(core, DAY)).toBe(0);
  await core.run(enableAccount, { accountId: bob.accountId });
  const sent = await alice.run(submitDraft, { conversationId });
  expect(sent.state).toBe("submitted");
  expect("sendFailure" in sent.conversation).toBe(false);
});

test("a closed account sends nothing", async () => {
  await using core = await startSignedIn();
  const conversationId = await draft(core);
  await core.alice.run(scheduleDraft, inAnHour(conversationId));
  const { accountId } = core.alice;
  await core.run(disableAccount, { accountId });
  await pass(core, HOUR);
  await core.run(enableAccount, { accountId });
  const { state, sendFailure } = await view(core.alice, conversationId);
  expect({ state, code: sendFailure?.code }).toEqual({
    state: "draft",
    code: "invalid_address",
  });
});
