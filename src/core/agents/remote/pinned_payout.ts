import type { ChainPlace, Hex } from "../../base/rails/chain.ts";
import { parseChainAddress } from "../../payments/terms/address.ts";
import { PAYOUT_EXTENSION } from "../card_payout.ts";
import type { RemoteCard } from "./remote_card.ts";

/** The wallet that is paid, and the operator that captures, as a signed card says. */
export interface PinnedPayout {
  readonly payout: Hex;
  readonly operator: Hex;
}

/**
 * The payout that a card's signature pins; undefined without a valid signature of its own
 * service, and for another chain, token or escrow than this service's. Pure.
 */
export function pinnedPayout(
  { card, signature }: Pick<RemoteCard, "card" | "signature">,
  place: ChainPlace | undefined,
): PinnedPayout | undefined {
  if (!place || signature !== "valid") return undefined;
  const extension = card.capabilities.extensions?.find(
    ({ uri }) => uri === PAYOUT_EXTENSION,
  );
  const said = extension?.params;
  if (!said) return undefined;
  const isHere =
    said.network === `eip155:${place.chainId}` &&
    parseChainAddress(said.asset) === place.token &&
    parseChainAddress(said.escrow) === place.escrow;
  const payout = parseChainAddress(said.address);
  const operator = parseChainAddress(said.operator);
  return isHere && payout && operator ? { payout, operator } : undefined;
}
