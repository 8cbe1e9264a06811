import type { CommandCall, QueryCall } from "../../access/context.ts";
import { told } from "../../base/words/sentence.ts";
import { ServiceError } from "../../errors/errors.ts";
import { brokenRule, ruleInWords } from "../local_part.ts";
import { freeAddressOf } from "../present.ts";
import { isReserved } from "../reserved_local_parts.ts";
import type { AddressRow } from "../store.ts";
import { addressStore } from "../store.ts";
import { suggestLocalParts } from "../suggest.ts";

/** Refuses an invalid local-part. @throws invalid_local_part, with the broken rule. */
export function requireRules(localPart: string): void {
  const rule = brokenRule(localPart);
  if (rule === undefined) return;
  const detail = ruleInWords(rule);
  throw new ServiceError("invalid_local_part", {
    detail: told`Cannot use this local-part: ${detail}.`,
    errors: [{ pointer: "/localPart", code: `rule_${rule}`, detail }],
    extra: { rule },
  });
}

/**
 * Refuses a local-part that cannot be claimed.
 * @throws reserved, or taken with `suggestions` that are free
 */
export async function requireFree(
  call: QueryCall,
  localPart: string,
  { isGiven = false }: { readonly isGiven?: boolean } = {},
): Promise<void> {
  if (!isGiven && isReserved(localPart)) {
    throw new ServiceError("reserved", {
      detail: told`Cannot claim "${localPart}": the name is reserved.`,
    });
  }
  if (await addressStore(call.db).byLocalPart(localPart)) {
    throw new ServiceError("taken", {
      detail: told`Cannot claim "${localPart}": it's taken.`,
      extra: { suggestions: await suggestLocalParts(call, localPart) },
    });
  }
}

/** Reserves a local-part for an account; the database refuses a second one. */
export function reserve(
  call: CommandCall,
  accountId: string,
  localPart: string,
): AddressRow {
  const row: AddressRow = {
    id: call.newId("address"),
    localPart,
    accountId,
    createdAt: call.now,
  };
  call.write(addressStore(call.db).insert(row));
  call.record({
    chainId: accountId,
    type: "address.claimed",
    refs: {
      addressId: row.id,
      address: freeAddressOf(call.settings, localPart),
    },
  });
  return row;
}
