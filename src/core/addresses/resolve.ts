import type { QueryCall } from "../access/context.ts";
import { walletIn } from "../base/rails/wallet_name.ts";
import type { Sentence } from "../base/words/sentence.ts";
import { told } from "../base/words/sentence.ts";
import type { AccountKind } from "../db/tables/account_schema.ts";
import { ServiceError } from "../errors/errors.ts";
import { invalid } from "../errors/field_errors.ts";
import { isCardUrl, parseRecipient, splitAddress } from "./address.ts";
import { contactStore } from "./contacts_store.ts";
import type { ForeignAccount } from "./foreign/foreign_store.ts";
import { foreignAt } from "./foreign/known.ts";
import { keepPrices } from "./owned.ts";
import type { PriceRow } from "./prices.ts";
import { pricesOf } from "./prices.ts";
import type { OwnedAddress } from "./store.ts";
import { addressStore, awayNow } from "./store.ts";

/** The account or mailbox behind an address (docs/addresses.md, Resolving). */
export type Resolved = ResolvedAccount | ResolvedEmail;

/** An account, found by an address that it has reserved or that it has at another service. */
export interface ResolvedAccount {
  readonly kind: "account";
  readonly accountId: string;
  readonly accountKind: AccountKind;
  readonly address: string;
  readonly displayName: string;
  readonly prices: readonly PriceRow[];
  /** When its person is back; null unless they are away. */
  readonly awayUntil: number | null;
  /** False once the operator has closed the account: nothing can be sent to it. */
  readonly isOpen: boolean;
  /** Where its inbox is, if it is at another service. */
  readonly foreign: ForeignAccount | null;
}

/** Any other address, including a free one of our own domain. */
export interface ResolvedEmail {
  readonly kind: "email";
  readonly address: string;
}

/**
 * Distinguishes an account of this service from an ordinary address: the one check for every
 * interface.
 * @throws invalid_address
 */
export async function resolveText(
  call: QueryCall,
  text: string,
): Promise<Resolved> {
  const address = parseRecipient(text);
  const owner = isCardUrl(address) ? undefined : await ownerOf(call, address);
  if (!owner) return await resolveForeign(call, address);
  const { accountId, accountKind, displayName } = owner;
  const prices = pricesOf(owner);
  keepPrices(call, owner);
  return {
    kind: "account",
    accountId,
    accountKind,
    address,
    displayName,
    prices,
    awayUntil: awayNow(owner, call.now)?.until ?? null,
    // A wallet has no inbox: its owner reads their orders alone.
    isOpen: owner.disabledAt === null && !walletIn(owner.localPart),
    foreign: null,
  };
}

/** An address that was written to at another service, or one that is only a mailbox. */
async function resolveForeign(
  call: QueryCall,
  address: string,
): Promise<Resolved> {
  const foreign = await foreignAt(call, address);
  if (!foreign) return { kind: "email", address };
  const { accountId, kind: accountKind, displayName, disabledAt } = foreign;
  return {
    kind: "account",
    ...{ accountId, accountKind, address, displayName, foreign },
    prices: [],
    awayUntil: null,
    isOpen: disabledAt === null,
  };
}

/**
 * The same for a recipient: a closed account could neither read a message nor sign for a
 * price.
 * @throws invalid_address, also for an account that the operator has closed
 */
export async function resolveOpen(
  call: QueryCall,
  text: string,
  pointer: string,
): Promise<Resolved> {
  const found = await resolveText(call, text);
  if (found.kind === "email" || found.isOpen) return found;
  throw accountClosed(found.address, pointer);
}

/** Nothing can be sent to an account that the operator has closed. */
export function accountClosed(address: string, pointer: string): ServiceError {
  const detail = told`the account of ${address} is closed`;
  return new ServiceError("invalid_address", {
    detail: told`Cannot send: ${detail}.`,
    errors: [{ pointer, code: "account_closed", detail }],
  });
}

/**
 * The service agents have stored addresses too, so one look-up finds them all. A domain whose
 * record is missing still receives.
 */
async function ownerOf(
  call: QueryCall,
  address: string,
): Promise<OwnedAddress | undefined> {
  const { localPart, domain } = splitAddress(address);
  return domain === call.settings.addressDomain
    ? await addressStore(call.db).byLocalPart(localPart)
    : await addressStore(call.db).byMailbox(domain, localPart);
}

/** The accounts that may get access to another, and the refusal of all others. */
interface Wanted {
  readonly kinds: readonly AccountKind[];
  /** The accounts that they must not have blocked. */
  readonly askers: readonly string[];
  readonly why: Sentence;
}

/**
 * The account that gets access to another by its address.
 * @throws invalid_input for an address without an account that can have it
 */
export async function joiningAt(
  call: QueryCall,
  address: string,
  { kinds, askers, why }: Wanted,
) {
  const found = await resolveText(call, address);
  const mayJoin =
    found.kind === "account" &&
    found.isOpen &&
    !found.foreign &&
    kinds.includes(found.accountKind) &&
    !(await isBlocked(call, found.accountId, askers));
  if (!mayJoin) throw invalid("/address", "nobody_here", why);
  const { accountId: memberId, displayName: name } = found;
  const [localPart = ""] = found.address.split("@");
  return { memberId, name, localPart };
}

async function isBlocked(
  call: QueryCall,
  memberId: string,
  askers: readonly string[],
): Promise<boolean> {
  const contacts = contactStore(call.db);
  const entries = await Promise.all(
    askers.map((it) => contacts.ofAccount(memberId, it)),
  );
  return entries.some((it) => it?.standing === "blocked");
}
