/** The roles of a team's members, the most powerful first (docs/teams.md). */
export const TEAM_ROLES = ["owner", "manager", "responder", "reader"] as const;
export type TeamRole = (typeof TEAM_ROLES)[number];

/** True if a role has all rights of another. */
export function isAtLeast(role: TeamRole, other: TeamRole): boolean {
  return TEAM_ROLES.indexOf(role) <= TEAM_ROLES.indexOf(other);
}
