import { Type } from "typebox";
import { freeAddressOf } from "../../core/addresses/present.ts";
import type { AgentCard } from "../../core/agents/card.ts";
import { Word } from "../../core/base/own_words.ts";
import { closed } from "../../core/base/schemas.ts";
import { ReleaseSchema } from "../../core/conversations/model/payment_schema.ts";
import { ContactTypeForm } from "./forms.ts";
import type { Presentation, Reader } from "./presentation.ts";
import { telling } from "./presentation.ts";

const Amount = Word("amount");

/** Who matches, the best first. */
export const AGENTS: Presentation = {
  schema: closed({
    items: Type.Array(
      closed({
        name: Word("name"),
        address: Word("address"),
        url: Word("link"),
        skillIds: Type.Array(Word("name")),
      }),
    ),
  }),
  make: ({ items = [] }) => ({
    items: items.map(({ name, address, url, skillIds }) => ({
      name,
      address,
      url,
      skillIds,
    })),
  }),
};

/** What an agent says that it does; its owner's words, but for the address. */
export const CARD: Presentation = {
  schema: closed({
    name: Word("name"),
    address: Type.Optional(Word("address")),
    url: Type.Optional(Word("link")),
    description: Type.String(),
    skills: Type.Array(
      closed({
        id: Word("name"),
        name: Word("name"),
        description: Type.String(),
      }),
    ),
  }),
  make: (
    { name, description, supportedInterfaces = [], skills = [] },
    { settings },
  ) => ({
    name,
    ...telling({
      address: addressIn(supportedInterfaces, settings),
      url: supportedInterfaces[0]?.url,
    }),
    description,
    skills: skills.map(({ id, name, description }) => ({
      id,
      name,
      description,
    })),
  }),
};

/** What `to` takes for an agent whose card leads to an inbox of this service. */
function addressIn(
  [first]: AgentCard["supportedInterfaces"],
  settings: Reader["settings"],
): string | undefined {
  const isOurs = first?.url.startsWith(`${settings.baseUrl}/`);
  const localPart = isOurs ? first?.tenant : undefined;
  return localPart && freeAddressOf(settings, localPart);
}

/** Who has an address, and what they ask. */
export const ADDRESS: Presentation = {
  schema: closed({
    gnesi: Type.Boolean(),
    rail: Type.Enum(["svc", "email"]),
    address: Word("address"),
    displayName: Type.Optional(Word("name")),
    agentCard: Type.Optional(Word("link")),
    contactType: Type.Optional(ContactTypeForm),
    prices: Type.Optional(
      Type.Array(
        closed({
          contactType: ContactTypeForm,
          price: Amount,
          release: ReleaseSchema,
        }),
      ),
    ),
  }),
  make: ({ gnesi, rail, address, prices = [], ...more }) => ({
    gnesi,
    rail,
    address,
    ...telling({
      displayName: more.displayName,
      agentCard: more.agentCard,
      contactType: more.contactType,
      prices: prices
        .filter(({ source }) => source === "recipient")
        .map(({ contactType, price, release }) => ({
          contactType,
          price: price.amount,
          release,
        })),
    }),
  }),
};

/** What it costs to reach somebody. */
export const QUOTE: Presentation = {
  schema: closed({
    quoteId: Word("digest"),
    to: Word("address"),
    account: Type.Boolean(),
    contactType: ContactTypeForm,
    note: Type.Optional(Word("sentence")),
    price: Amount,
    release: ReleaseSchema,
    holdDays: Type.Integer(),
    validUntil: Word("time"),
    charged: Type.Literal(false),
  }),
  make: ({ quoteId, to, account, contactType, note, price, ...more }) => ({
    quoteId,
    to,
    account,
    contactType,
    ...telling({ note }),
    price: price?.amount,
    release: more.release,
    holdDays: more.holdDays,
    validUntil: more.validUntil,
    charged: false,
  }),
};
