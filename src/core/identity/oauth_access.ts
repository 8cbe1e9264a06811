import type { Core } from "../context.ts";
import { sha256 } from "../digest.ts";
import { LIMITS } from "../limits.ts";
import { credentialStore } from "./credentials_store.ts";
import { oauthStore } from "./oauth_store.ts";

/** What a client shows to get tokens. */
export interface Grant {
  readonly code: string | null;
  readonly refreshToken: string | null;
}

/** Whose code or refresh token it is, also when it was used up: for the record of a refusal. */
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

/** True for a code that has waited longer than a code may (decisions.md I). */
export async function isCodeTooOld(
  core: Pick<Core, "db" | "clock">,
  code: string,
): Promise<boolean> {
  const madeAt = await oauthStore(core.db).codeMadeAt(sha256(code));
  return madeAt !== undefined && core.clock() >= madeAt + LIMITS.oauthCodeMs;
}

/** True while a person lets a client act for them. */
export async function hasGranted(
  core: Pick<Core, "db">,
  accountId: string,
  clientId: string,
): Promise<boolean> {
  const store = credentialStore(core.db);
  return (await store.usableByClient(accountId, clientId)) !== undefined;
}

/** Forgets the consent that was given to a client, so that the person is asked again. */
export async function forgetConsent(
  core: Pick<Core, "db">,
  accountId: string,
  clientId: string,
): Promise<void> {
  await core.db.commit(oauthStore(core.db).disconnect(accountId, clientId));
}

/** The name that a client gave itself, if it is registered: hostile text. */
export async function nameOfClient(
  core: Pick<Core, "db">,
  clientId: string,
): Promise<string | undefined> {
  return await oauthStore(core.db).clientName(clientId);
}
