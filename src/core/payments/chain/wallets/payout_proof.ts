import type { QueryCall } from "../../../access/context.ts";
import type { Hex } from "../../../base/rails/chain.ts";
import { phrase } from "../../../base/words/say.ts";
import { told } from "../../../base/words/sentence.ts";
import { ServiceError } from "../../../errors/errors.ts";
import { showChainAddress } from "../account.ts";
import { chainInUse, hear } from "../chain_place.ts";
import { hexBytes, keccak } from "../hex.ts";

import { didSign } from "./did_sign.ts";
import { parseSignature } from "./wallet_signature.ts";

/** The text that a wallet signs to be where an account is paid, and what it says of it. */
export interface PayoutProof {
  readonly message: string;
  /** Undefined where no signature was sent. */
  readonly isTheirs: boolean | "away" | undefined;
}

/** The text that a wallet is asked to sign, and the signature that is claimed for it. */
interface Asked {
  /** The account as its person knows it. */
  readonly account: string;
  readonly address: Hex;
  readonly signature: string | undefined;
}

/**
 * Asks whether a wallet signed that an account is paid at it: by its key, or as a wallet
 * that is a contract, which its chain answers for.
 */
export async function hearPayoutProof(
  call: QueryCall,
  { account, address, signature: sent }: Asked,
): Promise<PayoutProof> {
  const message = messageOf(call, account, address);
  if (sent === undefined) return { message, isTheirs: undefined };
  const signature = parseSignature(evenV(sent.trim()));
  if (signature === undefined) return { message, isTheirs: false };
  const { client } = chainInUse(call);
  const digest = textDigest(message);
  const asked = didSign(client, { signer: address, digest, signature });
  return { message, isTheirs: await hear(asked) };
}

/**
 * Refuses an address that its wallet did not sign for.
 * @throws proof_required with the text to sign, invalid_input, unavailable
 */
export function requirePayoutProof({ message, isTheirs }: PayoutProof): void {
  if (isTheirs === true) return;
  if (isTheirs === undefined) {
    throw new ServiceError("proof_required", {
      detail: told`Cannot be paid there yet: the wallet has not signed that it is yours.`,
      extra: { textToSign: message },
    });
  }
  if (isTheirs === "away") {
    throw new ServiceError("unavailable", {
      detail: told`Cannot be paid there yet: the signature is not that of its key, and the node of the chain does not answer, which knows wallets that are contracts.`,
    });
  }
  const detail = told`the signature is not that of this wallet over this text`;
  throw new ServiceError("invalid_input", {
    detail: told`Cannot be paid there: ${detail}.`,
    fix: phrase`Send the address without a signature to read the text, and sign exactly that with this wallet.`,
    errors: [{ pointer: "/signature", code: "not_theirs", detail }],
    extra: { textToSign: message },
  });
}

/** The same for the same address of the same account, in the language of no one person. */
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

/** The digest of a text that a wallet signs (EIP-191). */
function textDigest(text: string): Uint8Array {
  const bytes = Buffer.from(text);
  const head = `\x19Ethereum Signed Message:\n${bytes.length}`;
  return keccak(Buffer.concat([Buffer.from(head), bytes]));
}

const KEY_SIGNATURE_BYTES = 65;

/** Some wallets count the two forms of a key's signature from 0, and not from 27. */
function evenV(signature: string): string {
  if (!/^0x[0-9a-f]{128}0[01]$/i.test(signature)) return signature;
  const v = hexBytes(signature)[KEY_SIGNATURE_BYTES - 1] ?? 0;
  return `${signature.slice(0, -2)}${(v + 27).toString(16)}`;
}
