import type { Static } from "typebox";
import { Type } from "typebox";
import { LIMITS } from "../../base/limits.ts";
import { showMoney } from "../../base/money.ts";
import { Word } from "../../base/own_words.ts";
import {
  closed,
  described,
  filled,
  flag,
  money,
  nullable,
  string,
  timestamp,
} from "../../base/schemas.ts";
import { TEAM_ROLES } from "../../base/team_roles.ts";
import type { ApprovalTerms } from "../../db/tables/account_schema.ts";

/** The forms of teams and their members; the names of rights are those of JMAP Sharing. */

export const RoleSchema = Type.Enum([...TEAM_ROLES], {
  description: "Role in the team.",
});

const RightsSchema = closed({
  mayRead: flag("Conversations, payments and records."),
  mayWrite: flag("Replies, requests, drafts and files."),
  maySign: flag("Receipts."),
  mayApprove: flag("Requests and decisions, up to the limit."),
  maySpend: flag("The team's money, up to the limit."),
  mayAdmin: flag("Profile, prices, contacts, rules and webhooks."),
  mayShare: flag("Members below an owner and a manager; an owner all."),
  mayDelete: flag("The account, its credentials and exports."),
});

/** The terms of one membership. */
const TERMS = {
  role: RoleSchema,
  rights: described(RightsSchema, "What the role may do."),
  approve: described(
    closed({
      upTo: nullable(money("Most for one act; null is no limit.")),
      perDay: nullable(money("Most for a UTC day; null is no limit.")),
      kinds: nullable(
        Type.Array(Word("code"), {
          description: "Acts that they decide; null is all.",
        }),
      ),
    }),
    "What they approve and spend without asking.",
  ),
  from: nullable(timestamp("When it begins; null if it has begun.")),
  until: nullable(timestamp("When it ends; null if never.")),
};

/** How a team approves what it pays, and when more of it are asked. */
export const ApprovalsSchema = closed({
  over: nullable(money("Above it, needed people approve; null is never.")),
  needed: Type.Integer({ description: "How many, none the proposer." }),
  escalateAfter: nullable(
    Type.Integer({ description: "Hours until more are asked; null is never." }),
  ),
});

/** The terms of a team as its members read them. */
export function presentApprovals(
  terms: ApprovalTerms | null,
): Static<typeof ApprovalsSchema> {
  const { over = null, needed = 2, escalateAfter = null } = terms ?? {};
  return {
    over: over === null ? null : showMoney(over),
    needed,
    escalateAfter,
  };
}

export const MemberSchema = closed({
  memberId: Word("id", "Id of the member's account."),
  address: nullable(
    Word("address", "Their free address; null if they have none."),
  ),
  displayName: string("Their display name."),
  ...TERMS,
  isYou: flag("True for the caller."),
});

export const TeamSchema = closed({
  id: Word("id", "Id of the team's account."),
  address: nullable(Word("address", "Act as the team by this address.")),
  displayName: string("Its display name."),
  myRole: RoleSchema,
  myRights: described(RightsSchema, "What you may do."),
  approve: TERMS.approve,
  from: TERMS.from,
  until: TERMS.until,
});

export const DelegationSchema = closed({
  accountId: Word("id", "Id of the other account."),
  address: nullable(
    Word("address", "Its free address; act as it by this address."),
  ),
  displayName: string("Its display name."),
  kinds: nullable(
    Type.Array(Word("code"), { description: "Acts to decide; null is all." }),
  ),
  upTo: nullable(money("Most for one decision; null is no limit.")),
  from: TERMS.from,
  until: TERMS.until,
  reason: nullable(string("Why, in the words of the one decided for.")),
});

export const MemberAddress = filled(
  "The member's address, or the id of their account.",
  LIMITS.addressCharsMax,
);

export type DelegationView = Static<typeof DelegationSchema>;
export type MemberView = Static<typeof MemberSchema>;
export type TeamView = Static<typeof TeamSchema>;
