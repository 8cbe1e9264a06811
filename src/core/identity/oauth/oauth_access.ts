import type { Core } from "../../access/context.ts";
import { sha256 } from "../../base/digest.ts";
import { LIMITS } from "../../base/limits.ts";
import { credentialStore } from "../credentials_store.ts";
import { oauthStore } from "./oauth_store.ts";

/** The proof that a client presents for tokens. */
export interface Grant {
  readonly code: string | null;
  readonly refreshToken: string | null;
}

/** The owner of a code or refresh token, even a used one, to record a refusal. */
export async function ownerOfGrant(
  core: Pick<Core, "db">,
  { code, refreshToken }: Grant,
): Promise<{ accountId: string; clientId: string } | undefined> {
  const store = oauthStore(core.db);
  if (refreshToken !== null) {
    return await store.refreshOwner(sha256(refreshToken));
  }
  return code === null ? undefined : await store.codeOwner(sha256(code));
}

/** True for an expired code. */
export async function isCodeTooOld(
  core: Pick<Core, "db" | "clock">,
  code: string,
): Promise<boolean> {
  const madeAt = await oauthStore(core.db).codeMadeAt(sha256(code));
  return madeAt !== undefined && core.clock() >= madeAt + LIMITS.oauthCodeMs;
}

/**
 * The redirect address of the person's consent: null if unknown, undefined without a grant.
 */
export async function grantedRedirect(
  core: Pick<Core, "db">,
  accountId: string,
  clientId: string,
): Promise<string | null | undefined> {
  const store = credentialStore(core.db);
  return (await store.usableByClient(accountId, clientId))?.redirectUri;
}

/**
 * Ends the family of a refresh token that was used more than once, even simultaneously (RFC
 * 9700, section 4.14.2); false if it was not. Call it once a use has been answered: the loser
 * of two uses removes the family's rows, and the winner finds its own row gone, whichever
 * comes last.
 */
export async function endReusedFamily(
  core: Pick<Core, "db">,
  refreshToken: string,
  { hasWon, owner }: RefreshUse,
): Promise<boolean> {
  const store = oauthStore(core.db);
  const row = await store.refreshUse(sha256(refreshToken));
  const isReused = hasWon ? row === undefined : row?.isUsed === true;
  if (!isReused) return false;
  await core.db.commit(store.endFamily(owner.accountId, owner.clientId));
  return true;
}

/** One use of a refresh token: its owner, and whether it got new tokens. */
export interface RefreshUse {
  readonly hasWon: boolean;
  readonly owner: { readonly accountId: string; readonly clientId: string };
}

/** True while a person grants a client access. */
export async function hasGranted(
  core: Pick<Core, "db">,
  accountId: string,
  clientId: string,
): Promise<boolean> {
  const store = credentialStore(core.db);
  return (await store.usableByClient(accountId, clientId)) !== undefined;
}

/** Deletes the consent for a client, so that the person is asked again. */
export async function forgetConsent(
  core: Pick<Core, "db">,
  accountId: string,
  clientId: string,
): Promise<void> {
  await core.db.commit(oauthStore(core.db).disconnect(accountId, clientId));
}

/** The name that a registered client gave itself: hostile text. */
export async function nameOfClient(
  core: Pick<Core, "db">,
  clientId: string,
): Promise<string | undefined> {
  return await oauthStore(core.db).clientName(clientId);
}
