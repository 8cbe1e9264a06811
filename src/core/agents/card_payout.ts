import type { QueryCall } from "../access/context.ts";
import { payoutOf } from "../payments/payout.ts";
import { showChainAddress } from "../payments/terms/address.ts";

/**
 * Where an account is paid, and by whom a hold for it is captured: its card's signature pins
 * this for payers at other services.
 */
export interface CardPayout {
  /** The chain as x402 names it, such as eip155:8453. */
  readonly network: string;
  readonly asset: string;
  readonly escrow: string;
  /** The account that captures and returns. */
  readonly operator: string;
  /** The account's own wallet. */
  readonly address: string;
}

/** A card with it can be paid in escrow: its params are a {@linkcode CardPayout}. */
export const PAYOUT_EXTENSION = "urn:conversation-inbox:payout:v1";

/** The extension of a card that pins a payout. */
export function payoutExtension(payout: CardPayout) {
  return {
    uri: PAYOUT_EXTENSION,
    description: "Where a price held in escrow for this agent is paid out.",
    params: { ...payout },
  };
}

/** The wallet that the account is paid to; undefined while it can't be paid on a chain. */
export async function cardPayout(
  call: QueryCall,
  accountId: string,
): Promise<CardPayout | undefined> {
  const { chain } = call.settings;
  const paid = await payoutOf(call, accountId);
  if (!chain || !paid?.address || !call.settings.rails.includes("x402"))
    return undefined;
  const { network, asset, address } = paid;
  const escrow = showChainAddress(chain.place.escrow);
  const operator = showChainAddress(chain.operator);
  return { network, asset, escrow, operator, address };
}
