import type { BetterAuthPlugin } from "better-auth";
import { APIError, createAuthEndpoint } from "better-auth/api";
import { signJWT } from "better-auth/plugins";
import type { Core } from "../../access/context.ts";
import { LIMITS } from "../../base/limits.ts";
import { resourceOf } from "../oauth/oauth_base.ts";
import type { AuthWorld } from "./auth_world.ts";
import { textIn } from "./mailbox.ts";

/** The path, under `/api/auth`, at which a program gets a token of its own. */
export const MACHINE_TOKEN_PATH = "/machine/token";

/**
 * Gives a program an access token for its own credential (RFC 6749, section 4.4), in the form
 * of those that a person consents to.
 */
export function machineTokenPlugin(
  { settings: { baseUrl }, clock, newId }: Core,
  { proveClient, record }: AuthWorld,
) {
  const endpoint = createAuthEndpoint(
    MACHINE_TOKEN_PATH,
    { method: "POST" as const },
    async (ctx) => {
      const proven = await proveClient({
        clientId: textIn(ctx.body, "clientId") || undefined,
        secret: textIn(ctx.body, "secret") || undefined,
        assertion: textIn(ctx.body, "assertion") || undefined,
      });
      if (!proven?.isProven) {
        if (proven) {
          const { accountId, clientId } = proven;
          await record({ accountId, clientId, type: "oauth.token_refused" });
        }
        throw new APIError("UNAUTHORIZED", {
          error: "invalid_client",
          error_description: "the client's secret or signature does not count",
        });
      }
      const { accountId, clientId } = proven;
      const iat = Math.floor(clock() / 1_000);
      const seconds = LIMITS.oauthTokenMs / 1_000;
      const token = await signJWT(ctx, {
        header: { typ: "at+jwt" },
        payload: {
          ...{ iss: baseUrl, aud: resourceOf(baseUrl), sub: accountId },
          ...{ client_id: clientId, scope: "inbox", iat, exp: iat + seconds },
          jti: newId("transfer"),
        },
      });
      return ctx.json({
        ...{ access_token: token, token_type: "Bearer" },
        ...{ expires_in: seconds, scope: "inbox" },
      });
    },
  );
  return {
    id: "machine-token",
    rateLimit: [
      {
        pathMatcher: (path: string) => path === MACHINE_TOKEN_PATH,
        ...{ window: 60, max: LIMITS.machineTokensPerMinute },
      },
    ],
    endpoints: { machineToken: endpoint },
  } satisfies BetterAuthPlugin;
}
