import { defineCommand, TEAM_MEMBER } from "../access/operation.ts";
import { closed, flag, integer } from "../base/schemas.ts";
import { told } from "../base/words/sentence.ts";
import { endAssignments } from "../conversations/acts/labels/assignee.ts";
import { ServiceError } from "../errors/errors.ts";
import {
  endMembership,
  requireOtherOwner,
  requireShare,
  teamOf,
} from "../identity/teams/membership.ts";
import { placeAt, selfOf } from "../identity/teams/present_member.ts";
import { MemberAddress } from "../identity/teams/schemas.ts";
import { teamStore } from "../identity/teams/team_store.ts";

/** Removes a member; anybody may remove themselves. */
export const removeMember = defineCommand({
  name: "remove_member",
  title: "Remove a member",
  description:
    "Remove a member from the team that you act as, or leave it by your own address. Their access and the credentials that they made for the team end at once; what they did stays.",
  access: TEAM_MEMBER,
  input: closed({ address: MemberAddress }),
  output: closed({
    removed: flag("True if they are a member no longer."),
    credentialsEnded: integer("Credentials of theirs that ended, too."),
  }),
  chains: (_input, { member }) => [member.accountId],
  async run({ address }, call) {
    const places = await teamStore(call.db).ofTeam(await teamOf(call));
    const place = placeAt(call, places, address);
    if (!place?.role) {
      throw new ServiceError("account_not_found", {
        detail: told`Cannot find this member of the team.`,
      });
    }
    if (place.memberId !== selfOf(call)) requireShare(call, place.role);
    requireOtherOwner(places, place, told`remove the last owner`);
    await endAssignments(call, place);
    const credentialsEnded = await endMembership(call, place);
    return { removed: true, credentialsEnded };
  },
});
