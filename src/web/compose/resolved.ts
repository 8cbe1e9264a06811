import { useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import { CONTACT_TITLES } from "../../core/base/contact_titles.ts";
import { api } from "../api/client.ts";
import { useAccount } from "../api/queries.ts";
import type { ContactType, Resolved } from "../api/types.ts";

import { isAddress } from "./written.ts";

const KEPT_MS = 60_000;

function resolution(address: string) {
  return {
    queryKey: ["resolve", address],
    queryFn: () =>
      api<Resolved>(
        `/api/router/resolve?address=${encodeURIComponent(address)}`,
      ),
    enabled: isAddress(address),
    staleTime: KEPT_MS,
  };
}

/** Who an address is: an account here, or an ordinary mailbox. */
export function useResolved(address: string) {
  return useQuery(resolution(address));
}

/** The same for several; only what is known already. */
export function useAllResolved(
  addresses: readonly string[],
): readonly Resolved[] {
  const all = useQueries({ queries: addresses.map(resolution) });
  return all.map(({ data }) => data).filter((it) => it !== undefined);
}

/** What a recipient asks of a class of senders; undefined if they ask nothing by themselves. */
export function askedPrice(
  { prices }: Resolved,
  contactType: ContactType,
): string | undefined {
  const row = prices?.find((it) => it.contactType === contactType);
  return row?.source === "recipient" && row.price.amountAtomic !== "0"
    ? row.price.amount
    : undefined;
}

/** The service's own domain, as far as the person's address tells it. */
export function useOwnDomain(): string | undefined {
  const { data } = useAccount();
  return data?.address ? domainOf(data.address.address) : undefined;
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf("@") + 1).toLowerCase();
}

/** True for an address here that nobody has: mail to it reaches nobody. */
export function isNobody(
  { gnesi, address }: Resolved,
  ownDomain: string | undefined,
): boolean {
  return !gnesi && domainOf(address) === ownDomain;
}

/** Finds out which addresses here nobody has, before anything is sent to them. */
export function useUnheld() {
  const client = useQueryClient();
  const ownDomain = useOwnDomain();
  return async (addresses: readonly string[]): Promise<readonly string[]> => {
    const all = await Promise.all(
      addresses.map((it) => client.fetchQuery(resolution(it))),
    );
    return all
      .filter((it) => isNobody(it, ownDomain))
      .map(({ address }) => address);
  };
}

/** One line about a recipient. */
export function resolvedWords(
  resolved: Resolved,
  ownDomain: string | undefined,
): string {
  if (isNobody(resolved, ownDomain)) {
    return "Nobody here has this address: check how it is written.";
  }
  if (!resolved.gnesi) {
    return "Ordinary email address: gets an invitation by mail.";
  }
  const { address, contactType } = resolved;
  const asks = askedPrice(resolved, contactType ?? "everyone");
  return [
    address,
    contactType && CONTACT_TITLES[contactType],
    asks && `asks ${asks} USDC`,
  ]
    .filter(Boolean)
    .join(" · ");
}
