import type { CommandCall, QueryCall } from "../../../access/context.ts";
import { onlyPerson } from "../../../access/only_person.ts";
import { decidesOn, hasScope } from "../../../access/principal.ts";
import type { MicroUsdc } from "../../../base/money.ts";
import { showMoney } from "../../../base/money.ts";
import { told } from "../../../base/words/sentence.ts";
import { ServiceError } from "../../../errors/errors.ts";
import { heldOf } from "../../../payments/model.ts";
import { actAs } from "../../model/acting.ts";
import type { Conversation, Participant } from "../../model/model.ts";
import type { Dispute } from "../../model/terms/dispute.ts";
import { freezeOf, isArbiter } from "../../model/terms/disputed.ts";
import {
  closeAsks,
  recordDispute,
  withDispute,
} from "../settlement/dispute_end.ts";
import { refuseExpired } from "../settlement/settle.ts";
import { settleDispute } from "./settle_dispute.ts";

/**
 * Decides a dispute as its arbiter: so much goes back, the rest is paid out, at once.
 * @throws not_arbiter, dispute_ended, hold_expired, invalid_price
 */
export async function rule(
  call: CommandCall,
  conversation: Conversation,
  me: Participant,
  { returned, text }: { readonly returned: MicroUsdc; readonly text: string },
): Promise<Conversation> {
  refuseToRule(call, conversation, me);
  const held = conversation.payment ? heldOf(conversation.payment) : 0;
  if (returned > held) {
    const detail = told`name at most ${showMoney(held).amount}`;
    throw new ServiceError("invalid_price", {
      detail: told`Cannot rule so: ${detail}.`,
      errors: [{ pointer: "/return", code: "invalid_price", detail }],
    });
  }
  const ruling = { status: "ruled", returned, text } as const;
  const released = held - returned;
  const acting = actAs(call, "arbiter");
  return await settleDispute(acting, conversation, me, { ...ruling, released });
}

/**
 * Refuses anyone but the asked arbiter, its agent that may not decide, and after its time.
 * @throws not_arbiter, person_required, dispute_ended, hold_expired
 */
export function refuseToRule(
  call: QueryCall,
  conversation: Conversation,
  me: Participant,
): Dispute {
  if (!isArbiter(conversation, me)) {
    throw new ServiceError("not_arbiter", {
      detail: told`Cannot rule: only the arbiter can.`,
    });
  }
  const { member } = call;
  const mayDecide =
    hasScope(member, "decisions:write") && decidesOn(member, "arbitration");
  if (member.kind === "agent" && !mayDecide) {
    const detail = told`Cannot rule: only your person can.`;
    throw onlyPerson(call, `/c/${conversation.id}`, detail);
  }
  const dispute = freezeOf(conversation);
  const { ruleBy = 0 } = dispute ?? {};
  if (dispute?.status !== "arbitration" || call.now >= ruleBy) {
    throw new ServiceError("dispute_ended", {
      detail: told`Cannot rule: no dispute waits for your decision.`,
    });
  }
  refuseExpired(call, conversation, told`rule`);
  return dispute;
}

/** The arbiter does not rule: the two can still agree until the end of the hold. */
export function recuse(
  call: CommandCall,
  conversation: Conversation,
  me: Participant,
): Conversation {
  refuseToRule(call, conversation, me);
  const answer = { act: "arbitration", status: "declined" } as const;
  return stepDown(call, closeAsks(call, conversation, answer), "recused");
}

/** No arbiter decides the frozen price, if there is one: the two can still agree. */
export function stepDown(
  call: CommandCall,
  conversation: Conversation,
  step: "recused" | "unasked",
): Conversation {
  const dispute = freezeOf(conversation);
  if (!dispute) return conversation;
  const { askAt: _asked, ruleBy: _until, ...rest } = dispute;
  const open = withDispute(conversation, { ...rest, status: "open" });
  recordDispute(call, open, step);
  return closeAsks(call, open, { act: "arbitration" });
}
