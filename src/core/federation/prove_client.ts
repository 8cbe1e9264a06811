import type { JWK, JWTPayload } from "jose";
import { decodeJwt, importJWK, jwtVerify } from "jose";
import type { Core } from "../access/context.ts";
import { LIMITS } from "../base/limits.ts";
import type { ClientKeys } from "../db/tables/account_schema.ts";
import type { Credential } from "../identity/credentials_store.ts";
import { credentialStore } from "../identity/credentials_store.ts";
import { hashToken } from "../identity/token.ts";
import { takeNonce } from "./signatures/nonce_store.ts";
import { listedKeys } from "./signatures/peer_keys.ts";

/** The proof with which a program asks for an access token of its own. */
export interface ClientProof {
  readonly clientId: string | undefined;
  /** The token of its credential. */
  readonly secret?: string | undefined;
  /** A JWT that it signed (RFC 7523). */
  readonly assertion?: string | undefined;
}

/** The access that a program names, and whether it proved to have it. */
export interface ProvenClient {
  readonly accountId: string;
  readonly clientId: string;
  readonly isProven: boolean;
}

type Proving = Pick<Core, "db" | "clock" | "settings" | "outside">;

/**
 * Checks a program's proof: its credential's token as the secret, or a JWT signed with one of
 * its keys, which counts once. Undefined if it names no credential that is open.
 */
export async function proveClient(
  core: Proving,
  { clientId, secret, assertion }: ClientProof,
): Promise<ProvenClient | undefined> {
  const said = assertion === undefined ? clientId : subjectOf(assertion);
  if (said === undefined || (clientId ?? said) !== said) return undefined;
  const found = await credentialStore(core.db).usableById(said);
  const isOver = (found?.expiresAt ?? Number.POSITIVE_INFINITY) <= core.clock();
  if (!found || isOver || found.clientId !== null) return undefined;
  const isProven =
    assertion === undefined
      ? found.tokenHash !== null && hashToken(secret ?? "") === found.tokenHash
      : await isSigned(core, found, assertion);
  return { accountId: found.accountId, clientId: said, isProven };
}

function subjectOf(assertion: string): string | undefined {
  try {
    return decodeJwt(assertion).sub;
  } catch {
    return undefined;
  }
}

/** True for a JWT of this program that nobody has shown before. */
async function isSigned(
  core: Proving,
  { id, keys }: Credential,
  assertion: string,
): Promise<boolean> {
  if (!keys) return false;
  // Keys that were read before may have been replaced at their address since.
  const claims =
    (await verified(core, id, assertion, await keysIn(core, keys, "known"))) ??
    ("jwksUri" in keys
      ? await verified(core, id, assertion, await keysIn(core, keys, "newest"))
      : undefined);
  const { jti, exp = 0 } = claims ?? {};
  const endsAt = exp * 1_000;
  const isShort = endsAt <= core.clock() + LIMITS.clientAssertionMs;
  if (!jti || !isShort) return false;
  const until = endsAt + SKEW_SECONDS * 1_000;
  return await takeNonce(core.db, ["client", id, jti], until);
}

async function keysIn(
  core: Proving,
  keys: ClientKeys,
  which: "known" | "newest",
): Promise<readonly JWK[]> {
  if ("jwks" in keys) return keys.jwks as readonly JWK[];
  return await listedKeys(core, keys.jwksUri, which);
}

/** How far its clock may be behind. */
const SKEW_SECONDS = 30;

/** Algorithms of key pairs: a public key must never count as a shared secret. */
export const CLIENT_ALGORITHMS: readonly string[] = [
  ...["EdDSA", "Ed25519", "ES256", "ES384", "ES512"],
  ...["RS256", "RS384", "RS512", "PS256", "PS384", "PS512"],
];

async function verified(
  { clock, settings: { baseUrl } }: Proving,
  id: string,
  assertion: string,
  keys: readonly JWK[],
): Promise<JWTPayload | undefined> {
  for (const jwk of keys.slice(0, LIMITS.clientKeysMax)) {
    try {
      const key = async ({ alg }: { readonly alg: string }) =>
        await importJWK(jwk, alg);
      const { payload } = await jwtVerify(assertion, key, {
        ...{ issuer: id, subject: id, algorithms: [...CLIENT_ALGORITHMS] },
        // Older clients name the endpoint that they call.
        audience: [baseUrl, `${baseUrl}/oauth/token`, `${baseUrl}/token`],
        requiredClaims: ["exp", "jti"],
        currentDate: new Date(clock()),
        clockTolerance: SKEW_SECONDS,
      });
      // Made for several servers, one of them could show it to the others.
      return typeof payload.aud === "string" ? payload : undefined;
    } catch {
      // Another key may have signed it.
    }
  }
  return undefined;
}
