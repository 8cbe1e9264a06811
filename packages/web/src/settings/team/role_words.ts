import type { TeamRole } from "../../../../../src/core/base/team_roles.ts";
import { t } from "../../ui/t.ts";

/** The roles of a team in words. */
export const ROLE_WORDS: Readonly<
  Record<TeamRole, { readonly title: string; readonly may: string }>
> = {
  owner: { title: t`Owner`, may: t`Can do everything.` },
  manager: {
    title: t`Manager`,
    may: t`Answers, decides and pays, and changes the team's profile and prices.`,
  },
  responder: {
    title: t`Responder`,
    may: t`Answers, and decides and pays up to the limit.`,
  },
  reader: { title: t`Reader`, may: t`Reads everything and changes nothing.` },
};

/** All roles, the most powerful first. */
export const ALL_ROLES = Object.keys(ROLE_WORDS) as readonly TeamRole[];
