import type { Say } from "../../base/words/say.ts";
import { phrase } from "../../base/words/say.ts";
import type { DnsCheck, DnsCheckCode } from "../dns/check.ts";

/** The expected record, and for which domain. */
interface Wanted {
  readonly domain: string;
  readonly name: string;
  readonly value: string;
}

/** DNS's answer about a record, in a sentence for a person. */
export function checkWords(
  { code, holderValue }: Pick<DnsCheck, "code" | "holderValue">,
  { domain, name, value }: Wanted,
  say: Say,
): string {
  switch (code) {
    case "match":
      return say`${name} contains ${value}.`;
    case "no_match":
      return say`${name} has TXT records, but none of them is exactly ${value}.`;
    case "no_record":
      return say`${name} has no TXT record.`;
    case "no_such_name":
      return say`${name} does not exist in DNS.`;
    case "held_by_another":
      return holderValue === undefined
        ? say`Another account has just verified ${domain}.`
        : say`Another account has ${domain}, and its record ${holderValue} is still published. Remove it to transfer the domain.`;
    default:
      return say`Cannot look up ${name}: ${say.of(FAILURES[code])} Your record may be fine. Try again later.`;
  }
}

type Failure = Exclude<
  DnsCheckCode,
  "match" | "no_match" | "no_record" | "no_such_name" | "held_by_another"
>;

const FAILURES: Readonly<Record<Failure, string>> = {
  resolver_timeout: phrase`no DNS server answered in time.`,
  unreachable: phrase`the DNS servers cannot be reached.`,
  bad_answer: phrase`a DNS server sent an unreadable answer.`,
  server_failure: phrase`a DNS server answered SERVFAIL.`,
  refused: phrase`the DNS server refused to answer.`,
  lame_delegation: phrase`the zone's name servers aren't authoritative for it.`,
  private_name_servers: phrase`the zone's name servers have private addresses.`,
  too_many_aliases: phrase`the name has too many aliases in a row.`,
};
