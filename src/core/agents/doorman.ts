import { CONTACT_TYPES } from "../addresses/contact_types.ts";
import type { ContactRow } from "../addresses/contacts_store.ts";
import { contactStore } from "../addresses/contacts_store.ts";
import { pricesOf } from "../addresses/prices.ts";
import { LIMITS } from "../base/limits.ts";
import { agentStore } from "./agent_store.ts";
import type { Answer } from "./question.ts";
import { list, mayTell } from "./question.ts";

const DECIDES = [
  "At your door I decide by what you set and by nothing else:",
  "- whom you blocked cannot start a conversation with you, whatever they pay",
  "- whom you always let in needs neither your acceptance nor your price",
  "- whoever is in your contacts is let in, at the price of their type",
  "- whoever claims to be closer to you than your contacts say pays what everyone pays, until you change their type",
  "- a stranger, or somebody who pays, waits for you to accept; declining returns a held price",
  "- your prices are shown to whoever looks you up; a price that you set yourself has to be offered",
].join("\n");

/** `doorman`: the requester's own contact types and prices. */
export const answerDoorman: Answer = async ({ requester }, { db }) => {
  const told = mayTell(requester, "contacts:read");
  if ("why" in told) return `${DECIDES}\n\n${told.why}`;
  const agent = await agentStore(db).byAccount(told.accountId);
  const contacts = await contactStore(db).of(told.accountId);
  const prices = pricesOf(agent ?? { accountKind: "person", prices: null }).map(
    ({ contactType, price, source }) =>
      `${contactType}: ${price.amount} ${price.currency}${source === "default" ? " (default)" : ""}`,
  );
  return [
    DECIDES,
    list("What you ask to be reached:", prices, ""),
    list("Your contacts:", typesOf(contacts), "You have no contacts yet."),
    ...standingsOf(contacts),
  ].join("\n\n");
};

const STANDINGS = [
  ["blocked", "You have blocked:"],
  ["allowed", "You always let in:"],
] as const;

function standingsOf(contacts: readonly ContactRow[]): readonly string[] {
  return STANDINGS.flatMap(([standing, title]) => {
    const own = contacts.filter((it) => it.standing === standing);
    return own.length === 0 ? [] : [list(title, [addressesOf(own)], "")];
  });
}

/** The first of them, and how many more there are. */
function addressesOf(contacts: readonly ContactRow[]): string {
  const shown = contacts.slice(0, LIMITS.agentListMax).map((it) => it.address);
  const more = contacts.length - shown.length;
  return `${shown.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

/** One line for each type in use: how many, and the first of them. */
function typesOf(contacts: readonly ContactRow[]): readonly string[] {
  return CONTACT_TYPES.flatMap((contactType) => {
    const own = contacts.filter((it) => it.contactType === contactType);
    if (own.length === 0) return [];
    return [`${contactType} (${own.length}): ${addressesOf(own)}`];
  });
}
