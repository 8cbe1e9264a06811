import type { JWK } from "jose";
import { decodeJwt, importJWK, jwtVerify } from "jose";

/** How far a program's clock may be behind. */
const SKEW_SECONDS = 30;

/** Algorithms of key pairs: a public key must never count as a shared secret. */
export const CLIENT_ALGORITHMS: readonly string[] = [
  ...["EdDSA", "Ed25519", "ES256", "ES384", "ES512"],
  ...["RS256", "RS384", "RS512", "PS256", "PS384", "PS512"],
];

/** The program that a JWT names, not verified. */
export function clientNamedIn(assertion: string): string | undefined {
  try {
    return decodeJwt(assertion).sub;
  } catch {
    return undefined;
  }
}

/** Whom a JWT must be of, for whom, and when it is shown. */
export interface Wanted {
  readonly clientId: string;
  readonly audience: readonly string[];
  readonly now: number;
  readonly aheadMsMax: number;
}

/**
 * The id of a JWT that one of a program's keys signed (RFC 7523, section 3), and until when it
 * would count; undefined if none did, or it is for somebody else. It counts once: the caller
 * keeps the id.
 */
export async function verifiedAssertion(
  assertion: string,
  keys: readonly JWK[],
  { clientId, audience, now, aheadMsMax }: Wanted,
): Promise<{ readonly jti: string; readonly until: number } | undefined> {
  for (const jwk of keys) {
    try {
      const key = async ({ alg }: { readonly alg: string }) =>
        await importJWK(jwk, alg);
      const { payload } = await jwtVerify(assertion, key, {
        ...{ issuer: clientId, subject: clientId, audience: [...audience] },
        algorithms: [...CLIENT_ALGORITHMS],
        requiredClaims: ["exp", "jti"],
        ...{ currentDate: new Date(now), clockTolerance: SKEW_SECONDS },
      });
      const { jti, exp = 0, aud } = payload;
      const isShort = exp * 1_000 <= now + aheadMsMax;
      // Made for several servers, one of them could show it to the others.
      if (!jti || !isShort || typeof aud !== "string") return undefined;
      return { jti, until: (exp + SKEW_SECONDS) * 1_000 };
    } catch {
      // Another key may have signed it.
    }
  }
  return undefined;
}
