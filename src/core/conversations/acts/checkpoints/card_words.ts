import { parsePrice } from "../../../access/parse_money.ts";
import { durationInWords } from "../../../base/duration.ts";
import { LIMITS } from "../../../base/limits.ts";
import type { MicroUsdc } from "../../../base/money.ts";
import { amountOn } from "../../../base/money.ts";
import { firstChars } from "../../../base/text.ts";
import { timeInWords } from "../../../base/time.ts";
import type { Say } from "../../../base/words/say.ts";
import type { Conversation, Participant } from "../../model/model.ts";

/** The title, cut to what a card shows. */
export function shownTitle({ title }: Pick<Conversation, "title">): string {
  return firstChars(title, LIMITS.cardTitleChars);
}

/** The sender's deadlines and arbiter in sentences of a card; empty without any. */
export function deadlineWords(conversation: Conversation, say: Say): string[] {
  const { terms } = conversation;
  if (!terms) return [];
  const { acceptBy, acceptWithin, deliverBy, deliverWithin, arbiter } = terms;
  const at = (time: number) => timeInWords(time, undefined, say.language);
  return [
    ...(acceptBy === undefined ? [] : [say`Accept by ${at(acceptBy)}.`]),
    ...(acceptBy !== undefined || acceptWithin === undefined
      ? []
      : [say`Accept within ${durationInWords(acceptWithin, say.language)}.`]),
    ...(deliverBy === undefined ? [] : [say`Due by ${at(deliverBy)}.`]),
    ...(deliverWithin === undefined
      ? []
      : [
          say`Due within ${durationInWords(deliverWithin, say.language)} of the acceptance.`,
        ]),
    ...(arbiter ? [arbiterWords(arbiter.address, say)] : []),
  ];
}

/** The account that would decide a dispute, in a sentence. */
export function arbiterWords(address: string, say: Say): string {
  return say`${address} decides disputes.`;
}

/** The first recipient, and how many more there are. */
export function shownRecipients(
  recipients: readonly Pick<Participant, "address">[],
  say: Say,
): string {
  const shown = recipients
    .slice(0, LIMITS.cardRecipients)
    .map((it) => it.address)
    .join(", ");
  const more = recipients.length - LIMITS.cardRecipients;
  return more > 0 ? say`${shown} and ${more} more` : shown;
}

/** The balance before and after a payment, also of test money: a person decides about both. */
export function balanceWords(
  price: MicroUsdc,
  balance: MicroUsdc,
  say: Say,
): string {
  const said = (amount: MicroUsdc) =>
    amountOn({ rail: "ledger" }, amount, say.language);
  const now = said(balance);
  return price > balance
    ? say`You have ${now} and need ${said(price - balance)} more.`
    : say`You have ${now} and will have ${said(balance - price)} left.`;
}

const BALANCE_WORDS =
  / You have [\d.,]+ USDC \(TEST\) and (?:need [\d.,]+ USDC \(TEST\) more|will have [\d.,]+ USDC \(TEST\) left)\./g;

/** Reads the balance from a card's English summary, where it comes last. */
export function balanceIn(summary: string): MicroUsdc | undefined {
  const [said] = summary.match(BALANCE_WORDS)?.slice(-1) ?? [];
  const [amount] = said?.match(/[\d.,]+/) ?? [];
  return amount === undefined
    ? undefined
    : parsePrice(amount.replaceAll(",", ""));
}

/** The summary without the balance, for readers who may not see it. */
export function withoutBalanceWords(summary: string): string {
  return summary.replace(BALANCE_WORDS, "");
}
