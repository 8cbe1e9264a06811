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

/** The browser's wallet; undefined without one. */
export function walletHere(): Wallet | undefined {
  const { ethereum } = window as { readonly ethereum?: Wallet };
  return ethereum;
}

/** A wallet's failure, or its person's refusal, in words for the person. */
export class WalletProblem extends Error {
  override readonly name = "WalletProblem";
}

/** The service's request to a wallet: the hold of a price, or a refund. */
export type WalletRequest = ChainRequirements | RefundRequirements;

/** The same, with the contract that takes a hold's tokens by the signature. */
interface Asking {
  readonly asked: WalletRequest;
  readonly collector: Hex;
}

/**
 * Asks the person to sign the request, as x402 v2 PaymentPayload. This moves nothing: the
 * service sends it on.
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

/**
 * Asks the person to take back a hold after its end, by a transaction of the wallet itself.
 * @throws WalletProblem
 */
export async function reclaimBy(
  wallet: Wallet,
  network: string,
  { to, data }: { readonly to: string; readonly data: string },
): Promise<void> {
  const from = await accountOf(wallet);
  await switchTo(wallet, network);
  await ask(wallet, "eth_sendTransaction", [{ from, to, data }]);
}

/** The nonce by which the escrow identifies the terms of a hold. */
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

/** The account that the person chooses in the wallet. @throws WalletProblem */
export async function accountOf(wallet: Wallet): Promise<Hex> {
  const accounts = await ask(wallet, "eth_requestAccounts");
  const [first] = Array.isArray(accounts) ? accounts : [];
  if (typeof first === "string") return first.toLowerCase() as Hex;
  throw new WalletProblem(
    t`Your wallet didn't share an account. Nothing was paid.`,
  );
}

/** Asks the person to sign a text (EIP-191). @throws WalletProblem */
export async function signText(
  wallet: Wallet,
  account: Hex,
  text: string,
): Promise<string> {
  const bytes = [...new TextEncoder().encode(text)];
  return String(await ask(wallet, "personal_sign", [hexOf(bytes), account]));
}

/** Switches the wallet to a chain, and returns its number. */
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
 * The meanings of a wallet's codes, for its person: EIP-1193, and EIP-1474 for a request that
 * is already open.
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
