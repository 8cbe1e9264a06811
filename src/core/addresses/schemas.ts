import { Type } from "typebox";
import { RELEASES } from "../payments/model.ts";
import { closed, MoneySchema, nullable, Timestamp } from "../schemas.ts";
import { CONTACT_TYPES } from "./contact_types.ts";

/** The forms that the address API gives back (decisions.md B). */

export const PriceRowSchema = closed({
  contactType: Type.Enum([...CONTACT_TYPES]),
  price: MoneySchema,
  release: Type.Enum([...RELEASES]),
  holdDays: Type.Integer(),
  source: Type.Enum(["recipient", "default"]),
});

export const PricesSchema = Type.Array(PriceRowSchema, {
  description: "What the recipient asks, one row for each class of senders.",
});

export const AddressSchema = closed({
  id: Type.String(),
  localPart: Type.String(),
  address: Type.String(),
  displayName: Type.String(),
  cardUrl: nullable(
    Type.String({
      description: "Agent card; null when the local-part is no host name.",
    }),
  ),
  prices: PricesSchema,
  createdAt: Timestamp,
});
