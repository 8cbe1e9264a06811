import type { Static } from "typebox";
import { Type } from "typebox";
import type { CommandCall } from "../access/context.ts";
import { defineCommand, MANAGER } from "../access/operation.ts";
import { parseAmount } from "../access/parse_money.ts";
import { joiningAt } from "../addresses/resolve.ts";
import {
  closed,
  described,
  flag,
  nullable,
  PriceInput,
} from "../base/schemas.ts";
import { told } from "../base/words/sentence.ts";
import { ACTS } from "../conversations/model/acts.ts";
import { invalid } from "../errors/field_errors.ts";
import type { MembershipTerms } from "../identity/teams/membership.ts";
import {
  putMembership,
  requireOtherOwner,
  requireRoomForMember,
  requireShare,
  teamOf,
} from "../identity/teams/membership.ts";
import { presentMember, selfOf } from "../identity/teams/present_member.ts";
import { roleRow } from "../identity/teams/roles.ts";
import {
  MemberAddress,
  MemberSchema,
  RoleSchema,
} from "../identity/teams/schemas.ts";
import { readSpan, SPAN } from "../identity/teams/span.ts";
import { teamStore } from "../identity/teams/team_store.ts";

const ApproveInput = closed({
  upTo: Type.Optional(nullable(PriceInput)),
  perDay: Type.Optional(nullable(PriceInput)),
  kinds: Type.Optional(
    Type.Array(Type.Enum([...ACTS]), {
      description: "Acts that they decide; all if absent.",
      maxItems: ACTS.length,
      uniqueItems: true,
    }),
  ),
});

const SAID = {
  role: RoleSchema,
  approve: Type.Optional(
    described(ApproveInput, "What they approve and spend without asking."),
  ),
  ...SPAN,
};

type Said = Static<Type.TObject<typeof SAID>>;

/** Adds somebody to the team, or changes their role and limits. */
export const putMember = defineCommand({
  name: "put_member",
  title: "Add or change a member",
  description:
    "Add a person or an agent account to the team that you act as, or change their role and limits. It takes effect at once. Absent limits are those of the role: none for a manager, 0 for a responder.",
  access: MANAGER,
  input: closed({ address: MemberAddress, ...SAID }),
  output: closed({
    member: MemberSchema,
    created: flag("False if they were a member already."),
  }),
  chains: (_input, { member }) => [member.accountId],
  async run({ address, ...said }, call) {
    const teamId = await teamOf(call);
    requireShare(call, said.role);
    const terms = readTerms(said, call.now);
    const found = await memberAt(call, address);
    const places = await teamStore(call.db).ofTeam(teamId);
    const before = places.find((it) => it.memberId === found.memberId);
    if (before?.role) {
      requireShare(call, before.role);
      if (said.role !== "owner") {
        requireOtherOwner(places, before, told`change this member's role`);
      }
    } else {
      await requireRoomForMember(call, found.memberId, places.length);
    }
    const joining = { teamId, ...found };
    const place = putMembership(call, joining, terms, before);
    const { name: memberName, localPart: memberAddress } = found;
    const names = {
      memberName,
      memberAddress,
      teamName: "",
      teamAddress: null,
    };
    const member = presentMember(call, { ...place, ...names });
    return { member, created: !before };
  },
});

/** @throws invalid_input for an address without an account that can join */
async function memberAt(call: CommandCall, address: string) {
  const known = (await teamStore(call.db).ofTeam(call.member.accountId)).find(
    (it) => it.memberId === address,
  );
  if (known?.memberId) {
    const { memberId, memberName: name, memberAddress: localPart } = known;
    return { memberId, name, localPart };
  }
  return await joiningAt(call, address, {
    kinds: ["person", "agent"],
    askers: [call.member.accountId, selfOf(call)],
    why: told`no one here can join the team by this address`,
  });
}

function readTerms(said: Said, now: number): MembershipTerms {
  const { role, approve, from, until } = said;
  const { usual } = roleRow(role);
  const isLimitable = role === "manager" || role === "responder";
  if (approve && !isLimitable) {
    const why = told`only a manager or a responder has limits`;
    throw invalid("/approve", "conflict", why);
  }
  if (role === "owner" && (from ?? until) !== undefined) {
    const why = told`an owner stays until somebody removes them`;
    throw invalid("/until", "conflict", why);
  }
  return {
    role,
    upTo: amountAt("/approve/upTo", approve?.upTo, usual.upTo),
    perDay: amountAt("/approve/perDay", approve?.perDay, usual.perDay),
    decides: approve?.kinds ? [...approve.kinds] : usual.decides,
    ...readSpan({ from, until }, now),
  };
}

function amountAt(pointer: string, said: unknown, usual: number | null) {
  if (said === undefined) return usual;
  return said === null ? null : parseAmount(said, pointer);
}
