import type { CommandCall, QueryCall } from "../../access/context.ts";
import { isMember } from "../../access/principal.ts";
import { LIMITS } from "../../base/limits.ts";
import type { AccessRole } from "../../base/team_roles.ts";
import { DELEGATE } from "../../base/team_roles.ts";
import type { Sentence } from "../../base/words/sentence.ts";
import { told } from "../../base/words/sentence.ts";
import { ServiceError } from "../../errors/errors.ts";
import { settingChange } from "../../events/setting_changes.ts";
import { loadAccount } from "../accounts.ts";
import { forgetPrincipals } from "../authenticate.ts";
import { endCredential } from "../credentials.ts";
import type { Credential } from "../credentials_store.ts";
import { credentialStore, NO_MEMBER } from "../credentials_store.ts";
import type { MemberLimits } from "./roles.ts";
import { roleRow } from "./roles.ts";
import type { Membership } from "./team_store.ts";
import { teamStore } from "./team_store.ts";

/** The role and the limits of a membership, and when it counts. */
export interface MembershipTerms extends MemberLimits {
  readonly role: AccessRole;
  readonly reason?: string | null;
  readonly startsAt: number | null;
  readonly expiresAt: number | null;
}

/** The person of a membership. */
export interface Joining {
  readonly teamId: string;
  readonly memberId: string;
  readonly name: string;
  /** The company whose claim makes it; the calling member if absent. */
  readonly madeBy?: string;
}

/** Adds a member, or changes their membership, and records it in the team's chain. */
export function putMembership(
  call: CommandCall,
  { teamId, memberId, name, madeBy }: Joining,
  { upTo, ...terms }: MembershipTerms,
  before: Credential | undefined,
): Credential {
  const { scopes } = roleRow(terms.role);
  const granted = { reason: null, ...terms, scopes, perPayment: upTo };
  const store = credentialStore(call.db);
  const after: Credential = before
    ? { ...before, ...granted }
    : {
        ...NO_MEMBER,
        ...NO_TOKEN,
        id: call.newId("credential"),
        accountId: teamId,
        memberId,
        name,
        ...granted,
        madeBy: madeBy ?? call.member.team?.memberId ?? null,
        createdAt: call.now,
      };
  call.write(before ? store.update(after) : store.insert(after));
  record(call, before ? "member.changed" : "member.added", after);
  return after;
}

/**
 * Ends a membership and the credentials that its person made for the team, in this commit.
 * Everything that acts by it ends with it: each call as the team reads the row.
 */
export async function endMembership(
  call: CommandCall,
  before: Credential,
): Promise<number> {
  const { accountId, memberId } = before;
  const store = teamStore(call.db);
  const made = await store.madeBy(accountId, memberId ?? "");
  for (const it of made) endCredential(call, it);
  const after = { ...before, revokedAt: call.now };
  call.write(credentialStore(call.db).update(after));
  record(call, "member.removed", after);
  return made.length;
}

/** The team that the caller acts as. @throws forbidden */
export async function teamOf(call: QueryCall): Promise<string> {
  const { id, kind } = await loadAccount(call, call.member.accountId);
  if (kind === "team") return id;
  throw new ServiceError("forbidden", {
    detail: told`Cannot do this: name the team in Svc-Act-As.`,
  });
}

/** Refuses to change members of a role that the caller's own does not give. @throws forbidden */
export function requireShare(call: QueryCall, role: AccessRole): void {
  const own = call.member.team?.role;
  if (own && roleRow(own).shares.some((it) => it === role)) return;
  throw new ServiceError("forbidden", {
    detail: told`Cannot change this member: your role in the team doesn't allow it.`,
  });
}

/** Refuses to leave a team without an owner. @throws wrong_state */
export function requireOtherOwner(
  places: readonly Membership[],
  { id, role }: Credential,
  doing: Sentence,
): void {
  const isOwner = (it: Membership) => it.role === "owner" && it.id !== id;
  if (role !== "owner" || places.some(isOwner)) return;
  throw new ServiceError("wrong_state", {
    detail: told`Cannot ${doing}: a team keeps at least one owner. Make another member an owner first.`,
  });
}

/** Refuses one team, or one member, too many. @throws quota_exceeded */
export async function requireRoomForMember(
  call: QueryCall,
  memberId: string,
  members: number,
): Promise<void> {
  const places = await teamStore(call.db).ofMember(memberId);
  const { length } = places.filter(({ role }) => role !== DELEGATE);
  const [teams, most] = [LIMITS.teamsOfPersonMax, LIMITS.teamMembersMax];
  if (length < teams && members < most) return;
  throw new ServiceError("quota_exceeded", {
    detail: told`Cannot add a member: a team has at most ${most}, and an account ${teams} teams.`,
  });
}

/** Refuses one delegate, or one person to decide for, too many. @throws quota_exceeded */
export async function requireRoomForDelegate(
  call: QueryCall,
  memberId: string,
  delegates: number,
): Promise<void> {
  const most = LIMITS.delegatesMax;
  const places = await teamStore(call.db).ofMember(memberId);
  const { length } = places.filter(({ role }) => role === DELEGATE);
  if (length < most && delegates < most) return;
  throw new ServiceError("quota_exceeded", {
    detail: told`Cannot let them decide for you: at most ${most} people decide for one, and one for ${most} others.`,
  });
}

/**
 * Ends the places of a person whose account goes, and what they made for their teams, with a
 * record in each of the chains. Returns the places.
 * @throws wrong_state while a team has no other owner
 */
export async function leaveTeams(
  call: CommandCall,
  memberId: string,
  chains: readonly string[],
): Promise<readonly Membership[]> {
  const store = teamStore(call.db);
  const places = await store.ofMember(memberId);
  for (const place of places) {
    const members = await store.ofTeam(place.accountId);
    const doing = told`delete the account while it owns ${place.teamName}`;
    requireOtherOwner(members, place, doing);
    if (chains.includes(place.accountId)) record(call, "member.removed", place);
  }
  const ids = new Set(places.map(({ accountId }) => accountId));
  call.write(store.endAll(memberId, call.now));
  call.committed(() =>
    forgetPrincipals(call, (it) => isMember(it) && ids.has(it.accountId)),
  );
  return places;
}

const NO_TOKEN = {
  tokenHash: null,
  lastFour: null,
  keys: null,
  clientId: null,
  redirectUri: null,
  perPayee: null,
  payees: null,
  contactTypes: null,
  askFirstPayment: false,
  accept: null,
  rotatedAt: null,
  revokedAt: null,
  lastUsedAt: null,
  lastUsedFrom: null,
} as const;

function record(call: CommandCall, type: string, it: Credential): void {
  const { id: credentialId, accountId, memberId, role } = it;
  const refs = { credentialId, memberId: memberId ?? "", role: role ?? "" };
  call.record({ chainId: accountId, type, refs });
  if (memberId !== null) call.changed(settingChange(memberId, "teams"));
}
