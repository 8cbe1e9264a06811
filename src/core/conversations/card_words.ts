import { LIMITS } from "../limits.ts";
import type { MicroUsdc } from "../money.ts";
import { showMoney } from "../money.ts";
import { firstChars } from "../text.ts";
import type { Conversation, Participant } from "./model.ts";

/** As much of a title as a card shows. */
export function shownTitle({ title }: Pick<Conversation, "title">): string {
  return firstChars(title, LIMITS.cardTitleChars);
}

/** The first of some recipients, and how many more there are. */
export function shownRecipients(seats: readonly Participant[]): string {
  const shown = seats.slice(0, LIMITS.cardRecipients).map((it) => it.address);
  const more = seats.length - shown.length;
  return shown.join(", ") + (more > 0 ? ` and ${more} more` : "");
}

/** An amount with its currency, as sentences say it. */
export function usdc(amount: MicroUsdc): string {
  const { amount: text, currency } = showMoney(amount);
  return `${text} ${currency}`;
}
