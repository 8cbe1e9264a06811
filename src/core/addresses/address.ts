/**
 * Which account has an address, and on which terms may one write to it? `resolve.ts` finds
 * the account. `admission.ts` says whom a recipient blocks, lets in and charges,
 * `contact_types.ts` what somebody is to an account, `quote_id.ts` signs a promised price.
 * `foreign/` has the accounts whose inbox is at another service, `domains/` claims of
 * domains (`domain_rules.ts` is what a record proves), `dns/` asks DNS, `import/` reads a
 * file of contacts, `reports.ts` takes reports of abuse.
 * @module
 */
import { domainToASCII } from "node:url";
import { LIMITS } from "../base/limits.ts";
import type { Sentence } from "../base/words/sentence.ts";
import { told } from "../base/words/sentence.ts";
import { ServiceError } from "../errors/errors.ts";

// RFC 5321: a dot-string, never a quoted one. Without blanks, controls, quotes or angle
// brackets, an address can be put into any header unchanged.
const LOCAL_PART =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const TOP_LABEL = /[a-z]/;
const NOT_IN_A_DOMAIN = /[^\p{L}\p{M}\p{N}.\u3002\uff0e\uff61-]/u;

const DOMAIN_CHARS_MAX = 253;

/**
 * Reads one address in canonical form: lower case, the domain as A-labels. Drops surrounding
 * blanks and a `mailto:` prefix.
 * @throws invalid_address
 */
export function parseAddress(text: string): string {
  const address = unwrapped(text);
  if (address === "") throw invalid(told`it is empty`);
  if (address.length > LIMITS.addressCharsMax) {
    throw invalid(told`it is longer than ${LIMITS.addressCharsMax} characters`);
  }
  const at = address.lastIndexOf("@");
  if (at < 0) throw invalid(told`it needs an @`);
  return `${parseLocalPart(address.slice(0, at))}@${parseDomain(address.slice(at + 1))}`;
}

/** True for the URL of a card, which names a recipient as an address does. */
export function isCardUrl(address: string): boolean {
  return /^https?:\/\//i.test(address);
}

/**
 * Reads a recipient: an address, or the URL of an agent's card in canonical form.
 * @throws invalid_address
 */
export function parseRecipient(text: string): string {
  const trimmed = text.trim();
  if (!isCardUrl(trimmed)) return parseAddress(text);
  const url = URL.parse(trimmed);
  if (!url || trimmed.length > LIMITS.uriCharsMax) {
    throw invalid(told`it is not the URL of an agent card`);
  }
  url.hash = "";
  return url.href;
}

/**
 * The same for a recipient at a pointer of the input.
 * @throws invalid_address with that pointer
 */
export function parseRecipientAt(text: string, pointer: string): string {
  return readAt(parseRecipient, text, pointer);
}

/**
 * The same for an address at a pointer of the input.
 * @throws invalid_address with that pointer
 */
export function parseAddressAt(text: string, pointer: string): string {
  return readAt(parseAddress, text, pointer);
}

function readAt(
  read: (text: string) => string,
  text: string,
  pointer: string,
): string {
  try {
    return read(text);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const { code, detail } = error;
    throw error.with({ errors: [{ pointer, code, detail }] });
  }
}

/**
 * Reads a domain name of two labels or more as lower-case A-labels.
 * @throws invalid_address
 */
export function parseDomain(text: string): string {
  if (text === "") throw invalid(told`nothing comes after the @`);
  if (NOT_IN_A_DOMAIN.test(text)) {
    throw invalid(told`its domain contains an invalid character`);
  }
  const domain = domainToASCII(text).toLowerCase();
  const labels = domain.split(".");
  const [top = ""] = labels.slice(-1);
  if (
    domain.length > DOMAIN_CHARS_MAX ||
    labels.length < 2 ||
    !labels.every((label) => LABEL.test(label)) ||
    !TOP_LABEL.test(top)
  ) {
    throw invalid(told`its domain is not a domain name such as example.org`);
  }
  return domain;
}

/** Splits a parsed address in two; of a card's URL there is only the host. */
export function splitAddress(address: string): {
  readonly localPart: string;
  readonly domain: string;
} {
  if (isCardUrl(address)) {
    return { localPart: "", domain: URL.parse(address)?.hostname ?? "" };
  }
  const at = address.lastIndexOf("@");
  return { localPart: address.slice(0, at), domain: address.slice(at + 1) };
}

/**
 * The mailbox of a parsed address: text after a `+` is the owner's note (RFC 5233), so many
 * spellings are one person.
 */
export function mailboxKey(address: string): string {
  const { localPart, domain } = splitAddress(address);
  const at = localPart.indexOf("+");
  return at <= 0 ? address : `${localPart.slice(0, at)}@${domain}`;
}

function unwrapped(text: string): string {
  const trimmed = text.trim();
  if (!/^mailto:/i.test(trimmed)) return trimmed;
  try {
    return decodeURIComponent(trimmed.slice("mailto:".length)); // RFC 6068
  } catch {
    throw invalid(told`its percent-encoding is broken`);
  }
}

function parseLocalPart(text: string): string {
  if (text === "") throw invalid(told`nothing comes before the @`);
  const localPart = text.toLowerCase();
  if (text.length > LIMITS.localPartCharsMax) {
    throw invalid(
      told`the part before the @ is longer than ${LIMITS.localPartCharsMax} characters`,
    );
  }
  if (!LOCAL_PART.test(localPart)) {
    throw invalid(told`the part before the @ is not a plain mailbox name`);
  }
  return localPart;
}

function invalid(why: Sentence): ServiceError {
  return new ServiceError("invalid_address", {
    detail: told`Cannot read the address: ${why}.`,
    errors: [{ pointer: "/address", code: "invalid_address", detail: why }],
  });
}
