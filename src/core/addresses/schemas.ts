import { Type } from "typebox";
import { LIMITS } from "../base/limits.ts";
import { Word } from "../base/own_words.ts";
import {
  closed,
  described,
  FEE_FIELDS,
  filled,
  flag,
  identifier,
  integer,
  money,
  nullable,
  string,
  timestamp,
} from "../base/schemas.ts";
import { PRICE_RELEASES } from "../payments/model.ts";
import { CONTACT_TYPES } from "./contact_types.ts";
import { DNS_CHECK_CODES } from "./dns/check.ts";
import { DOMAIN_STATUSES } from "./domains/domain_rules.ts";

/** The output forms of the address API. */

const PriceRowSchema = closed({
  contactType: Type.Enum([...CONTACT_TYPES], {
    description: "Group of senders it is for.",
  }),
  price: money("The price."),
  release: Type.Enum([...PRICE_RELEASES], {
    description: "Condition that releases the price.",
  }),
  holdDays: integer("Days that the price is held before it comes back."),
  source: Type.Enum(["recipient", "default"], {
    description: "Whether the recipient set it or it is the default.",
  }),
});

export const PricesSchema = Type.Array(PriceRowSchema, {
  description: "The recipient's prices, one row for each group of senders.",
});

/** The address of a contact, as part of a path. */
export const ContactAddress = filled(
  "Address of the contact; any of an account's addresses.",
  LIMITS.addressCharsMax,
);

export const ContactSchema = closed({
  address: Word("address", "Full address, such as ada@example.com."),
  account: flag("True for an account on this service."),
  name: string('Your own name for them; "" for none.'),
  contactType: Type.Enum([...CONTACT_TYPES], {
    description: "Their contact type.",
  }),
  blocked: flag("True if they can't start a conversation with you."),
  allowed: flag("True if they need neither your acceptance nor a price."),
  createdAt: timestamp("When you added them."),
  updatedAt: timestamp("When the entry last changed."),
});

/** A payment requirement of a rail, in x402 v2's form. */
const RequirementSchema = closed({
  scheme: Type.Literal("hold", {
    description: "Held until a receipt is signed, or given back.",
  }),
  network: Type.Literal("svc:ledger", {
    description: "The ledger of this service.",
  }),
  amount: Word("amount", "Integer micro-USDC."),
  asset: Type.Literal("USDC", { description: "Always USDC." }),
  payTo: Word("address", "Address of the payee."),
  maxTimeoutSeconds: integer("How long the quote is valid."),
  extra: closed({ label: Type.Literal("TEST") }),
});

export const QuoteSchema = closed({
  quoteId: Word("digest", "Id of the quote; send it along to get this price."),
  to: Word("address", "The recipient's address."),
  account: flag("False for an ordinary address."),
  contactType: Type.Enum([...CONTACT_TYPES], {
    description: "The group that the price is for.",
  }),
  claimedType: Type.Enum([...CONTACT_TYPES], {
    description: "Your claimed relation to them.",
  }),
  note: Type.Optional(Word("sentence", "Why the price is for another group.")),
  price: money("The price."),
  ...FEE_FIELDS,
  release: Type.Enum([...PRICE_RELEASES], {
    description:
      "The release condition of a conversation with this quote, unless it names another.",
  }),
  holdDays: integer("Days that the price is held before it comes back."),
  payee: nullable(closed({ accountId: Word("id"), address: Word("address") })),
  validUntil: timestamp("When it expires."),
  charged: Type.Literal(false, {
    description: "Always false: a quote costs nothing.",
  }),
  requirements: Type.Array(RequirementSchema, {
    description: "What must be held; empty if there is no price.",
  }),
  offer: closed({
    format: Type.Literal("jws", { description: "How the offer is signed." }),
    signature: Word(
      "digest",
      "EdDSA over the RFC 8785 form of the offer; keys at /.well-known/jwks.json.",
    ),
  }),
});

/** A second address of a card whose host is a name below localhost. */
export const AgentCardByPath = Type.Optional(
  Word(
    "link",
    "The same card for clients that do not look up names below localhost.",
  ),
);

export const AddressSchema = closed({
  id: string("Id of the address."),
  localPart: string("Part before the @."),
  address: Word("address", "Full address, such as ada@example.com."),
  displayName: string("Display name."),
  cardUrl: nullable(
    string("Agent card; null when the local-part isn't a host name."),
  ),
  agentCardByPath: AgentCardByPath,
  prices: described(PricesSchema, "Its owner's prices."),
  createdAt: timestamp("When it was created."),
});

export const DomainId = identifier("dom", "Id of a domain you added.");

const DnsCheckSchema = closed(
  {
    ok: flag("True if the record verifies the domain."),
    observed: Type.Array(Type.String(), {
      description: "The TXT values actually published.",
    }),
    resolver: string("The DNS server that was asked."),
    code: Type.Enum([...DNS_CHECK_CODES], { description: "The result." }),
    detail: Word("sentence", "The same in a sentence."),
  },
  { description: "The last check of the record." },
);

const DOMAIN_FIELDS = {
  id: string("Id of the domain."),
  domain: string("The domain, as lower-case A-labels."),
  status: Type.Enum([...DOMAIN_STATUSES], {
    description: "Status of the verification (docs/addresses.md).",
  }),
  token: string("The token in its DNS record."),
  record: closed(
    {
      type: Type.Literal("TXT", { description: "Always TXT." }),
      name: string("Name of the record."),
      value: string("Value of the record."),
    },
    { description: "The DNS record to publish." },
  ),
  address: nullable(
    Word(
      "address",
      "Your mailbox at the domain; null until it is verified and you have a free address.",
    ),
  ),
  createdAt: timestamp("When it was created."),
  lastCheckedAt: Type.Optional(timestamp("When the record was last checked.")),
  verifiedAt: Type.Optional(
    timestamp("When the record first verified the domain."),
  ),
  nextCheckAt: Type.Optional(timestamp("When it is checked next.")),
  check: Type.Optional(DnsCheckSchema),
};

export const DomainSchema = closed(DOMAIN_FIELDS);

export const AddedDomainSchema = closed({
  ...DOMAIN_FIELDS,
  created: flag("False if you had already added it."),
});
