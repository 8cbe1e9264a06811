import { Type } from "typebox";
import { defineQuery, MEMBER } from "../access/operation.ts";
import { closed } from "../base/schemas.ts";
import { teamOf } from "../identity/teams/membership.ts";
import { presentMember } from "../identity/teams/present_member.ts";
import { MemberSchema } from "../identity/teams/schemas.ts";
import { teamStore } from "../identity/teams/team_store.ts";

/** Lists the members of the team that the caller acts as. */
export const listMembers = defineQuery({
  name: "list_members",
  title: "List a team's members",
  description:
    "List the members of the team that you act as: their roles, rights and limits.",
  access: MEMBER,
  scope: "conversations:read",
  input: closed({}),
  output: closed({
    shareWith: Type.Array(MemberSchema, { description: "The members." }),
  }),
  tool: { destructive: false, idempotent: true, openWorld: false },
  async run(_input, call) {
    const places = await teamStore(call.db).ofTeam(await teamOf(call));
    return { shareWith: places.map((it) => presentMember(call, it)) };
  },
});
