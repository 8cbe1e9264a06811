import type { Static } from "typebox";
import type { Settings } from "../context.ts";
import { showTime } from "../time.ts";
import { isDnsLabel } from "./local_part.ts";
import type { PriceRow } from "./prices.ts";
import { DEFAULT_PRICES, FREE_PRICES } from "./prices.ts";
import type { AddressSchema } from "./schemas.ts";
import type { OwnedAddress } from "./store.ts";

/** Shows a free address as every wire gives it (decisions.md B). */
export function presentAddress(
  settings: Settings,
  row: OwnedAddress,
): Static<typeof AddressSchema> {
  return {
    id: row.id,
    localPart: row.localPart,
    address: mailboxOf(settings, row.localPart),
    displayName: row.displayName,
    cardUrl: cardHostUrl(settings, row.localPart),
    prices: [...pricesOf(row.accountKind)],
    createdAt: showTime(row.createdAt),
  };
}

/** The free mailbox of a local-part. */
export function mailboxOf(settings: Settings, localPart: string): string {
  return `${localPart}@${settings.addressDomain}`;
}

/** The card on the account's own host; null if it has none (specification, section 2). */
export function cardHostUrl(
  { addressDomain }: Settings,
  localPart: string,
): string | null {
  return isDnsLabel(localPart)
    ? `https://${localPart}.${addressDomain}/.well-known/agent-card.json`
    : null;
}

/** Where the card of an account is, with or without a host of its own. */
export function agentCardUrl(settings: Settings, localPart: string): string {
  return (
    cardHostUrl(settings, localPart) ??
    `${settings.baseUrl}/@${localPart}/agent-card.json`
  );
}

/** The prices that a kind of account advertises when it has set none. */
export function pricesOf(
  kind: OwnedAddress["accountKind"],
): readonly PriceRow[] {
  return kind === "service" ? FREE_PRICES : DEFAULT_PRICES;
}
