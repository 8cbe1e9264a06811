import { describe, expect, test } from "bun:test";
import {
  getAddress,
  hashTypedData,
  keccak256,
  parseTransaction,
  recoverTransactionAddress,
} from "viem";
import {
  parseChainAddress,
  showChainAddress,
} from "../../../src/core/payments/terms/address.ts";
import { word } from "../../../src/core/payments/terms/hex.ts";
import { infoNonce } from "../../../src/core/payments/terms/payment_info.ts";
import { signerOf } from "../src/account.ts";
import { authorizationDigest } from "../src/authorization.ts";
import { signTransaction } from "../src/raw_transaction.ts";
import { ESCROW } from "./anvil.ts";
import { OPERATOR, OPERATOR_KEY, PLACE, signHold, wallet } from "./stage.ts";

describe("what is signed is what others read", () => {
  test("a transaction has the bytes that viem reads, and our sender", async () => {
    for (const [nonce, length] of [
      [0, 0],
      [1, 1],
      [127, 40],
      [128, 55],
      [300, 56],
      [70_000, 800],
    ] as const) {
      const unsigned = {
        chainId: 84_532,
        nonce,
        maxPriorityFee: 1_000_000n,
        maxFee: 3_000_000_000n,
        gas: 200_000n,
        to: ESCROW,
        data: `0x${"ab".repeat(length)}`,
      } as const;
      const { raw, hash } = await signTransaction(OPERATOR_KEY, unsigned);
      expect(keccak256(raw)).toBe(hash);
      const read = parseTransaction(raw);
      expect(read).toMatchObject({
        type: "eip1559",
        chainId: 84_532,
        maxFeePerGas: 3_000_000_000n,
        maxPriorityFeePerGas: 1_000_000n,
        gas: 200_000n,
        to: ESCROW,
      });
      expect([read.nonce ?? 0, read.data ?? "0x"]).toEqual([
        nonce,
        unsigned.data,
      ]);
      const from = await recoverTransactionAddress({
        serializedTransaction: raw as `0x02${string}`,
      });
      expect(from.toLowerCase()).toBe(OPERATOR);
      expect(await signTransaction(OPERATOR_KEY, unsigned)).toEqual({
        ...{ raw, hash },
      });
    }
  });

  test("an authorization has the digest that wallets sign, and one signer", async () => {
    const payer = wallet(11);
    const { info, signature } = await signHold(payer, {
      amount: 5,
      now: 1_000,
    });
    const authorization = {
      from: payer.address,
      to: PLACE.collector,
      value: 5,
      validAfter: 0,
      validBefore: info.preApprovalExpiry,
      nonce: infoNonce(PLACE, info),
    };
    const digest = authorizationDigest(PLACE, authorization);
    expect(digest).toBe(
      hashTypedData({
        domain: {
          name: "USDC",
          version: "2",
          chainId: PLACE.chainId,
          verifyingContract: PLACE.token,
        },
        types: {
          ReceiveWithAuthorization: [
            { name: "from", type: "address" },
            { name: "to", type: "address" },
            { name: "value", type: "uint256" },
            { name: "validAfter", type: "uint256" },
            { name: "validBefore", type: "uint256" },
            { name: "nonce", type: "bytes32" },
          ],
        },
        primaryType: "ReceiveWithAuthorization",
        message: {
          ...authorization,
          value: 5n,
          validAfter: 0n,
          validBefore: BigInt(info.preApprovalExpiry),
        },
      }),
    );
    const signerBy = (place: typeof PLACE, signed: typeof authorization) =>
      signerOf(authorizationDigest(place, signed), signature);
    expect(await signerBy(PLACE, authorization)).toBe(payer.address);
    for (const other of [
      { ...PLACE, chainId: 8_453 },
      { ...PLACE, name: "USD Coin" },
      { ...PLACE, token: ESCROW },
    ] as const) {
      expect(await signerBy(other, authorization)).not.toBe(payer.address);
    }
    for (const change of [
      { value: 6 },
      { to: ESCROW },
      { validBefore: info.preApprovalExpiry + 1 },
      { nonce: infoNonce(PLACE, { ...info, receiver: OPERATOR }) },
    ] as const) {
      const other = { ...authorization, ...change };
      expect(await signerBy(PLACE, other)).not.toBe(payer.address);
    }
  });

  test("a signature is of one form: no other length, no other half of the curve", async () => {
    const { signature } = await signHold(wallet(12), { amount: 5, now: 1_000 });
    const digest = `0x${"01".repeat(32)}` as const;
    const n =
      0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
    const r = signature.slice(2, 66);
    const s = BigInt(`0x${signature.slice(66, 130)}`);
    const v = signature.endsWith("1b") ? "1c" : "1b";
    expect(await signerOf(digest, signature)).toMatch(/^0x[0-9a-f]{40}$/);
    expect(await signerOf(digest, `0x${r}${word(n - s)}${v}`)).toBeUndefined();
    expect(await signerOf(digest, `0x${"00".repeat(65)}`)).toBeUndefined();
    expect(await signerOf(digest, `0x${"ff".repeat(64)}1b`)).toBeUndefined();
    expect(await signerOf(digest, `${signature}00`)).toBeUndefined();
    expect(await signerOf(digest, "0x")).toBeUndefined();
  });

  test("an address with a mistyped digit is refused", () => {
    const shown = "0x036CbD53842c5426634e7929541eC2318f3dCF7e";
    expect(parseChainAddress(shown)).toBe(PLACE.token);
    expect(parseChainAddress(PLACE.token)).toBe(PLACE.token);
    expect(showChainAddress(PLACE.token)).toBe(shown);
    for (let seed = 1; seed < 50; seed++) {
      const { account, address } = wallet(seed);
      expect(showChainAddress(address)).toBe(account.address);
      expect(getAddress(address)).toBe(account.address);
    }
    for (const wrong of [
      shown.replace("C", "c"),
      shown.slice(0, -1),
      `${shown}0`,
      shown.slice(2),
      "0x",
      null,
      7,
    ]) {
      expect(parseChainAddress(wrong)).toBeUndefined();
    }
  });
});
