/** The roles of a team's members, the most powerful first (docs/teams.md). */
export const TEAM_ROLES = ["owner", "manager", "responder", "reader"] as const;
export type TeamRole = (typeof TEAM_ROLES)[number];

/** The role of somebody who only decides for another person (docs/delegation.md). */
export const DELEGATE = "delegate";

/** All roles that an access to somebody else's account has. */
export const ACCESS_ROLES = [...TEAM_ROLES, DELEGATE] as const;
export type AccessRole = (typeof ACCESS_ROLES)[number];

/** True if a role has all rights of another. */
export function isAtLeast(role: AccessRole, other: AccessRole): boolean {
  return ACCESS_ROLES.indexOf(role) <= ACCESS_ROLES.indexOf(other);
}
