import { expect, test } from "bun:test";
import type { Act } from "../../../src/core/conversations/model/acts.ts";
import { sweepDue } from "../../../src/core/loops/sweeper.ts";
import { createConversation } from "../../../src/core/operations/create_conversation.ts";
import { raisePrice } from "../../../src/core/operations/raise_price.ts";
import { recordHilDecision } from "../../../src/core/operations/record_hil_decision.ts";
import { sendMessage } from "../../../src/core/operations/send_message.ts";
import type { Stage } from "../core_harness.ts";
import { DAY, isLedgerRight, send, startStage, view } from "../core_harness.ts";
import { STORED_ACTIONS } from "../stored_actions.ts";
import {
  ACCEPTANCE,
  BACK,
  cents,
  FUNDING,
  HELD,
  HOLD,
  HOUR,
  paid,
  pass,
  types,
} from "./clock.ts";

const EXPIRY = 72 * HOUR;

/** How a conversation came to wait for a person, written as the review leaves it. */
interface Interruption {
  readonly kind: "review" | "input";
  readonly act: Act;
  readonly previousState: string | null;
}

/** Stops a conversation at a checkpoint for alice, 72 hours long; gives its id. */
async function interrupt(
  core: Stage,
  conversationId: string,
  { kind, act, previousState }: Interruption,
): Promise<string> {
  const { newId, clock, db } = core.services;
  const checkpointId = newId("checkpoint");
  const at = clock();
  await db.commit([
    {
      sql: "update conversations set state = 'input-required', previous_state = ?, version = version + 1 where id = ?",
      args: [previousState, conversationId],
    },
    {
      sql: "update participants set version = version + 1 where conversation_id = ?",
      args: [conversationId],
    },
    {
      sql: `insert into checkpoints (id, conversation_id, kind, title, summary, action, action_digest, rules, asked_by, for_account_id, opened_at, expires_at, status)
        values (?, ?, ?, 't', 's', ?, 'd', '[]', ?, ?, ?, ?, 'open')`,
      args: [
        checkpointId,
        conversationId,
        kind,
        JSON.stringify(STORED_ACTIONS[act]),
        JSON.stringify({
          address: core.alice.address,
          name: "",
          kind: "agent",
        }),
        core.alice.accountId,
        at,
        at + EXPIRY,
      ],
    },
  ]);
  return checkpointId;
}

async function status(core: Stage, checkpointId: string) {
  const [row] = await core.rows(
    `select status, decided_by, comment from checkpoints where id = '${checkpointId}'`,
  );
  return row;
}

const EXPIRED = ["expired", null, null];

test.each([
  [
    "a review of a submit: back to the draft",
    "review",
    "submit",
    null,
    "draft",
  ],
  [
    "a review of a cancel: back to the work",
    "review",
    "cancel",
    "working",
    "working",
  ],
  [
    "a review of a cancel: back to the waiting",
    "review",
    "cancel",
    "submitted",
    "submitted",
  ],
  [
    "a review in the work: on without it",
    "review",
    "outward",
    "working",
    "working",
  ],
  [
    "a question in the work: on without an answer",
    "input",
    "ask",
    "working",
    "working",
  ],
] as const)(
  "nobody answers %s, at its millisecond",
  async (_, kind, act, previousState, state) => {
    await using core = await startStage();
    const id = await send(core.alice, { to: core.bob.address });
    await core.bob.run(sendMessage, { conversationId: id, text: "accepted" });
    const checkpointId = await interrupt(core, id, {
      kind,
      act,
      previousState,
    });
    await pass(core, EXPIRY - 1);
    expect((await view(core.alice, id)).state).toBe("input-required");
    expect(await pass(core, 1)).toBe(1);
    expect((await view(core.alice, id)).state).toBe(state);
    expect(await status(core, checkpointId)).toEqual(EXPIRED);
    expect((await types(core, id)).slice(-2)).toEqual([
      "checkpoint.expired",
      `conversation.${state}`,
    ]);
    const refused = await core.alice.refused(recordHilDecision, {
      conversationId: id,
      checkpointId,
      decision: "approve",
    });
    expect(refused.code).toBe("checkpoint_expired");
    expect(await sweepDue(core.services)).toBe(0);
  },
);

test("an expired submit is a draft that can be submitted again", async () => {
  await using core = await startStage();
  const { conversationId } = await core.alice.run(createConversation, {
    to: core.bob.address,
    text: "words",
  });
  await interrupt(core, conversationId, {
    kind: "review",
    act: "submit",
    previousState: "draft",
  });
  await pass(core, EXPIRY);
  const seen = await view(core.alice, conversationId);
  expect(seen).toMatchObject({
    state: "draft",
    folder: "drafts",
    needsYou: false,
  });
});

test("with two questions open the work waits for the second", async () => {
  await using core = await startStage();
  const id = await send(core.alice, { to: core.bob.address });
  const asked = {
    kind: "input",
    act: "ask",
    previousState: "working",
  } as const;
  await interrupt(core, id, asked);
  core.advance(HOUR);
  await interrupt(core, id, asked);
  await pass(core, EXPIRY - HOUR);
  expect((await view(core.alice, id)).state).toBe("input-required");
  await pass(core, HOUR);
  expect((await view(core.alice, id)).state).toBe("working");
});

test("a cancel that interrupted a question leaves nothing waiting for nobody", async () => {
  await using core = await startStage();
  const id = await send(core.alice, { to: core.bob.address });
  await interrupt(core, id, {
    kind: "input",
    act: "ask",
    previousState: "working",
  });
  core.advance(HOUR);
  await interrupt(core, id, {
    kind: "review",
    act: "cancel",
    previousState: "input-required",
  });
  await pass(core, EXPIRY);
  expect((await view(core.alice, id)).state).toBe("working");
});

test("what is held stays held while a question expires", async () => {
  await using core = await startStage();
  const id = await paid(core);
  await interrupt(core, id, {
    kind: "input",
    act: "ask",
    previousState: "working",
  });
  await pass(core, EXPIRY);
  expect((await view(core.alice, id)).payment.status).toBe("held");
  expect(await cents(core)).toEqual(HELD);
});

test("a hold that ends while a person is asked ends the conversation", async () => {
  await using core = await startStage();
  const id = await paid(core);
  core.advance(HOLD - HOUR);
  const checkpointId = await interrupt(core, id, {
    kind: "review",
    act: "cancel",
    previousState: "submitted",
  });
  await pass(core, HOUR);
  expect((await view(core.alice, id)).stateReason).toBe("hold_expired");
  expect((await status(core, checkpointId))?.[0]).toBe("superseded");
  expect(await cents(core)).toEqual(BACK);
});

test("an acceptance that nobody answers leaves the desk, and a reply still accepts", async () => {
  await using core = await startStage();
  const id = await send(core.alice, { to: core.bob.address });
  const [checkpoint] = (await view(core.bob, id)).checkpoints;
  await pass(core, ACCEPTANCE - 1);
  expect((await view(core.bob, id)).folders).toEqual(["inbox", "requests"]);
  await pass(core, 1);
  const seen = await view(core.bob, id);
  expect(seen).toMatchObject({ state: "submitted", folders: ["inbox"] });
  expect(await status(core, checkpoint?.checkpointId ?? "")).toEqual(EXPIRED);
  await core.bob.run(sendMessage, { conversationId: id, text: "late" });
  expect((await view(core.alice, id)).state).toBe("working");
});

test("an acceptance that ends with its hold is expired, not superseded", async () => {
  await using core = await startStage();
  const id = await paid(core);
  const [checkpoint] = (await view(core.bob, id)).checkpoints;
  await pass(core, HOLD);
  expect(await status(core, checkpoint?.checkpointId ?? "")).toEqual(EXPIRED);
});

test("a submit that nobody pays for ends after 72 hours, at its millisecond", async () => {
  await using core = await startStage();
  const id = await send(core.alice.asPerson(), {
    to: core.bob.address,
    price: "200",
  });
  expect((await view(core.alice, id)).state).toBe("auth-required");
  await pass(core, FUNDING - 1);
  expect((await view(core.alice, id)).state).toBe("auth-required");
  expect(await pass(core, 1)).toBe(1);
  expect(await view(core.alice, id)).toMatchObject({
    state: "canceled",
    stateReason: "payment_not_completed",
    payment: { status: "voided", voidReason: "payment_not_completed" },
  });
  expect(await cents(core)).toEqual(BACK);
  expect(await sweepDue(core.services)).toBe(0);
});

test("more than a page of what is due is done in one pass", async () => {
  await using core = await startStage();
  const to = core.bob.address;
  const all = Array.from({ length: 230 }, () =>
    send(core.alice, { to, price: "0.01" }),
  );
  await Promise.all(all);
  await pass(core, 30 * DAY);
  const [row] = await core.rows(
    "select count(*) from conversations where state = 'canceled'",
  );
  expect(row?.[0]).toBe(230);
  expect(await isLedgerRight(core)).toBe(true);
});

test("a raised price that nobody funds in time is as if it had not been asked", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const conversationId = await send(alice, { to: [bob.address], price: "5" });
  await bob.run(sendMessage, { conversationId, text: "It costs more." });
  await bob.run(raisePrice, { conversationId, price: "8" });
  expect((await view(alice, conversationId)).state).toBe("auth-required");
  core.advance(EXPIRY);
  await sweepDue(core.services);
  const after = await view(alice, conversationId);
  expect(after.state).toBe("working");
  expect(after.payment).toMatchObject({
    status: "held",
    price: { amount: "5.00" },
  });
  expect(after.payment.requirements).toBeUndefined();
  expect(after.checkpoints.map(({ status }) => status)).toContain("expired");
  expect(await isLedgerRight(core)).toBe(true);
});
