import type { TypedDataDefinition } from "viem";
import { concat, encodeAbiParameters, hashTypedData, keccak256 } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import type { Hex } from "../../../src/core/base/rails/chain.ts";
import { keccakOfText, word } from "../../../src/core/payments/terms/hex.ts";
import type { Anvil } from "./anvil.ts";
import { WALLET_FACTORY } from "./anvil.ts";
import type { Signer } from "./stage.ts";

const selector = (text: string) => keccakOfText(text).slice(0, 10);
const MAGIC = `0x${"6492".repeat(16)}` as const;

/** A wallet that is a contract: not on the chain before it is made. */
export interface SmartWallet extends Signer {
  readonly owner: Hex;
  /** Says beside its signature how the wallet is made (ERC-6492). */
  readonly wrapped: Signer;
  /** Signs a text as browsers' wallets do (EIP-191). */
  signDigest(digest: Hex): Promise<Hex>;
  wrap(signature: Hex, factory?: Hex): Hex;
  make(): Promise<void>;
  /** A call of the wallet by its owner. */
  byOwner(call: string, ...words: readonly Hex[]): Promise<void>;
}

/** The wallet of a key; the number makes the key. */
export async function smartWallet(
  anvil: Anvil,
  seed: number,
): Promise<SmartWallet> {
  const key = privateKeyToAccount(`0x${seed.toString(16).padStart(64, "0")}`);
  const owner = key.address.toLowerCase() as Hex;
  const call =
    `${selector("create(address,bytes32)")}${word(owner)}${word(seed)}` as Hex;
  const made = await anvil.client.call(
    { to: WALLET_FACTORY, data: call },
    "latest",
  );
  const address = `0x${made.slice(26)}` as const;
  const signDigest = async (digest: Hex) => {
    const own = keccak256(concat(["0x1901", address, digest]));
    const signature = await key.sign({ hash: own });
    return encodeAbiParameters(
      [{ type: "uint256" }, { type: "bytes" }],
      [0n, signature],
    );
  };
  const wrap = (signature: Hex, factory: Hex = WALLET_FACTORY) =>
    concat([
      encodeAbiParameters(
        [{ type: "address" }, { type: "bytes" }, { type: "bytes" }],
        [factory, call, signature],
      ),
      MAGIC,
    ]);
  type Typed = Parameters<Signer["account"]["signTypedData"]>[0];
  const sign = (typed: Typed) =>
    signDigest(hashTypedData(typed as unknown as TypedDataDefinition));
  return {
    ...{ address, owner, signDigest, wrap },
    account: { address, signTypedData: sign },
    wrapped: {
      address,
      account: {
        address,
        signTypedData: async (typed) => wrap(await sign(typed)),
      },
    },
    make: async () => void (await anvil.sendAs(owner, WALLET_FACTORY, call)),
    async byOwner(name, ...words) {
      const data = `${selector(name)}${words.map(word).join("")}` as Hex;
      await anvil.sendAs(owner, address, data);
    },
  };
}
