import type { QueryCall } from "../../access/context.ts";
import type { Hex } from "../../base/rails/chain.ts";
import { phrase } from "../../base/words/say.ts";
import { told } from "../../base/words/sentence.ts";
import { ServiceError } from "../../errors/errors.ts";
import { showChainAddress } from "../terms/address.ts";
import { chainRailOf } from "./chain_port.ts";

/** The text that a wallet signs to be an account's payout address, and the verdict on it. */
export interface PayoutProof {
  readonly message: string;
  /** Undefined if no signature was sent. */
  readonly isTheirs: boolean | "away" | undefined;
}

/** The text that a wallet is asked to sign, and the signature claimed for it. */
interface PayoutClaim {
  /** The account as its person knows it. */
  readonly account: string;
  readonly address: Hex;
  readonly signature: string | undefined;
}

/**
 * Checks that a wallet signed to be an account's payout address: with its key, or as a
 * contract, which its chain answers for.
 */
export async function hearPayoutProof(
  call: QueryCall,
  { account, address, signature: sent }: PayoutClaim,
): Promise<PayoutProof> {
  const message = messageOf(call, account, address);
  if (sent === undefined) return { message, isTheirs: undefined };
  const ask = { address, text: message, signature: sent.trim() };
  return { message, isTheirs: await chainRailOf(call).hearText(ask) };
}

/**
 * Refuses an address that its wallet has not signed for.
 * @throws proof_required with the text to sign, invalid_input, unavailable
 */
export function requirePayoutProof({ message, isTheirs }: PayoutProof): void {
  if (isTheirs === true) return;
  if (isTheirs === undefined) {
    throw new ServiceError("proof_required", {
      detail: told`Cannot pay out there yet: you haven't proved that the wallet is yours.`,
      extra: { textToSign: message },
    });
  }
  if (isTheirs === "away") {
    throw new ServiceError("unavailable", {
      detail: told`Cannot pay out there yet: the signature isn't from the wallet's key, and the chain's node, which checks contract wallets, doesn't answer.`,
    });
  }
  const detail = told`this wallet didn't sign this text`;
  throw new ServiceError("invalid_input", {
    detail: told`Cannot pay out there: ${detail}.`,
    fix: phrase`Send the address without a signature to get the text, then sign exactly that with this wallet.`,
    errors: [{ pointer: "/signature", code: "not_theirs", detail }],
    extra: { textToSign: message },
  });
}

/** The same text for the same address and account, whatever the reader's language. */
function messageOf(
  { settings }: QueryCall,
  account: string,
  address: Hex,
): string {
  const { place } = settings.chain ?? {};
  return [
    `${settings.baseUrl} pays USDC for the account below to this wallet.`,
    "",
    `Account: ${account}`,
    `Wallet: ${showChainAddress(address)}`,
    `Network: eip155:${place?.chainId}`,
    "",
    "Sign this if both are yours. It moves nothing and costs nothing.",
  ].join("\n");
}
