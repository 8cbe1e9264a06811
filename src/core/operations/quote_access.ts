import { Type } from "typebox";
import { requireScope } from "../access/access.ts";
import type { QueryCall } from "../access/context.ts";
import { defineQuery, MEMBER } from "../access/operation.ts";
import type { ContactType } from "../addresses/contact_types.ts";
import { CONTACT_TYPES } from "../addresses/contact_types.ts";
import { warningsAbout } from "../addresses/nobody_here.ts";
import { resolveOpen } from "../addresses/resolve.ts";
import { QuoteSchema } from "../addresses/schemas.ts";
import { OfferId, OfferSchema } from "../agents/offers/offer.ts";
import { quoteFor } from "../agents/quote.ts";
import { LIMITS } from "../base/limits.ts";
import { ConversationId, closed, filled } from "../base/schemas.ts";
import { phrase } from "../base/words/say.ts";
import { told } from "../base/words/sentence.ts";
import { offersElsewhere } from "../conversations/acts/drafts/meet_foreign.ts";
import { loadForMember } from "../conversations/acts/store/load.ts";
import { Warnings } from "../conversations/acts/thread/warnings.ts";
import { ServiceError } from "../errors/errors.ts";

/** Quotes the price of reaching somebody (docs/addresses.md, Quotes). */
export const quoteAccess = defineQuery({
  name: "quote_access",
  title: "Quote access",
  description:
    "Ask what it costs to reach someone before you write. to alone is enough; you may add one of their offers or skills, or one of your conversations, such as a draft. Nothing is charged. Pass quoteId to svc.create_conversation within 15 minutes: the price is then capped at the quote, both ways.",
  access: MEMBER,
  scope: "addresses:read",
  rate: "resolve",
  input: closed({
    skillId: Type.Optional(
      filled(
        "A skill from the recipient's card (svc.get_agent_card, svc.discover_agents); receive_message if they offer no other. Without it and conversationId, the quote is for writing to them.",
        LIMITS.skillIdCharsMax,
      ),
    ),
    offerId: Type.Optional({
      ...OfferId,
      description:
        "One of their offers: the quote is for an order of it, and says the schema of its input.",
    }),
    conversationId: Type.Optional(ConversationId),
    to: filled(
      "Address of the recipient, one at a time.",
      LIMITS.addressCharsMax,
    ),
    contactType: Type.Optional(
      Type.Enum([...CONTACT_TYPES], {
        description:
          "Your claimed relation to them; the conversation's own, or everyone, if absent. An unconfirmed claim costs the price for everyone.",
      }),
    ),
  }),
  output: closed({
    ...QuoteSchema.properties,
    offers: Type.Optional(
      Type.Array(OfferSchema, {
        description:
          "Their offers at a fixed price, or the one asked for: order with offerId and input in svc.create_conversation.",
      }),
    ),
    warnings: Type.Optional(Warnings),
  }),
  tool: { destructive: false, idempotent: true, openWorld: false },
  async run({ skillId, offerId, conversationId, to, contactType }, call) {
    if (skillId !== undefined && conversationId !== undefined) {
      throw oneOfTwo();
    }
    const written = await claimOf(call, conversationId);
    const found = await resolveOpen(call, to, "/to");
    const quote = await quoteFor(call, {
      found,
      claimed: contactType ?? written,
      skillId,
      offerId,
      elsewhere: await soldElsewhere(call, found.address, offerId),
    });
    const { address } = found;
    const accountId = found.kind === "account" ? found.accountId : null;
    return {
      ...quote,
      ...warningsAbout(call.settings, [{ accountId, address }]),
    };
  },
});

/** The offers of an address at another service; a quote for writing needs no answer of it. */
async function soldElsewhere(call: QueryCall, to: string, offerId?: string) {
  const asked = offersElsewhere(call, to, offerId);
  const isNeeded = offerId !== undefined;
  return (await (isNeeded ? asked : asked.catch(() => undefined)))?.offers;
}

/** @throws insufficient_scope, conversation_not_found */
async function claimOf(
  call: QueryCall,
  conversationId: string | undefined,
): Promise<ContactType> {
  if (conversationId === undefined) return "everyone";
  requireScope(call.member, "conversations:read", told`read a conversation`);
  const { conversation } = await loadForMember(call, conversationId);
  return conversation.contactType;
}

function oneOfTwo(): ServiceError {
  const detail = told`send skillId or conversationId, not both`;
  return new ServiceError("invalid_input", {
    detail: told`Cannot give a quote: ${detail}.`,
    errors: [{ pointer: "/skillId", code: "one_of", detail }],
    fix: {
      rest: phrase`Take a skillId from the recipient's card (GET /v1/agents/card); receive_message if they offer no other. Or use one of your conversations, such as a draft.`,
      mcp: "Take a skillId from the recipient's card (svc.get_agent_card, svc.discover_agents); receive_message if they offer no other. Or use one of your conversations, such as a draft.",
      a2a: "Take a skillId from the recipient's card; receive_message if they offer no other.",
    },
  });
}
