import type { QueryCall } from "../../../access/context.ts";
import { onlyPerson } from "../../../access/only_person.ts";
import { decidesOn, hasScope } from "../../../access/principal.ts";
import type { MicroUsdc } from "../../../base/money.ts";
import { amountTold, showMoney } from "../../../base/money.ts";
import type { Sentence } from "../../../base/words/sentence.ts";
import { told } from "../../../base/words/sentence.ts";
import { ServiceError } from "../../../errors/errors.ts";
import type { Review } from "../../../review/review.ts";
import { objectionsOf } from "../../../review/review.ts";
import { saidRules, toldRules } from "../../../review/said_rule.ts";
import type { Act } from "../../model/acts.ts";
import type { Conversation } from "../../model/model.ts";

/** Refuses a member what the team gave others to decide. @throws insufficient_scope */
export function refuseOthersAct({ member }: QueryCall, act: Act): void {
  if (decidesOn(member, act)) return;
  throw new ServiceError("insufficient_scope", {
    detail: told`Cannot decide: your role in the team doesn't decide this.`,
  });
}

/** The error for a balance that is too low, with the shortfall, which only the caller sees. */
export function tooLittle(
  { member }: QueryCall,
  what: Sentence,
  money: { readonly available: MicroUsdc; readonly needed: MicroUsdc },
): ServiceError {
  const { available, needed } = money;
  const missing = needed - available;
  if (!hasScope(member, "payments:read")) {
    return new ServiceError("insufficient_balance", {
      detail: told`Cannot ${what}: it takes ${amountTold({ rail: "ledger" }, needed)}, and the balance is too low.`,
      extra: { needed: showMoney(needed), label: "TEST" },
    });
  }
  return new ServiceError("insufficient_balance", {
    detail: told`Cannot ${what}: it takes ${amountTold({ rail: "ledger" }, needed)}, and you have ${amountTold({ rail: "ledger" }, available)}.`,
    extra: {
      needed: showMoney(needed),
      balance: showMoney(available),
      missing: showMoney(missing),
      label: "TEST",
    },
  });
}

/**
 * The refusal of a review. Where a rule asks for a person, an agent is refused, too: the
 * conversation already waits for its sender, who approves by funding it.
 */
export function denied(
  call: QueryCall,
  { id }: Conversation,
  review: Review,
): ServiceError {
  const rules = objectionsOf(review);
  const error =
    review.outcome === "needs_person"
      ? onlyPerson(
          call,
          `/c/${id}`,
          call.member.kind === "person"
            ? told`Cannot pay alone. ${toldRules(rules)}`
            : told`Cannot pay: only your person can. ${toldRules(rules)}`,
        )
      : new ServiceError("review_denied", {
          detail: told`Cannot pay: the security review denied it.`,
        });
  const extra = { ...error.extra, rules: saidRules(rules, call.say) };
  return error.with({ extra });
}
