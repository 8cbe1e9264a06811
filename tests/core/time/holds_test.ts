import { describe, expect, test } from "bun:test";
import { Locks } from "../../../src/core/base/locks.ts";
import { sweepDue } from "../../../src/core/loops/sweeper.ts";
import { addArtifact } from "../../../src/core/operations/add_artifact.ts";
import { cancelConversation } from "../../../src/core/operations/cancel_conversation.ts";
import { recordHilDecision } from "../../../src/core/operations/record_hil_decision.ts";
import { sendMessage } from "../../../src/core/operations/send_message.ts";
import { signReceipt } from "../../../src/core/operations/sign_receipt.ts";
import { verifyAudit } from "../../../src/core/operations/verify_audit.ts";
import { openSubscription } from "../../../src/core/streams/subscribe.ts";
import { unfoldRecords } from "../../records.ts";
import type { Stage } from "../core_harness.ts";
import { DAY, START, send, startStage, view } from "../core_harness.ts";
import { nextOf } from "../subscription.ts";
import {
  BACK,
  cents,
  EXTENSION,
  HELD,
  HOLD,
  NOTICE,
  PAID,
  paid,
  pass,
  types,
} from "./clock.ts";

const reply = ({ bob }: Stage, conversationId: string) =>
  bob.run(sendMessage, { conversationId, text: "done" });

const sign = ({ bob }: Stage, conversationId: string) =>
  bob.run(signReceipt, { conversationId, confirm: true });

test("a hold is given back at its millisecond, not before it", async () => {
  await using core = await startStage();
  const id = await paid(core);
  await pass(core, HOLD - 1);
  expect((await view(core.alice, id)).state).toBe("submitted");
  expect(await cents(core)).toEqual(HELD);
  expect(await pass(core, 1)).toBe(2);
  const after = await view(core.alice, id);
  expect(after).toMatchObject({
    state: "canceled",
    stateReason: "hold_expired",
    payment: { status: "voided", voidReason: "hold_expired" },
  });
  expect(await cents(core)).toEqual(BACK);
  expect(await sweepDue(core.services)).toBe(0);
  expect((await core.run(verifyAudit, {})).faults).toEqual([]);
});

test("both sides see the expiry: in the record, on the stream and as unread", async () => {
  await using core = await startStage();
  const id = await paid(core);
  const caller = { via: "rest", requestId: "test" } as const;
  const { principal } = core.bob;
  const stream = await openSubscription(
    core.services,
    { ...caller, principal },
    { conversationId: id, after: 99 },
  );
  await nextOf(stream);
  await pass(core, HOLD);
  const events = [await nextOf(stream), await nextOf(stream)];
  stream.close();
  expect(events).toMatchObject([
    { event: "payment.updated", data: { payment: { status: "voided" } } },
    {
      event: "state.changed",
      data: {
        state: "canceled",
        reason: "hold_expired",
        actor: { kind: "system" },
      },
    },
  ]);
  for (const side of [core.alice, core.bob]) {
    expect((await view(side, id)).unread).toBe(true);
  }
  await unfoldRecords(core.services.db);
  const [row] = await core.rows(
    `select body from unfolded_records where chain_id = '${id}' order by seq desc limit 1`,
  );
  expect(JSON.parse(String(row?.[0]))).toMatchObject({
    type: "conversation.canceled",
    actor: { kind: "system" },
    via: "system",
    requestId: expect.stringMatching(/^clock-[0-9a-f]{16}$/),
  });
});

test("a met condition without a signature is extended once, then given back", async () => {
  await using core = await startStage();
  const id = await paid(core);
  await reply(core, id);
  await pass(core, HOLD);
  const extended = await view(core.alice, id);
  expect(extended).toMatchObject({
    state: "working",
    payment: {
      status: "held",
      captureBefore: new Date(START + HOLD + EXTENSION).toISOString(),
    },
  });
  expect(await cents(core)).toEqual(HELD);
  await pass(core, EXTENSION - 1);
  expect((await view(core.bob, id)).state).toBe("working");
  await pass(core, 1);
  expect((await view(core.bob, id)).state).toBe("canceled");
  expect(await cents(core)).toEqual(BACK);
  expect(
    (await types(core, id)).filter((type) => type === "payment.extended"),
  ).toHaveLength(1);
});

test("in the days of the extension the payee can sign", async () => {
  await using core = await startStage();
  const id = await paid(core);
  await reply(core, id);
  await pass(core, HOLD);
  await pass(core, EXTENSION - 1);
  await sign(core, id);
  expect(await cents(core)).toEqual(PAID);
  await pass(core, DAY);
  expect((await view(core.alice, id)).state).toBe("completed");
  expect(await cents(core)).toEqual(PAID);
});

test.each([
  ["accepted", { release: "accepted" }],
  ["replied", { release: "replied" }],
  ["converted", { release: "converted", releaseAction: { type: "artifact" } }],
] as const)(
  "what is done after the end of a hold earns nothing: %s",
  async (release, terms) => {
    await using core = await startStage();
    const late = await paid(core, terms);
    const inTime = await paid(core, terms);
    const earn = (conversationId: string) =>
      release === "converted"
        ? core.bob.run(addArtifact, {
            conversationId,
            name: "a.txt",
            mimeType: "text/plain",
            bytes: "YQ==",
          })
        : core.bob.run(sendMessage, { conversationId, text: "yes" });
    core.advance(HOLD - 1);
    await earn(inTime);
    core.advance(1);
    await earn(late);
    await sweepDue(core.services);
    expect((await view(core.alice, late)).state).toBe("canceled");
    expect((await view(core.alice, inTime)).payment.status).toBe("held");
  },
);

test("a price that no account is paid goes back too", async () => {
  await using core = await startStage();
  const id = await send(core.alice, { to: "eve@example.org", price: "5" });
  await pass(core, HOLD);
  expect((await view(core.alice, id)).stateReason).toBe("hold_expired");
  expect(await cents(core)).toEqual(BACK);
});

test("both sides hear a day before the end, once for each end there is", async () => {
  await using core = await startStage();
  const id = await paid(core);
  await reply(core, id);
  const told = async () =>
    (await types(core, id)).filter((type) => type === "payment.ending").length;
  expect(await pass(core, HOLD - NOTICE - 1)).toBe(0);
  expect(await pass(core, 1)).toBe(1);
  expect(await told()).toBe(1);
  for (const side of [core.alice, core.bob]) {
    expect((await view(side, id)).unread).toBe(true);
  }
  expect(await pass(core, NOTICE - 1)).toBe(0);
  await pass(core, 1);
  await pass(core, EXTENSION - NOTICE);
  expect(await told()).toBe(2);
});

test("people hear of it by mail as well, in rows that name no mailbox", async () => {
  await using core = await startStage();
  const id = await paid(core);
  await pass(core, HOLD - NOTICE);
  const rows = await core.rows(
    "select recipient, conversation_id, status, body from deliveries where kind = 'notice' order by recipient",
  );
  const [alice, bob] = [core.alice, core.bob].map((it) => it.accountId);
  const body = JSON.stringify({
    about: "hold_ending",
    endsAt: new Date(START + HOLD).toISOString(),
  });
  expect(rows).toEqual(
    [alice, bob].toSorted().map((who) => [who, id, "waiting", body]),
  );
});

test("after weeks of standing still everything is caught up, and once", async () => {
  await using core = await startStage();
  const ids: string[] = [];
  for (let i = 0; i < 12; i++) ids.push(await paid(core));
  await reply(core, ids[0] ?? "");
  await pass(core, 60 * DAY);
  const states = await Promise.all(
    ids.map(async (id) => (await view(core.alice, id)).state),
  );
  expect(states).toEqual(["working", ...Array(11).fill("canceled")]);
  expect(await sweepDue(core.services)).toBe(0);
  // The days of grace begin when somebody was there to give them.
  await pass(core, EXTENSION);
  expect((await view(core.alice, ids[0] ?? "")).state).toBe("canceled");
  expect(await cents(core)).toEqual(BACK);
});

test("several nodes that sweep at the same time do everything once", async () => {
  await using core = await startStage();
  const ids: string[] = [];
  for (let i = 0; i < 10; i++) ids.push(await paid(core));
  core.advance(HOLD);
  // Locks of its own: between two nodes there is nothing but the database.
  const node = () => ({ ...core.services, locks: new Locks() });
  const counts = await Promise.all([
    sweepDue(node()),
    sweepDue(node()),
    sweepDue(node()),
  ]);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(20);
  expect(await cents(core)).toEqual(BACK);
  for (const id of ids) {
    const canceled = (await types(core, id)).filter(
      (it) => it === "conversation.canceled",
    );
    expect(canceled).toHaveLength(1);
  }
});

test("a hold that cannot be ended is logged and keeps no other waiting", async () => {
  await using core = await startStage();
  const stuck = await paid(core);
  const other = await paid(core);
  await core.services.db.commit([
    {
      sql: `CREATE TRIGGER broken BEFORE UPDATE ON payments
        WHEN NEW.conversation_id = '${stuck}' AND NEW.status = 'voided'
        BEGIN SELECT RAISE(ABORT, 'broken'); END`,
      args: [],
    },
  ]);
  await pass(core, HOLD);
  expect((await view(core.alice, stuck)).state).toBe("submitted");
  expect((await view(core.alice, other)).state).toBe("canceled");
  expect(core.logged.join()).toContain("sweep.expire_hold");
  await core.services.db.commit([{ sql: "DROP TRIGGER broken", args: [] }]);
  await sweepDue(core.services);
  expect((await view(core.alice, stuck)).state).toBe("canceled");
  expect(await cents(core)).toEqual(BACK);
});

/** The possible outcomes of a race: the state, and where the money is. */
const ONE_OF = {
  completed: PAID,
  canceled: BACK,
  rejected: BACK,
} as const;

const RIVALS = {
  receipt: (core: Stage, conversationId: string) =>
    core.bob.run(signReceipt, {
      conversationId,
      confirm: true,
      statement: "It is done",
    }),
  cancel: (core: Stage, conversationId: string) =>
    core.bob
      .asPerson()
      .run(cancelConversation, { conversationId, reason: "no" }),
  decline: (core: Stage, conversationId: string) =>
    core.bob.run(recordHilDecision, { conversationId, decision: "decline" }),
  approve: (core: Stage, conversationId: string) =>
    core.bob.run(recordHilDecision, { conversationId, decision: "approve" }),
} as const;

describe("races", () => {
  for (const [name, rival] of Object.entries(RIVALS)) {
    for (const early of [1, 0]) {
      for (const first of ["clock", "rival"] as const) {
        test(`${name} against expiry, ${early} ms before the end, ${first} first: one outcome`, async () => {
          await using core = await startStage();
          const id = await paid(core, {
            release: "converted",
            releaseAction: "it is done",
          });
          core.advance(HOLD - early);
          const sweep = () => sweepDue(core.services);
          const act = () =>
            rival(core, id).then(
              () => "done",
              (error) => error.code,
            );
          const [, said] =
            first === "clock"
              ? await Promise.all([sweep(), act()])
              : await Promise.all([act(), sweep()]).then(([a, b]) => [b, a]);
          if (early === 0) await sweep();
          const { state, payment } = await view(core.alice, id);
          if (early === 1) {
            expect(said).toBe("done");
            expect(await cents(core)).toEqual(
              name === "approve" ? HELD : ONE_OF[state as keyof typeof ONE_OF],
            );
          } else {
            expect(state).toBe("canceled");
            expect(payment.status).toBe("voided");
            expect(await cents(core)).toEqual(BACK);
          }
          const ends = (await types(core, id)).filter(
            (it) => it === "payment.voided" || it === "payment.released",
          );
          expect(ends).toHaveLength(name === "approve" && early === 1 ? 0 : 1);
          expect((await core.run(verifyAudit, {})).faults).toEqual([]);
        });
      }
    }
  }
});
