import { Type } from "typebox";
import { defineQuery, RESOLVE_MEMBER } from "../access/operation.ts";
import { splitAddress } from "../addresses/address.ts";
import { CONTACT_TYPES } from "../addresses/contact_types.ts";
import { contactStore } from "../addresses/contacts_store.ts";
import { agentCardByPath, agentCardUrl } from "../addresses/present.ts";
import { resolveOpen } from "../addresses/resolve.ts";
import { AgentCardByPath, PricesSchema } from "../addresses/schemas.ts";
import { LIMITS } from "../base/limits.ts";
import { Word } from "../base/own_words.ts";
import { closed, flag, string, timestamp } from "../base/schemas.ts";
import { showTime } from "../base/time.ts";

/** Tells an account of this service from an ordinary email address. */
export const resolveAddress = defineQuery({
  name: "resolve_address",
  title: "Resolve an address",
  description:
    "Say whether an address is an account on this service, with its card and prices, or an ordinary email address, which gets an invite instead of the message.",
  access: RESOLVE_MEMBER,
  scope: "addresses:read",
  rate: "resolve",
  input: closed({
    address: string(
      "One address, such as bob@example.org; mailto: is accepted.",
      LIMITS.uriCharsMax,
    ),
  }),
  output: closed({
    gnesi: flag("True for an account."),
    rail: Type.Enum(["svc", "email"], {
      description:
        "svc for an account on this service, email for any other address.",
    }),
    address: Word("address", "Full address, such as ada@example.com."),
    displayName: Type.Optional(
      string("Display name; absent without an account."),
    ),
    agentCard: Type.Optional(Word("link", "URL of the account's agent card.")),
    agentCardByPath: AgentCardByPath,
    prices: Type.Optional(PricesSchema),
    awayUntil: Type.Optional(
      timestamp("When its person is back; absent unless they are away."),
    ),
    contactType: Type.Optional(
      Type.Enum([...CONTACT_TYPES], {
        description: "Present if the account is in your contacts.",
      }),
    ),
  }),
  tool: { destructive: false, idempotent: true, openWorld: false },
  async run(input, call) {
    const found = await resolveOpen(call, input.address, "/address");
    const { address } = found;
    if (found.kind === "email" || found.foreign) {
      return { gnesi: false, rail: "email" as const, address };
    }
    const { localPart } = splitAddress(address);
    const contacts = contactStore(call.db);
    const contact = await contacts.ofAccount(
      call.member.accountId,
      found.accountId,
    );
    return {
      gnesi: true,
      rail: "svc" as const,
      address,
      displayName: contact?.name || found.displayName,
      agentCard: agentCardUrl(call.settings, localPart),
      ...agentCardByPath(call.settings, localPart),
      prices: [...found.prices],
      ...(found.awayUntil !== null && { awayUntil: showTime(found.awayUntil) }),
      ...(contact && { contactType: contact.contactType }),
    };
  },
});
