import { APIError, createAuthMiddleware, isAPIError } from "better-auth/api";
import type { Core } from "../context.ts";
import type { AuthWorld, IdentityEvent } from "./better_auth.ts";
import type { MailboxAct } from "./mailbox_limits.ts";
import { MailboxLimits } from "./mailbox_limits.ts";
import { forgetSessions } from "./sessions.ts";
import { peopleStore } from "./sessions_store.ts";

/** Which requests count against a mailbox. */
const COUNTED: Readonly<Record<string, MailboxAct>> = {
  "/email-otp/send-verification-otp": "send",
  "/sign-in/magic-link": "send",
  "/sign-in/email-otp": "try",
};

const PASSKEY_EVENTS: Readonly<Record<string, IdentityEvent["type"]>> = {
  "/passkey/verify-registration": "passkey.added",
  "/passkey/delete-passkey": "passkey.removed",
};

/** The service's own rules within better-auth: limits by mailbox, audit, closed accounts. */
export function authHooks(core: Core, world: AuthWorld) {
  const limits = new MailboxLimits(core.clock);
  return {
    hooks: {
      before: createAuthMiddleware(async ({ path, body }) => {
        const act = COUNTED[path];
        const mailbox = mailboxIn(body);
        if (act === undefined || mailbox === undefined) return;
        const seconds = limits.take(mailbox, act);
        if (seconds !== undefined) throw tooMany(seconds);
      }),
      after: createAuthMiddleware(async ({ path, body, context }) => {
        const isRefusal = isAPIError(context.returned);
        if (isRefusal && COUNTED[path] === "try") {
          // Nobody waits: the time it takes would tell which mailboxes are known.
          void recordRefusal(core, world, mailboxIn(body)).catch((error) =>
            world.log.error("auth.record_failed", error),
          );
        }
        const type = PASSKEY_EVENTS[path];
        const person = context.session?.user;
        if (!isRefusal && type && person) {
          await world.record({ accountId: person.id, type });
        }
      }),
    },
    databaseHooks: databaseHooks(core, world),
  };
}

function databaseHooks(core: Core, { record, isDisabled }: AuthWorld) {
  return {
    session: {
      create: {
        before: async ({ userId }: { readonly userId: string }) => {
          if (!(await isDisabled(userId))) return;
          throw new APIError("FORBIDDEN", {
            code: "account_disabled",
            message: "Cannot sign in: the operator has closed this account.",
          });
        },
        // Before the cookie leaves: nobody holds a session that is not recorded.
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

/** A wrong code is told to the person whose mailbox it was tried for, if there is one. */
async function recordRefusal(
  core: Core,
  { record }: AuthWorld,
  mailbox: string | undefined,
): Promise<void> {
  const person =
    mailbox === undefined
      ? undefined
      : await peopleStore(core.db).byEmail(mailbox);
  if (person) await record({ accountId: person.id, type: "sign_in.refused" });
}

function mailboxIn(body: unknown): string | undefined {
  if (typeof body !== "object" || body === null || !("email" in body)) {
    return undefined;
  }
  const { email } = body;
  return typeof email === "string" ? email.trim().toLowerCase() : undefined;
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
