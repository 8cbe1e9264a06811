import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { compileContracts, sourcesDigest } from "../../../scripts/contracts.ts";
import { CODES } from "../../../scripts/escrow_codes.ts";
import type { Hex } from "../../../src/core/base/rails/chain.ts";
import { keccakOfText, word } from "../../../src/core/payments/terms/hex.ts";
import type { PaymentInfo } from "../../../src/core/payments/terms/payment_info.ts";
import { infoHash } from "../../../src/core/payments/terms/payment_info.ts";
import { inProof } from "../../../tests/proof.ts";
import bytecode from "../contracts/bytecode.json";
import {
  authorizeCall,
  captureCall,
  escrowState,
  voidCall,
} from "../src/escrow_calls.ts";
import { revertName } from "../src/node/revert_name.ts";
import { ChainRefusal } from "../src/node/rpc.ts";
import type { Anvil } from "./anvil.ts";
import {
  COLLECTOR,
  ESCROW,
  REFUND_COLLECTOR,
  startAnvil,
  TOKEN,
} from "./anvil.ts";
import { reclaimCall, refundCall } from "./foreign_calls.ts";
import { OPERATOR, PAYEE, PLACE, signHold, wallet } from "./stage.ts";

const selector = (text: string) => keccakOfText(text).slice(0, 10);
const SET_TRANSFER_FEE = selector("setTransferFee(uint256)");
const SET_PAUSED = selector("setPaused(bool)");
const SET_HOOK = selector("setHook(address)");
const PLAN = selector("plan(address,bytes)");

let anvil: Anvil;
let seed = 900;

beforeAll(async () => {
  anvil = await startAnvil();
});
afterAll(() => anvil[Symbol.asyncDispose]());

test("the contracts were compiled after their sources changed last", async () => {
  expect(bytecode.sources).toBe(await sourcesDigest());
});

inProof(
  "the bytes of the contracts are those of their sources",
  async () => {
    expect(await compileContracts()).toEqual(bytecode);
  },
  60_000,
);

async function payment() {
  seed += 1;
  const payer = wallet(seed);
  await anvil.mint(payer.address, 100);
  const now = (await anvil.client.block("latest"))?.timestamp ?? 0;
  return { payer, ...(await signHold(payer, { amount: 30, now })) };
}

type Signed = Awaited<ReturnType<typeof payment>>;

/** Why a call of the escrow would be refused, now or then; undefined if it would not. */
async function refusal(data: Hex, from: Hex = OPERATOR, time?: number) {
  const then = time === undefined ? [] : [{}, { time: hexOfNumber(time) }];
  try {
    const call = { from, to: ESCROW, data };
    await anvil.request("eth_call", [call, "latest", ...then]);
    return undefined;
  } catch (error) {
    if (error instanceof ChainRefusal) return revertName(error);
    throw error;
  }
}

const hexOfNumber = (value: number) => `0x${value.toString(16)}`;

async function done(data: Hex, from: Hex = OPERATOR) {
  expect(await refusal(data, from)).toBeUndefined();
  expect(await anvil.sendAs(from, ESCROW, data)).toBe(true);
}

const authorize = ({ info, signature }: Signed) =>
  authorizeCall(info, COLLECTOR, signature);
const changed = (signed: Signed, change: Partial<PaymentInfo>) => ({
  ...signed,
  info: { ...signed.info, ...change },
});

describe("what an escrow refuses, and our names for it", () => {
  test("the name of a hold is the escrow's own", async () => {
    const signed = await payment();
    await done(authorize(signed));
    const hash = infoHash(PLACE, signed.info);
    const state = await escrowState(anvil.client, ESCROW, hash, "latest");
    expect(state).toEqual({
      isCollected: true,
      capturable: 30,
      refundable: 0,
    });
  });

  test("terms that the payer did not sign, in any one of them", async () => {
    const signed = await payment();
    const { info } = signed;
    const changes: Partial<PaymentInfo>[] = [
      { receiver: OPERATOR },
      { maxAmount: 29 },
      { authorizationExpiry: info.authorizationExpiry - 1 },
      { refundExpiry: info.refundExpiry + 1 },
      { maxFeeBps: 5_000 },
      { feeReceiver: PAYEE },
      { salt: `0x${"01".repeat(32)}` },
      { payer: wallet(1).address },
    ];
    for (const change of changes) {
      const why = await refusal(authorize(changed(signed, change)));
      expect([Object.keys(change), why]).toEqual([
        Object.keys(change),
        "FiatTokenV2: invalid signature",
      ]);
    }
    await done(authorize(signed));
  });

  test("the same signature twice, on another chain, in another escrow", async () => {
    const signed = await payment();
    await done(authorize(signed));
    expect(await refusal(authorize(signed))).toBe("PaymentAlreadyCollected");
    await done(voidCall(signed.info));
    expect(await refusal(authorize(signed))).toBe("PaymentAlreadyCollected");
    const other = await payment();
    await anvil.request("anvil_setChainId", [1]);
    const elsewhere = await refusal(authorize(other));
    await anvil.request("anvil_setChainId", [PLACE.chainId]);
    expect(elsewhere).toBe("FiatTokenV2: invalid signature");
    const copy = `0x${"c0".repeat(20)}`;
    await anvil.request("anvil_setCode", [copy, CODES[ESCROW]]);
    const call = { from: OPERATOR, to: copy as Hex, data: authorize(other) };
    expect(anvil.client.call(call, "latest")).rejects.toBeInstanceOf(
      ChainRefusal,
    );
    await done(authorize(other));
  });

  test("anybody but the operator, and for a reclaim anybody but the payer", async () => {
    const signed = await payment();
    const { info, payer } = signed;
    expect(await refusal(authorize(signed), payer.address)).toBe(
      "InvalidSender",
    );
    await done(authorize(signed));
    for (const from of [PAYEE, payer.address]) {
      expect(await refusal(captureCall(info), from)).toBe("InvalidSender");
      expect(await refusal(voidCall(info), from)).toBe("InvalidSender");
    }
    const reclaim = reclaimCall(info);
    expect(await refusal(reclaim, payer.address)).toBe(
      "BeforeAuthorizationExpiry",
    );
    const then = info.authorizationExpiry;
    expect(await refusal(reclaim, PAYEE, then)).toBe("InvalidSender");
    expect(await refusal(captureCall(info), OPERATOR, then)).toBe(
      "AfterAuthorizationExpiry",
    );
    expect(await refusal(reclaim, payer.address, then)).toBeUndefined();
  });

  test("capturing twice, returning what was captured, refunding more or too late", async () => {
    const signed = await payment();
    const { info } = signed;
    await done(authorize(signed));
    await done(captureCall(info));
    expect(await refusal(captureCall(info))).toBe("InsufficientAuthorization");
    expect(await refusal(voidCall(info))).toBe("ZeroAuthorization");
    expect(await refusal(refundCall(info, 31, REFUND_COLLECTOR))).toBe(
      "RefundExceedsCapture",
    );
    expect(await refusal(refundCall(info, 1, COLLECTOR))).toBe(
      "InvalidCollectorForOperation",
    );
    const late = refundCall(info, 1, REFUND_COLLECTOR);
    expect(await refusal(late, OPERATOR, info.refundExpiry)).toBe(
      "AfterRefundExpiry",
    );
  });

  test("a signature that has run out", async () => {
    const signed = await payment();
    const { preApprovalExpiry } = signed.info;
    expect(await refusal(authorize(signed), OPERATOR, preApprovalExpiry)).toBe(
      "AfterPreApprovalExpiry",
    );
    await done(authorize(signed));
  });

  test("a token that keeps a fee, one that is paused, and one that is none", async () => {
    const signed = await payment();
    const set = (selector: string, value: number) =>
      anvil.sendAs(OPERATOR, TOKEN, `${selector}${word(value)}` as Hex);
    await set(SET_TRANSFER_FEE, 1);
    expect(await refusal(authorize(signed))).toBe(
      "ERC20: transfer amount exceeds balance",
    );
    await set(SET_TRANSFER_FEE, 0);
    await set(SET_PAUSED, 1);
    expect(await refusal(authorize(signed))).toBe("Pausable: paused");
    await set(SET_PAUSED, 0);
    await done(authorize(signed));
    await set(SET_PAUSED, 1);
    expect(await refusal(captureCall(signed.info))).toBe("Pausable: paused");
    expect(await refusal(voidCall(signed.info))).toBe("Pausable: paused");
    await set(SET_PAUSED, 0);
    await done(captureCall(signed.info));
    const none = changed(await payment(), { token: PAYEE });
    expect(await refusal(authorize(none))).toBeDefined();
  });

  test("an operator who calls again from within a transfer", async () => {
    const thief = `0x${"7e".repeat(20)}` as const;
    await anvil.request("anvil_setCode", [thief, bytecode.Thief]);
    const signed = await payment();
    await done(authorize(signed));
    // The hold is another operator's; a hook that captures again is refused at once.
    await anvil.sendAs(OPERATOR, TOKEN, `${SET_HOOK}${word(thief)}` as Hex);
    const again = captureCall(signed.info).slice(2);
    const plan = [ESCROW, 64, again.length / 2] as const;
    const filled = again.padEnd(Math.ceil(again.length / 64) * 64, "0");
    const told = `${PLAN}${plan.map(word).join("")}${filled}` as Hex;
    await anvil.sendAs(OPERATOR, thief, told);
    expect(await refusal(captureCall(signed.info))).toBe(
      "ReentrancyGuardReentrantCall",
    );
    await anvil.sendAs(OPERATOR, TOKEN, `${SET_HOOK}${word(0)}` as Hex);
    await done(captureCall(signed.info));
  });
});
