import { expect, test } from "bun:test";
import { LIMITS } from "../../src/core/base/limits.ts";
import { DAY_MS, HOUR_MS } from "../../src/core/base/time.ts";
import { sweepDue } from "../../src/core/loops/sweeper.ts";
import { verifyAudit } from "../../src/core/operations/verify_audit.ts";
import { verifyLedger } from "../../src/core/operations/verify_ledger.ts";
import type { Outcome } from "../driver.ts";
import { driversOf } from "../drivers.ts";
import { json } from "../harness.ts";
import { sample } from "../proof.ts";
import { sayOver } from "./pair.ts";
import type { Stage } from "./stage.ts";
import { done, startStage, WIRES } from "./stage.ts";

const PAIR = ["rest", "mcp"] as const;
const SIGNED = { confirm: true, statement: "I called" } as const;
const HOLD = LIMITS.holdDaysDefault * DAY_MS;
const REVIEW = LIMITS.reviewHours * HOUR_MS;

/** A request of 5.00 from alice to bob, to be signed with bob's words. */
async function asked(stage: Stage): Promise<string> {
  const created = await done(
    stage.rest.create(stage.alice.token, {
      to: [stage.bob.address],
      text: "words",
      price: "5",
      release: "converted",
      releaseAction: "call back",
    }),
  );
  return created.conversationId;
}

/** `done`, or the code of the refusal. */
async function saidBy(outcome: Promise<Outcome<unknown>>): Promise<string> {
  const it = await outcome;
  return it.ok ? "done" : it.error.code;
}

/** State, payment and both wallets, once ledger and chains were found right. */
async function standing({ service, alice, bob }: Stage, id: string) {
  expect(await service.operate(verifyLedger, {})).toEqual({
    ok: true,
    sum: 0,
    faults: [],
  });
  expect(await service.operate(verifyAudit, {})).toMatchObject({ ok: true });
  const read = async (path: string, token: string) =>
    await json(await service.fetch(path, { token }));
  const { conversation } = await read(`/v1/conversations/${id}`, alice.token);
  const wallets: string[] = [];
  for (const { token } of [alice, bob]) {
    wallets.push((await read("/v1/balance", token)).available.amount);
  }
  return [conversation.state, conversation.payment.status, ...wallets];
}

const PAID = ["completed", "released", "95.00", "105.00"];
const BACK = ["canceled", "voided", "100.00", "100.00"];

test("receipts over REST and MCP at once are one receipt and one release", async () => {
  await using stage = await startStage("rest");
  const { service, bob } = stage;
  const id = await asked(stage);
  const signed = await Promise.all(
    [...PAIR, ...PAIR].map((wire) =>
      done(sayOver(service, wire)(bob.token, "sign", id, SIGNED)),
    ),
  );
  const receipts = new Set(
    signed.map((it) => JSON.stringify((it as { receipt?: object }).receipt)),
  );
  expect(receipts.size).toBe(1);
  expect(await standing(stage, id)).toEqual(PAID);
});

for (const wire of WIRES) {
  test(`a receipt against a cancel over ${wire}: one of the two happens, and the money follows it`, async () => {
    for (const [nth, signer] of PAIR.entries()) {
      for (const isFirst of sample([nth === 0], [true, false])) {
        await using stage = await startStage(wire);
        const { service, alice, bob } = stage;
        const id = await asked(stage);
        const { token } = await service.addSession(alice);
        const sign = () =>
          saidBy(sayOver(service, signer)(bob.token, "sign", id, SIGNED));
        const cancel = () => saidBy(stage.wire.cancel(token, id, "no"));
        const [signed, canceled] = isFirst
          ? await Promise.all([sign(), cancel()])
          : await Promise.all([cancel(), sign()]).then(([a, b]) => [b, a]);
        const after = await standing(stage, id);
        expect([signed, canceled, ...after]).toBeOneOf([
          ["done", "not_cancelable", ...PAID],
          ["conversation_closed", "done", ...BACK],
        ]);
      }
    }
  });
}

for (const wire of PAIR) {
  for (const early of [1, 0]) {
    test(`a receipt over ${wire} against expiry, ${early} ms before the end: one outcome`, async () => {
      for (const isFirst of sample([early === 1], [true, false])) {
        await using stage = await startStage("rest");
        const { service, bob } = stage;
        const id = await asked(stage);
        service.clock.advance(HOLD - early);
        const sign = () =>
          saidBy(sayOver(service, wire)(bob.token, "sign", id, SIGNED));
        const sweep = () => sweepDue(service.services);
        const said = isFirst
          ? (await Promise.all([sign(), sweep()]))[0]
          : (await Promise.all([sweep(), sign()]))[1];
        const after = await standing(stage, id);
        if (early === 1) expect([said, ...after]).toEqual(["done", ...PAID]);
        else {
          expect(said).toBeOneOf(["hold_expired", "conversation_closed"]);
          expect(after).toEqual(BACK);
        }
      }
    });

    test(`an approval over ${wire} against expiry, ${early} ms before the end: one outcome`, async () => {
      for (const isFirst of [true, false]) {
        await using stage = await startStage("rest");
        const { service, alice, bob } = stage;
        const created = await done(
          stage.rest.create(alice.token, {
            to: [bob.address],
            text: "words",
            price: "5",
          }),
        );
        const id = created.conversationId;
        // An agent's cancel of a held price waits for its person.
        await done(stage.rest.cancel(alice.token, id, "no longer needed"));
        service.clock.advance(REVIEW - early);
        const { token } = await service.addSession(alice);
        const approve = () =>
          saidBy(
            sayOver(service, wire)(token, "decide", id, {
              decision: "approve",
            }),
          );
        const sweep = () => sweepDue(service.services);
        const said = isFirst
          ? (await Promise.all([approve(), sweep()]))[0]
          : (await Promise.all([sweep(), approve()]))[1];
        const after = await standing(stage, id);
        const wanted =
          early === 1
            ? ["done", ...BACK]
            : ["checkpoint_expired", "submitted", "held", "95.00", "100.00"];
        expect([said, ...after]).toEqual(wanted);
      }
    });
  }
}

for (const driver of WIRES) {
  test(`after the end of a hold ${driver} shows the one outcome`, async () => {
    await using stage = await startStage("rest");
    const { service, alice, bob } = stage;
    const id = await asked(stage);
    service.clock.advance(HOLD);
    await sweepDue(service.services);
    const own = driversOf(service).find(({ name }) => name === driver);
    for (const { token } of [alice, bob]) {
      const seen = await own?.read(token, id);
      expect(seen).toMatchObject({
        output: { state: "canceled", paymentStatus: "voided" },
      });
    }
    const late = await own?.cancel(alice.token, id, "no");
    // A2A answers the cancel of a canceled task with that task (3.3.1).
    expect(late).toMatchObject(
      driver === "a2a"
        ? { output: { state: "canceled" } }
        : { error: { code: "not_cancelable" } },
    );
  });
}
