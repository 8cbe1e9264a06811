import { Type } from "typebox";
import { defineQuery, MEMBER } from "../access/operation.ts";
import { closed } from "../base/schemas.ts";
import { teamsOf } from "../identity/teams/present_member.ts";
import { TeamSchema } from "../identity/teams/schemas.ts";

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
    return { teams: await teamsOf(call) };
  },
});
