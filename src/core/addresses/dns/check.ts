/** The result of a look-up, shown as `check`. */
export interface DnsCheck {
  readonly ok: boolean;
  /** The published values, as far as they can be shown. */
  readonly observed: readonly string[];
  /** The server whose answer counted. */
  readonly resolver: string;
  readonly code: DnsCheckCode;
  /** The record of the account that holds the domain, while it is published. */
  readonly holderValue?: string;
}

export const DNS_CHECK_CODES = [
  "match",
  "no_match",
  "no_record",
  "no_such_name",
  "held_by_another",
  "resolver_timeout",
  "unreachable",
  "bad_answer",
  "server_failure",
  "refused",
  "lame_delegation",
  "private_name_servers",
  "too_many_aliases",
] as const;
export type DnsCheckCode = (typeof DNS_CHECK_CODES)[number];

/** Codes for certain answers; every other code is a failure of DNS itself. */
const MISSES: readonly DnsCheckCode[] = [
  "no_match",
  "no_record",
  "no_such_name",
];

/** True when DNS answered, and the record is not there. */
export function isMiss({ code }: DnsCheck): boolean {
  return MISSES.includes(code);
}

/** Some DNS panels store the quotes that others only show. */
export function withoutQuotes(value: string): string {
  return value.replace(/^"+|"+$/g, "");
}
