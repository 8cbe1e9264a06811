import { cleanLine, escaped } from "../core/base/text.ts";
import { timeInWords } from "../core/base/time.ts";
import type { ConversationView } from "../core/conversations/projection/present.ts";
import { isolated } from "../pages/page.ts";

type Price = ConversationView["payment"];

/**
 * The section on a held price: how much, for whom, on what condition and until when;
 * "" if nothing is held.
 */
export function priceSection({ payment }: ConversationView): string {
  if (!isHeld(payment)) return "";
  const { price, label, captureBefore } = payment;
  const test = label === "TEST" ? " (test money)" : "";
  const amount = `${escaped(price.amount)} ${escaped(price.currency)}${test}`;
  const rows = [
    row("Price", amount, whose(payment)),
    row(
      "Condition",
      condition(payment),
      "It is paid once whoever it is held for signs for it.",
    ),
  ];
  if (captureBefore !== undefined) {
    const end = `<time datetime="${escaped(captureBefore)}">${timeInWords(Date.parse(captureBefore))}</time>`;
    rows.push(
      row(
        "Held until",
        end,
        "If it is not earned by then, it goes back to the sender.",
      ),
    );
  }
  return `<section>\n<h2>What is paid for it</h2>\n<dl class="facts">${rows.join("")}\n</dl>\n</section>`;
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

function whose({ payee }: Price): string {
  return payee === null
    ? "It is held for the first one addressed who takes this over with an account."
    : `It is held for ${isolated(payee.address)}.`;
}

/** The sender's own words and addresses stand apart, and none can be clicked. */
function condition({ condition, releaseAction }: Price): string {
  const said =
    releaseAction?.type === "text"
      ? releaseAction.text
      : releaseAction?.type === "url_visit" && releaseAction.url;
  const quoted = said ? ` <q dir="auto">${escaped(cleanLine(said))}</q>` : "";
  return `${isolated(condition?.text ?? "")}${quoted}`;
}
