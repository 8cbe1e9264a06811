import type { TSchema } from "typebox";
import { Type } from "typebox";
import { LIMITS } from "./limits.ts";

/** A closed object: an unknown field is an error. */
export function closed<P extends Record<string, TSchema>>(
  properties: P,
  options: { readonly description?: string } = {},
) {
  return Type.Object(properties, { ...options, additionalProperties: false });
}

export function nullable<T extends TSchema>(schema: T) {
  return Type.Union([schema, Type.Null()]);
}

/** An identifier of the service, as it may come from outside. */
export function identifier(prefix: string, description: string) {
  return Type.String({
    description,
    pattern: `^${prefix}_[0-9a-z]+$`,
    maxLength: LIMITS.idCharsMax,
  });
}

export const ConversationId = Type.String({
  description: "Id of the conversation; the same value is the A2A task id.",
  minLength: 1,
  maxLength: LIMITS.idCharsMax,
});

/** What an act of the clock came to: nothing if it was done, or not due. */
export const Done = closed({ done: Type.Boolean() });

export const Timestamp = Type.String({
  description: "RFC 3339, UTC, milliseconds.",
});

export const MoneySchema = closed({
  amount: Type.String({ description: "Decimal, such as 5.00." }),
  amountAtomic: Type.String({ description: "Integer micro-USDC." }),
  currency: Type.Literal("USDC"),
  decimals: Type.Literal(6),
});

/** What the service keeps of a price: in a quote and in a payment (docs/money.md, Fees). */
export const FEE_FIELDS = {
  feeBps: Type.Optional(
    Type.Integer({
      description:
        "What the service keeps when the price is released, in hundredths of a percent; absent if it keeps nothing.",
    }),
  ),
  fee: Type.Optional(MoneySchema),
};

/** Says on every wire that no real money backs an amount. */
export function TestLabel() {
  return Type.Literal("TEST", {
    description: "Test money: no real rail backs it.",
  });
}

/** The forms of a price; by them a schema is known to be one. */
export const PRICE_FORMS = [
  { type: "number" },
  { type: "string" },
  {
    type: "object",
    properties: {
      amount: { type: "string" },
      amountAtomic: { type: "string" },
      currency: { type: "string" },
      decimals: { type: "integer" },
    },
    additionalProperties: false,
  },
];

/** A price as it may be sent; `parsePrice` reads it and says what is wrong. */
export const PriceInput = Type.Unsafe<unknown>({
  description:
    'Amount in USDC: a number, a decimal string such as "5.00", or a money object. At most six decimals.',
  anyOf: PRICE_FORMS,
});

export const Cursor = Type.String({
  description: "nextCursor of the last page.",
  maxLength: 256,
});
