import type { QueryCall } from "../access/context.ts";
import type { MicroUsdc } from "../base/money.ts";
import { showMoney } from "../base/money.ts";
import type { AccountKind } from "../db/tables/account_schema.ts";
import { entryFor } from "./acquaintance.ts";
import type { ContactType } from "./contact_types.ts";
import { isPrivilege } from "./contact_types.ts";
import type { ContactRow } from "./contacts_store.ts";
import { ownPricesOf } from "./owned.ts";
import type { PriceRow } from "./prices.ts";
import { pricesOf } from "./prices.ts";

/** The sender and the recipient whose admission rules apply. */
export interface Visit {
  readonly recipientId: string;
  readonly senderId: string;
}

/** A visit with the class that the sender claims. */
export interface ClaimedVisit extends Visit {
  readonly recipientKind: AccountKind;
  readonly claimed: ContactType;
}

/** The terms that a recipient sets for one sender (docs/addresses.md, Prices). */
export interface Admission {
  /** The recipient's own entry for the sender. */
  readonly contact: ContactRow | undefined;
  /** The row that applies, by the recipient's own contacts, not the sender's claim. */
  readonly row: PriceRow;
  /** True while the sender claims a closer relation than the recipient's contacts show. */
  readonly isUnaccepted: boolean;
  /** The minimum offer: only a price that the recipient has set. */
  readonly asked: MicroUsdc;
}

/**
 * True if the recipient has blocked the sender: a fact for the review (R-BLOCKED). Checked
 * before any price.
 */
export async function blockedBy(
  call: QueryCall,
  { recipientId, senderId }: Visit,
): Promise<boolean> {
  const contact = await entryFor(call, recipientId, senderId);
  return contact?.standing === "blocked";
}

/** The price that the recipient asks of the sender: none from senders who are always allowed. */
export async function admissionFor(
  call: QueryCall,
  { recipientId, recipientKind, senderId, claimed }: ClaimedVisit,
): Promise<Admission> {
  const contact = await entryFor(call, recipientId, senderId);
  const prices = pricesOf({
    accountKind: recipientKind,
    prices: await ownPricesOf(call, recipientId),
  });
  const recorded = contact?.contactType;
  const isAllowed = contact?.standing === "allowed";
  const isUnaccepted = !isAllowed && isPrivilege(claimed, recorded);
  const listed = isUnaccepted
    ? rowForUnaccepted(prices, recorded)
    : rowFor(prices, recorded ?? claimed);
  const row = isAllowed ? { ...listed, price: showMoney(0) } : listed;
  return { contact, row, asked: enforced(row), isUnaccepted };
}

/** The minimum offer for a row: a default is only advertised. */
function enforced({ source, price }: PriceRow): MicroUsdc {
  return source === "recipient" ? Number(price.amountAtomic) : 0;
}

function rowOf(prices: readonly PriceRow[], contactType: ContactType) {
  const listed = prices.find((it) => it.contactType === contactType);
  if (!listed) throw new RangeError(`No price row ${contactType}`);
  return listed;
}

/** The row of a class; an unset one does not admit for free if everyone pays. */
function rowFor(prices: readonly PriceRow[], contactType: ContactType) {
  const own = rowOf(prices, contactType);
  if (contactType !== "promotions" || own.source === "recipient") return own;
  const everyone = rowOf(prices, "everyone");
  return everyone.source === "recipient" ? everyone : own;
}

/**
 * An unaccepted claim makes nothing cheaper: it pays as everyone does, and no less than the
 * recipient's own entry for the sender.
 */
function rowForUnaccepted(
  prices: readonly PriceRow[],
  recorded: ContactType | undefined,
): PriceRow {
  const everyone = rowOf(prices, "everyone");
  const own = rowFor(prices, recorded ?? "everyone");
  return enforced(own) > enforced(everyone) ? own : everyone;
}
