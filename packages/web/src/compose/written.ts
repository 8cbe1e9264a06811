import { LIMITS } from "../../../../src/core/base/limits.ts";
import type { Currency } from "../../../../src/core/base/rails/chain.ts";
import type { CreateConversationInput } from "../../../client/src/generated/types.ts";
import type { ContactType, Conversation, Release } from "../api/types.ts";
import type { WrittenOrder } from "../offers/order_form.tsx";
import { saysOrder } from "../offers/order_table.tsx";
import { localTime } from "../ui/moments.ts";
import {
  amountError,
  amountTyped,
  readAmount,
} from "../ui/money/typed_amount.ts";
import { t } from "../ui/t.ts";
import type { Within } from "../ui/times/within.tsx";
import { durationOf, NEVER, withinOf } from "../ui/times/within.tsx";
import type { WrittenStep } from "./terms/written_steps.ts";
import {
  isPast,
  stepsBody,
  stepsWritten,
  wrongInSteps,
} from "./terms/written_steps.ts";

/** The form's fields as filled in so far. */
export interface Written {
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly bcc: readonly string[];
  readonly title: string;
  readonly text: string;
  /** As typed in the reader's language; "" means no price. */
  readonly price: string;
  /** Absent for the service's first currency. */
  readonly currency?: Currency;
  readonly release: Release;
  readonly action: string;
  /** Empty for a price that is paid as a whole. */
  readonly steps: readonly WrittenStep[];
  readonly acceptWithin: Within;
  readonly deliverWithin: Within;
  /** As the browser's field has it; "" means none. */
  readonly deliverBy: string;
  /** Who decides disputes about the price; "" for nobody. */
  readonly arbiter: string;
  readonly contactType: ContactType;
  /** "" means the account's own address. */
  readonly from: string;
  /** The offer that it orders: its price and terms are the offer's. */
  readonly order?: WrittenOrder | undefined;
}

export const NOTHING: Written = {
  to: [],
  cc: [],
  bcc: [],
  title: "",
  text: "",
  price: "",
  release: "replied",
  action: "",
  steps: [],
  acceptWithin: NEVER,
  deliverWithin: NEVER,
  deliverBy: "",
  arbiter: "",
  contactType: "everyone",
  from: "",
};

/** True if there is a price to pay. */
export function isPriced({ price }: Written): boolean {
  return Number(readAmount(price) ?? 0) > 0;
}

/** True for the URL of an agent's card, which is a recipient as an address is. */
export function looksLikeCard(text: string): boolean {
  return /^https?:\/\/[^\s/]+/i.test(text) && URL.canParse(text);
}

/** The form in which the service names a recipient. */
export function namedAs(text: string): string {
  const url = looksLikeCard(text) ? URL.parse(text) : null;
  if (!url) return text.toLowerCase();
  url.hash = "";
  return url.href;
}

/** True for what looks like an address or a card's URL; the service decides. */
export function isAddress(text: string): boolean {
  if (looksLikeCard(text)) return true;
  return /^[^\s@,;<>"]+@[^\s@,;<>"]+\.?[^\s@,;<>"]*$/.test(text);
}

/** The fields of a draft in the form for the service. */
export type DraftBody = Omit<CreateConversationInput, "submit" | "contextId">;

/** The form for the service, without half-typed text. Pure. */
export function draftBody(written: Written): DraftBody {
  const { title, text, contactType, from, order } = written;
  const whole = (list: readonly string[]) => list.filter(isAddress);
  return {
    to: whole(written.to),
    cc: whole(written.cc),
    bcc: whole(written.bcc),
    ...(!(order && title === "") && { title }),
    text,
    contactType,
    ...(order ?? {
      offerId: null,
      ...termsBody(written),
      ...deadlinesBody(written),
      ...arbiterBody(written.arbiter.trim()),
    }),
    ...(from !== "" && { fromAddress: from }),
  };
}

/** The price and its condition. */
function termsBody({ price, currency, release, action, steps }: Written) {
  const isWhole = release !== "converted" || action.trim() !== "";
  const amount = price.trim() === "" ? "0" : readAmount(price);
  // Without a price, a condition is sent only if the person chose one.
  const isChosen = price !== "" || release !== "replied";
  if (steps.length > 0) {
    return {
      ...(currency && { currency }),
      ...(amount !== undefined && { price: amount }),
      milestones: stepsBody(steps),
    };
  }
  return {
    milestones: [],
    ...(currency && { currency }),
    ...(amount !== undefined && { price: amount }),
    ...(isWhole && isChosen && { release }),
    ...(isWhole && release === "converted" && { releaseAction: action.trim() }),
  };
}

/** The deadlines; null removes one from the draft. */
function deadlinesBody({ acceptWithin, deliverWithin, deliverBy }: Written) {
  return {
    acceptWithin: durationOf(acceptWithin) ?? null,
    deliverWithin: durationOf(deliverWithin) ?? null,
    deliverBy: deliverBy === "" ? null : new Date(deliverBy).toISOString(),
  };
}

/** True if the request has a deadline. */
export function hasDeadlines({
  acceptWithin,
  deliverWithin,
  deliverBy,
}: Written): boolean {
  return [acceptWithin.count, deliverWithin.count, deliverBy].some(Boolean);
}

/** The arbiter, without a half-typed address; an empty field takes the stored one away. */
function arbiterBody(arbiter: string) {
  if (arbiter === "") return { arbiter: null };
  return isAddress(arbiter) ? { arbiter } : {};
}

/** A stored draft in the form's fields. Pure. */
export function writtenOf(draft: Conversation, own: string): Written {
  const at = (role: string) =>
    draft.participants.filter((it) => it.role === role).map((it) => it.address);
  const { price, rail } = draft.payment;
  const { terms, messages } = draft;
  const { offerId, input, arbiter = "" } = terms ?? {};
  const isFree = price.amountAtomic === "0" || offerId !== undefined;
  return {
    ...(offerId !== undefined && {
      order: { offerId, ...(input !== undefined && { input }) },
    }),
    to: at("to"),
    cc: at("cc"),
    bcc: at("bcc"),
    title: draft.title,
    text: ownText(messages[0]?.parts ?? [], terms),
    price: isFree ? "" : amountTyped(price.amount),
    currency: rail === "ledger" ? "TEST" : "USDC",
    release: draft.release,
    action:
      draft.releaseAction?.type === "text" ? draft.releaseAction.text : "",
    steps: stepsWritten(terms),
    // An order has its offer's.
    acceptWithin: withinOf(offerId ? undefined : terms?.acceptWithin),
    deliverWithin: withinOf(offerId ? undefined : terms?.deliverWithin),
    deliverBy: terms?.deliverBy ? localTime(terms.deliverBy) : "",
    arbiter,
    contactType: draft.contactType,
    from: draft.from.address === own ? "" : draft.from.address,
  };
}

/** The words beside those of an order. */
function ownText(
  parts: Conversation["messages"][number]["parts"],
  terms: Conversation["terms"],
): string {
  const own = parts.filter((it) => !(terms && saysOrder(it, terms)));
  return own.flatMap((it) => it.text ?? []).join("\n");
}

/** True if two states of a draft hold the same words, recipients and price. Pure. */
export function saysSame(one: Conversation, other: Conversation): boolean {
  const said = (it: Conversation) => JSON.stringify(writtenOf(it, ""));
  return said(one) === said(other);
}

/** The form that the page's address asks for: a follow-up, a request to somebody, or an order. */
export function writtenFrom(search: string): Written {
  const query = new URLSearchParams(search);
  const offerId = query.get("offer");
  return {
    ...NOTHING,
    ...(offerId && { order: { offerId } }),
    to: (query.get("to") ?? "").split(",").filter(isAddress),
    title: (query.get("title") ?? "").slice(0, LIMITS.titleCharsMax),
  };
}

/** True if nothing worth keeping was written. */
export function isBlank({ to, cc, bcc, title, text }: Written): boolean {
  return (
    to.length + cc.length + bcc.length === 0 &&
    title.trim() === "" &&
    text.trim() === ""
  );
}

/** Why it cannot be sent, in a sentence; undefined if it can be tried. */
export function wrongIn(written: Written): string | undefined {
  const { to, cc, bcc, price, release, action } = written;
  const all = [...to, ...cc, ...bcc];
  if (all.length === 0) return t`Add a recipient.`;
  if (!all.every(isAddress)) return t`One of the addresses isn't valid.`;
  if (amountError(price))
    return t`Enter the price as an amount, like 5 or 2.50.`;
  if (isPast(written.deliverBy)) return t`Choose a deadline in the future.`;
  if (written.steps.length > 0) return wrongInSteps(written.steps, price);
  const isOpen = release === "converted" && price !== "";
  return isOpen && action.trim() === ""
    ? t`Describe what they must do to be paid.`
    : undefined;
}
