import { Compile } from "typebox/compile";
import { once } from "../../base/cache.ts";
import { isObject } from "../../base/json.ts";
import { cleanText } from "../../base/text.ts";
import type { Sentence } from "../../base/words/sentence.ts";
import { told } from "../../base/words/sentence.ts";
import { fieldName } from "../../errors/field_errors.ts";
import { unusable } from "./http_exchange.ts";
import { prune } from "./json_value.ts";
import type { KnownCard, RemoteAgentCard } from "./remote_card_schema.ts";
import { RemoteCardSchema } from "./remote_card_schema.ts";

const PARTS = RemoteCardSchema.properties;
const validator = once(() => Compile(RemoteCardSchema));

/** Optional fields: a wrong one is left out. */
const DECORATIONS = {
  provider: once(() => Compile(PARTS.provider)),
  documentationUrl: once(() => Compile(PARTS.documentationUrl)),
  iconUrl: once(() => Compile(PARTS.iconUrl)),
} as const;

/**
 * Keeps the fields of A2A 1.0 that have the right form.
 * @throws card_invalid, naming the first wrong field
 */
export function knownCard(document: object): KnownCard {
  const card = prune(document, (value) => value === null);
  const fields = Object.entries(isObject(card) ? card : {}).filter(
    ([name, value]) => !isWrongDecoration(name, value),
  );
  const known = Object.fromEntries(fields);
  if (!validator().Check(known)) throw unusable(whyNot(known));
  validator().Clean(known); // In place.
  return known;
}

function isWrongDecoration(name: string, value: unknown): boolean {
  return (
    Object.hasOwn(DECORATIONS, name) &&
    !DECORATIONS[name as keyof typeof DECORATIONS]().Check(value)
  );
}

function whyNot(card: unknown): Sentence {
  const [error] = validator().Errors(card);
  const missing =
    error?.keyword === "required" ? error.params.requiredProperties[0] : "";
  const pointer = `${error?.instancePath ?? ""}/${missing}`.replace(/\/$/, "");
  const shown = fieldName(pointer.replace(OWN_NAMES, "$1")) || told`it`;
  return missing
    ? told`${shown} is missing`
    : told`${shown} doesn't match A2A 1.0`;
}

// Below these the card's owner chooses the names, so our sentences do not quote them.
const OWN_NAMES = /(\/(?:securitySchemes|schemes))\/.*$/s;

/** A card for people and models, with every text cleaned. */
export function shownCard(known: KnownCard): RemoteAgentCard {
  const { capabilities, ...card } = cleaned(known);
  const unset = {
    streaming: false,
    pushNotifications: false,
    extendedAgentCard: false,
  };
  return { ...card, capabilities: { ...unset, ...capabilities } };
}

/** The same value with every text cleaned. */
function cleaned<T>(value: T): T {
  return JSON.parse(JSON.stringify(value), (_, it) =>
    typeof it === "string" ? cleanText(it) : it,
  );
}
