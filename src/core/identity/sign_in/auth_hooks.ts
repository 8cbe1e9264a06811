import { APIError, createAuthMiddleware, isAPIError } from "better-auth/api";
import { companyOfMailbox } from "../../../../packages/standards/src/company.ts";
import type { Core } from "../../access/context.ts";
import { forgetSessions } from "../sessions.ts";
import {
  askingBrowser,
  hasSignedIn,
  keepBrowser,
  marked,
  newBrowser,
} from "./asking_browser.ts";
import { CLIENT_ADDRESS_HEADER } from "./auth_headers.ts";
import type { AuthWorld, IdentityEvent } from "./auth_world.ts";
import { isOurMailbox, mailboxIn, ownerOfMailbox } from "./mailbox.ts";
import { MailboxLimits } from "./mailbox_limits.ts";
import { SEND_CODE_PATH } from "./sign_in_code_plugin.ts";
import {
  PASSKEY_OPTIONS_PATH,
  requiringVerification,
} from "./verified_passkeys.ts";

/** The requests that send a mail, and so count against its mailbox. */
const MAILS: ReadonlySet<string> = new Set([
  SEND_CODE_PATH,
  "/sign-in/magic-link",
]);

const PASSKEY_EVENTS: Readonly<Record<string, IdentityEvent["type"]>> = {
  "/passkey/verify-registration": "passkey.added",
  "/passkey/delete-passkey": "passkey.removed",
};

/** The service's own rules within better-auth: limits by mailbox, audit, closed accounts. */
export function authHooks(core: Core, world: AuthWorld) {
  const limits = new MailboxLimits(core.clock);
  return {
    hooks: {
      before: createAuthMiddleware(async (ctx) => {
        const mailbox = MAILS.has(ctx.path) ? mailboxIn(ctx.body) : undefined;
        if (mailbox === undefined) return;
        if (isOurMailbox(core.settings, mailbox)) throw ofOurDomain();
        if (companyOfMailbox(world.companies, mailbox)) throw ofCompany();
        const browser = await askingBrowser(ctx);
        const isKnown = browser && hasSignedIn(ctx, browser, mailbox);
        const seconds = limits.take({
          mailbox: ownerOfMailbox(mailbox),
          knownBrowser: isKnown ? browser.id : undefined,
          address: ctx.headers?.get(CLIENT_ADDRESS_HEADER) ?? "",
        });
        if (seconds !== undefined) throw tooMany(seconds);
      }),
      after: createAuthMiddleware(async (ctx) => {
        const { path, context } = ctx;
        const signedIn = context.newSession?.user;
        if (signedIn) {
          const browser =
            (await askingBrowser(ctx)) ?? newBrowser(core.randomBytes);
          await keepBrowser(ctx, marked(ctx, browser, signedIn.email));
        }
        const type = PASSKEY_EVENTS[path];
        const person = context.session?.user;
        if (!isAPIError(context.returned) && type && person) {
          await world.record({ accountId: person.id, type });
        }
        if (path === PASSKEY_OPTIONS_PATH && !isAPIError(context.returned)) {
          return ctx.json(requiringVerification(context.returned));
        }
        return undefined;
      }),
    },
    databaseHooks: databaseHooks(core, world),
  };
}

function databaseHooks(core: Core, { record, isDisabled }: AuthWorld) {
  const tokenless = async (account: object) => ({
    data: { ...account, ...NO_TOKENS },
  });
  return {
    // A provider's tokens are needed for nothing after the sign-in.
    account: { create: { before: tokenless }, update: { before: tokenless } },
    session: {
      create: {
        before: async ({ userId }: { readonly userId: string }) => {
          if (!(await isDisabled(userId))) return;
          throw new APIError("FORBIDDEN", {
            code: "account_disabled",
            message: "Cannot sign in: the operator has closed this account.",
          });
        },
        // Before the cookie leaves: no session is in use without its record.
        after: ({ id, userId }: { readonly id: string; userId: string }) =>
          record({ accountId: userId, sessionId: id, type: "session.created" }),
      },
      delete: {
        after: async ({
          id,
          userId,
        }: {
          readonly id: string;
          userId: string;
        }) => {
          forgetSessions(core, (it) => it === id);
          await record({
            accountId: userId,
            sessionId: id,
            type: "session.ended",
          });
        },
      },
    },
  };
}

const NO_TOKENS = { accessToken: null, refreshToken: null, idToken: null };

function ofCompany(): APIError {
  return new APIError("BAD_REQUEST", {
    code: "COMPANY_MAILBOX",
    message: "Cannot do this: its company has a sign-in of its own.",
  });
}

function ofOurDomain(): APIError {
  return new APIError("BAD_REQUEST", {
    code: "OWN_MAILBOX",
    message: "Cannot do this: no mail leaves to addresses of this service.",
  });
}

function tooMany(seconds: number): APIError {
  return new APIError(
    "TOO_MANY_REQUESTS",
    {
      code: "rate_limited",
      message: "Cannot do this now: too many attempts for this mailbox.",
    },
    { "retry-after": String(seconds) },
  );
}
