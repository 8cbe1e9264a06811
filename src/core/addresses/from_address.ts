import type { QueryCall } from "../access/context.ts";
import { ServiceError } from "../errors/errors.ts";
import { parseAddress, splitAddress } from "./address.ts";
import { domainStore } from "./domains/domain_store.ts";
import { foreignStore } from "./foreign/foreign_store.ts";
import { ownAddressOf } from "./owned.ts";

/**
 * A From address in canonical form; invalid text stays as it is and belongs to no account.
 */
export function readFrom(text: string): string {
  try {
    return parseAddress(text);
  } catch (error) {
    if (error instanceof ServiceError) return text.trim().toLowerCase();
    throw error;
  }
}

/**
 * True for an address that the caller may send from: the free one, or the mailbox at one of
 * their domains while its record is published (docs/addresses.md, Custom domains). Mail
 * records such as SPF are never checked.
 * @param address From `readFrom`.
 */
export async function mayWriteFrom(
  call: QueryCall,
  address: string,
): Promise<boolean> {
  const { accountId, origin, guest } = call.member;
  if (guest) return address === guest.address;
  if (origin !== undefined) {
    const foreign = await foreignStore(call.db).byAccount(accountId);
    return address === foreign?.address;
  }
  const { localPart, domain } = splitAddress(address);
  const own = await ownAddressOf(call, accountId);
  if (domain === call.settings.addressDomain) {
    return localPart === (own?.localPart ?? accountId);
  }
  if (localPart !== own?.localPart) return false;
  const held = await domainStore(call.db).holder(domain);
  return held?.accountId === accountId && held.status === "verified";
}
