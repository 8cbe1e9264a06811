import type { Static } from "typebox";
import { Type } from "typebox";
import { Compile } from "typebox/compile";
import { LIMITS } from "../limits.ts";
import { cleanText, firstChars } from "../text.ts";
import { unusable } from "./http_exchange.ts";

const Line = Type.String({ minLength: 1, maxLength: LIMITS.titleCharsMax });
const Text = Type.String({ maxLength: LIMITS.cardTextCharsMax });
const Url = Type.String({
  pattern: "^https?://[^\\s\\p{Cc}]+$",
  maxLength: LIMITS.uriCharsMax,
});
const Flag = Type.Optional(Type.Boolean());
const Key = Type.String({ pattern: "^[\\w.:/-]{1,64}$" });
const Anything = Type.Record(Type.String(), Type.Unknown());

function listOf<T extends Parameters<typeof Type.Array>[0]>(item: T) {
  return Type.Array(item, { maxItems: LIMITS.cardListMax });
}

const Requirements = Type.Optional(
  listOf(
    Type.Object({
      schemes: Type.Record(
        Key,
        Type.Object({ list: Type.Optional(listOf(Line)) }),
      ),
    }),
  ),
);

/** The card of somebody else (A2A 1.0, 4.4.1): the fields that are shown. */
const RemoteCardSchema = Type.Object({
  name: Line,
  description: Text,
  version: Type.String({ maxLength: LIMITS.nameCharsMax }),
  supportedInterfaces: Type.Array(
    Type.Object({
      url: Url,
      protocolBinding: Line,
      protocolVersion: Line,
      tenant: Type.Optional(Text),
    }),
    { minItems: 1, maxItems: LIMITS.cardListMax },
  ),
  provider: Type.Optional(Type.Object({ organization: Line, url: Url })),
  documentationUrl: Type.Optional(Url),
  iconUrl: Type.Optional(Url),
  capabilities: Type.Object({
    streaming: Flag,
    pushNotifications: Flag,
    extendedAgentCard: Flag,
    extensions: Type.Optional(
      listOf(
        Type.Object({
          uri: Line,
          description: Type.Optional(Text),
          required: Flag,
          params: Type.Optional(Anything),
        }),
      ),
    ),
  }),
  securitySchemes: Type.Optional(Type.Record(Key, Anything)),
  securityRequirements: Requirements,
  defaultInputModes: listOf(Line),
  defaultOutputModes: listOf(Line),
  skills: listOf(
    Type.Object({
      id: Line,
      name: Line,
      description: Text,
      tags: listOf(Line),
      examples: Type.Optional(listOf(Text)),
      inputModes: Type.Optional(listOf(Line)),
      outputModes: Type.Optional(listOf(Line)),
      securityRequirements: Requirements,
    }),
  ),
});

/** The fields of a card as its owner wrote them. */
export type KnownCard = Static<typeof RemoteCardSchema>;

/** A card of somebody else, as it is shown: what is unset is false or absent. */
export type RemoteAgentCard = KnownCard & {
  readonly capabilities: {
    readonly streaming: boolean;
    readonly pushNotifications: boolean;
    readonly extendedAgentCard: boolean;
  };
};

const validator = Compile(RemoteCardSchema);

/** Nice to have and nothing rests on them: a wrong one is left out. */
const DECORATIONS = {
  provider: Compile(RemoteCardSchema.properties.provider),
  documentationUrl: Compile(Url),
  iconUrl: Compile(Url),
} as const;

/**
 * Keeps the fields that A2A 1.0 has, once they are what it says.
 * @throws card_invalid, naming the first field that is not
 */
export function knownCard(document: object): KnownCard {
  const card = prune(document, (value) => value === null);
  const fields = Object.entries(isObject(card) ? card : {}).filter(
    ([name, value]) => !isWrongDecoration(name, value),
  );
  const known = validator.Clean(Object.fromEntries(fields));
  if (validator.Check(known)) return known;
  throw unusable(whyNot(known));
}

function isWrongDecoration(name: string, value: unknown): boolean {
  return (
    Object.hasOwn(DECORATIONS, name) &&
    !DECORATIONS[name as keyof typeof DECORATIONS].Check(value)
  );
}

function whyNot(card: unknown): string {
  const [error] = validator.Errors(card);
  const missing =
    error?.keyword === "required" ? error.params.requiredProperties[0] : "";
  const pointer = `${error?.instancePath ?? ""}/${missing}`.replace(/\/$/, "");
  const shown = cleanText(firstChars(pointer, LIMITS.nameCharsMax));
  return `${shown} is ${missing ? "missing" : "not what A2A 1.0 says"}`;
}

/** A card for people and models: no text in it steers what shows it. */
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

/**
 * A copy without what is unset, at any depth; undefined if nothing is left.
 * Made from entries: a member called `__proto__` stays a mere member.
 */
export function prune(
  value: unknown,
  isUnset: (value: unknown, name: string) => boolean,
  name = "",
): unknown {
  let copy = value;
  if (Array.isArray(value)) {
    copy = value
      .map((item) => prune(item, isUnset))
      .filter((item) => item !== undefined);
  } else if (isObject(value)) {
    copy = Object.fromEntries(
      Object.entries(value)
        .map(([key, member]) => [key, prune(member, isUnset, key)] as const)
        .filter(([, member]) => member !== undefined),
    );
  }
  return isUnset(copy, name) ? undefined : copy;
}

/** True for a JSON object. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
