import type { QueryCall, Settings } from "../access/context.ts";
import { told } from "../base/words/sentence.ts";
import { ServiceError } from "../errors/errors.ts";
import { isOurMailbox } from "../identity/sign_in/mailbox.ts";
import { splitAddress } from "./address.ts";
import { freeAddressOf } from "./present.ts";
import { addressStore } from "./store.ts";

/** A recipient as far as it was looked up. */
interface Recipient {
  readonly accountId: string | null;
  readonly address: string;
}

/** A warning next to an answer's result. */
export interface Warning {
  readonly code: "no_such_account";
  readonly address: string;
}

/** True for an address on our own domain that does not exist. */
export function isNobodyHere(
  settings: Pick<Settings, "addressDomain">,
  { accountId, address }: Recipient,
): boolean {
  return accountId === null && isOurMailbox(settings, address);
}

/** One error for each recipient whose address does not exist; none if all do. */
export function warningsAbout(
  settings: Pick<Settings, "addressDomain">,
  recipients: readonly Recipient[],
): { readonly warnings?: Warning[] } {
  const warnings = recipients
    .filter((it) => isNobodyHere(settings, it))
    .map(({ address }) => ({ code: "no_such_account" as const, address }));
  return warnings.length > 0 ? { warnings } : {};
}

/**
 * Refuses a price for an address of ours that does not exist: probably a typo.
 * @throws no_such_account with the one address that is a single edit away
 */
export async function refuseNobodyHere(
  call: QueryCall,
  recipients: readonly (Recipient & { readonly role: string })[],
): Promise<void> {
  const nobody = recipients.find((it) => isNobodyHere(call.settings, it));
  if (!nobody) return;
  const { address, role } = nobody;
  const didYouMean = await nearestMailbox(call, address);
  const detail = told`no one has the address ${address}`;
  throw new ServiceError("no_such_account", {
    detail: didYouMean
      ? told`Cannot offer a price: ${detail}: did you mean ${didYouMean}?`
      : told`Cannot offer a price: ${detail}.`,
    errors: [
      {
        pointer: `/${role}`,
        code: "no_such_account",
        detail,
        ...(didYouMean && { didYouMean }),
      },
    ],
    extra: { address, ...(didYouMean && { didYouMean }) },
  });
}

/** The one mailbox of an open account that is a single edit away from an address. */
async function nearestMailbox(
  { db, settings }: QueryCall,
  address: string,
): Promise<string | undefined> {
  const { localPart } = splitAddress(address);
  const near = await addressStore(db).open(oneEditFrom(localPart));
  const [only, ...others] = near;
  return only !== undefined && others.length === 0
    ? freeAddressOf(settings, only)
    : undefined;
}

const LETTERS = [..."abcdefghijklmnopqrstuvwxyz0123456789.-"];

/** Every text one edit away: a letter added, removed, replaced or swapped. */
function oneEditFrom(text: string): readonly string[] {
  const found = new Set<string>();
  for (let at = 0; at <= text.length; at++) {
    const before = text.slice(0, at);
    const after = text.slice(at);
    found.add(before + after.slice(1));
    found.add(before + after.charAt(1) + after.charAt(0) + after.slice(2));
    for (const letter of LETTERS) {
      found.add(before + letter + after);
      found.add(before + letter + after.slice(1));
    }
  }
  found.delete(text);
  return [...found];
}
