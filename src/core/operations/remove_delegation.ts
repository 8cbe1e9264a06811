import { defineCommand, LEAVING } from "../access/operation.ts";
import { closed, flag } from "../base/schemas.ts";
import { DELEGATE } from "../base/team_roles.ts";
import { told } from "../base/words/sentence.ts";
import { ServiceError } from "../errors/errors.ts";
import { endMembership } from "../identity/teams/membership.ts";
import { placeAt, selfOf } from "../identity/teams/present_member.ts";
import { MemberAddress } from "../identity/teams/schemas.ts";
import { teamStore } from "../identity/teams/team_store.ts";

/** Ends that somebody decides for the caller, or that the caller decides for somebody. */
export const removeDelegation = defineCommand({
  name: "remove_delegation",
  title: "Stop somebody deciding for you",
  description:
    "End that somebody decides for you, at once. Somebody who decides for another person ends it by their own address, acting as that person. Decisions that were made stay.",
  access: LEAVING,
  input: closed({ address: MemberAddress }),
  output: closed({ removed: flag("True if they decide for you no longer.") }),
  chains: (_input, { member }) => [member.accountId],
  async run({ address }, call) {
    const { accountId, team } = call.member;
    const places = await teamStore(call.db).ofTeam(accountId);
    const place = placeAt(call, places, address);
    const isOther = team && place?.memberId !== selfOf(call);
    if (place?.role !== DELEGATE || isOther) {
      throw new ServiceError("account_not_found", {
        detail: told`Cannot find anybody at this address who decides for you.`,
      });
    }
    await endMembership(call, place);
    return { removed: true };
  },
});
