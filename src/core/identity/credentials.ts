import type { CommandCall, QueryCall } from "../access/context.ts";
import type { Principal } from "../access/principal.ts";
import { isMember } from "../access/principal.ts";
import { cleanLine } from "../base/text.ts";
import type { Sentence } from "../base/words/sentence.ts";
import { told } from "../base/words/sentence.ts";
import type { AcceptLimits, ClientKeys } from "../db/tables/account_schema.ts";
import { ServiceError } from "../errors/errors.ts";
import { forgetPrincipals } from "./authenticate.ts";
import type { Credential } from "./credentials_store.ts";
import { credentialStore, NO_MEMBER } from "./credentials_store.ts";
import { oauthStore } from "./oauth/oauth_store.ts";
import { hashToken, makeToken } from "./token.ts";

/** The limits of an access that acts without asking; a missing one sets none. */
export interface AccessLimits {
  /** Micro-USDC. */
  readonly perPayment?: number;
  readonly perDay?: number;
  readonly perPayee?: number;
  /** Addresses in canonical form. */
  readonly payees?: readonly string[];
  readonly contactTypes?: readonly string[];
  /** If absent, as in {@linkcode asksFirstPayment}. */
  readonly askFirstPayment?: boolean;
  readonly accept?: AcceptLimits;
}

/** The input for a new credential. */
export interface NewCredential extends AccessLimits {
  readonly accountId: string;
  readonly name: string;
  readonly scopes?: readonly string[];
  readonly expiresAt?: number;
}

/** A credential with its token, which is shown only now. */
export interface Issued {
  readonly credential: Credential;
  readonly token: string;
}

/** Creates a credential and records it in its account's chain. */
export function issueCredential(call: CommandCall, wanted: NewCredential) {
  const token = makeToken(call.randomBytes);
  const credential = add(call, wanted, secretsOf(token));
  return { credential, token } satisfies Issued;
}

/** Creates a credential without a token: its program signs with its keys. */
export function admitClient(
  call: CommandCall,
  wanted: NewCredential,
  keys: ClientKeys,
): Credential {
  return add(call, wanted, { ...NO_SECRETS, keys });
}

const NO_SECRETS = { tokenHash: null, lastFour: null, keys: null } as const;

function add(
  call: CommandCall,
  wanted: NewCredential,
  secrets: Pick<Credential, "tokenHash" | "lastFour" | "keys">,
): Credential {
  const credential: Credential = {
    id: call.newId("credential"),
    accountId: wanted.accountId,
    name: wanted.name || "Agent",
    ...secrets,
    clientId: null,
    redirectUri: null,
    ...grantedBy(call, wanted),
    ...NO_MEMBER,
    madeBy: call.member.team?.memberId ?? null,
    createdAt: call.now,
    rotatedAt: null,
    expiresAt: wanted.expiresAt ?? null,
    revokedAt: null,
    lastUsedAt: null,
    lastUsedFrom: null,
  };
  call.write(credentialStore(call.db).insert(credential));
  record(call, "credential.created", credential);
  return credential;
}

/**
 * Whether a new access asks before first payments by default: one that a person grants does;
 * a program's, made at the terminal, has only limits.
 */
function asksFirstPayment({ caller }: CommandCall): boolean {
  return caller.principal.kind !== "operator";
}

function grantedBy(call: CommandCall, wanted: NewCredential) {
  return {
    scopes: wanted.scopes ?? null,
    perPayment: wanted.perPayment ?? null,
    perDay: wanted.perDay ?? null,
    perPayee: wanted.perPayee ?? null,
    payees: wanted.payees ?? null,
    contactTypes: wanted.contactTypes ?? null,
    askFirstPayment: wanted.askFirstPayment ?? asksFirstPayment(call),
    accept: wanted.accept ?? null,
  };
}

/** A person's grant to an OAuth client. */
export interface ClientGrant extends NewCredential {
  readonly clientId: string;
  /** Where the client gets its answer. */
  readonly redirectUri: string;
}

/** Grants an OAuth client access; replaces an earlier grant. */
export function grantClient(
  call: CommandCall,
  before: Credential | undefined,
  wanted: ClientGrant,
): Credential {
  const { redirectUri } = wanted;
  const granted = { ...grantedBy(call, wanted), redirectUri };
  if (before) {
    const credential = { ...before, ...granted };
    change(call, "credential.granted", credential);
    return credential;
  }
  const credential: Credential = {
    id: call.newId("credential"),
    accountId: wanted.accountId,
    name: cleanLine(wanted.name) || "OAuth client",
    ...NO_SECRETS,
    clientId: wanted.clientId,
    ...granted,
    ...NO_MEMBER,
    madeBy: null,
    createdAt: call.now,
    rotatedAt: null,
    expiresAt: null,
    revokedAt: null,
    lastUsedAt: null,
    lastUsedFrom: null,
  };
  call.write(credentialStore(call.db).insert(credential));
  record(call, "credential.granted", credential);
  return credential;
}

/**
 * Gives a credential a new token; the old one ends with the commit.
 * @throws credential_ended for one that was revoked or has expired, no_token for an OAuth
 * client's.
 */
export function replaceToken(call: CommandCall, before: Credential) {
  if (before.clientId !== null || before.keys !== null) {
    throw new ServiceError("no_token", {
      detail:
        before.keys === null
          ? told`Cannot rotate the credential: it belongs to an OAuth client.`
          : told`Cannot rotate the credential: it has keys and no token. Change its keys.`,
    });
  }
  requireUsable(call, before, told`rotate`);
  const token = makeToken(call.randomBytes);
  const credential: Credential = {
    ...before,
    ...secretsOf(token),
    rotatedAt: call.now,
  };
  change(call, "credential.rotated", credential);
  return { credential, token } satisfies Issued;
}

/**
 * Replaces the public keys of a credential; access tokens for the earlier ones end.
 * @throws credential_ended, no_token for one with a token
 */
export function replaceKeys(
  call: CommandCall,
  before: Credential,
  keys: ClientKeys,
): Credential {
  requireUsable(call, before, told`change`);
  if (before.keys === null) {
    throw new ServiceError("no_token", {
      detail: told`Cannot change the keys: this credential has a token. Add one with keys.`,
    });
  }
  const credential: Credential = { ...before, keys, rotatedAt: call.now };
  change(call, "credential.rotated", credential);
  return credential;
}

/** The limits of a credential as stored. */
export type KeptLimits = Pick<
  Credential,
  | "perPayment"
  | "perDay"
  | "perPayee"
  | "payees"
  | "contactTypes"
  | "askFirstPayment"
  | "accept"
>;

/**
 * Changes what a credential may spend and accept without asking.
 * @throws credential_ended for one that was revoked or has expired.
 */
export function limitCredential(
  call: CommandCall,
  before: Credential,
  limits: KeptLimits,
): Credential {
  requireUsable(call, before, told`limit`);
  const credential = { ...before, ...limits };
  change(call, "credential.limited", credential);
  return credential;
}

function requireUsable(
  { now }: CommandCall,
  { revokedAt, expiresAt }: Credential,
  what: Sentence,
): void {
  const isExpired = expiresAt !== null && expiresAt <= now;
  if (revokedAt === null && !isExpired) return;
  const why = isExpired ? told`has expired` : told`was revoked`;
  throw new ServiceError("credential_ended", {
    detail: told`Cannot ${what} the credential: it ${why}.`,
  });
}

/** Ends a credential for good; its token ends with the commit. */
export function endCredential(
  call: CommandCall,
  before: Credential,
): Credential {
  if (before.revokedAt !== null) return before;
  const credential = { ...before, revokedAt: call.now };
  const { accountId, clientId } = before;
  if (clientId !== null) {
    call.write(...oauthStore(call.db).disconnect(accountId, clientId));
  }
  change(call, "credential.revoked", credential);
  return credential;
}

/**
 * Finds a credential of an account.
 * @throws credential_not_found, also for another account's.
 */
export async function loadCredential(
  call: QueryCall,
  accountId: string,
  credentialId: string,
): Promise<Credential> {
  const store = credentialStore(call.db);
  const found = await store.find(accountId, credentialId);
  if (found && found.memberId === null) return found;
  throw new ServiceError("credential_not_found", {
    detail: told`Cannot find this credential of this account.`,
  });
}

/** Refuses a credential beyond the limit. @throws quota_exceeded */
export async function requireRoom(
  call: QueryCall,
  accountId: string,
): Promise<void> {
  const count = await credentialStore(call.db).count(accountId);
  if (count < call.settings.quotas.credentials) return;
  throw new ServiceError("quota_exceeded", {
    detail: told`Cannot add a credential: the account has ${count} already.`,
  });
}

function secretsOf(token: string) {
  return {
    tokenHash: hashToken(token),
    lastFour: token.slice(-4),
    keys: null,
  };
}

function change(call: CommandCall, type: string, after: Credential): void {
  call.write(credentialStore(call.db).update(after));
  record(call, type, after);
  call.committed(() => forgetPrincipals(call, (it) => isAgentOf(it, after.id)));
}

function isAgentOf(principal: Principal, credentialId: string): boolean {
  return isMember(principal) && principal.credentialId === credentialId;
}

function record(call: CommandCall, type: string, credential: Credential): void {
  const { id, accountId } = credential;
  call.record({ chainId: accountId, type, refs: { credentialId: id } });
}
