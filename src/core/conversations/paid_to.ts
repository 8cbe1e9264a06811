import type { QueryCall } from "../context.ts";
import type { PaidTo } from "../payments/pay_limits.ts";
import { beyondNamed } from "../payments/pay_limits.ts";
import type { SubmitFacts } from "../review/rules.ts";
import type { Conversation } from "./model.ts";
import { payeeOf } from "./payee.ts";

/** Whom a conversation pays, and as what its sender does. */
export function paidTo(conversation: Conversation): PaidTo {
  const { participants, contactType } = conversation;
  const payee = payeeOf(conversation);
  // Without an account to pay, the first in `to` counts; a copy is never paid.
  const addressee = payee ?? participants.find(({ role }) => role === "to");
  return {
    payeeId: payee?.accountId ?? null,
    address: addressee?.address ?? "",
    contactType,
  };
}

/** What of a payment the caller's access does not name: nothing of what is free. */
export async function unnamedFacts(
  call: QueryCall,
  conversation: Conversation,
): Promise<Pick<SubmitFacts, "unnamedPayee" | "unnamedType">> {
  const nothing = { unnamedPayee: null, unnamedType: null };
  if (conversation.price === 0) return nothing;
  const to = paidTo(conversation);
  const { payees, contactTypes } = await beyondNamed(call, to);
  return {
    unnamedPayee: payees && to.address,
    unnamedType: contactTypes && to.contactType,
  };
}
