import type { QueryCall } from "../../access/context.ts";
import { showMoney } from "../../base/money.ts";
import { timeOrNull } from "../../base/time.ts";
import { isCurrent } from "./acting_as.ts";
import { rightsOf } from "./roles.ts";
import type { MemberView, TeamView } from "./schemas.ts";
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
  return current.map((it) => presentTeam(call, it));
}

/** The caller's own account, also while they act as a team. */
export function selfOf({ member: { team, accountId } }: QueryCall): string {
  return team?.memberId ?? accountId;
}

function termsOf({ role, perPayment, perDay, ...place }: Membership) {
  return {
    role: role ?? "reader",
    approve: {
      upTo: perPayment === null ? null : showMoney(perPayment),
      perDay: perDay === null ? null : showMoney(perDay),
      kinds: place.decides && [...place.decides],
    },
    from: timeOrNull(place.startsAt),
    until: timeOrNull(place.expiresAt),
  };
}

function addressAt(
  { settings }: Pick<QueryCall, "settings">,
  localPart: string | null,
): string | null {
  return localPart === null ? null : `${localPart}@${settings.addressDomain}`;
}
