import type { QueryCall } from "../../../access/context.ts";
import { splitAddress } from "../../../addresses/address.ts";
import { contactStore } from "../../../addresses/contacts_store.ts";
import { resolveText } from "../../../addresses/resolve.ts";
import { addressStore } from "../../../addresses/store.ts";
import type { AcceptLimits } from "../../../db/tables/account_schema.ts";
import type { Conversation } from "../../model/model.ts";
import { payeeOf } from "../../model/payee.ts";

/** A limit of an access on what it may accept. */
export type AcceptLimit = keyof AcceptLimits;

/**
 * The limits of the caller's access that a request exceeds; none for a person, or for an
 * access without limits. The contact type is that of the owner's own entry: what the sender
 * claims does not count.
 */
export async function beyondAccept(
  call: QueryCall,
  conversation: Conversation,
): Promise<readonly AcceptLimit[]> {
  const { accountId, accept } = call.member;
  if (!accept) return [];
  const { maxPrice, contactTypes, senders } = accept;
  const { payment, ownerId } = conversation;
  const payeeId = payment ? payment.payeeId : payeeOf(conversation)?.accountId;
  const worth = payeeId === accountId ? conversation.price : 0;
  const beyond: AcceptLimit[] = [];
  if (maxPrice !== undefined && worth > maxPrice) beyond.push("maxPrice");
  if (contactTypes) {
    const entry = await contactStore(call.db).ofAccount(accountId, ownerId);
    const type = entry?.contactType ?? "everyone";
    if (!contactTypes.includes(type)) beyond.push("contactTypes");
  }
  if (senders && !(await isAmong(call, ownerId, senders))) {
    beyond.push("senders");
  }
  return beyond;
}

/** True if one of the addresses is the account's own. */
async function isAmong(
  call: QueryCall,
  accountId: string,
  addresses: readonly string[],
): Promise<boolean> {
  const own = await addressStore(call.db).ofAccount(accountId);
  for (const address of addresses) {
    // An account has one local part at each of its domains.
    if (splitAddress(address).localPart !== own?.localPart) continue;
    const found = await resolveText(call, address);
    if (found.kind === "account" && found.accountId === accountId) return true;
  }
  return false;
}
