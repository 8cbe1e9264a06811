import { requireScope } from "../../access/access.ts";
import type { Core } from "../../access/context.ts";
import type { Member, Principal } from "../../access/principal.ts";
import { isMember } from "../../access/principal.ts";
import { told } from "../../base/words/sentence.ts";
import type { AcceptLimits } from "../../db/tables/account_schema.ts";
import { ServiceError } from "../../errors/errors.ts";
import type { Credential } from "../credentials_store.ts";
import { SCOPES } from "../scopes.ts";
import { isUnlimited, roleRow } from "./roles.ts";
import type { Membership } from "./team_store.ts";
import { teamStore } from "./team_store.ts";

type Reading = Pick<Core, "db" | "clock" | "settings">;

/** The header, and the member of `_meta`, that names the team of a call. */
export const ACT_AS_HEADER = "svc-act-as";
export const ACT_AS_META = "svc/as";

/**
 * The principal of a member who acts as a team, by the team's address or id: the rights of
 * the role as far as the caller's own access has them, too. Without a team the caller's own.
 * @throws not_a_member, also for an address without a team; insufficient_scope
 */
export async function actingAs(
  core: Reading,
  by: Principal,
  team: unknown,
): Promise<Principal> {
  if (team === undefined || team === null || by.kind === "anonymous") return by;
  if (typeof team !== "string" || !isMember(by)) throw notAMember(String(team));
  if (by.team !== undefined) {
    throw new ServiceError("not_a_member", {
      detail: told`Cannot act as ${team}: you act as another account already, and can't act as a third one from there.`,
    });
  }
  requireScope(by, "teams:act", told`act as a team`);
  const place = await placeAt(core, by.accountId, team.trim().toLowerCase());
  if (!place || !isCurrent(place, core.clock())) throw notAMember(team);
  return actingIn(place, by, place.memberName);
}

/** The principal of a call as the team of a membership. */
export function actingIn(
  place: Credential,
  by: Member,
  memberName: string,
): Member {
  const { id, accountId, memberId, role, decides } = place;
  if (memberId === null || role === null) throw new RangeError("No membership");
  const [upTo, perDay] = [place.perPayment, place.perDay];
  const isPerson =
    by.kind === "person" && isUnlimited(role, { upTo, perDay, decides });
  const name =
    by.credentialName === undefined
      ? memberName
      : `${by.credentialName} (${memberName})`;
  return {
    kind: isPerson ? "person" : "agent",
    accountId,
    credentialId: id,
    credentialName: name,
    ...(by.sessionId !== undefined && { sessionId: by.sessionId }),
    scopes: sharedScopes(roleRow(role).scopes, scopesOf(by)),
    ...(upTo !== null && { perPayment: upTo }),
    ...(perDay !== null && { perDay }),
    ...acceptance(by.accept, upTo),
    team: { memberId, role, decides, by },
  };
}

/** True from its beginning to its end. */
export function isCurrent(
  { startsAt, expiresAt, revokedAt }: Credential,
  now: number,
): boolean {
  return (
    revokedAt === null &&
    (startsAt === null || startsAt <= now) &&
    (expiresAt === null || now < expiresAt)
  );
}

/** True while the membership that a principal acts by is open, with the role and limits that it had. */
export async function isStillIn(
  core: Pick<Core, "db">,
  { team, credentialId, perPayment, perDay }: Member,
  now: number,
): Promise<boolean> {
  if (!team) return true;
  const places = await teamStore(core.db).ofMember(team.memberId);
  const place = places.find(({ id }) => id === credentialId);
  const isSame =
    place?.role === team.role &&
    place.perPayment === (perPayment ?? null) &&
    place.perDay === (perDay ?? null);
  return isSame && isCurrent(place, now);
}

/** The scopes that two accesses share; null is all. */
export function sharedScopes(
  one: readonly string[] | null,
  other: readonly string[] | null,
): readonly string[] | null {
  if (one === null || other === null) return one ?? other;
  return one.filter((scope) => other.includes(scope));
}

/** @throws not_a_member */
export function notAMember(team: string): ServiceError {
  return new ServiceError("not_a_member", {
    detail: told`Cannot act as ${team}: you aren't a member of such a team and don't decide for such a person, or that has just changed.`,
  });
}

/** An agent spends none of a team's money: whom it may pay is its own account's matter. */
function scopesOf({ kind, scopes }: Member): readonly string[] | null {
  if (kind === "person") return scopes;
  return (scopes ?? SCOPES).filter((scope) => scope !== "payments:hold");
}

function acceptance(
  own: AcceptLimits | undefined,
  upTo: number | null,
): Pick<Member, "accept"> {
  const most = [own?.maxPrice, upTo].filter((it) => typeof it === "number");
  if (!own && most.length === 0) return {};
  const maxPrice = most.length > 0 && { maxPrice: Math.min(...most) };
  return { accept: { ...own, ...maxPrice } };
}

async function placeAt(
  { db, settings }: Reading,
  memberId: string,
  team: string,
): Promise<Membership | undefined> {
  const store = teamStore(db);
  const places = await store.ofMember(memberId);
  const [localPart, domain] = team.split("@");
  const place = places.find(
    (it) =>
      it.accountId === team ||
      (domain !== undefined && it.teamAddress === localPart),
  );
  if (!place || domain === undefined) return place;
  const isTheirs =
    domain === settings.addressDomain ||
    (await store.holds(place.accountId, domain));
  return isTheirs ? place : undefined;
}
