import type { Guest } from "../core/access/principal.ts";
import { amountText } from "../core/base/money.ts";
import type { Say } from "../core/base/words/say.ts";
import type { ConversationView } from "../core/conversations/read/projection/present.ts";
import { isolated, momentText } from "../pages/page.ts";
import { conditionText } from "../pages/payment_text.ts";

type Price = ConversationView["payment"];

/**
 * The section on a held price: amount, payee, condition and end; "" if nothing
 * is held.
 */
export function priceSection(
  { payment }: ConversationView,
  { accountId }: Guest,
  say: Say,
): string {
  if (!isHeld(payment)) return "";
  const isBuyer = accountId !== undefined;
  const { captureBefore } = payment;
  const rows = [
    row(say`Price`, amountOf(payment, say), whose(payment, say)),
    row(
      say`Condition`,
      conditionText(payment),
      isBuyer
        ? say`It's paid out when the seller signs the receipt.`
        : say`You're paid when you sign the receipt.`,
    ),
  ];
  if (captureBefore !== undefined) {
    rows.push(
      row(
        say`Held until`,
        momentText(captureBefore, say),
        isBuyer
          ? say`If it isn't earned by then, it goes back to your wallet.`
          : say`If it isn't earned by then, it goes back to the sender.`,
      ),
    );
  }
  return `<section>\n<h2>${say`Payment`}</h2>\n<dl class="facts">${rows.join("")}\n</dl>\n</section>`;
}

/** The amount that the guest can earn, for the top of the page; "" if there is none. */
export function priceLead(
  { payment, participants }: ConversationView,
  { address }: Guest,
  say: Say,
): string {
  const { role } = participants.find((it) => it.address === address) ?? {};
  if (!isHeld(payment) || payment.payee !== null || role !== "to") return "";
  return `<p class="told"><strong>${say`${amountOf(payment, say)} is waiting for you`}</strong></p>`;
}

function amountOf({ price, label }: Price, say: Say): string {
  const test = label === "TEST" ? ` ${say`(test money)`}` : "";
  return `${amountText(price.amount, say.language)} ${price.currency}${test}`;
}

/** True from the hold until the price goes to either side. */
function isHeld({ steps }: Price): boolean {
  const isDone = (name: Price["steps"][number]["name"]) =>
    steps.some((it) => it.name === name && it.done);
  return isDone("held") && !isDone("released") && !isDone("returned");
}

function row(name: string, html: string, hint: string): string {
  return `\n<div><dt>${name}</dt><dd>${html}<p class="hint">${hint}</p></dd></div>`;
}

function whose({ payee }: Price, say: Say): string {
  return payee === null
    ? say`Create an account to collect it.`
    : say`Held for ${isolated(payee.address)}.`;
}
