import { escaped } from "../core/base/text.ts";
import type { Say } from "../core/base/words/say.ts";
import type { ConversationView } from "../core/conversations/read/projection/present.ts";
import { isolated, momentText } from "../pages/page.ts";
import { conditionText } from "../pages/payment_text.ts";

type Price = ConversationView["payment"];

/**
 * The section on a held price: how much, for whom, on what condition and until when;
 * "" if nothing is held.
 */
export function priceSection({ payment }: ConversationView, say: Say): string {
  if (!isHeld(payment)) return "";
  const { price, label, captureBefore } = payment;
  const test = label === "TEST" ? ` ${say`(test money)`}` : "";
  const amount = `${escaped(price.amount)} ${escaped(price.currency)}${test}`;
  const rows = [
    row(say`Price`, amount, whose(payment, say)),
    row(
      say`Condition`,
      conditionText(payment),
      say`It is paid once whoever it is held for signs for it.`,
    ),
  ];
  if (captureBefore !== undefined) {
    rows.push(
      row(
        say`Held until`,
        momentText(captureBefore, say),
        say`If it is not earned by then, it goes back to the sender.`,
      ),
    );
  }
  return `<section>\n<h2>${say`What is paid for it`}</h2>\n<dl class="facts">${rows.join("")}\n</dl>\n</section>`;
}

/** True from when the price is held until it goes to either side. */
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
    ? say`It is held for the first one addressed who takes this over with an account.`
    : say`It is held for ${isolated(payee.address)}.`;
}
