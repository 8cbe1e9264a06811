import { LIMITS } from "../../../../src/core/base/limits.ts";
import type { Hex } from "../../../../src/core/base/rails/chain.ts";
import { toldAsIs } from "../../../../src/core/base/words/sentence.ts";
import { infoNonce } from "../../../../src/core/payments/terms/payment_info.ts";
import type {
  BadPayload,
  SignedHold,
} from "../../../../src/core/payments/terms/signed.ts";
import type { ChainKey } from "../account.ts";
import { authorizationDigest } from "../authorization.ts";
import type { ChainDesk } from "../chain_place.ts";
import { askContract, numberOfTokens } from "../contracts.ts";
import { authorizeCall } from "../escrow_calls.ts";
import { revertName } from "../node/revert_name.ts";
import { ChainRefusal } from "../node/rpc.ts";
import { NOT_SIGNED, shortOf, USED } from "../payload_parts.ts";
import { didSign } from "../wallets/did_sign.ts";

/** The place to ask about, and the address to ask as. */
export type Asking = Pick<ChainDesk, "client" | "place"> & {
  readonly key: Pick<ChainKey, "address">;
};

/** The tokens that an account has now, as far as a number can count. */
export async function tokensOf(
  { client, place }: Pick<ChainDesk, "client" | "place">,
  owner: Hex,
): Promise<number> {
  const asked = { to: place.token, ask: "balanceOf", args: [owner] } as const;
  return numberOfTokens(await askContract(client, asked, "latest"));
}

/**
 * Checks a hold against the chain: the signature, the balance, that it is unused, and the
 * whole call, tried without sending it. Undefined if the chain would accept it.
 * @throws ChainUnavailableError
 */
export async function checkHold(
  asking: Asking,
  { info, signature, isElsewhere }: SignedHold,
): Promise<BadPayload | undefined> {
  const { client, place, key } = asking;
  const { payer, maxAmount } = info;
  const nonce = infoNonce(place, info);
  const digest = authorizationDigest(place, {
    ...{ from: payer, to: place.collector, value: maxAmount, nonce },
    ...{ validAfter: 0, validBefore: info.preApprovalExpiry },
  });
  if (!(await didSign(client, { signer: payer, digest, signature }))) {
    return NOT_SIGNED;
  }
  const has = await tokensOf(asking, payer);
  const short = shortOf(payer, { needed: maxAmount, has });
  if (short) return short;
  const ask = "authorizationState";
  const asked = { to: place.token, ask, args: [payer, nonce] } as const;
  if (await askContract(client, asked, "latest")) return USED;
  const data = authorizeCall(info, place.collector, signature);
  try {
    const gas: Hex = `0x${LIMITS.chainGasOfHoldMax.toString(16)}`;
    // Only its operator may hold it.
    const from = isElsewhere ? info.operator : key.address;
    const call = { from, to: place.escrow, data, gas };
    await client.call(call, "latest");
    return undefined;
  } catch (error) {
    if (!(error instanceof ChainRefusal)) throw error;
    return { code: "refused_by_escrow", problem: toldAsIs(revertName(error)) };
  }
}
