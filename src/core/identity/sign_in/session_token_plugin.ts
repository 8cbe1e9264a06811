import type { BetterAuthPlugin } from "better-auth";
import { APIError, createAuthEndpoint } from "better-auth/api";
import { deleteSessionCookie } from "better-auth/cookies";
import type { Core } from "../../access/context.ts";
import { LIMITS } from "../../base/limits.ts";
import { showTime } from "../../base/time.ts";
import { renewSession } from "../renew_session.ts";
import type { AuthWorld } from "./auth_world.ts";

/** The path, under `/api/auth`, where a page exchanges its cookie for a bearer token. */
export const SESSION_TOKEN_PATH = "/session-token";

/**
 * Adds the endpoint that renews the HttpOnly cookie and returns a short-lived bearer token
 * (docs/decisions/0010_sign_in_and_oauth.md). The library checks its Origin.
 */
export function sessionTokenPlugin(
  core: Core,
  { record }: Pick<AuthWorld, "record">,
) {
  return {
    id: "session-token",
    endpoints: {
      sessionToken: createAuthEndpoint(
        SESSION_TOKEN_PATH,
        { method: "POST", requireHeaders: true },
        async (ctx) => {
          const { name, attributes } = ctx.context.authCookies.sessionToken;
          const { secret } = ctx.context;
          const cookie = await ctx.getSignedCookie(name, secret);
          const renewed = cookie ? await renewSession(core, cookie) : undefined;
          if (!renewed || "reusedBy" in renewed) {
            if (renewed) {
              await record({
                ...renewed.reusedBy,
                type: "session.cookie_reused",
              });
            }
            deleteSessionCookie(ctx);
            throw new APIError("UNAUTHORIZED", {
              code: "unauthenticated",
              message: "Sign in required.",
            });
          }
          await ctx.setSignedCookie(name, renewed.cookie, secret, {
            ...attributes,
            maxAge: LIMITS.sessionMs / 1000,
          });
          return ctx.json({
            token: renewed.token,
            expiresAt: showTime(renewed.expiresAt),
            accountId: renewed.accountId,
          });
        },
      ),
    },
  } satisfies BetterAuthPlugin;
}
