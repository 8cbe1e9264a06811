import type { Hex } from "../../core/base/rails/chain.ts";
import { infoNonce } from "../../core/payments/chain/payment_info.ts";
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

/** What is asked, and the contract that takes the tokens by the signature. */
interface Asking {
  readonly asked: ChainRequirements;
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
  const salt: Hex = `0x${hexText(crypto.getRandomValues(new Uint8Array(32)))}`;
  const expiry = Math.floor(Date.now() / 1_000) + asked.maxTimeoutSeconds;
  const info = holdTerms({ token: asked.asset }, asked, {
    ...{ payer, salt, preApprovalExpiry: expiry },
  });
  const escrow = asked.extra.authCaptureEscrow;
  const authorization = {
    from: payer,
    to: collector,
    value: asked.amount,
    validAfter: "0",
    validBefore: String(expiry),
    nonce: infoNonce({ chainId, escrow }, info),
  };
  const { name, version } = asked.extra;
  const typed = {
    types: TYPES,
    primaryType: "ReceiveWithAuthorization",
    domain: { name, version, chainId, verifyingContract: asked.asset },
    message: authorization,
  };
  const signature = await ask(wallet, "eth_signTypedData_v4", [
    payer,
    JSON.stringify(typed),
  ]);
  return {
    ...{ x402Version: 2, accepted: asked },
    payload: { authorization, signature, salt },
  };
}

const TYPES = {
  EIP712Domain: [
    { name: "name", type: "string" },
    { name: "version", type: "string" },
    { name: "chainId", type: "uint256" },
    { name: "verifyingContract", type: "address" },
  ],
  ReceiveWithAuthorization: [
    { name: "from", type: "address" },
    { name: "to", type: "address" },
    { name: "value", type: "uint256" },
    { name: "validAfter", type: "uint256" },
    { name: "validBefore", type: "uint256" },
    { name: "nonce", type: "bytes32" },
  ],
} as const;

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

function hexText(bytes: Uint8Array): string {
  return [...bytes].map((it) => it.toString(16).padStart(2, "0")).join("");
}
