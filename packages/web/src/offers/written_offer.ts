import type { PutOfferInput } from "../../../client/src/generated/types.ts";
import type { OwnOffer } from "../api/types.ts";
import { amountTyped, readAmount } from "../ui/money/typed_amount.ts";
import type { Within } from "../ui/times/within.tsx";
import { durationOf, withinOf } from "../ui/times/within.tsx";
import type { AskedField } from "./input_fields.ts";
import { fieldsAsked, schemaAsking } from "./input_fields.ts";

/** An offer as it is written in the form. */
export interface WrittenOffer {
  readonly offerId: string;
  readonly title: string;
  readonly description: string;
  readonly price: string;
  readonly release: OwnOffer["release"];
  readonly acceptWithin: Within;
  readonly deliverWithin: Within;
  readonly arbiter: string;
  readonly open: string;
  readonly perDay: string;
  /** Everyone if empty. */
  readonly audience: OwnOffer["audience"];
  readonly fields: readonly AskedField[];
  /** The schema as text, if it is written by hand. */
  readonly raw?: string | undefined;
  readonly output: readonly string[];
  readonly active: boolean;
}

/** An empty form, or one with what is saved. */
export function offerWritten(offer: OwnOffer | undefined): WrittenOffer {
  const fields = fieldsAsked(offer?.input);
  const { audience = [], capacity } = offer ?? {};
  return {
    offerId: offer?.offerId ?? "",
    title: offer?.title ?? "",
    description: offer?.description ?? "",
    price: amountTyped(offer?.price.amount),
    release: offer?.release ?? "replied",
    acceptWithin: withinOf(offer?.acceptWithin),
    deliverWithin: withinOf(offer?.deliverWithin),
    arbiter: offer?.arbiter ?? "",
    open: String(capacity?.open ?? ""),
    perDay: String(capacity?.perDay ?? ""),
    audience: audience.filter((it) => it !== "everyone"),
    fields: fields ?? [],
    ...(!fields && { raw: rawOf(offer?.input) }),
    output: offer?.output ?? [],
    active: offer?.active ?? true,
  };
}

/** A schema as a person edits it. */
export function rawOf(schema: unknown): string {
  return JSON.stringify(schema ?? { type: "object", properties: {} }, null, 2);
}

/** A saved offer as it is saved again, so that one thing of it can change. */
export function inputOf(offer: OwnOffer): PutOfferInput {
  const { version: _, orders: _orders, updatedAt: _at, ...fields } = offer;
  return { ...fields, price: offer.price.amount };
}

/** True for a text that is JSON. */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The offer as the service takes it. @throws SyntaxError if the schema is no JSON */
export function offerRead(
  it: WrittenOffer,
  taken: readonly string[],
): PutOfferInput {
  const input = it.raw ? JSON.parse(it.raw) : schemaAsking(it.fields);
  const { title, description, release, active } = it;
  const acceptWithin = durationOf(it.acceptWithin);
  const deliverWithin = durationOf(it.deliverWithin);
  return {
    ...{ title, description, release, active },
    offerId: it.offerId || idOf(title, taken),
    price: readAmount(it.price) ?? it.price,
    ...(acceptWithin && { acceptWithin }),
    ...(deliverWithin && { deliverWithin }),
    ...(it.arbiter.trim() && { arbiter: it.arbiter.trim() }),
    capacity: {
      ...(it.open && { open: Number(it.open) }),
      ...(it.perDay && { perDay: Number(it.perDay) }),
    },
    ...(it.audience.length > 0 && { audience: [...it.audience] }),
    ...(input !== undefined && { input }),
    output: [...it.output],
  };
}

const ID_CHARS = 36;

/** An id made of a title, which no other offer has. Pure. */
export function idOf(title: string, taken: readonly string[]): string {
  const plain = title.normalize("NFKD").toLowerCase();
  const words = plain.replace(/\p{M}/gu, "").match(/[a-z0-9]+/g) ?? ["offer"];
  const id = words.join("-").slice(0, ID_CHARS).replace(/-$/, "");
  for (let at = 2; taken.includes(id); at += 1) {
    const next = `${id}-${at}`;
    if (!taken.includes(next)) return next;
  }
  return id;
}
