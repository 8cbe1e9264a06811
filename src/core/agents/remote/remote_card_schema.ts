import type { Static } from "typebox";
import { Type } from "typebox";
import { LIMITS } from "../../base/limits.ts";

const Line = Type.String({ minLength: 1, maxLength: LIMITS.titleCharsMax });
const Text = Type.String({ maxLength: LIMITS.cardTextCharsMax });
const Url = Type.String({
  pattern: "^https?://[^\\s\\p{Cc}]+$",
  maxLength: LIMITS.uriCharsMax,
});
const Flag = Type.Optional(Type.Boolean());
/** The name of a scheme. An invalid one refuses the card: leaving it out would open it. */
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
        { additionalProperties: false },
      ),
    }),
  ),
);

/** A foreign card (A2A 1.0, 4.4.1): the fields that are shown. */
export const RemoteCardSchema = Type.Object({
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
  securitySchemes: Type.Optional(
    Type.Record(Key, Anything, { additionalProperties: false }),
  ),
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

/** A foreign card as shown: unset members are false or absent. */
export type RemoteAgentCard = KnownCard & {
  readonly capabilities: {
    readonly streaming: boolean;
    readonly pushNotifications: boolean;
    readonly extendedAgentCard: boolean;
  };
};
