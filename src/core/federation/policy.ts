import type { QueryCall } from "../access/context.ts";
import { isCardUrl, splitAddress } from "../addresses/address.ts";
import type { ForeignAccount } from "../addresses/foreign/foreign_store.ts";
import { told } from "../base/words/sentence.ts";
import { ServiceError } from "../errors/errors.ts";
import { domainRuleStore } from "./domain_rule_store.ts";

/** Whether conversations are exchanged with a domain, and if not, why. */
export type DomainStanding = "allowed" | "closed" | "not_listed" | "blocked";

/**
 * The operator's word on a domain, for both directions. A rule for a domain holds for all
 * below it; the closest one counts, and a block counts whatever the setting is.
 */
export async function standingOfDomain(
  { db, settings }: Pick<QueryCall, "db" | "settings">,
  domain: string,
): Promise<DomainStanding> {
  const { mode } = settings.federation;
  const rules = await domainRuleStore(db).among(lineageOf(domain));
  const [closest] = rules.toSorted((a, b) => b.domain.length - a.domain.length);
  if (closest?.rule === "block") return "blocked";
  if (mode === "closed") return "closed";
  return mode === "open" || closest ? "allowed" : "not_listed";
}

/** @throws domain_refused unless conversations are exchanged with the domain */
export async function requireAllowed(
  call: Pick<QueryCall, "db" | "settings">,
  domain: string,
): Promise<void> {
  const standing = await standingOfDomain(call, domain);
  if (standing !== "allowed") throw refusedDomain(domain);
}

/**
 * True if an account at another service may be exchanged with now: the operator has not closed
 * it, and the rule for its address allows it; an agent that is known by its card's URL only has
 * to be unblocked.
 */
export async function mayReach(
  call: Pick<QueryCall, "db" | "settings">,
  { address, disabledAt }: Pick<ForeignAccount, "address" | "disabledAt">,
): Promise<boolean> {
  if (disabledAt !== null) return false;
  const standing = await standingOfDomain(call, splitAddress(address).domain);
  return (
    standing === "allowed" || (standing !== "blocked" && isCardUrl(address))
  );
}

/** @throws domain_refused for an account that must not be exchanged with now */
export async function requireReach(
  call: Pick<QueryCall, "db" | "settings">,
  account: Pick<ForeignAccount, "address" | "disabledAt">,
): Promise<void> {
  if (await mayReach(call, account)) return;
  throw refusedDomain(splitAddress(account.address).domain);
}

/**
 * Refuses a service that signs requests, unless conversations are exchanged with some domain:
 * that of the sender is judged once it is known. @throws domain_refused
 */
export async function refuseOrigin(
  call: Pick<QueryCall, "db" | "settings">,
  origin: string,
): Promise<void> {
  const { hostname } = new URL(origin);
  const standing = await standingOfDomain(call, hostname);
  if (standing === "closed" || standing === "blocked") {
    throw refusedDomain(hostname);
  }
}

/** The refusal of a domain; it does not say which rule it is. */
export function refusedDomain(domain: string): ServiceError {
  return new ServiceError("domain_refused", {
    detail: told`Cannot exchange messages with ${domain}: the operator of this service doesn't allow it.`,
  });
}

/** A domain and all that it is below of, without the top. */
function lineageOf(domain: string): readonly string[] {
  const labels = domain.toLowerCase().split(".");
  return labels.map((_, at) => labels.slice(at).join("."));
}
