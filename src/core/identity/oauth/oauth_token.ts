import type { JWK } from "jose";
import { decodeProtectedHeader, importJWK, jwtVerify } from "jose";
import type { Core } from "../../access/context.ts";
import { resourceOf } from "./oauth_base.ts";
import { oauthStore } from "./oauth_store.ts";

/** The account and the client of an access token. */
export interface OAuthClaims {
  readonly accountId: string;
  readonly clientId: string;
  /** Its creation time, in whole seconds, as milliseconds since the epoch. */
  readonly issuedAt: number;
  /** Its expiry, in milliseconds since the epoch. */
  readonly endsAt: number;
}

type Reading = Pick<Core, "db" | "clock" | "settings">;
type PublicKey = Awaited<ReturnType<typeof importJWK>>;

/** True for the form of a signed token, unchecked. */
export function looksSigned(bearer: string): boolean {
  return bearer.startsWith("eyJ") && bearer.split(".").length === 3;
}

/**
 * Verifies an access token (RFC 9068): signature, issuer, audience, type and time. The caller
 * must check the person's grant.
 */
export async function verifyOAuthToken(
  core: Reading,
  bearer: string,
): Promise<OAuthClaims | undefined> {
  const { baseUrl } = core.settings;
  try {
    const key = await keyOf(core, decodeProtectedHeader(bearer).kid);
    if (key === undefined) return undefined;
    const { payload } = await jwtVerify(bearer, key, {
      issuer: baseUrl,
      audience: resourceOf(baseUrl),
      typ: "at+jwt",
      algorithms: ["EdDSA"],
      requiredClaims: ["sub", "iat", "exp"],
      currentDate: new Date(core.clock()),
    });
    const clientId = payload.client_id ?? payload.azp;
    const { sub, iat, exp } = payload;
    if (typeof clientId !== "string" || !sub || !iat || !exp) return undefined;
    return {
      accountId: sub,
      clientId,
      issuedAt: iat * 1000,
      endsAt: exp * 1000,
    };
  } catch {
    // With any error, it is not one of our tokens.
    return undefined;
  }
}

async function keyOf(
  core: Reading,
  kid: string | undefined,
): Promise<PublicKey | undefined> {
  if (kid === undefined) return undefined;
  const stored = await oauthStore(core.db).publicKey(kid);
  if (stored === undefined) return undefined;
  return await importJWK(JSON.parse(stored) as JWK, "EdDSA");
}
