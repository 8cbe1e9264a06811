import { keyedHash } from "../../base/digest.ts";
import { LIMITS } from "../../base/limits.ts";

/** A browser that has requested a code, and the mailboxes that signed in with it. */
export interface AskingBrowser {
  readonly id: string;
  /** One for each mailbox; only this service can make them. */
  readonly marks: readonly string[];
}

interface CookieAttributes {
  readonly maxAge?: number;
}

/** The parts of a better-auth call used here. */
export interface CookieCall {
  readonly context: {
    readonly secret: string;
    createAuthCookie(
      name: string,
      attributes?: CookieAttributes,
    ): { readonly name: string; readonly attributes: CookieAttributes };
  };
  getSignedCookie(
    name: string,
    secret: string,
  ): Promise<string | null | undefined | false>;
  setSignedCookie(
    name: string,
    value: string,
    secret: string,
    attributes?: CookieAttributes,
  ): Promise<unknown>;
}

const COOKIE = "browser";
const SEPARATOR = "~";
const MARK_CHARS = 32;
const SECONDS = 1_000;

/** The calling browser, if it has asked before. */
export async function askingBrowser({
  context,
  getSignedCookie,
}: CookieCall): Promise<AskingBrowser | undefined> {
  const { name } = context.createAuthCookie(COOKIE);
  const value = await getSignedCookie(name, context.secret);
  if (!value) return undefined;
  const [id = "", ...marks] = value.split(SEPARATOR);
  return { id, marks };
}

/** A browser that asks for the first time. */
export function newBrowser(
  randomBytes: (count: number) => Uint8Array,
): AskingBrowser {
  return { id: randomBytes(16).toHex(), marks: [] };
}

/** True for a browser with which this mailbox's owner has signed in. */
export function hasSignedIn(
  { context }: CookieCall,
  browser: AskingBrowser,
  mailbox: string,
): boolean {
  return browser.marks.includes(markOf(context.secret, browser, mailbox));
}

/** Marks a browser as used by a mailbox's owner to sign in. */
export function marked(
  { context }: CookieCall,
  browser: AskingBrowser,
  mailbox: string,
): AskingBrowser {
  const mark = markOf(context.secret, browser, mailbox);
  const others = browser.marks.filter((it) => it !== mark);
  const marks = [mark, ...others].slice(0, LIMITS.browserMailboxesMax);
  return { ...browser, marks };
}

/** Sets the cookie: for the life of a code, or until nobody has signed in for long. */
export async function keepBrowser(
  { context, setSignedCookie }: CookieCall,
  { id, marks }: AskingBrowser,
): Promise<void> {
  const ms = marks.length > 0 ? LIMITS.browserKnownMs : 2 * LIMITS.signInCodeMs;
  const { name, attributes } = context.createAuthCookie(COOKIE, {
    maxAge: ms / SECONDS,
  });
  const value = [id, ...marks].join(SEPARATOR);
  await setSignedCookie(name, value, context.secret, attributes);
}

function markOf(secret: string, { id }: AskingBrowser, mailbox: string) {
  return keyedHash(secret, ["known browser", id, mailbox]).slice(0, MARK_CHARS);
}
