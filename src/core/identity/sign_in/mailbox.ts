import type { Settings } from "../../access/context.ts";
import { LIMITS } from "../../base/limits.ts";

// RFC 5321: a dot-string and a domain of two labels or more. Without blanks, controls or
// quotes, a mailbox can be put into a header unchanged.
const MAILBOX =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** A sign-in mailbox in canonical form; undefined if invalid. */
export function readMailbox(text: string): string | undefined {
  const mailbox = text.trim().toLowerCase();
  const isOne =
    mailbox.length <= LIMITS.addressCharsMax && MAILBOX.test(mailbox);
  return isOne ? mailbox : undefined;
}

/** True for an address of our own domain, which gets no mail. */
export function isOurMailbox(
  { addressDomain }: Pick<Settings, "addressDomain">,
  mailbox: string,
): boolean {
  return mailbox.endsWith(`@${addressDomain}`);
}

/** The mailbox without its subaddress: text after a `+` is its owner's note (RFC 5233). */
export function ownerOfMailbox(mailbox: string): string {
  return mailbox.replace(/(?<=^[^+@]+)\+[^@]*/, "");
}

/** The mailbox of a sign-in request. */
export function mailboxIn(body: unknown): string | undefined {
  return readMailbox(textIn(body, "email"));
}

/** A text of a JSON body; "" if there is none. */
export function textIn(body: unknown, name: string): string {
  if (typeof body !== "object" || body === null) return "";
  const value: unknown = Reflect.get(body, name);
  return typeof value === "string" ? value : "";
}
