import type { Hex } from "../../core/base/rails/chain.ts";
import { infoNonce } from "../../core/payments/chain/payment_info.ts";
import type { RefundRequirements } from "../../core/payments/chain/refund/read_refund.ts";
import type { ChainRequirements } from "../../core/payments/chain/requirements.ts";
import { holdTerms } from "../../core/payments/chain/requirements.ts";

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

/** What a wallet or its person did not do, in words for the person. */
export class WalletProblem extends Error {
  override readonly name = "WalletProblem";
}

/** What the service asks a wallet for: a hold of a price, or a transfer back. */
export type Asked = ChainRequirements | RefundRequirements;

/** The same, and the contract that takes the tokens of a hold by the signature. */
interface Asking {
  readonly asked: Asked;
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
  const chainId = Number(asked.network.split(":")[1]);
  await switchTo(wallet, chainId);
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

async function accountOf(wallet: Wallet): Promise<Hex> {
  const accounts = await ask(wallet, "eth_requestAccounts");
  const [first] = Array.isArray(accounts) ? accounts : [];
  if (typeof first === "string") return first.toLowerCase() as Hex;
  throw new WalletProblem("Your wallet named no account. Nothing was paid.");
}

async function switchTo(wallet: Wallet, chainId: number): Promise<void> {
  if (Number(await ask(wallet, "eth_chainId")) === chainId) return;
  const wanted = [{ chainId: `0x${chainId.toString(16)}` }];
  await ask(wallet, "wallet_switchEthereumChain", wanted).catch(() => {});
  if (Number(await ask(wallet, "eth_chainId")) === chainId) return;
  throw new WalletProblem(
    `Your wallet is on another network: switch it to chain ${chainId} and try again. Nothing was paid.`,
  );
}

/** The code by which a wallet says that its person refused (EIP-1193). */
const REFUSED = 4001;

async function ask(
  wallet: Wallet,
  method: string,
  params: readonly unknown[] = [],
): Promise<unknown> {
  try {
    return await wallet.request({ method, params });
  } catch (error) {
    const isRefused =
      typeof error === "object" &&
      error !== null &&
      "code" in error &&
      error.code === REFUSED;
    throw new WalletProblem(
      isRefused
        ? "You refused it in your wallet. Nothing was paid."
        : "Your wallet did not do it. Nothing was paid.",
    );
  }
}

function randomWord(): Hex {
  const bytes = [...crypto.getRandomValues(new Uint8Array(32))];
  return `0x${bytes.map((it) => it.toString(16).padStart(2, "0")).join("")}`;
}
