/**
 * Which account is calling, and with which rights? `scopes.ts` says what scopes mean and
 * what the presets are, `credentials.ts` and `sessions.ts` hold the tokens, `oauth/` those
 * of OAuth. `sign_in/` sets up better-auth, `renew_session.ts` says for how long one stays
 * signed in, `shared_keys.ts` has nodes share their keys.
 * @module
 */
import type { Core } from "../access/context.ts";
import type {
  Anonymous,
  Member,
  Newcomer,
  Principal,
} from "../access/principal.ts";
import { ANONYMOUS, EXPIRED, isMember } from "../access/principal.ts";
import { BoundedCache } from "../base/cache.ts";
import { sha256 } from "../base/digest.ts";
import { LIMITS } from "../base/limits.ts";
import { perDatabase } from "../db/per_database.ts";
import { buyerOf } from "./buyers/order_link.ts";
import type { Credential } from "./credentials_store.ts";
import { credentialStore } from "./credentials_store.ts";
import { looksSigned, verifyOAuthToken } from "./oauth/oauth_token.ts";
import { sessionStore } from "./sessions_store.ts";
import { actingAs, isStillIn } from "./teams/acting_as.ts";
import { memberFor } from "./teams/member_for.ts";
import { kindOfToken, TOKEN_CHARS } from "./token.ts";

/** Tokens give their creation time in whole seconds. */
const SECOND_MS = 1_000;

type Reading = Pick<Core, "db" | "clock" | "settings">;
type Someone = Exclude<Principal, Anonymous>;

/** The origin of a bearer string. */
export interface Presented {
  /** Its network address, read only when recorded. */
  readonly from?: () => string | null;
  /** True if OAuth access tokens are accepted: they are for one resource only. */
  readonly takesOAuth?: boolean;
  /** The team that the caller acts as. */
  readonly as?: string | null | undefined;
  /** True if the secret of an order's link is accepted: it acts for the buyer of that order. */
  readonly takesLinks?: boolean;
}

/** A cached principal, and until when it is valid. */
interface Known {
  readonly principal: Someone;
  readonly readAt: number;
  readonly endsAt: number;
  readonly isOAuth: boolean;
}

type Found = Omit<Known, "readAt">;

/** Recently authenticated principals, and how to tell when they become invalid. */
class Principals {
  readonly known = new BoundedCache<string, Known>(
    LIMITS.principalCacheMax,
    "principals",
  );
  /** The token of a principal, because a rotated credential keeps its id. */
  readonly hashes = new WeakMap<Someone, string>();
  /** When a principal's OAuth token expires. */
  readonly tokenEnds = new WeakMap<Someone, number>();
  /** Grows with each invalidation: earlier reads are not cached. */
  epoch = 0;
}

const principalsOf = perDatabase(() => new Principals());

/**
 * Makes a principal from a bearer string: an agent's `svc_` credential, an OAuth access token
 * where accepted, or a person's session token. Anything unknown, revoked or malformed is
 * anonymous; a malformed one never reaches the database.
 */
export async function authenticate(
  core: Reading,
  bearer: string | undefined,
  presented: Presented = {},
): Promise<Principal> {
  const by = await authenticated(core, bearer, presented);
  return presented.as ? await actingAs(core, by, presented.as) : by;
}

async function authenticated(
  core: Reading,
  bearer: string | undefined,
  presented: Presented,
): Promise<Principal> {
  if (!bearer) return ANONYMOUS;
  if (!hasTokenForm(bearer, presented)) {
    const buyer = presented.takesLinks && (await buyerOf(core, bearer));
    return buyer || ANONYMOUS;
  }
  const hash = sha256(bearer);
  const principals = principalsOf(core.db);
  const now = core.clock();
  const known = principals.known.get(hash);
  if (known && now < known.endsAt) {
    if (known.isOAuth && !presented.takesOAuth) return ANONYMOUS;
    if (now < known.readAt + LIMITS.principalCacheMs) return known.principal;
  }
  const { epoch } = principals;
  const found = await lookUp(core, bearer, hash, presented);
  if (!found || now >= found.endsAt) {
    principals.known.delete(hash);
    return found && "sessionId" in found.principal ? EXPIRED : ANONYMOUS;
  }
  if (found.isOAuth) principals.tokenEnds.set(found.principal, found.endsAt);
  else principals.hashes.set(found.principal, hash);
  if (epoch === principals.epoch) {
    principals.known.set(hash, { ...found, readAt: now });
  }
  return found.principal;
}

/** Invalidates principals at once in this process, after a rotation or revocation. */
export function forgetPrincipals(
  core: Pick<Core, "db">,
  isGone: (principal: Someone) => boolean,
): void {
  const principals = principalsOf(core.db);
  principals.epoch += 1;
  for (const [hash, { principal }] of principals.known.entries()) {
    if (isGone(principal)) principals.known.delete(hash);
  }
}

/** Asks the database whether a principal's access is still valid: for open streams. */
export async function isLive(
  core: Reading,
  principal: Principal,
): Promise<boolean> {
  if (!isMember(principal)) return principal.kind === "operator";
  const { credentialId, sessionId, team } = principal;
  const now = core.clock();
  if (team) {
    return (await isStillIn(core, principal, now)) && isLive(core, team.by);
  }
  if (sessionId !== undefined) {
    return await sessionStore(core.db).isOpen(sessionId, now);
  }
  if (credentialId === undefined) return true;
  const tokenEnd = principalsOf(core.db).tokenEnds.get(principal);
  if (tokenEnd !== undefined && now >= tokenEnd) return false;
  const credential = await credentialOf(core, principal);
  return (
    credential !== undefined &&
    credential.revokedAt === null &&
    now < endOf(credential)
  );
}

/** The current scopes of a principal's access; null means all. */
export async function scopesNow(
  core: Reading,
  principal: Member,
): Promise<readonly string[] | null> {
  if (principal.credentialId === undefined || principal.team) {
    return principal.scopes;
  }
  const credential = await credentialOf(core, principal);
  return credential ? credential.scopes : [];
}

async function credentialOf(
  core: Reading,
  principal: Member,
): Promise<Credential | undefined> {
  const store = credentialStore(core.db);
  const { accountId, credentialId = "" } = principal;
  const { hashes, tokenEnds } = principalsOf(core.db);
  const hash = hashes.get(principal);
  if (hash !== undefined) return await store.usable(hash);
  const found = await store.find(accountId, credentialId);
  if (!found?.clientId || !tokenEnds.has(principal)) return found;
  const grant = await store.usableByClient(accountId, found.clientId);
  return grant?.id === credentialId ? grant : undefined;
}

function hasTokenForm(bearer: string, { takesOAuth }: Presented): boolean {
  if (bearer.length === TOKEN_CHARS) return true;
  if (!takesOAuth || bearer.length > LIMITS.oauthTokenCharsMax) return false;
  return looksSigned(bearer);
}

async function lookUp(
  core: Reading,
  bearer: string,
  hash: string,
  presented: Presented,
): Promise<Found | undefined> {
  switch (kindOfToken(bearer)) {
    case "svc": {
      const credential = await credentialStore(core.db).usable(hash);
      return credential && agentOf(core, credential, presented);
    }
    case "ses":
      return await personOf(core, hash, presented);
    default:
      if (bearer.length === TOKEN_CHARS) return undefined;
      return await clientOf(core, bearer, presented);
  }
}

/** The holder of a credential is an agent, even of a person's own credential. */
function agentOf(
  core: Reading,
  credential: Credential,
  presented: Presented,
): Found {
  const store = credentialStore(core.db);
  const { id } = credential;
  touch(core, credential, presented, (...use) => store.touch(id, ...use));
  return {
    principal: memberFor(credential),
    endsAt: endOf(credential),
    isOAuth: false,
  };
}

async function personOf(
  core: Reading,
  hash: string,
  presented: Presented,
): Promise<Found | undefined> {
  const store = sessionStore(core.db);
  const holder = await store.byToken(hash, core.clock());
  if (!holder) return undefined;
  const { sessionId, accountId, hasAccount, tokenEndsAt } = holder;
  touch(core, holder, presented, (...use) => store.touch(sessionId, ...use));
  const newcomer: Newcomer = { kind: "newcomer", accountId, sessionId };
  return {
    principal: hasAccount
      ? { kind: "person", accountId, sessionId, scopes: null }
      : newcomer,
    endsAt: tokenEndsAt,
    isOAuth: false,
  };
}

/** An OAuth client acts by the person's grant, which a disconnect removes. */
async function clientOf(
  core: Reading,
  bearer: string,
  presented: Presented,
): Promise<Found | undefined> {
  const claims = await verifyOAuthToken(core, bearer);
  if (!claims) return undefined;
  const { accountId, clientId, issuedAt, endsAt } = claims;
  const store = credentialStore(core.db);
  // A program with a token of its own names its credential, which nobody consented to.
  const grant =
    (await store.usableByClient(accountId, clientId)) ??
    (await store.usableById(clientId));
  if (grant?.accountId !== accountId) return undefined;
  // A token of an earlier grant, or of earlier keys, must not become valid again.
  const since = Math.max(grant.createdAt, grant.rotatedAt ?? 0);
  if (issuedAt + SECOND_MS <= since) return undefined;
  const found = agentOf(core, grant, presented);
  return { ...found, endsAt: Math.min(endsAt, found.endsAt), isOAuth: true };
}

function endOf({ expiresAt }: Credential): number {
  return expiresAt ?? Number.POSITIVE_INFINITY;
}

/**
 * Records the last use, at most once a minute. It isn't awaited, and a failure to write does
 * not fail the call.
 */
function touch(
  core: Reading,
  { lastUsedAt }: { readonly lastUsedAt: number | null },
  { from }: Presented,
  write: (
    at: number,
    from: string | null,
  ) => Parameters<Reading["db"]["commit"]>[0][number],
): void {
  const now = core.clock();
  if (lastUsedAt !== null && now < lastUsedAt + LIMITS.lastUsedEveryMs) return;
  if (from === undefined) return;
  void core.db.commit([write(now, from())]).catch(() => {});
}
