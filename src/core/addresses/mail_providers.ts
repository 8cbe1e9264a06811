import PROVIDERS from "./mail_providers.json" with { type: "json" };

/** Names that a provider uses under many endings. */
const BRANDS: ReadonlySet<string> = new Set(PROVIDERS.brands);

/** Domains where a provider gives a mailbox to anybody. */
const DOMAINS: ReadonlySet<string> = new Set(PROVIDERS.domains);

/**
 * True for a domain whose mailboxes belong to other people (docs/addresses.md).
 * @param label The part before the public suffix.
 */
export function isMailProvider(registrable: string, label: string): boolean {
  return DOMAINS.has(registrable) || BRANDS.has(label);
}
