import type { Static } from "typebox";
import { Type } from "typebox";
import { CONTACT_TYPES } from "../../addresses/contact_types.ts";
import { LIMITS } from "../../base/limits.ts";
import { showMoney } from "../../base/money.ts";
import { Word } from "../../base/own_words.ts";
import {
  closed,
  described,
  flag,
  integer,
  money,
  PriceInput,
  string,
  timestamp,
} from "../../base/schemas.ts";
import { showTime } from "../../base/time.ts";
import type { offers } from "../../db/tables/data/offer_schema.ts";
import { PRICE_RELEASES } from "../../payments/model.ts";

/** Something that an account sells at a fixed price, as stored. */
export type Offer = typeof offers.$inferSelect;

/** The orders of an offer, by their state. */
export interface Orders {
  readonly open: number;
  readonly done: number;
  /** Those of the last day, whatever became of them. */
  readonly today: number;
}

/** The id of an offer: a plain word, chosen by its owner. */
export const OfferId = Type.String({
  description: "Id of the offer: lower-case letters, digits and hyphens.",
  pattern: "^[a-z0-9]+(-[a-z0-9]+)*$",
  minLength: 1,
  maxLength: LIMITS.offerIdCharsMax,
});

const CapacityFields = {
  open: Type.Optional(
    Type.Integer({
      description: "Orders that may be open at once.",
      minimum: 1,
      maximum: LIMITS.offerCapacityMax,
    }),
  ),
  perDay: Type.Optional(
    Type.Integer({
      description: "Orders taken in 24 hours.",
      minimum: 1,
      maximum: LIMITS.offerCapacityMax,
    }),
  ),
};

const Audience = Type.Array(Type.Enum([...CONTACT_TYPES]), {
  description: "Contact types that may order; everyone if absent.",
  minItems: 1,
  maxItems: CONTACT_TYPES.length,
});

const Release = Type.Enum([...PRICE_RELEASES], {
  description: "Condition that releases the price.",
});

const MEDIA_TYPE = "^[a-z0-9][a-z0-9!#$&^_.+-]*/[a-z0-9*][a-z0-9!#$&^_.+-]*$";

function duration(description: string) {
  return Type.Optional(
    Type.String({ description, maxLength: LIMITS.idCharsMax }),
  );
}

/** The fields of an offer that its owner writes. */
export const OFFER_FIELDS = {
  title: Type.String({
    description: "Its name, in one line.",
    minLength: 1,
    maxLength: LIMITS.offerTitleCharsMax,
  }),
  description: Type.Optional(
    Type.String({
      description: "The result that a buyer gets.",
      maxLength: LIMITS.offerTextCharsMax,
    }),
  ),
  price: PriceInput,
  release: Type.Optional(described(Release, "replied if absent.")),
  acceptWithin: duration("ISO 8601 duration until you accept, such as PT4H."),
  deliverWithin: duration("The same for the work, such as P2D."),
  arbiter: Type.Optional(
    Type.String({
      description: "Address of an account here that decides disputes.",
      maxLength: LIMITS.addressCharsMax,
    }),
  ),
  input: Type.Optional(
    Type.Unknown({
      description:
        "JSON Schema (2020-12) of an order's input: type object; $ref only to #/$defs/…; no pattern.",
    }),
  ),
  output: Type.Optional(
    Type.Array(
      Type.String({ pattern: MEDIA_TYPE, maxLength: LIMITS.nameCharsMax }),
      {
        description: "Media types of the result, such as application/pdf.",
        maxItems: LIMITS.offerOutputsMax,
      },
    ),
  ),
  capacity: Type.Optional(
    closed(CapacityFields, {
      description: "The most orders; without a limit if absent.",
    }),
  ),
  audience: Type.Optional(Audience),
  active: Type.Optional(flag("False stops new orders; true if absent.")),
};

const SHOWN_FIELDS = {
  offerId: Word("skill", "Its id: send it as offerId to order."),
  title: string("Its name."),
  description: string("The result that a buyer gets."),
  price: money("The price of an order."),
  release: Release,
  acceptWithin: Type.Optional(
    Word("own", "How long the seller takes to accept (ISO 8601)."),
  ),
  deliverWithin: Type.Optional(
    Word("own", "How long the work takes from then on (ISO 8601)."),
  ),
  arbiter: Type.Optional(
    Word("address", "Decides disputes; absent without one."),
  ),
  input: Type.Optional(
    Type.Unknown({ description: "JSON Schema of an order's input." }),
  ),
  output: Type.Array(Word("mediaType"), {
    description: "Media types of the result.",
  }),
};

/** An offer as others see it. */
export const OfferSchema = closed({
  ...SHOWN_FIELDS,
  needsInput: flag(
    "True if an order needs an input; ask for one offer to see its schema.",
  ),
  soldOut: flag("True while it takes no more orders."),
});

/** An offer as its owner sees it. */
export const OwnOfferSchema = closed({
  ...SHOWN_FIELDS,
  capacity: closed(CapacityFields),
  audience: Audience,
  active: flag("False if it takes no new orders."),
  version: integer("Grows with each change."),
  orders: closed(
    {
      open: integer("Orders that are not over."),
      done: integer("Completed orders."),
    },
    { description: "The orders that have reached you." },
  ),
  updatedAt: timestamp("When it last changed."),
});

function shown(it: Offer) {
  return {
    offerId: it.offerId,
    title: it.title,
    description: it.description,
    price: showMoney(it.price),
    release: it.release,
    ...(it.acceptWithin !== null && { acceptWithin: it.acceptWithin }),
    ...(it.deliverWithin !== null && { deliverWithin: it.deliverWithin }),
    ...(it.arbiter !== null && { arbiter: it.arbiter }),
    output: [...it.output],
  };
}

/** Shows an offer to others, with the schema of its input if they ask for this one. */
export function presentOffer(
  it: Offer,
  { orders, isAlone }: { readonly orders: Orders; readonly isAlone: boolean },
): Static<typeof OfferSchema> {
  return {
    ...shown(it),
    needsInput: it.input !== null,
    ...(isAlone && it.input !== null && { input: it.input }),
    soldOut: isSoldOut(it, orders),
  };
}

/** Shows an offer to its owner. */
export function presentOwnOffer(
  it: Offer,
  { open, done }: Orders,
): Static<typeof OwnOfferSchema> {
  const { input, openMax, dayMax, audience, active, version } = it;
  return {
    ...shown(it),
    ...(input !== null && { input }),
    capacity: {
      ...(openMax !== null && { open: openMax }),
      ...(dayMax !== null && { perDay: dayMax }),
    },
    audience: [...((audience ?? ["everyone"]) as Static<typeof Audience>)],
    ...{ active, version, orders: { open, done } },
    updatedAt: showTime(it.updatedAt),
  };
}

/** True while an offer takes no more orders. */
export function isSoldOut(
  { openMax, dayMax }: Pick<Offer, "openMax" | "dayMax">,
  { open, today }: Orders,
): boolean {
  const isFull = openMax !== null && open >= openMax;
  return isFull || (dayMax !== null && today >= dayMax);
}
