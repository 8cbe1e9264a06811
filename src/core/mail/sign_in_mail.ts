import { LIMITS } from "../base/limits.ts";
import type { Say } from "../base/words/say.ts";
import { phrase } from "../base/words/say.ts";
import type { Mail } from "./mailer.ts";

const MINUTES = LIMITS.signInCodeMs / 60_000;
const IGNORE = phrase`If you didn't ask for this, ignore this email. No one can sign in without it.`;

/** Where a person signs in, and what says it in their language. */
export interface SignInPlace {
  readonly baseUrl: string;
  readonly say: Say;
}

/** The mail with a sign-in code. The code is the first thing a phone shows. */
export function codeMail(to: string, code: string, at: SignInPlace): Mail {
  const { baseUrl, say } = at;
  return {
    to,
    subject: say`${code} is your sign-in code`,
    text: `${say`${code} is your sign-in code for ${baseUrl}`}\n\n${say`Enter it on the page that asked for it. It expires in ${MINUTES} minutes.`}\n${say`Never share it: we will never ask you for it.`}\n${say.of(IGNORE)}`,
  };
}

/** The mail with a sign-in link. Opening it shows a page; only its button signs in. */
export function linkMail(to: string, link: string, at: SignInPlace): Mail {
  const { baseUrl, say } = at;
  return {
    to,
    subject: say`Your sign-in link`,
    text: `${say`Open this link to sign in to ${baseUrl}`}\n\n${link}\n\n${say`It works once and expires in ${MINUTES} minutes.`}\n${say.of(IGNORE)}`,
  };
}
