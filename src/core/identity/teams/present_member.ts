import type { QueryCall } from "../../access/context.ts";
import { showMoney } from "../../base/money.ts";
import { DELEGATE } from "../../base/team_roles.ts";
import { timeOrNull } from "../../base/time.ts";
import { isCurrent } from "./acting_as.ts";
import { rightsOf } from "./roles.ts";
import type { DelegationView, MemberView, TeamView } from "./schemas.ts";
import type { Membership } from "./team_store.ts";
import { teamStore } from "./team_store.ts";

/** A member for the others of their team. */
export function presentMember(call: QueryCall, place: Membership): MemberView {
  const { role, ...terms } = termsOf(place);
  return {
    memberId: place.memberId ?? "",
    address: addressAt(call, place.memberAddress),
    displayName: place.memberName,
    role,
    rights: rightsOf(role),
    ...terms,
    isYou: place.memberId === selfOf(call),
  };
}

/** The place among some of the one with an address, or the id of their account. */
export function placeAt(
  { settings }: Pick<QueryCall, "settings">,
  places: readonly Membership[],
  address: string,
): Membership | undefined {
  const [localPart, domain] = address.toLowerCase().split("@");
  const isOurs = domain === settings.addressDomain;
  return places.find(
    (it) =>
      it.memberId === address || (isOurs && it.memberAddress === localPart),
  );
}

/** A team for one of its members. */
export function presentTeam(call: QueryCall, place: Membership): TeamView {
  const { role, ...terms } = termsOf(place);
  return {
    id: place.accountId,
    address: addressAt(call, place.teamAddress),
    displayName: place.teamName,
    myRole: role,
    myRights: rightsOf(role),
    ...terms,
  };
}

/** The teams that the caller may act as now. */
export async function teamsOf(call: QueryCall): Promise<TeamView[]> {
  const places = await teamStore(call.db).ofMember(selfOf(call));
  const current = places.filter((it) => isCurrent(it, call.now));
  const teams = current.filter(({ role }) => role !== DELEGATE);
  return teams.map((it) => presentTeam(call, it));
}

/** The people whom the caller decides for, by default also from a later time on. */
export async function decidesFor(
  call: QueryCall,
  isShown = isOpen,
): Promise<DelegationView[]> {
  const places = await teamStore(call.db).ofMember(selfOf(call));
  return places
    .filter((it) => it.role === DELEGATE && isShown(it, call.now))
    .map((it) => presentDelegation(call, it));
}

/** The people who decide for the caller, also from a later time on. */
export async function decidedBy(call: QueryCall): Promise<DelegationView[]> {
  const places = await teamStore(call.db).ofTeam(call.member.accountId);
  return places
    .filter((it) => it.role === DELEGATE && isOpen(it, call.now))
    .map((it) => presentDelegation(call, it));
}

/** One delegation, for one of its two sides with the name of the other. */
export function presentDelegation(
  call: QueryCall,
  place: Membership,
): DelegationView {
  const { approve, from, until } = termsOf(place);
  const { kinds, upTo } = approve;
  const { memberId, reason } = place;
  const isReceived = memberId === selfOf(call);
  const address = isReceived ? place.teamAddress : place.memberAddress;
  return {
    accountId: isReceived ? place.accountId : (memberId ?? ""),
    address: addressAt(call, address),
    displayName: isReceived ? place.teamName : place.memberName,
    ...{ kinds, upTo, from, until, reason },
  };
}

function isOpen({ expiresAt }: Membership, now: number): boolean {
  return expiresAt === null || now < expiresAt;
}

/** The caller's own account, also while they act as a team. */
export function selfOf({ member: { team, accountId } }: QueryCall): string {
  return team?.memberId ?? accountId;
}

function termsOf({ role, perPayment, perDay, ...place }: Membership) {
  return {
    // A delegate is shown as a delegation, never as a member.
    role: role === null || role === DELEGATE ? "reader" : role,
    approve: {
      upTo: perPayment === null ? null : showMoney(perPayment),
      perDay: perDay === null ? null : showMoney(perDay),
      kinds: place.decides && [...place.decides],
    },
    from: timeOrNull(place.startsAt),
    until: timeOrNull(place.expiresAt),
  };
}

/** The address of an account here by its local part. */
export function addressAt(
  { settings }: Pick<QueryCall, "settings">,
  localPart: string | null,
): string | null {
  return localPart === null ? null : `${localPart}@${settings.addressDomain}`;
}
