import type { QueryCall } from "../context.ts";
import type { MicroUsdc } from "../money.ts";
import { showMoney } from "../money.ts";
import type { ContactType } from "./contact_types.ts";
import type { ContactRow } from "./contacts_store.ts";
import { contactStore } from "./contacts_store.ts";
import type { PriceRow } from "./prices.ts";
import { pricesOf } from "./prices.ts";
import { addressStore } from "./store.ts";

/** Somebody at the door of somebody else: two accounts. */
export interface Visit {
  readonly recipientId: string;
  readonly senderId: string;
}

/** A visit with the class that the sender claims to come as. */
export interface ClaimedVisit extends Visit {
  readonly recipientKind: "person" | "agent" | "service";
  readonly claimed: ContactType;
}

/** What a recipient asks of one sender (decisions.md D). */
export interface Door {
  /** The recipient's own entry for the sender. */
  readonly contact: ContactRow | undefined;
  /** The row that applies: of the recipient's entry, else of the class claimed. */
  readonly row: PriceRow;
  /** What must be offered at least: only what the recipient has set (decisions.md A14). */
  readonly asked: MicroUsdc;
}

/**
 * True if the recipient has blocked the sender: a fact for the review
 * (decisions.md E, R-BLOCKED). Asked before any price.
 */
export async function blockedBy(
  call: QueryCall,
  { recipientId, senderId }: Visit,
): Promise<boolean> {
  const own = contactStore(call.db);
  const contact = await own.ofAccount(recipientId, senderId);
  return contact?.standing === "blocked";
}

/** What the recipient asks of the sender. Whom they let in always pays nothing. */
export async function doorFor(
  call: QueryCall,
  { recipientId, recipientKind, senderId, claimed }: ClaimedVisit,
): Promise<Door> {
  const own = contactStore(call.db);
  const contact = await own.ofAccount(recipientId, senderId);
  const prices = pricesOf({
    accountKind: recipientKind,
    prices: await addressStore(call.db).pricesOf(recipientId),
  });
  const contactType = contact?.contactType ?? claimed;
  const listed = prices.find((it) => it.contactType === contactType);
  if (!listed) throw new RangeError(`No price row ${contactType}`);
  const row =
    contact?.standing === "allowed"
      ? { ...listed, price: showMoney(0) }
      : listed;
  const price = Number(row.price.amountAtomic);
  return { contact, row, asked: row.source === "recipient" ? price : 0 };
}
