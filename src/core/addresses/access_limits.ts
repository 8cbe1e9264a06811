import type { Static } from "typebox";
import { Type } from "typebox";
import type { PayLimits } from "../identity/credentials.ts";
import { LIMITS } from "../limits.ts";
import { parseAmount } from "../money.ts";
import { closed, nullable, PriceInput } from "../schemas.ts";
import { parseAddressAt } from "./address.ts";
import { CONTACT_TYPES } from "./contact_types.ts";

// As types in one schema, so that a wrong entry is named alone: a union would say
// beside it that the list is not null.
const LIST_OR_NULL = {
  type: ["array", "null"],
  minItems: 1,
  maxItems: LIMITS.credentialListMax,
};

/** The limits of an access, each as it is shown: null, like absent, is none. */
export const LIMIT_FIELDS = {
  perPayment: Type.Optional(nullable(PriceInput)),
  perDay: Type.Optional(nullable(PriceInput)),
  payees: Type.Optional(
    Type.Unsafe<readonly string[] | null>({
      ...LIST_OR_NULL,
      description:
        "Addresses that it may pay by itself; any address of the same account counts.",
      items: {
        type: "string",
        minLength: 1,
        maxLength: LIMITS.addressCharsMax,
      },
    }),
  ),
  contactTypes: Type.Optional(
    Type.Unsafe<readonly string[] | null>({
      ...LIST_OR_NULL,
      description: "Contact types that it may claim when it pays by itself.",
      items: { enum: [...CONTACT_TYPES] },
    }),
  ),
};

export const LimitsInput = closed(LIMIT_FIELDS, {
  description:
    "How it may pay by itself: the most for one payment and for all of a UTC day, whom, and as which contact type; no limit if absent or null.",
});

/**
 * Reads the limits of an access that stand at a pointer of the input: addresses in
 * their one form, and what is said twice once.
 * @throws invalid_price, invalid_address, each pointing at its field
 */
export function readLimits(
  { perPayment, perDay, payees, contactTypes }: Static<typeof LimitsInput>,
  pointer: string,
): PayLimits {
  return {
    ...(isSaid(perPayment) && {
      perPayment: parseAmount(perPayment, `${pointer}/perPayment`),
    }),
    ...(isSaid(perDay) && {
      perDay: parseAmount(perDay, `${pointer}/perDay`),
    }),
    ...(payees && {
      payees: once(
        payees.map((it, index) =>
          parseAddressAt(it, `${pointer}/payees/${index}`),
        ),
      ),
    }),
    ...(contactTypes && { contactTypes: once(contactTypes) }),
  };
}

function isSaid(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function once(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)];
}
