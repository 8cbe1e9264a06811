import { currencyText } from "../../../../src/core/base/money.ts";
import type { Members } from "./host.ts";
import { isMembers, memberOf } from "./host.ts";

const FENCE = /<(\d{3,})>([\s\S]*?)<\/\1>/g;

/** A value as text for a person, without the fences for models (docs/tool_results.md). */
export function plain(value: unknown = ""): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.replace(FENCE, "$2");
}

/** An element with a text, which is never parsed as HTML; none without a text. */
function line(tag: string, value: unknown, before = ""): readonly Node[] {
  const text = plain(value);
  if (text === "") return [];
  const element = document.createElement(tag);
  element.textContent = before + text;
  return [element];
}

function box(tag: string, all: readonly Node[]): Node {
  const element = document.createElement(tag);
  element.append(...all);
  return element;
}

const itemsOf = (value: unknown): readonly Members[] =>
  Array.isArray(value) ? value.filter(isMembers) : [];

const spoken = (code: unknown) => plain(code).replace(/[_-]/g, " ");

/** The conversation's state, whose turn it is, and the money. */
export function head(shown: Members): readonly Node[] {
  const conversation = memberOf(shown, "conversation");
  const payment = memberOf(conversation, "payment");
  const amount = plain(payment.price ?? shown.price);
  const price =
    amount &&
    `${amount} ${currencyText(payment.currency === "USDC" ? {} : { label: "TEST" })}`;
  const status = spoken(payment.status ?? shown.paymentStatus);
  return [
    ...line("h1", conversation.title ?? "Conversation"),
    ...line("small", spoken(shown.state)),
    ...line("strong", memberOf(shown, "nextStep").text),
    ...line("p", price && [price, status].filter(Boolean).join(", "), "Price "),
    ...line("p", payment.condition),
  ];
}

/** Everything that waits for a decision: words, files, and consequences. */
export function waiting(shown: Members): readonly Node[] {
  const { checkpoints } = memberOf(shown, "conversation");
  // An acceptance has no text of its own: it concerns the thread, and the next step says
  // that it waits.
  const proposals = itemsOf(checkpoints).filter((it) => it.title !== undefined);
  return proposals.map((it) =>
    box("section", [
      ...line("h2", it.title),
      ...line("small", it.by, "asked by "),
      ...line("blockquote", it.text),
      ...files(it.files),
      ...line("p", it.reason, "Reason: "),
      ...line("p", it.approve, "If approved: "),
      ...line("p", it.decline, "If declined: "),
    ]),
  );
}

/** The messages, oldest first. */
export function messageParts(shown: Members): readonly Node[] {
  return [
    ...line("small", shown.messagesOmitted, "Older messages in the inbox: "),
    ...itemsOf(shown.messages).map((it) =>
      box("section", [
        ...line("h2", it.from),
        ...line("small", it.at),
        ...line("blockquote", it.text),
        ...line("blockquote", it.data),
        ...files(it.files),
      ]),
    ),
  ];
}

function files(value: unknown): readonly Node[] {
  return itemsOf(value).flatMap((it) =>
    line("p", it.name ?? it.uri ?? it.mimeType, "File: "),
  );
}
