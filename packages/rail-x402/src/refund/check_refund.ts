import type { ChainPlace } from "../../../../src/core/base/rails/chain.ts";
import { toldAsIs } from "../../../../src/core/base/words/sentence.ts";
import type {
  BadPayload,
  SignedRefund,
} from "../../../../src/core/payments/terms/signed.ts";
import { authorizationDigest } from "../authorization.ts";
import { askContract } from "../contracts.ts";
import { tokensOf } from "../hold/check_hold.ts";
import { revertName } from "../node/revert_name.ts";
import type { ChainClient } from "../node/rpc.ts";
import { ChainRefusal, ChainUnavailableError } from "../node/rpc.ts";
import { badPayload, NOT_SIGNED, shortOf, USED } from "../payload_parts.ts";
import { didSign } from "../wallets/did_sign.ts";
import { transferCall } from "./transfer_calls.ts";

/**
 * Checks a refund against the chain, without sending it: returns the first block that may
 * contain it, or the fault.
 * @throws ChainUnavailableError
 */
export async function checkRefund(
  {
    client,
    place,
  }: { readonly client: ChainClient; readonly place: ChainPlace },
  { authorization, signature }: Omit<SignedRefund, "fromBlock">,
): Promise<Pick<SignedRefund, "fromBlock"> | BadPayload> {
  const { from, value, nonce } = authorization;
  const digest = authorizationDigest(place, authorization, "transfer");
  if (!(await didSign(client, { signer: from, digest, signature }))) {
    return NOT_SIGNED;
  }
  const latest = await client.block("latest");
  if (!latest) throw new ChainUnavailableError("The node knows no block");
  const has = await tokensOf({ client, place }, from);
  const short = shortOf(from, { needed: value, has });
  if (short) return short;
  const ask = "authorizationState";
  const asked = { to: place.token, ask, args: [from, nonce] } as const;
  if (await askContract(client, asked, "latest")) return USED;
  try {
    const data = transferCall(authorization, signature);
    await client.call({ to: place.token, data }, "latest");
    return { fromBlock: latest.number };
  } catch (error) {
    if (!(error instanceof ChainRefusal)) throw error;
    return badPayload("refused_by_escrow", toldAsIs(revertName(error)));
  }
}
