import { Type } from "typebox";
import { freeAddressOf } from "../../core/addresses/present.ts";
import { ACCOUNT_EXTENSION_PATH } from "../../core/agents/card.ts";
import { readCardUrl } from "../../core/agents/card_url.ts";
import { SERVICE_AGENTS } from "../../core/agents/service_agents.ts";
import { Word } from "../../core/base/own_words.ts";
import { closed, string } from "../../core/base/schemas.ts";
import { ReleaseSchema } from "../../core/conversations/model/payment_schema.ts";
import type { ThreadOutput } from "../outputs.ts";
import { ContactTypeForm, WarningsForm } from "./forms.ts";
import type { Presentation, Viewer } from "./presentation.ts";
import { telling } from "./presentation.ts";

const Amount = Word("amount");

const PricesForm = Type.Array(
  closed({
    contactType: ContactTypeForm,
    price: Amount,
    release: ReleaseSchema,
  }),
);

function shortPrices(prices: NonNullable<ThreadOutput["prices"]>) {
  return prices.map(({ contactType, price, release }) => ({
    contactType,
    price: price.amount,
    release,
  }));
}

const OffersForm = Type.Array(
  closed({
    offerId: Word("skill"),
    title: Type.String(),
    description: Type.Optional(Type.String()),
    price: Amount,
    release: ReleaseSchema,
    acceptWithin: Type.Optional(Word("own")),
    deliverWithin: Type.Optional(Word("own")),
    arbiter: Type.Optional(Word("address")),
    input: Type.Optional(Type.Unknown()),
    needsInput: Type.Optional(Type.Literal(true)),
    soldOut: Type.Optional(Type.Literal(true)),
  }),
);

/** Offers as a model orders them: all of them in short, one with the schema of its input. */
function shortOffers(offers: NonNullable<ThreadOutput["offers"]>) {
  return offers.map(({ offerId, title, price, release, ...more }) => ({
    offerId,
    title,
    ...(more.description !== "" && { description: more.description }),
    price: price.amount,
    release,
    ...telling({
      acceptWithin: more.acceptWithin,
      deliverWithin: more.deliverWithin,
      arbiter: more.arbiter,
      input: more.input,
    }),
    ...(more.needsInput && !more.input && { needsInput: true as const }),
    ...(more.soldOut && { soldOut: true as const }),
  }));
}

const FOUND = {
  address: Word("address"),
  url: Word("link"),
  skillIds: Type.Array(Word("skill")),
};

/** The matching agents, best first; the service names its own agents. */
export const AGENTS: Presentation = {
  schema: closed({
    items: Type.Array(
      Type.Union([
        closed({ service: Type.Literal(true), name: Word("own"), ...FOUND }),
        closed({ name: Type.String(), ...FOUND }),
      ]),
    ),
  }),
  make: ({ items = [] }) => ({
    items: items.map(({ service, name, address, url, skillIds }) => ({
      ...telling({ service }),
      name,
      address,
      url,
      skillIds,
    })),
  }),
};

/**
 * An agent's card in the agent's own words; the service's and its agents' cards are in the
 * service's words.
 */
export const CARD: Presentation = {
  schema: closed({
    name: Type.String(),
    address: Type.Optional(Word("address")),
    url: Type.Optional(Word("link")),
    elsewhere: Type.Optional(string("Its address on another host.")),
    description: Type.String(),
    skills: Type.Array(
      closed({
        id: Word("skill"),
        name: Type.String(),
        description: Type.String(),
      }),
    ),
    prices: Type.Optional(PricesForm),
  }),
  isOwn({ supportedInterfaces: [first] = [] }, { settings, input }) {
    const host = hostOf(settings, input);
    const isAgents = SERVICE_AGENTS.some(
      ({ localPart }) => localPart === first?.tenant,
    );
    return host === "service" || (host === "account" && isAgents);
  },
  make: (card, { settings, input }) => {
    const { name, description, supportedInterfaces = [], skills = [] } = card;
    const isForeign = hostOf(settings, input) === "foreign";
    const [first] = supportedInterfaces;
    return {
      name,
      ...telling({
        address:
          isForeign || !first?.tenant
            ? undefined
            : freeAddressOf(settings, first.tenant),
        [isForeign ? "elsewhere" : "url"]: first?.url,
      }),
      description,
      skills: skills.map(({ id, name, description }) => ({
        id,
        name,
        description,
      })),
      ...telling({ prices: isForeign ? undefined : pricesIn(card, settings) }),
    };
  },
};

/** The kind of host of a requested card. */
function hostOf(settings: Viewer["settings"], { url }: Viewer["input"]) {
  return typeof url === "string" ? readCardUrl(settings, url).kind : "account";
}

/** The prices of an account, from its extended card. */
function pricesIn(
  { capabilities }: ThreadOutput,
  settings: Viewer["settings"],
) {
  const account = capabilities?.extensions?.find(
    ({ uri }) => uri === settings.baseUrl + ACCOUNT_EXTENSION_PATH,
  );
  const prices = account?.params?.prices as ThreadOutput["prices"];
  return prices && shortPrices(prices);
}

/** The account at an address, and its prices. */
export const ADDRESS: Presentation = {
  schema: closed({
    gnesi: Type.Boolean(),
    rail: Type.Enum(["svc", "email"]),
    address: Word("address"),
    displayName: Type.Optional(Type.String()),
    agentCard: Type.Optional(Word("link")),
    contactType: Type.Optional(ContactTypeForm),
    prices: Type.Optional(PricesForm),
  }),
  make: ({ gnesi, rail, address, prices = [], ...more }) => ({
    gnesi,
    rail,
    address,
    ...telling({
      displayName: more.displayName,
      agentCard: more.agentCard,
      contactType: more.contactType,
      prices: shortPrices(
        prices.filter(({ source }) => source === "recipient"),
      ),
    }),
  }),
};

/** The price of reaching an account. */
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
    offers: Type.Optional(OffersForm),
    warnings: Type.Optional(WarningsForm),
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
    ...telling({
      offers: more.offers && shortOffers(more.offers),
      warnings: more.warnings,
    }),
  }),
};
