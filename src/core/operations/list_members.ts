import { Type } from "typebox";
import { defineQuery, MEMBER } from "../access/operation.ts";
import { closed, described } from "../base/schemas.ts";
import { approvalStore } from "../identity/teams/approval_store.ts";
import { teamOf } from "../identity/teams/membership.ts";
import { presentMember } from "../identity/teams/present_member.ts";
import {
  ApprovalsSchema,
  MemberSchema,
  presentApprovals,
} from "../identity/teams/schemas.ts";
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
    approvals: described(ApprovalsSchema, "How the team approves."),
  }),
  tool: { destructive: false, idempotent: true, openWorld: false },
  async run(_input, call) {
    const teamId = await teamOf(call);
    const places = await teamStore(call.db).ofTeam(teamId);
    return {
      shareWith: places.map((it) => presentMember(call, it)),
      approvals: presentApprovals(await approvalStore(call.db).of(teamId)),
    };
  },
});
