import type { QueryCall } from "../access/context.ts";
import { ServiceError } from "../errors/errors.ts";
import { parseAddress, splitAddress } from "./address.ts";
import { domainStore } from "./domains/domain_store.ts";
import { ownAddressOf } from "./owned.ts";

/**
 * A From address in its normal form; text that is no address stays as it is and belongs
 * to nobody.
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
 * True for an address that the caller may write from: the free one, or the
 * mailbox at a domain of theirs while its record is published (docs/addresses.md,
 * Custom domains). Mail records such as SPF are never looked at.
 * @param address As `readFrom` gave it.
 */
export async function mayWriteFrom(
  call: QueryCall,
  address: string,
): Promise<boolean> {
  const { accountId } = call.member;
  const { localPart, domain } = splitAddress(address);
  const own = await ownAddressOf(call, accountId);
  if (domain === call.settings.addressDomain) {
    return localPart === (own?.localPart ?? accountId);
  }
  if (localPart !== own?.localPart) return false;
  const held = await domainStore(call.db).holder(domain);
  return held?.accountId === accountId && held.status === "verified";
}
