import { Type } from "typebox";
import type { CommandCall } from "../access/context.ts";
import { defineCommand, SESSION } from "../access/operation.ts";
import { parseAmount } from "../access/parse_money.ts";
import { LIMITS } from "../base/limits.ts";
import { closed, nullable, PriceInput } from "../base/schemas.ts";
import { told } from "../base/words/sentence.ts";
import type { ApprovalTerms } from "../db/tables/account_schema.ts";
import { invalid } from "../errors/field_errors.ts";
import { loadAccount } from "../identity/accounts.ts";
import { isCurrent } from "../identity/teams/acting_as.ts";
import { approvalStore } from "../identity/teams/approval_store.ts";
import { mayPay } from "../identity/teams/roles.ts";
import {
  ApprovalsSchema,
  presentApprovals,
} from "../identity/teams/schemas.ts";
import { teamStore } from "../identity/teams/team_store.ts";

/** Says above which amount several people of a team approve, and when more are asked. */
export const setApprovals = defineCommand({
  name: "set_approvals",
  title: "Set how the team approves",
  description:
    "As an owner of the team that you act as, say above which amount so many different people approve what the team pays, none of them the proposer, and after how many hours an unanswered decision is put before its owners and managers. For your own account, escalateAfter alone: the people who decide for you are asked then. Absent is off. It counts at once, also for what waits already.",
  access: SESSION,
  input: closed({
    over: Type.Optional(
      nullable({
        ...PriceInput,
        description: "Above this amount, needed people approve.",
      }),
    ),
    needed: Type.Optional(
      Type.Integer({
        description: "How many approve; 2 if absent.",
        minimum: 1,
        maximum: LIMITS.approvalsNeededMax,
      }),
    ),
    escalateAfter: Type.Optional(
      nullable(
        Type.Integer({
          description: "Hours after which more people are asked.",
          minimum: 1,
          maximum: LIMITS.escalateHoursMax,
        }),
      ),
    ),
  }),
  output: ApprovalsSchema,
  chains: (_input, { member }) => [member.accountId],
  async run({ over, needed = 2, escalateAfter = null }, call) {
    const { id: accountId, kind } = await loadAccount(
      call,
      call.member.accountId,
    );
    const above =
      over === undefined || over === null ? null : parseAmount(over, "/over");
    if (above !== null && kind !== "team") {
      const why = told`only in a team do several people approve an amount`;
      throw invalid("/over", "conflict", why);
    }
    if (above !== null) await requirePeople(call, accountId, { above, needed });
    const isOff = above === null && escalateAfter === null;
    const terms: ApprovalTerms = { over: above, needed, escalateAfter };
    call.write(approvalStore(call.db).set(accountId, isOff ? null : terms));
    const refs = {
      over: String(above ?? ""),
      needed: String(needed),
      escalateAfter: String(escalateAfter ?? ""),
    };
    call.record({ chainId: accountId, type: "member.approvals_changed", refs });
    return presentApprovals(isOff ? null : terms);
  },
});

/** @throws invalid_input unless enough members besides a proposer can approve the amount */
async function requirePeople(
  { db, now }: CommandCall,
  teamId: string,
  { above, needed }: { readonly above: number; readonly needed: number },
): Promise<void> {
  const places = await teamStore(db).ofTeam(teamId);
  const able = places.filter(
    (it) => isCurrent(it, now) && mayPay(it, above + 1),
  );
  if (able.length > needed) return;
  const why = told`the team has ${able.length} members who may approve more than that, and with the proposer it takes ${needed + 1}`;
  throw invalid("/needed", "too_many", why);
}
