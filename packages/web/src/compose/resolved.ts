import { useQuery } from "@tanstack/react-query";
import { CONTACT_TITLES } from "../../../../src/core/base/contact_titles.ts";
import { inbox } from "../api/client.ts";
import type { Preview, Resolved } from "../api/types.ts";
import { amountSaid } from "../ui/money/money.tsx";
import { t } from "../ui/t.ts";
import { whenText } from "../ui/time.tsx";
import { isAddress, looksLikeCard } from "./written.ts";

const KEPT_MS = 60_000;

/** A recipient in the preview: who it is, and how they are reached. */
export type Recipient = Preview["recipients"][number];

/** The account or ordinary mailbox at an address. */
export function useResolved(address: string) {
  return useQuery({
    queryKey: ["resolve", address],
    queryFn: () => inbox.resolveAddress({ address }),
    enabled: isAddress(address) && !looksLikeCard(address),
    staleTime: KEPT_MS,
  });
}

/** One line about a recipient whose price is in this currency. */
export function resolvedWords(
  { gnesi, address, contactType, awayUntil }: Resolved,
  recipient: Recipient | undefined,
  currency: string,
): string {
  if (recipient?.how === "nobody_here") {
    return t`No account has this address. Check the spelling.`;
  }
  if (!gnesi) return t`No account here: gets an invitation by email.`;
  return [
    address,
    awayUntil && t`away until ${whenText(awayUntil)}`,
    contactType && t.of(CONTACT_TITLES[contactType]),
    recipient?.asks && t`asks for ${amountSaid(recipient.asks)} ${currency}`,
  ]
    .filter(Boolean)
    .join(" · ");
}

/** True for an address at another service, whose offers are in USDC. */
export function isElsewhere(
  address: string | undefined,
  found: readonly Recipient[] = [],
): boolean {
  const it = found.find((one) => one.address === address);
  return it?.agent !== undefined;
}

/** One line about a recipient at another service. */
export function remoteWords(address: string, { agent }: Recipient): string {
  const host = hostIn(agent?.card ?? address);
  if (!agent) return t`No agent can be reached at ${host}.`;
  return looksLikeCard(address)
    ? t`${agent.name}, an agent at ${host}`
    : t`${address}, an inbox at ${host}`;
}

/** The host of a card or a service, as a person knows it. */
export function hostIn(url: string): string {
  return URL.parse(url)?.host ?? url;
}
