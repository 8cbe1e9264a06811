import { parse } from "tldts";
import type { Settings } from "../../access/context.ts";
import type { Sentence } from "../../base/words/sentence.ts";
import { told } from "../../base/words/sentence.ts";
import { ServiceError } from "../../errors/errors.ts";
import { parseDomain } from "../address.ts";
import { isMailProvider } from "../mail_providers.ts";

/** The name of a claim's TXT record (docs/addresses.md, Custom domains). */
const CHALLENGE_LABEL = "_svc-challenge";
const RECORD_NAME_CHARS_MAX = 253;

/** Name of the TXT record that verifies a domain. */
export function recordName(domain: string): string {
  return `${CHALLENGE_LABEL}.${domain}`;
}

/** Value of the TXT record that verifies a domain. */
export function recordValue(token: string): string {
  return `svc-verify=${token}`;
}

/**
 * Reads a domain that an account may claim, as lower-case A-labels.
 * @throws invalid_domain for a name that no owner can verify, such as a public suffix.
 */
export function readOwnDomain(
  { addressDomain }: Pick<Settings, "addressDomain">,
  text: string,
): string {
  const domain = readDomain(text);
  if (recordName(domain).length > RECORD_NAME_CHARS_MAX) {
    throw invalid(told`it is too long for the DNS record`);
  }
  if (domain === addressDomain || domain.endsWith(`.${addressDomain}`)) {
    throw invalid(told`it belongs to this service`);
  }
  const { domain: registrable, domainWithoutSuffix } = parse(domain, {
    allowPrivateDomains: true,
  });
  if (registrable === null) {
    throw invalid(told`it is a public suffix that anyone can register under`);
  }
  if (isMailProvider(registrable, domainWithoutSuffix ?? "")) {
    throw invalid(told`it belongs to a mail provider`);
  }
  return domain;
}

function readDomain(text: string): string {
  try {
    return parseDomain(text.trim().replace(/\.$/, ""));
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    throw invalid(told`it is not a domain name such as example.org`);
  }
}

function invalid(why: Sentence): ServiceError {
  return new ServiceError("invalid_domain", {
    detail: told`Cannot add the domain: ${why}.`,
    errors: [{ pointer: "/domain", code: "invalid_domain", detail: why }],
  });
}
