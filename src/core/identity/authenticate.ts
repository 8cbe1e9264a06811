import { BoundedCache } from "../cache.ts";
import type { Core } from "../context.ts";
import { perDatabase } from "../db/per_database.ts";
import { LIMITS } from "../limits.ts";
import type { Member, Principal } from "../principal.ts";
import { ANONYMOUS, isMember } from "../principal.ts";
import type { Credential } from "./store.ts";
import { credentialStore } from "./store.ts";
import { hashToken, looksLikeToken, TOKEN_CHARS } from "./token.ts";

type Reading = Pick<Core, "db" | "clock">;

interface Known {
  readonly principal: Member;
  readonly readAt: number;
  readonly endsAt: number;
}

/** Who was seen lately, and what is needed to tell when they no longer may. */
class Principals {
  readonly known = new BoundedCache<string, Known>(LIMITS.principalCacheMax);
  /** The token a principal was made from, since a rotated credential keeps its id. */
  readonly hashes = new WeakMap<Principal, string>();
  /** Grows with each forgetting: what was read before it is not kept. */
  epoch = 0;
}

const principalsOf = perDatabase(() => new Principals());

/**
 * Makes a principal from a bearer string. An unknown, expired, revoked or
 * malformed token is nobody; a malformed one never reaches the database.
 */
export async function authenticate(
  core: Reading,
  bearer: string | undefined,
): Promise<Principal> {
  if (bearer?.length !== TOKEN_CHARS) return ANONYMOUS;
  const tokenHash = hashToken(bearer);
  const principals = principalsOf(core.db);
  const now = core.clock();
  const known = principals.known.get(tokenHash);
  if (known && now < known.endsAt) {
    if (now < known.readAt + LIMITS.principalCacheMs) return known.principal;
  }
  if (!looksLikeToken(bearer)) return ANONYMOUS;
  const { epoch } = principals;
  const credential = await credentialStore(core.db).byHash(tokenHash);
  if (!isUsable(credential, now)) {
    principals.known.delete(tokenHash);
    return ANONYMOUS;
  }
  const principal = memberOf(credential);
  principals.hashes.set(principal, tokenHash);
  if (epoch === principals.epoch) {
    const endsAt = credential.expiresAt ?? Number.POSITIVE_INFINITY;
    principals.known.set(tokenHash, { principal, readAt: now, endsAt });
  }
  return principal;
}

/** Lets a token die at once in this process, after its rotation or revocation. */
export function forgetPrincipal(
  core: Pick<Core, "db">,
  tokenHash: string,
): void {
  const principals = principalsOf(core.db);
  principals.epoch += 1;
  principals.known.delete(tokenHash);
}

/** Asks the database whether a principal's token still works: for open streams. */
export async function isLive(
  core: Reading,
  principal: Principal,
): Promise<boolean> {
  if (!isMember(principal)) return principal.kind === "operator";
  const { accountId, credentialId } = principal;
  if (credentialId === undefined) return true;
  const store = credentialStore(core.db);
  const tokenHash = principalsOf(core.db).hashes.get(principal);
  const credential =
    tokenHash === undefined
      ? await store.find(accountId, credentialId)
      : await store.byHash(tokenHash);
  return isUsable(credential, core.clock());
}

function isUsable(
  credential: Credential | undefined,
  now: number,
): credential is Credential {
  if (!credential || credential.revokedAt !== null) return false;
  return credential.expiresAt === null || now < credential.expiresAt;
}

/** Whoever holds a credential is an agent, also a person's own. */
function memberOf({ id, accountId, scopes }: Credential): Member {
  return { kind: "agent", accountId, credentialId: id, scopes };
}
