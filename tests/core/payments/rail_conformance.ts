import { describe, expect, test } from "bun:test";
import type {
  CommandCall,
  QueryCall,
} from "../../../src/core/access/context.ts";
import type {
  HoldIntent,
  PaymentRail,
  RailAsk,
  RefundIntent,
  SettleIntent,
} from "../../../src/core/payments/rail_port.ts";
import type { Approval } from "../../../src/core/review/review.ts";

/** A rail to be tested, and what surrounds it. */
export interface RailFixture extends AsyncDisposable {
  readonly rail: PaymentRail;
  /** Commits what the work collects; rejects if any of it was refused. */
  commit(
    work: (call: CommandCall, approval: Approval<"payment">) => void,
  ): Promise<void>;
  ask<T>(work: (call: QueryCall) => Promise<T>): Promise<T>;
  /** An account that can spend so much; gives its id. */
  account(available: number): Promise<string>;
  /** The amount that an account can spend. */
  available(accountId: string): Promise<number>;
  /** The fees that the service has kept. */
  fees(): Promise<number>;
  /** The payer's signature for a hold, and the wallet with their money, if that is needed. */
  sign?(hold: SigningAsk): Promise<HoldIntent["signed"]>;
  /** The payee's signature for a refund, if that is needed. */
  signBack?(back: Omit<SigningAsk, "feeBps">): Promise<RefundIntent["signed"]>;
  wallet?(accountId: string): RailAsk["wallet"];
}

/** A hold that has to be signed. */
export interface SigningAsk {
  readonly payerId: string;
  readonly payeeId: string;
  readonly amount: number;
  readonly feeBps: number;
}

type Settled = Pick<SettleIntent, "released" | "fee" | "returned" | "key">;

/** One payment of a payer who has 100 to a payee who has 50. */
async function stage(fixture: RailFixture, feeBps = 0) {
  const payerId = await fixture.account(100);
  const payeeId = await fixture.account(50);
  const of = { paymentId: "pay_1", conversationId: "cnv_1" };
  const { rail } = fixture;
  const settle = (part: Settled) =>
    fixture.commit((call) =>
      rail.settlePart(call, { ...of, payerId, payeeId, ...part }),
    );
  return {
    hold: async (amount: number, key = `hold:${amount}`) => {
      const ask = { payerId, payeeId, amount, feeBps };
      const signed = await fixture.sign?.(ask);
      const intent = { ...of, key, payerId, amount, signed };
      await fixture.commit((call, approval) =>
        rail.hold(call, approval, intent),
      );
    },
    release: (amount: number, fee = 0, key = "settle") =>
      settle({ released: amount, fee, returned: 0, key }),
    drop: (amount: number, key = "settle") =>
      settle({ released: 0, fee: 0, returned: amount, key }),
    settle,
    refund: async (amount: number, key = `refund:${amount}`) => {
      const back = { payerId, payeeId, amount };
      const signed = await fixture.signBack?.(back);
      await fixture.commit((call, approval) =>
        rail.refund(call, approval, { ...of, key, ...back, signed }),
      );
    },
    quote: (amount: number) =>
      fixture.ask((call) =>
        rail.quote(call, {
          payerId,
          amount,
          wallet: fixture.wallet?.(payerId),
        }),
      ),
    get: () => fixture.ask((call) => rail.get(call, of.paymentId)),
    /** The balances of payer, payee and service. */
    wallets: async () => [
      await fixture.available(payerId),
      await fixture.available(payeeId),
      await fixture.fees(),
    ],
  };
}

/** True if a movement was refused, and nothing of it happened. */
async function isRefused(movement: Promise<void>): Promise<boolean> {
  const [outcome] = await Promise.allSettled([movement]);
  return outcome?.status === "rejected";
}

const NOTHING = { held: 0, released: 0, voided: 0, refunded: 0 };

/** The duties of every rail; a second one runs the same. */
export function railConformance(
  name: string,
  open: () => Promise<RailFixture>,
): void {
  describe(`${name}: what every rail must do`, () => {
    holding(open);
    settling(open);
    refunding(open);
  });
}

function holding(open: () => Promise<RailFixture>): void {
  test("a quote says what is there and what is missing, and takes nothing", async () => {
    await using fixture = await open();
    const { quote, get, wallets } = await stage(fixture);
    expect(await quote(100)).toEqual({ available: 100, missing: 0 });
    expect(await quote(101)).toEqual({ available: 100, missing: 1 });
    expect(await get()).toBeUndefined();
    expect(await wallets()).toEqual([100, 50, 0]);
  });

  test("a hold takes the amount once, whatever repeats its key", async () => {
    await using fixture = await open();
    const { hold, get, wallets } = await stage(fixture);
    await hold(30);
    expect(await isRefused(hold(30))).toBe(true);
    expect(await isRefused(hold(10, "hold:30"))).toBe(true);
    expect(await get()).toEqual({ ...NOTHING, held: 30 });
    expect(await wallets()).toEqual([70, 50, 0]);
  });

  test("nothing is held beyond what the payer has", async () => {
    await using fixture = await open();
    const { hold, get, wallets } = await stage(fixture);
    expect(await isRefused(hold(101))).toBe(true);
    await hold(100);
    expect(await isRefused(hold(1))).toBe(true);
    expect(await get()).toEqual({ ...NOTHING, held: 100 });
    expect(await wallets()).toEqual([0, 50, 0]);
  });

  test("a second hold under a key of its own adds up with the first", async () => {
    await using fixture = await open();
    const { hold, release, get, wallets } = await stage(fixture);
    await hold(30);
    await hold(20);
    expect(await get()).toEqual({ ...NOTHING, held: 50 });
    await release(50);
    expect(await get()).toEqual({ ...NOTHING, released: 50 });
    expect(await wallets()).toEqual([50, 100, 0]);
  });
}

function settling(open: () => Promise<RailFixture>): void {
  test("a release gives the payee what is held, less the fee", async () => {
    await using fixture = await open();
    const { hold, release, get, wallets } = await stage(fixture, 1_000);
    await hold(30);
    await release(30, 3);
    expect(await get()).toEqual({ ...NOTHING, released: 30 });
    expect(await wallets()).toEqual([70, 77, 3]);
  });

  test("a void gives the payer everything back", async () => {
    await using fixture = await open();
    const { hold, drop, get, wallets } = await stage(fixture);
    await hold(30);
    await drop(30);
    expect(await get()).toEqual({ ...NOTHING, voided: 30 });
    expect(await wallets()).toEqual([100, 50, 0]);
  });

  test("release and void: one of the two, once, even under other keys", async () => {
    for (const first of ["release", "drop"] as const) {
      await using fixture = await open();
      const { hold, wallets, ...rest } = await stage(fixture);
      await hold(30);
      await rest[first](30);
      const after = await wallets();
      expect(await isRefused(rest.release(30))).toBe(true);
      expect(await isRefused(rest.drop(30))).toBe(true);
      expect(await isRefused(rest.release(30, 0, "other"))).toBe(true);
      expect(await isRefused(rest.drop(30, "other"))).toBe(true);
      expect(await wallets()).toEqual(after);
    }
  });

  test("parts are paid out, the last returns the rest, and no more than was held", async () => {
    await using fixture = await open();
    const { hold, settle, refund, get, wallets } = await stage(fixture, 1_000);
    await hold(20);
    await hold(10);
    await settle({ released: 10, fee: 1, returned: 0, key: "settle:1" });
    expect(await get()).toEqual({ ...NOTHING, held: 20, released: 10 });
    const parts = [
      { released: 21, fee: 2, returned: 0 },
      { released: 11, fee: 1, returned: 10 },
    ];
    for (const part of parts) {
      expect(await isRefused(settle({ ...part, key: "settle:2" }))).toBe(true);
    }
    const last = { released: 13, fee: 1, returned: 7 };
    expect(await isRefused(settle({ ...last, key: "settle:1" }))).toBe(true);
    await settle({ ...last, key: "settle:2" });
    expect(await isRefused(settle({ ...last, key: "settle:3" }))).toBe(true);
    expect(await get()).toEqual({ ...NOTHING, released: 23, voided: 7 });
    expect(await wallets()).toEqual([77, 71, 2]);
    expect(await isRefused(refund(24))).toBe(true);
    await refund(23);
    expect(await get()).toMatchObject({ released: 23, refunded: 23 });
    expect(await fixture.ask((call) => fixture.rail.reconcile(call))).toEqual(
      [],
    );
  });

  test("what was never held is neither released nor voided", async () => {
    await using fixture = await open();
    const { release, drop, get, wallets } = await stage(fixture);
    expect(await isRefused(release(1))).toBe(true);
    expect(await isRefused(drop(1))).toBe(true);
    expect(await get()).toBeUndefined();
    expect(await wallets()).toEqual([100, 50, 0]);
  });
}

function refunding(open: () => Promise<RailFixture>): void {
  test("refunds add up to what was released and never beyond it", async () => {
    await using fixture = await open();
    const { hold, release, refund, get, wallets } = await stage(fixture, 1_000);
    await hold(30);
    await release(30, 3);
    await refund(10);
    expect(await isRefused(refund(10))).toBe(true);
    expect(await isRefused(refund(21))).toBe(true);
    await refund(20);
    expect(await isRefused(refund(1))).toBe(true);
    expect(await get()).toEqual({ ...NOTHING, released: 30, refunded: 30 });
    expect(await wallets()).toEqual([100, 47, 3]);
  });

  test("nothing is refunded of what was not released", async () => {
    await using fixture = await open();
    const { hold, drop, refund, wallets } = await stage(fixture);
    expect(await isRefused(refund(1))).toBe(true);
    await hold(30);
    expect(await isRefused(refund(1))).toBe(true);
    await drop(30);
    expect(await isRefused(refund(1))).toBe(true);
    expect(await wallets()).toEqual([100, 50, 0]);
  });

  test("its books agree with themselves after all of it", async () => {
    await using fixture = await open();
    const { hold, release, refund } = await stage(fixture, 1_000);
    await hold(30);
    await release(30, 3);
    await refund(10);
    const faults = await fixture.ask((call) => fixture.rail.reconcile(call));
    // The stage keeps no payment row, so the escrow it emptied is all there is.
    expect(faults).toEqual([]);
  });
}
