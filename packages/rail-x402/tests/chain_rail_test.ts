import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { AuthCaptureEvmScheme } from "@x402/evm/auth-capture/client";
import { OPERATOR as TERMINAL } from "../../../src/core/access/principal.ts";
import type { Hex } from "../../../src/core/base/rails/chain.ts";
import { sayInEnglish } from "../../../src/core/base/words/say.ts";
import type { ChainRequirements } from "../../../src/core/payments/terms/requirements.ts";
import { chainRequirements } from "../../../src/core/payments/terms/requirements.ts";
import { queryCall } from "../../../src/core/pipeline/query_call.ts";
import { startCore } from "../../../tests/core/core_harness.ts";
import { commitMovements } from "../../../tests/core/payments/commit_movements.ts";
import type {
  RailFixture,
  SigningAsk,
} from "../../../tests/core/payments/rail_conformance.ts";
import { railConformance } from "../../../tests/core/payments/rail_conformance.ts";
import { chainPass } from "../src/chain_pass.ts";
import { chainRail } from "../src/chain_rail.ts";
import { checkHold } from "../src/hold/check_hold.ts";
import type { ReadHold } from "../src/hold/read_payload.ts";
import { readPayload } from "../src/hold/read_payload.ts";
import { intentStore } from "../src/intent_store.ts";
import type { Anvil } from "./anvil.ts";
import { COLLECTOR, ESCROW, startAnvil } from "./anvil.ts";
import {
  OPERATOR,
  OPERATOR_KEY,
  PAYEE,
  PLACE,
  signRefund,
  wallet,
} from "./stage.ts";

let anvil: Anvil;
let seed = 3_000;

beforeAll(async () => {
  anvil = await startAnvil();
  await anvil.request("anvil_setBalance", [OPERATOR, "0x56bc75e2d63100000"]);
});
afterAll(() => anvil[Symbol.asyncDispose]());

const asked = (ask: Pick<SigningAsk, "amount" | "feeBps">, payTo: Hex) => {
  const seconds = Math.floor(Date.now() / 1_000);
  return chainRequirements(PLACE, OPERATOR, {
    ...ask,
    payTo,
    captureDeadline: seconds + 700_000,
    refundDeadline: seconds + 3_000_000,
    maxTimeoutSeconds: 3_600,
  });
};

/** The official client's payload for the requirements, as it is sent. */
async function payloadOf(
  payer: ReturnType<typeof wallet>,
  requirements: ChainRequirements,
) {
  const scheme = new AuthCaptureEvmScheme(payer.account);
  const { extra } = requirements;
  const { payload } = await scheme.createPaymentPayload(2, {
    ...requirements,
    extra: { ...extra },
  });
  return { x402Version: 2, accepted: requirements, payload };
}

function read(requirements: ChainRequirements, payload: unknown): ReadHold {
  return readPayload(PLACE, requirements, { payload, now: Date.now() });
}

async function signedBy(
  payer: ReturnType<typeof wallet>,
  requirements: ChainRequirements,
) {
  const hold = read(requirements, await payloadOf(payer, requirements));
  if ("problem" in hold) throw new Error(hold.problem.in(sayInEnglish));
  return hold;
}

const PASSES_MAX = 30;

async function openChain(): Promise<RailFixture> {
  const core = await startCore();
  const { db, clock } = core.services;
  const query = queryCall(core.services, {
    ...{ principal: TERMINAL, via: "cli", requestId: "test" },
  });
  const log = { info() {}, error() {} };
  const { client } = anvil;
  const desk = { place: PLACE, client, key: OPERATOR_KEY, db, clock, log };
  const kept = await anvil.tokens(OPERATOR);
  const wallets = new Map<string, ReturnType<typeof wallet>>();
  const of = (id: string) => {
    const found = wallets.get(id);
    if (!found) throw new Error(`No wallet of ${id}`);
    return found;
  };
  return {
    rail: chainRail(desk),
    async commit(work) {
      await commitMovements(query, work);
      for (let pass = 0; pass < PASSES_MAX; pass++) {
        await chainPass(desk);
        if ((await intentStore(db).page("open", "")).length === 0) break;
        await anvil.finalise();
      }
      for (const it of await intentStore(db).page("refused", "")) {
        await db.commit([intentStore(db).settle(it, "dropped")]);
        throw new Error(it.problem ?? "refused");
      }
    },
    ask: (work) => work(query),
    async account(available) {
      seed += 1;
      const made = wallet(seed);
      await anvil.mint(made.address, available);
      wallets.set(made.address, made);
      return made.address;
    },
    available: (id) => anvil.tokens(of(id).address),
    fees: async () => (await anvil.tokens(OPERATOR)) - kept,
    signBack: ({ payerId, payeeId, amount }) =>
      signRefund(of(payeeId), { to: of(payerId).address, amount }),
    wallet: (id) => of(id).address,
    sign: ({ payerId, payeeId, ...ask }) =>
      signedBy(of(payerId), asked(ask, of(payeeId).address)),
    [Symbol.asyncDispose]: () => core[Symbol.asyncDispose](),
  };
}

railConformance("escrow on a chain", openChain);

test("reconciling finds what the escrow has and no row knows, and the other way round", async () => {
  await using fixture = await openChain();
  const payerId = await fixture.account(100);
  const payeeId = await fixture.account(0);
  const signed = await fixture.sign?.({
    payerId,
    payeeId,
    amount: 30,
    feeBps: 0,
  });
  const of = { paymentId: "pay_1", conversationId: "cnv_1", key: "hold:1" };
  await fixture.commit((call, approval) =>
    fixture.rail.hold(call, approval, { ...of, payerId, amount: 30, signed }),
  );
  const faults = () => fixture.ask((call) => fixture.rail.reconcile(call));
  expect(await faults()).toEqual([]);
  await fixture.ask(({ db }) =>
    db.commit([
      {
        sql: "insert into chain_intents (id, key, act, conversation_id, payment_id, amount, state, created_at) values ('chi_0', 'settle:1', 'capture', 'cnv_1', 'pay_1', 30, 'settled', 0)",
        args: [],
      },
    ]),
  );
  expect(await faults()).toEqual([
    {
      about: "pay_1",
      problem: "0 are held and 30 can be refunded, but the escrow has 30 and 0",
    },
  ]);
});

test("a refund that counts and that the token has not done is found", async () => {
  await using fixture = await openChain();
  const payerId = await fixture.account(100);
  const payeeId = await fixture.account(50);
  const of = { paymentId: "pay_1", conversationId: "cnv_1" };
  const ask = { payerId, payeeId, amount: 30, feeBps: 0 };
  const signed = await fixture.sign?.(ask);
  const hold = { ...of, key: "hold:1", payerId, amount: 30, signed };
  await fixture.commit((call, approval) =>
    fixture.rail.hold(call, approval, hold),
  );
  await fixture.commit((call) =>
    fixture.rail.settlePart(call, {
      ...{ ...of, key: "settle:pay_1:1", payerId, payeeId },
      ...{ released: 30, fee: 0, returned: 0 },
    }),
  );
  await fixture.ask(({ db }) =>
    db.commit([
      {
        sql: "insert into chain_intents (id, key, act, conversation_id, payment_id, amount, state, created_at) values ('chi_9', 'refund:1', 'refund', 'cnv_1', 'pay_1', 7, 'settled', 0)",
        args: [],
      },
    ]),
  );
  const faults = fixture.ask((call) => fixture.rail.reconcile(call));
  expect(await faults).toEqual([
    { about: "pay_1", problem: "the token has not refunded 7" },
  ]);
});

test("a return that was decided while a hold was on its way gives back what was taken", async () => {
  await using fixture = await openChain();
  const payerId = await fixture.account(30);
  const payeeId = await fixture.account(0);
  const of = { paymentId: "pay_1", conversationId: "cnv_1" };
  const hold = async (amount: number) => {
    const ask = { payerId, payeeId, amount, feeBps: 0 };
    const signed = await fixture.sign?.(ask);
    return { ...of, key: `hold:${amount}`, payerId, amount, signed };
  };
  const [first, second] = [await hold(20), await hold(19)];
  const done = fixture.commit((call, approval) => {
    fixture.rail.hold(call, approval, first);
    fixture.rail.hold(call, approval, second);
    fixture.rail.settlePart(call, {
      ...{ ...of, key: "settle:pay_1:1", payerId, payeeId },
      ...{ released: 0, fee: 0, returned: 39 },
    });
  });
  // The second is beyond the balance.
  expect((await Promise.allSettled([done]))[0]?.status).toBe("rejected");
  expect(await fixture.available(payerId)).toBe(30);
  expect(await fixture.ask((call) => fixture.rail.get(call, "pay_1"))).toEqual({
    held: 0,
    released: 0,
    voided: 20,
    refunded: 0,
  });
  expect(await fixture.ask((call) => fixture.rail.reconcile(call))).toEqual([]);
});

describe("what a payer sends", () => {
  const payer = wallet(3_999);

  test("the official client's payload is read as the terms that were asked for", async () => {
    await anvil.mint(payer.address, 50);
    const requirements = asked({ amount: 50, feeBps: 250 }, PAYEE);
    const hold = await signedBy(payer, requirements);
    expect(hold.info).toMatchObject({
      payer: payer.address,
      receiver: PAYEE,
      maxAmount: 50,
      minFeeBps: 250,
      maxFeeBps: 250,
    });
    const desk = { place: PLACE, client: anvil.client, key: OPERATOR_KEY };
    expect(await checkHold(desk, hold)).toBeUndefined();
    const shown = {
      ...requirements,
      payTo: PAYEE.toUpperCase().replace("X", "x"),
    };
    expect(
      read(requirements, {
        ...(await payloadOf(payer, requirements)),
        accepted: shown,
      }),
    ).toMatchObject({
      info: { receiver: PAYEE },
    });
    const more = await signedBy(payer, asked({ amount: 51, feeBps: 0 }, PAYEE));
    expect(await checkHold(desk, more)).toMatchObject({
      code: "insufficient_funds",
    });
  });

  test("anything else than what was asked for is refused, and says what it was", async () => {
    const requirements = asked({ amount: 50, feeBps: 0 }, PAYEE);
    const payload = await payloadOf(payer, requirements);
    type Signed = {
      readonly authorization: Readonly<Record<string, string>>;
      readonly signature: string;
      readonly salt: string;
    };
    const signed = payload.payload as unknown as Signed;
    const within = (change: Partial<Signed>) => ({
      ...payload,
      payload: { ...signed, ...change },
    });
    const authorized = (change: Readonly<Record<string, unknown>>) =>
      within({
        authorization: { ...signed.authorization, ...change } as Readonly<
          Record<string, string>
        >,
      });
    const soon = String(Math.floor(Date.now() / 1_000) + 5);
    const cases: readonly (readonly [unknown, string])[] = [
      [null, "invalid_x402_version"],
      [[], "invalid_x402_version"],
      [{ ...payload, x402Version: 1 }, "invalid_x402_version"],
      [{ ...payload, accepted: undefined }, "invalid_payment_requirements"],
      [
        { ...payload, accepted: { ...requirements, amount: "49" } },
        "invalid_payment_requirements",
      ],
      [
        { ...payload, accepted: { ...requirements, network: "eip155:1" } },
        "invalid_payment_requirements",
      ],
      [{ ...payload, payload: "0x" }, "invalid_payload"],
      [within({ salt: "0x01" }), "invalid_payload"],
      [within({ salt: `0x${"01".repeat(32)}` }), "invalid_payload"],
      [within({ signature: signed.signature.slice(0, -2) }), "invalid_payload"],
      [within({ signature: `${signed.signature}0` }), "invalid_payload"],
      [within({ signature: `0x${"00".repeat(3_073)}` }), "invalid_payload"],
      [authorized({ value: "51" }), "invalid_payload"],
      [authorized({ value: 50 }), "invalid_payload"],
      [authorized({ value: "050" }), "invalid_payload"],
      [authorized({ to: ESCROW }), "invalid_payload"],
      [authorized({ validAfter: "1" }), "invalid_payload"],
      [authorized({ validBefore: soon }), "authorization_expired"],
      [authorized({ validBefore: "99999999999" }), "invalid_payload"],
      [authorized({ nonce: `0x${"00".repeat(32)}` }), "invalid_payload"],
    ];
    for (const [given, code] of cases) {
      expect([given, read(requirements, given)]).toMatchObject([
        given,
        { code },
      ]);
    }
    expect(read(requirements, payload)).toMatchObject({ info: {} });
    // The chain checks the signature: a wallet may be a contract.
    const desk = { place: PLACE, client: anvil.client, key: OPERATOR_KEY };
    for (const forged of [
      within({ signature: `0x${"11".repeat(65)}` }),
      within({ signature: `${signed.signature}00` }),
      authorized({ from: COLLECTOR }),
      authorized({ from: wallet(3_998).address }),
    ]) {
      const hold = read(requirements, forged);
      if ("problem" in hold) throw new Error(hold.code);
      expect(await checkHold(desk, hold)).toMatchObject({
        code: "invalid_signature",
      });
    }
  });
});
