import { hashMessage } from "viem/utils";
import type { TextAsk } from "../../../../src/core/payments/chain/chain_port.ts";
import { hear } from "../chain_place.ts";
import type { ChainClient } from "../node/rpc.ts";
import { didSign } from "./did_sign.ts";
import { parseSignature } from "./wallet_signature.ts";

/** Whether a wallet signed a text: with its key, or as a contract, which its chain answers for. */
export async function hearText(
  client: ChainClient,
  { address: signer, text, signature: sent }: TextAsk,
): Promise<boolean | "away"> {
  const signature = parseSignature(evenV(sent));
  if (signature === undefined) return false;
  const digest = hashMessage(text);
  return await hear(didSign(client, { signer, digest, signature }));
}

/** Some wallets count the two forms of a signature from 0 instead of 27. */
function evenV(signature: string): string {
  if (!/^0x[0-9a-f]{128}0[01]$/i.test(signature)) return signature;
  return `${signature.slice(0, -2)}${signature.endsWith("0") ? "1b" : "1c"}`;
}
