import { Type } from "typebox";
import { definePreparedCommand, SYSTEM_ONLY } from "../access/operation.ts";
import { addressStore } from "../addresses/store.ts";
import { LIMITS } from "../base/limits.ts";
import { closed, flag } from "../base/schemas.ts";
import { isAtLeast, TEAM_ROLES } from "../base/team_roles.ts";
import { endAssignments } from "../conversations/acts/labels/assignee.ts";
import { loadAccount } from "../identity/accounts.ts";
import { accountStore } from "../identity/accounts_store.ts";
import { endMembership, putMembership } from "../identity/teams/membership.ts";
import { roleRow } from "../identity/teams/roles.ts";
import { teamStore } from "../identity/teams/team_store.ts";

/**
 * Gives a person the places in teams that their company's claim names, and takes those that
 * it named before. Other memberships stay, and so does the last owner of a team.
 */
export const syncClaimedTeams = definePreparedCommand({
  name: "sync_claimed_teams",
  title: "Set a person's teams by their company's claim",
  access: SYSTEM_ONLY,
  input: closed({
    accountId: Type.String(),
    providerId: Type.String(),
    teams: Type.Array(
      closed({ address: Type.String(), role: Type.Enum([...TEAM_ROLES]) }),
    ),
  }),
  output: closed({ done: flag("Always true.") }),
  async prepare({ accountId, teams }, { db, settings }) {
    const wanted = new Map<string, (typeof teams)[number]["role"]>();
    for (const { address, role } of teams) {
      const [localPart = "", domain] = address.split("@");
      if (domain !== settings.addressDomain) continue;
      const found = await addressStore(db).byLocalPart(localPart);
      const team = found && (await accountStore(db).byId(found.accountId));
      const known = team && wanted.get(team.id);
      if (team?.kind !== "team" || (known && isAtLeast(known, role))) continue;
      wanted.set(team.id, role);
    }
    const places = await teamStore(db).ofMember(accountId);
    const ids = places.map((it) => it.accountId);
    return { wanted, chains: [...new Set([...wanted.keys(), ...ids])] };
  },
  chains: (_input, _call, { chains }) => chains,
  async run({ accountId: memberId, providerId }, call, { wanted, chains }) {
    const madeBy = `claim:${providerId}`;
    const store = teamStore(call.db);
    const { displayName: name } = await loadAccount(call, memberId);
    const places = await store.ofMember(memberId);
    for (const place of places.filter((it) => it.madeBy === madeBy)) {
      const role = wanted.get(place.accountId);
      if (role === place.role || !chains.includes(place.accountId)) continue;
      const all = await store.ofTeam(place.accountId);
      const isOther = all.some(
        (it) => it.role === "owner" && it.id !== place.id,
      );
      if (place.role === "owner" && !isOther) continue;
      if (role) {
        const joining = { teamId: place.accountId, memberId, name };
        putMembership(call, joining, termsOf(role), place);
        continue;
      }
      await endAssignments(call, place);
      await endMembership(call, place);
    }
    for (const [teamId, role] of wanted) {
      if (places.some((it) => it.accountId === teamId)) continue;
      const { length } = await store.ofTeam(teamId);
      if (length >= LIMITS.teamMembersMax) continue;
      const joining = { teamId, memberId, name, madeBy };
      putMembership(call, joining, termsOf(role), undefined);
    }
    return { done: true };
  },
});

function termsOf(role: (typeof TEAM_ROLES)[number]) {
  const { usual } = roleRow(role);
  return { role, ...usual, startsAt: null, expiresAt: null };
}
