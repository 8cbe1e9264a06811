import { Type } from "typebox";
import type { CommandCall } from "../access/context.ts";
import { defineCommand, SESSION } from "../access/operation.ts";
import { parseAmount } from "../access/parse_money.ts";
import { joiningAt } from "../addresses/resolve.ts";
import { LIMITS } from "../base/limits.ts";
import { closed, flag, nullable, PriceInput, string } from "../base/schemas.ts";
import { DELEGATE } from "../base/team_roles.ts";
import { cleanLine } from "../base/text.ts";
import { told } from "../base/words/sentence.ts";
import { ACTS } from "../conversations/model/acts.ts";
import { ServiceError } from "../errors/errors.ts";
import { invalid } from "../errors/field_errors.ts";
import { loadAccount } from "../identity/accounts.ts";
import {
  putMembership,
  requireRoomForDelegate,
} from "../identity/teams/membership.ts";
import { presentDelegation } from "../identity/teams/present_member.ts";
import { DelegationSchema, MemberAddress } from "../identity/teams/schemas.ts";
import { readSpan, SPAN } from "../identity/teams/span.ts";
import { teamStore } from "../identity/teams/team_store.ts";

/** Lets another person decide for the caller, or changes the terms of that. */
export const putDelegation = defineCommand({
  name: "put_delegation",
  title: "Let somebody decide for you",
  description:
    "Let another person decide what waits for you, or change the terms. They read only conversations in which a decision waits that is theirs, and can't pass it on. It takes effect at once and ends at until.",
  access: SESSION,
  input: closed({
    address: MemberAddress,
    kinds: Type.Optional(
      Type.Array(Type.Enum([...ACTS]), {
        description: "Acts that they decide; all if absent.",
        minItems: 1,
        maxItems: ACTS.length,
        uniqueItems: true,
      }),
    ),
    upTo: Type.Optional(nullable(PriceInput)),
    ...SPAN,
    reason: Type.Optional(
      string("Why, for them to read.", LIMITS.commentCharsMax),
    ),
  }),
  output: closed({
    delegation: DelegationSchema,
    created: flag("False if they decided for you already."),
  }),
  chains: (_input, { member }) => [member.accountId],
  async run({ address, kinds, upTo, reason, ...span }, call) {
    await requirePersonal(call);
    const { accountId } = call.member;
    const places = await teamStore(call.db).ofTeam(accountId);
    const found = await personAt(call, address);
    const before = places.find((it) => it.memberId === found.memberId);
    if (!before) {
      await requireRoomForDelegate(call, found.memberId, places.length);
    }
    const terms = {
      role: DELEGATE,
      upTo: typeof upTo === "string" ? parseAmount(upTo, "/upTo") : null,
      perDay: null,
      decides: kinds ? [...kinds] : null,
      reason: cleanLine(reason ?? "") || null,
      ...readSpan(span, call.now),
    } as const;
    const joining = { teamId: accountId, ...found };
    const place = putMembership(call, joining, terms, before);
    const { name: memberName, localPart: memberAddress } = found;
    const names = {
      ...{ memberName, memberAddress, teamName: "", teamAddress: null },
    };
    const delegation = presentDelegation(call, { ...place, ...names });
    return { delegation, created: !before };
  },
});

/** @throws invalid_input for an address without a person who can decide for the caller */
async function personAt(call: CommandCall, address: string) {
  const { accountId } = call.member;
  const found = await joiningAt(call, address, {
    kinds: ["person"],
    askers: [accountId],
    why: told`no one here can decide for you by this address`,
  });
  if (found.memberId !== accountId) return found;
  throw invalid("/address", "conflict", told`you decide for yourself already`);
}

/** @throws forbidden for a team */
async function requirePersonal(call: CommandCall): Promise<void> {
  const { kind } = await loadAccount(call, call.member.accountId);
  if (kind !== "team") return;
  throw new ServiceError("forbidden", {
    detail: told`Cannot let somebody decide for a team: add them as a member of it, with the role and the limit that they need.`,
  });
}
