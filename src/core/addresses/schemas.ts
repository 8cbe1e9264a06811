import { Type } from "typebox";
import { RELEASES } from "../payments/model.ts";
import {
  closed,
  identifier,
  MoneySchema,
  nullable,
  Timestamp,
} from "../schemas.ts";
import { CONTACT_TYPES } from "./contact_types.ts";
import { DNS_CHECK_CODES } from "./dns/look_up.ts";
import { DOMAIN_STATUSES } from "./domain_rules.ts";

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

export const DomainId = identifier("dom", "Id of a domain that you added.");

export const DnsCheckSchema = closed(
  {
    ok: Type.Boolean({ description: "True if the record proves the domain." }),
    observed: Type.Array(Type.String(), {
      description: "The TXT values that are really published.",
    }),
    resolver: Type.String({ description: "The DNS server that was asked." }),
    code: Type.Enum([...DNS_CHECK_CODES]),
    detail: Type.String(),
  },
  { description: "What the last look at the record found." },
);

const DOMAIN_FIELDS = {
  id: Type.String(),
  domain: Type.String(),
  status: Type.Enum([...DOMAIN_STATUSES]),
  token: Type.String({ description: "What proves the domain, in its record." }),
  record: closed(
    {
      type: Type.Literal("TXT"),
      name: Type.String(),
      value: Type.String(),
    },
    { description: "The DNS record to publish." },
  ),
  address: nullable(
    Type.String({
      description:
        "Your mailbox at the domain; null until it is verified and you have a free address.",
    }),
  ),
  createdAt: Timestamp,
  lastCheckedAt: Type.Optional(Timestamp),
  verifiedAt: Type.Optional(Timestamp),
  nextCheckAt: Type.Optional(Timestamp),
  check: Type.Optional(DnsCheckSchema),
};

export const DomainSchema = closed(DOMAIN_FIELDS);

export const AddedDomainSchema = closed({
  ...DOMAIN_FIELDS,
  created: Type.Boolean({ description: "False if you had added it already." }),
});
