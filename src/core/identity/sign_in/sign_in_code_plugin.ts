import { timingSafeEqual } from "node:crypto";
import type { BetterAuthPlugin } from "better-auth";
import {
  APIError,
  createAuthEndpoint,
  formCsrfMiddleware,
} from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import type { Core } from "../../access/context.ts";
import { keyedHash } from "../../base/digest.ts";
import { LIMITS } from "../../base/limits.ts";
import { peopleStore } from "../sessions_store.ts";
import { askingBrowser, keepBrowser, newBrowser } from "./asking_browser.ts";
import { MAIL_WAITS_HEADER } from "./auth_headers.ts";
import type { AuthWorld } from "./auth_world.ts";
import { mailboxIn, textIn } from "./mailbox.ts";

/** The paths, under `/api/auth`, for requesting and entering a code. */
export const SEND_CODE_PATH = "/email-otp/send-verification-otp";
export const ENTER_CODE_PATH = "/sign-in/email-otp";

const CODES = 1_000_000;
const DIGITS = 6;
/** Enough bytes that no code is noticeably more likely. */
const CODE_BYTES = 6;

/** A code as stored: its hash, and the number of wrong attempts. */
interface Stored {
  readonly hash: string;
  readonly misses: number;
}

/**
 * Signs people in with six mailed digits (docs/decisions/0010). A code belongs to the browser
 * that requested it: requests and attempts of others for the same mailbox neither replace it
 * nor count against it. It is stored as an HMAC, because a million codes are quickly tried on
 * a copy of the database.
 */
export function signInCodePlugin(core: Core, world: AuthWorld) {
  return {
    id: "sign-in-code",
    rateLimit: [SEND_CODE_PATH, ENTER_CODE_PATH].map((limited) => ({
      pathMatcher: (path: string) => path === limited,
      window: 60,
      max: LIMITS.signInCodesPerMinute,
    })),
    endpoints: {
      sendSignInCode: sendEndpoint(core, world),
      enterSignInCode: enterEndpoint(core, world),
    },
  } satisfies BetterAuthPlugin;
}

const POST = {
  method: "POST" as const,
  requireHeaders: true,
  use: [formCsrfMiddleware],
};

function sendEndpoint(core: Core, { secret, sendCode }: AuthWorld) {
  return createAuthEndpoint(SEND_CODE_PATH, POST, async (ctx) => {
    const email = requireEmail(ctx.body);
    const browser = (await askingBrowser(ctx)) ?? newBrowser(core.randomBytes);
    const code = newCode(core.randomBytes);
    const { internalAdapter } = ctx.context;
    const identifier = identifierOf(secret, browser.id, email);
    // The newest code of a browser is its only one.
    await internalAdapter.deleteVerificationByIdentifier(identifier);
    await internalAdapter.createVerificationValue({
      identifier,
      value: shown({ hash: hashOf(secret, identifier, code), misses: 0 }),
      expiresAt: new Date(core.clock() + LIMITS.signInCodeMs),
    });
    await keepBrowser(ctx, browser);
    const hasLeft = await sendCode(
      email,
      code,
      ctx.headers?.get("accept-language") ?? null,
    );
    if (!hasLeft) ctx.setHeader(MAIL_WAITS_HEADER, "1");
    return ctx.json({ success: true });
  });
}

function enterEndpoint(core: Core, world: AuthWorld) {
  return createAuthEndpoint(ENTER_CODE_PATH, POST, async (ctx) => {
    const email = requireEmail(ctx.body);
    const code = textIn(ctx.body, "otp");
    const browser = await askingBrowser(ctx);
    if (!browser) throw refused("OTP_NOT_ASKED");
    const { internalAdapter } = ctx.context;
    const identifier = identifierOf(world.secret, browser.id, email);
    const known = await internalAdapter.findVerificationValue(identifier);
    if (known && known.expiresAt.getTime() <= core.clock()) {
      throw refused("OTP_EXPIRED");
    }
    // One attempt takes it at a time, so simultaneous attempts are no more than one.
    const row = await internalAdapter.consumeVerificationValue(identifier);
    if (!row) throw refused("OTP_NOT_ASKED");
    const { hash, misses } = readStored(row.value);
    if (misses >= LIMITS.signInCodeTriesMax) throw refused("TOO_MANY_ATTEMPTS");
    if (!isSame(hash, hashOf(world.secret, identifier, code))) {
      await internalAdapter.createVerificationValue({
        identifier,
        value: shown({ hash, misses: misses + 1 }),
        expiresAt: row.expiresAt,
      });
      recordRefusal(core, world, email);
      throw refused("INVALID_OTP");
    }
    const user =
      (await internalAdapter.findUserByEmail(email))?.user ??
      (await internalAdapter.createUser(
        { email, emailVerified: true, name: "" },
        { method: "email-otp" },
      ));
    // The operator added the account: the code is the first proof of its mailbox.
    if (!user.emailVerified) {
      await internalAdapter.updateUser(user.id, { emailVerified: true });
    }
    const session = await internalAdapter.createSession(user.id);
    await setSessionCookie(ctx, { session, user });
    return ctx.json({ signedIn: true });
  });
}

function newCode(randomBytes: Core["randomBytes"]): string {
  const number = BigInt(`0x${randomBytes(CODE_BYTES).toHex()}`) % BigInt(CODES);
  return number.toString().padStart(DIGITS, "0");
}

function identifierOf(secret: string, browser: string, email: string): string {
  return `sign-in-code:${keyedHash(secret, ["asked", browser, email])}`;
}

function hashOf(secret: string, identifier: string, code: string): string {
  return keyedHash(secret, ["sign-in code", identifier, code]);
}

function shown({ hash, misses }: Stored): string {
  return `${hash}:${misses}`;
}

function readStored(value: string): Stored {
  const [hash = "", misses] = value.split(":");
  return { hash, misses: Number(misses) };
}

function isSame(a: string, b: string): boolean {
  return (
    a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))
  );
}

function requireEmail(body: unknown): string {
  const email = mailboxIn(body);
  if (email === undefined) throw refused("INVALID_EMAIL");
  return email;
}

const MESSAGES = {
  INVALID_EMAIL: "Cannot do this: that is not an email address.",
  INVALID_OTP: "Cannot sign in: that is not the code.",
  OTP_EXPIRED: "Cannot sign in: the code is too old.",
  OTP_NOT_ASKED: "Cannot sign in: this browser has asked for no code.",
  TOO_MANY_ATTEMPTS: "Cannot sign in: too many wrong codes.",
} as const;

function refused(code: keyof typeof MESSAGES): APIError {
  const status = code === "TOO_MANY_ATTEMPTS" ? "FORBIDDEN" : "BAD_REQUEST";
  return new APIError(status, { code, message: MESSAGES[code] });
}

/**
 * Records a wrong code for the mailbox's person, if there is one. The caller does not wait,
 * because the duration would reveal known mailboxes.
 */
function recordRefusal(
  core: Pick<Core, "db">,
  { record, log }: Pick<AuthWorld, "record" | "log">,
  mailbox: string,
): void {
  const tell = async () => {
    const person = await peopleStore(core.db).byEmail(mailbox);
    if (person) await record({ accountId: person.id, type: "sign_in.refused" });
  };
  void tell().catch((error) => log.error("auth.record_failed", error));
}
