import { LIMITS } from "../base/limits.ts";
import type { Mail } from "./mailer.ts";

const MINUTES = LIMITS.signInCodeMs / 60_000;
const IGNORE =
  "If you did not ask for it, do nothing: nobody gets in without it.";

/** The mail with a sign-in code. The code is the first thing a phone shows. */
export function codeMail(to: string, code: string, baseUrl: string): Mail {
  return {
    to,
    subject: `${code} is your sign-in code`,
    text: `${code} is your sign-in code for ${baseUrl}\n\nIt works once, within ${MINUTES} minutes, on the page that asked for it.\nNobody of the service will ever ask you for it.\n${IGNORE}`,
  };
}

/** The mail with a sign-in link. Opening it shows a page; only its button signs in. */
export function linkMail(to: string, link: string, baseUrl: string): Mail {
  return {
    to,
    subject: "Your sign-in link",
    text: `Open this to sign in to ${baseUrl}\n\n${link}\n\nIt works once, within ${MINUTES} minutes.\n${IGNORE}`,
  };
}
