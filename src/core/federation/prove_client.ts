import {
  clientNamedIn,
  verifiedAssertion,
} from "../../../packages/standards/src/client_assertion.ts";
import type { Core } from "../access/context.ts";
import { LIMITS } from "../base/limits.ts";
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
  const said = assertion === undefined ? clientId : clientNamedIn(assertion);
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

/** True for a JWT of this program that nobody has shown before. */
async function isSigned(
  core: Proving,
  { id, keys }: Credential,
  assertion: string,
): Promise<boolean> {
  if (!keys) return false;
  const { baseUrl } = core.settings;
  const wanted = {
    ...{ clientId: id, now: core.clock() },
    // Older clients name the endpoint that they call.
    audience: [baseUrl, `${baseUrl}/oauth/token`, `${baseUrl}/token`],
    aheadMsMax: LIMITS.clientAssertionMs,
  };
  // Keys that were read before may have been replaced at their address since.
  for (const which of ["known", "newest"] as const) {
    const listed =
      "jwks" in keys ? keys.jwks : await listedKeys(core, keys.jwksUri, which);
    const found = listed.slice(0, LIMITS.clientKeysMax);
    const said = await verifiedAssertion(assertion, found, wanted);
    if (!said) continue;
    return await takeNonce(core.db, ["client", id, said.jti], said.until);
  }
  return false;
}
