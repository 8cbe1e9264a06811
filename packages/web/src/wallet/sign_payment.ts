import type { Hex } from "../../../../src/core/base/rails/chain.ts";
import { infoNonce } from "../../../../src/core/payments/terms/payment_info.ts";
import type {
  ChainRequirements,
  RefundRequirements,
} from "../../../../src/core/payments/terms/requirements.ts";
import { holdTerms } from "../../../../src/core/payments/terms/requirements.ts";
import { t } from "../ui/t.ts";
import { networkName } from "./networks.ts";

/** A wallet of the browser (EIP-1193). */
export interface Wallet {
  request(ask: {
    readonly method: string;
    readonly params?: readonly unknown[];
  }): Promise<unknown>;
}

/** The wallet that the browser has; undefined without one. */
export function walletHere(): Wallet | undefined {
  const { ethereum } = window as { readonly ethereum?: Wallet };
  return ethereum;
}

/** The failure or refusal of a wallet or its person, in words for the person. */
export class WalletProblem extends Error {
  override readonly name = "WalletProblem";
}

/** The service's request to a wallet: a hold of a price, or a transfer back. */
export type WalletRequest = ChainRequirements | RefundRequirements;

/** The same, and the contract that takes the tokens of a hold by the signature. */
interface Asking {
  readonly asked: WalletRequest;
  readonly collector: Hex;
}

/**
 * Has the person sign what is asked for, as x402 v2 PaymentPayload. Nothing moves by it:
 * the service sends it on.
 * @throws WalletProblem
 */
export async function signPayment(
  wallet: Wallet,
  { asked, collector }: Asking,
): Promise<object> {
  const payer = await accountOf(wallet);
  const chainId = await switchTo(wallet, asked.network);
  const salt = randomWord();
  const expiry = Math.floor(Date.now() / 1_000) + asked.maxTimeoutSeconds;
  const isBack = asked.scheme === "exact";
  const authorization = {
    from: payer,
    to: isBack ? asked.payTo : collector,
    value: asked.amount,
    validAfter: "0",
    validBefore: String(expiry),
    nonce: isBack ? salt : holdNonce(asked, { payer, salt, expiry }),
  };
  const { name, version } = asked.extra;
  const primaryType = `${isBack ? "Transfer" : "Receive"}WithAuthorization`;
  const typed = {
    types: { EIP712Domain: DOMAIN, [primaryType]: AUTHORIZATION },
    primaryType,
    domain: { name, version, chainId, verifyingContract: asked.asset },
    message: authorization,
  };
  const signature = await ask(wallet, "eth_signTypedData_v4", [
    payer,
    JSON.stringify(typed),
  ]);
  return {
    ...{ x402Version: 2, accepted: asked },
    payload: { authorization, signature, ...(!isBack && { salt }) },
  };
}

/** The nonce by which the escrow knows the terms of a hold. */
function holdNonce(
  asked: ChainRequirements,
  {
    payer,
    salt,
    expiry,
  }: { readonly payer: Hex; readonly salt: Hex; readonly expiry: number },
): Hex {
  const chainId = Number(asked.network.split(":")[1]);
  const info = holdTerms({ token: asked.asset }, asked, {
    ...{ payer, salt, preApprovalExpiry: expiry },
  });
  return infoNonce({ chainId, escrow: asked.extra.authCaptureEscrow }, info);
}

const DOMAIN = [
  { name: "name", type: "string" },
  { name: "version", type: "string" },
  { name: "chainId", type: "uint256" },
  { name: "verifyingContract", type: "address" },
] as const;

/** The fields of an EIP-3009 authorization. */
const AUTHORIZATION = [
  { name: "from", type: "address" },
  { name: "to", type: "address" },
  { name: "value", type: "uint256" },
  { name: "validAfter", type: "uint256" },
  { name: "validBefore", type: "uint256" },
  { name: "nonce", type: "bytes32" },
] as const;

/**
 * The account that the person has the wallet use here.
 * @throws WalletProblem
 */
export async function accountOf(wallet: Wallet): Promise<Hex> {
  const accounts = await ask(wallet, "eth_requestAccounts");
  const [first] = Array.isArray(accounts) ? accounts : [];
  if (typeof first === "string") return first.toLowerCase() as Hex;
  throw new WalletProblem(
    t`Your wallet didn't share an account. Nothing was paid.`,
  );
}

/**
 * Has the person sign a text (EIP-191).
 * @throws WalletProblem
 */
export async function signText(
  wallet: Wallet,
  account: Hex,
  text: string,
): Promise<string> {
  const bytes = [...new TextEncoder().encode(text)];
  return String(await ask(wallet, "personal_sign", [hexOf(bytes), account]));
}

/** Has the wallet follow a chain, and answers with its number. */
async function switchTo(wallet: Wallet, network: string): Promise<number> {
  const chainId = Number(network.split(":")[1]);
  if (Number(await ask(wallet, "eth_chainId")) === chainId) return chainId;
  const wanted = [{ chainId: `0x${chainId.toString(16)}` }];
  await ask(wallet, "wallet_switchEthereumChain", wanted).catch(() => {});
  if (Number(await ask(wallet, "eth_chainId")) === chainId) return chainId;
  throw new WalletProblem(
    t`Your wallet is on another network. Switch it to ${networkName(network)} (chain ${chainId}) and try again. Nothing was paid.`,
  );
}

/**
 * The meanings of a wallet's codes for its person: EIP-1193, and EIP-1474 for a request that is
 * open already.
 */
const MEANINGS: ReadonlyMap<unknown, string> = new Map([
  [4001, t`You declined in your wallet. Nothing was paid.`],
  [
    -32_002,
    t`Your wallet has an open question. Open it and answer there. Nothing was paid.`,
  ],
]);

async function ask(
  wallet: Wallet,
  method: string,
  params: readonly unknown[] = [],
): Promise<unknown> {
  try {
    return await wallet.request({ method, params });
  } catch (error) {
    const code =
      typeof error === "object" && error !== null && "code" in error
        ? error.code
        : undefined;
    throw new WalletProblem(
      MEANINGS.get(code) ?? t`Your wallet couldn't do this. Nothing was paid.`,
    );
  }
}

function randomWord(): Hex {
  return hexOf([...crypto.getRandomValues(new Uint8Array(32))]);
}

function hexOf(bytes: readonly number[]): Hex {
  return `0x${bytes.map((it) => it.toString(16).padStart(2, "0")).join("")}`;
}
