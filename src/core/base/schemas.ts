import type { TSchema } from "typebox";
import { Type } from "typebox";
import { LIMITS } from "./limits.ts";
import { Word } from "./own_words.ts";

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

/** An identifier of the service, as input. */
export function identifier(prefix: string, description: string) {
  return Type.String({
    description,
    pattern: `^${prefix}_[0-9a-z]+$`,
    maxLength: LIMITS.idCharsMax,
  });
}

export const ConversationId = filled(
  "Id of the conversation; the same value is the A2A task id.",
  LIMITS.idCharsMax,
);

/** The same in an answer. */
export const ConversationIdWord = Word(
  "id",
  "Id of the conversation; the same value is the A2A task id.",
);

/** The outcome of a scheduled act: empty, whether it was done or not due. */
export const Done = closed({ done: Type.Boolean() });

/** A text with a description, and its most characters if somebody else writes it. */
export function string(description: string, maxLength?: number) {
  return Type.String({
    description,
    ...(maxLength !== undefined && { maxLength }),
  });
}

/** The same for a text that is not empty. */
export function filled(description: string, maxLength: number) {
  return Type.String({ description, minLength: 1, maxLength });
}

/** A whole number with a description. */
export function integer(description: string) {
  return Type.Integer({ description });
}

/** A boolean with a description. */
export function flag(description: string) {
  return Type.Boolean({ description });
}

const TIME = "RFC 3339, UTC, milliseconds.";

export const Timestamp = Word("time", TIME);

/** A schema with a description of its use here. */
export function described<T extends TSchema>(schema: T, description: string) {
  return { ...schema, description };
}

/** A moment in the past or future. */
export function timestamp(description: string) {
  return described(Timestamp, `${description} ${TIME}`);
}

export const MoneySchema = closed({
  amount: Word("amount", "Decimal, such as 5.00."),
  amountAtomic: Word("amount", "Integer micro-USDC."),
  currency: Type.Literal("USDC", { description: "Always USDC." }),
  decimals: Type.Literal(6, { description: "Places of amountAtomic." }),
});

/** A lower-case code, possibly with dots. */
export function codeText(description: string) {
  const pattern = "^[a-z0-9_]+([.][a-z0-9_]+)*$";
  return { ...Word("code", description), pattern };
}

/** A code of docs/errors.md; OpenAPI lists them all. */
export const ErrorCodeText = codeText("An error code (docs/errors.md).");

/** The reason for a refusal, as the error would say it. */
export function refusalSchema(description: string) {
  return closed(
    {
      code: ErrorCodeText,
      detail: Word("sentence", "Why, in a sentence."),
    },
    { description },
  );
}

/** An amount with a description. */
export function money(description: string) {
  return described(MoneySchema, description);
}

/** The service's fee on a price: in a quote and in a payment (docs/money.md, Fees). */
export const FEE_FIELDS = {
  feeBps: Type.Optional(
    integer(
      "The service's fee on release, in hundredths of a percent; absent if there is none.",
    ),
  ),
  fee: Type.Optional(money("The fee as an amount; absent if there is none.")),
};

/** Says on every wire that no real money backs an amount. */
export function TestLabel() {
  return Type.Literal("TEST", {
    description: "Test money: no real rail backs it.",
  });
}

/** The forms of a price; they identify its schema. */
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

/** A price as clients may send it; `parsePrice` reads it and reports errors. */
export const PriceInput = Type.Unsafe<unknown>({
  description:
    'Amount in USDC: a number, a decimal string such as "5.00", or a money object. At most six decimals.',
  anyOf: PRICE_FORMS,
});

export const Cursor = string("nextCursor from the last page.", 256);

/** Where a list continues, and whether it does. */
export const PAGE_FIELDS = {
  nextCursor: nullable(
    Word(
      "digest",
      "Pass it as cursor for the next page, even after a short one; null after the last.",
    ),
  ),
  hasMore: flag("True if there are more."),
};

/** Where a page of an operator's list begins: below this id. */
export const Before = Type.Optional(
  string("Only those older than this one.", LIMITS.idCharsMax),
);

/** Where such a list continues. */
export const NextBefore = nullable(
  string("Pass it as before for the next page; null after the last."),
);

/** How long a page of a list may be. */
export const PageLimit = Type.Integer({
  description: `At most ${LIMITS.pageMax}.`,
  minimum: 1,
  maximum: LIMITS.pageMax,
});
