import { Type } from "typebox";
import { LIMITS } from "../base/limits.ts";
import {
  closed,
  FEE_FIELDS,
  identifier,
  MoneySchema,
  nullable,
  Timestamp,
} from "../base/schemas.ts";
import { PRICE_RELEASES } from "../payments/model.ts";
import { CONTACT_TYPES } from "./contact_types.ts";
import { DNS_CHECK_CODES } from "./dns/look_up.ts";
import { DOMAIN_STATUSES } from "./domains/domain_rules.ts";

/** The forms that the address API gives back. */

export const PriceRowSchema = closed({
  contactType: Type.Enum([...CONTACT_TYPES]),
  price: MoneySchema,
  release: Type.Enum([...PRICE_RELEASES]),
  holdDays: Type.Integer(),
  source: Type.Enum(["recipient", "default"]),
});

export const PricesSchema = Type.Array(PriceRowSchema, {
  description: "What the recipient asks, one row for each class of senders.",
});

/** The address of a contact, as it may be written in a path. */
export const ContactAddress = Type.String({
  description: "Address of the contact: any of those that an account has.",
  minLength: 1,
  maxLength: LIMITS.addressCharsMax,
});

export const ContactSchema = closed({
  address: Type.String(),
  account: Type.Boolean({ description: "True for an account of the service." }),
  contactType: Type.Enum([...CONTACT_TYPES]),
  blocked: Type.Boolean({
    description: "True if they cannot start a conversation with you.",
  }),
  allowed: Type.Boolean({
    description: "True if they need neither your acceptance nor your price.",
  }),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});

/** What a rail has to be paid, as x402 v2 names it. */
const RequirementSchema = closed({
  scheme: Type.Literal("hold", {
    description: "Held until a receipt is signed, or given back.",
  }),
  network: Type.Literal("svc:ledger"),
  amount: Type.String({ description: "Integer micro-USDC." }),
  asset: Type.Literal("USDC"),
  payTo: Type.String({ description: "Address of the payee." }),
  maxTimeoutSeconds: Type.Integer({
    description: "How long the quote is valid.",
  }),
  extra: closed({ label: Type.Literal("TEST") }),
});

export const QuoteSchema = closed({
  quoteId: Type.String(),
  to: Type.String(),
  account: Type.Boolean({ description: "False for an ordinary address." }),
  contactType: Type.Enum([...CONTACT_TYPES], {
    description: "The class that the price is for.",
  }),
  claimedType: Type.Enum([...CONTACT_TYPES], {
    description: "What you would claim to be to them.",
  }),
  note: Type.Optional(
    Type.String({ description: "Why the price is of another class." }),
  ),
  price: MoneySchema,
  ...FEE_FIELDS,
  release: Type.Enum([...PRICE_RELEASES], {
    description:
      "The condition that a conversation with this quote has, unless it names another.",
  }),
  holdDays: Type.Integer(),
  payee: nullable(closed({ accountId: Type.String(), address: Type.String() })),
  validUntil: Timestamp,
  charged: Type.Literal(false),
  requirements: Type.Array(RequirementSchema, {
    description: "What must be held; empty if nothing is asked.",
  }),
  offer: closed({
    format: Type.Literal("jws"),
    signature: Type.String({
      description:
        "EdDSA over the RFC 8785 form of the offer; keys at /.well-known/jwks.json.",
    }),
  }),
});

/** A second address of a card, where its host is a name below localhost. */
export const AgentCardByPath = Type.Optional(
  Type.String({
    description:
      "The same card for clients that do not look up names below localhost.",
  }),
);

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
  agentCardByPath: AgentCardByPath,
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
