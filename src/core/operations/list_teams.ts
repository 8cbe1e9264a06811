import { Type } from "typebox";
import { defineQuery, MEMBER } from "../access/operation.ts";
import { closed } from "../base/schemas.ts";
import { isCurrent } from "../identity/teams/acting_as.ts";
import { presentTeam, selfOf } from "../identity/teams/present_member.ts";
import { TeamSchema } from "../identity/teams/schemas.ts";
import { teamStore } from "../identity/teams/team_store.ts";

/** Lists the teams that the caller may act as. */
export const listTeams = defineQuery({
  name: "list_teams",
  title: "List your teams",
  description:
    "List the teams that you can act as, with your role and rights in each. Act as one by its address: the header Svc-Act-As, or svc/as in _meta of a call.",
  access: MEMBER,
  scope: "teams:act",
  input: closed({}),
  output: closed({ teams: Type.Array(TeamSchema) }),
  tool: { destructive: false, idempotent: true, openWorld: false },
  async run(_input, call) {
    const places = await teamStore(call.db).ofMember(selfOf(call));
    const current = places.filter((it) => isCurrent(it, call.now));
    return { teams: current.map((it) => presentTeam(call, it)) };
  },
});
