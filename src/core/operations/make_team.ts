import { defineCommand, SESSION } from "../access/operation.ts";
import {
  requireFree,
  requireRules,
  reserve,
} from "../addresses/domains/claim.ts";
import { readDisplayName } from "../agents/display_name.ts";
import { LIMITS } from "../base/limits.ts";
import { closed, filled, string } from "../base/schemas.ts";
import { told } from "../base/words/sentence.ts";
import { ServiceError } from "../errors/errors.ts";
import { loadAccount } from "../identity/accounts.ts";
import { accountStore } from "../identity/accounts_store.ts";
import {
  putMembership,
  requireRoomForMember,
} from "../identity/teams/membership.ts";
import { presentTeam } from "../identity/teams/present_member.ts";
import { roleRow } from "../identity/teams/roles.ts";
import { TeamSchema } from "../identity/teams/schemas.ts";
import { openWallet } from "../payments/ledger.ts";

/** Reserved names that stand for a part of a company (docs/teams.md). */
const DEPARTMENTS = ["sales", "support", "info", "marketing", "billing"];

/** Creates a team with an address, whose first owner is the caller. */
export const makeTeam = defineCommand({
  name: "make_team",
  title: "Create a team",
  description:
    "Create a team: an address that several people answer, with its own inbox and balance. You are its first owner.",
  access: SESSION,
  rate: "create",
  input: closed({
    displayName: filled("Display name of the team.", LIMITS.nameCharsMax),
    localPart: string(
      "Part before the @ of its address: 1 to 64 lowercase letters, digits, dots and hyphens.",
      LIMITS.addressCharsMax,
    ),
  }),
  output: closed({ team: TeamSchema }),
  chains: () => [],
  async run({ displayName, localPart }, call) {
    const { accountId: memberId, team } = call.member;
    if (team) {
      throw new ServiceError("forbidden", {
        detail: told`Cannot create a team: you are acting as one. Leave Svc-Act-As out.`,
      });
    }
    const doing = told`create a team`;
    const field = "displayName";
    const name = readDisplayName({
      ...{ name: displayName, field, doing },
      kind: "team",
    });
    requireRules(localPart);
    // Where only the operator lets people in, a department has its own name.
    const isGiven =
      !call.settings.isSignUpOpen && DEPARTMENTS.includes(localPart);
    await requireFree(call, localPart, { isGiven });
    await requireRoomForMember(call, memberId, 0);
    const person = await loadAccount(call, memberId);
    const teamId = call.newId("account");
    const account = {
      id: teamId,
      kind: "team",
      displayName: name,
      createdAt: call.now,
      disabledAt: null,
    } as const;
    call.write(accountStore(call.db).insert(account));
    call.record({ chainId: teamId, type: "account.created" });
    openWallet(call, teamId, 0);
    reserve(call, teamId, localPart);
    const joining = { teamId, memberId, name: person.displayName };
    const role = "owner";
    const limits = roleRow(role).usual;
    const terms = { role, ...limits, startsAt: null, expiresAt: null } as const;
    const place = putMembership(call, joining, terms, undefined);
    const names = {
      ...{ memberName: person.displayName, memberAddress: null },
      ...{ teamName: name, teamAddress: localPart },
    };
    return { team: presentTeam(call, { ...place, ...names }) };
  },
});
