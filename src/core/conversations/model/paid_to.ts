import type { QueryCall } from "../../access/context.ts";
import { authorKindOf } from "../../access/principal.ts";
import { entryFor } from "../../addresses/acquaintance.ts";
import { contactStore } from "../../addresses/contacts_store.ts";
import { quorumFor } from "../../identity/teams/quorum.ts";
import { agentRooms } from "../../payments/agent_spending.ts";
import type { Payment } from "../../payments/model.ts";
import type { PaidTo } from "../../payments/pay_limits.ts";
import { beyondNamed } from "../../payments/pay_limits.ts";
import type { SpendingFacts, SubmitFacts } from "../../review/facts.ts";
import { isAbout } from "./checkpoints_about.ts";
import type { Conversation } from "./model.ts";
import { payeeOf } from "./payee.ts";
import { isApprovedByAll } from "./turn/quorum.ts";

/** The payee of a conversation, its claimed contact type, and the rail of its price. */
export function paidTo(conversation: Conversation): PaidTo {
  const { participants, contactType, rail } = conversation;
  const payee = payeeOf(conversation);
  // Without an account to pay, the first in `to` counts; a copy is never paid.
  const addressee = payee ?? participants.find(({ role }) => role === "to");
  return {
    payeeId: payee?.accountId ?? null,
    address: addressee?.address ?? "",
    contactType,
    rail,
  };
}

/** The payee or type of a payment that the caller's access does not allow; none if it is free. */
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

/**
 * The payee of a first payment about which the caller's person is asked: for an access that
 * asks, anybody it does not name who is not their contact. A contact that only agents have
 * met does not count.
 */
export async function newPayee(
  call: QueryCall,
  conversation: Conversation,
): Promise<string | null> {
  const { member, db } = call;
  const { ownerId, price } = conversation;
  if (!member.asksFirstPayment || price === 0) return null;
  if (isSubmitAgreed(conversation)) return null;
  const to = paidTo(conversation);
  if ((await beyondNamed(call, to)).isNamed) return null;
  const { payeeId, address } = to;
  const known =
    payeeId === null
      ? await contactStore(db).at(ownerId, address)
      : await entryFor(call, ownerId, payeeId);
  return known && !known.byAgent ? null : address;
}

/** True once sending it to its recipients, for at least its price, was agreed. */
export function isSubmitAgreed({ checkpoints, price }: Conversation): boolean {
  return checkpoints.some(
    (it) =>
      isAbout(it, "submit") &&
      it.status === "approved" &&
      Number(it.action.price) >= price,
  );
}

/** The receiver of a refund: the sender, with their type in the payee's contacts. */
export async function paidBackTo(
  call: QueryCall,
  { participants }: Conversation,
  { payerId, payeeId, rail }: Payment & { readonly payeeId: string },
): Promise<PaidTo> {
  const sender = participants.find(({ accountId }) => accountId === payerId);
  const entry = await contactStore(call.db).ofAccount(payeeId, payerId);
  return {
    payeeId: payerId,
    address: sender?.address ?? "",
    contactType: entry?.contactType ?? "everyone",
    rail,
  };
}

/** The money that would be spent, and whether it is given back. */
type Spent = Pick<SpendingFacts, "price" | "added"> & {
  readonly isRefund?: boolean;
};

/** The limits that apply to the caller's hold or refund. */
export async function spendingFacts(
  call: QueryCall,
  conversation: Conversation,
  to: PaidTo,
  { isRefund = false, ...money }: Spent,
): Promise<SpendingFacts> {
  return {
    ...money,
    rail: to.rail,
    quorum: await quorumLeft(call, conversation, money.price, isRefund),
    perPayment: call.member.perPayment ?? null,
    autoLimit:
      authorKindOf(call.member) === "person"
        ? null
        : call.settings.agentAutoLimit,
    ...(await agentRooms(call, to)),
  };
}

/** The amount above which more people still have to approve; null if none. */
async function quorumLeft(
  call: QueryCall,
  conversation: Conversation,
  amount: number,
  isRefund: boolean,
): Promise<number | null> {
  const { accountId } = call.member;
  const quorum = await quorumFor(call, accountId, amount);
  if (!quorum) return null;
  const { over, needed } = quorum;
  const spending = { accountId, amount, needed, isRefund };
  return isApprovedByAll(conversation, spending) ? null : over;
}
