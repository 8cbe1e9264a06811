import { Type } from "typebox";
import { LIMITS } from "../base/limits.ts";
import {
  closed,
  identifier,
  MoneySchema,
  nullable,
  Timestamp,
} from "../base/schemas.ts";
import { PRESET_IDS, SCOPES } from "./scopes.ts";

/** The forms of accounts and credentials. */

export const AccountId = identifier("acc", "Id of the account.");
export const CredentialId = Type.String({
  description: "Id of the credential.",
  minLength: 1,
  maxLength: LIMITS.idCharsMax,
});

export const AccountSchema = closed({
  id: Type.String(),
  kind: Type.Enum(["person", "agent", "service"]),
  displayName: Type.String(),
  createdAt: Timestamp,
  disabledAt: nullable(Timestamp),
});

/** Names the account of what an owner may do; REST takes it from the session. */
export const OwnerId = Type.Optional(
  identifier("acc", "Whose: the operator names the account."),
);

export const CredentialSchema = closed({
  id: Type.String(),
  kind: Type.Enum(["token", "oauth"], {
    description: "A token of its own, or an OAuth client that was let in.",
  }),
  name: Type.String(),
  clientId: nullable(Type.String({ description: "Of an OAuth client." })),
  prefix: nullable(Type.Literal("svc_")),
  lastFour: nullable(
    Type.String({ description: "The token's last four characters." }),
  ),
  preset: nullable(
    Type.Enum(PRESET_IDS, { description: "The preset it has the scopes of." }),
  ),
  scopes: nullable(
    Type.Array(Type.String(), {
      description: "What it may do; null is all that its owner may.",
    }),
  ),
  limits: closed({
    perPayment: nullable(MoneySchema),
    perDay: nullable(MoneySchema),
    perPayee: nullable(MoneySchema),
    payees: nullable(
      Type.Array(Type.String(), {
        description: "Addresses that it may pay by itself; null is anybody.",
      }),
    ),
    contactTypes: nullable(
      Type.Array(Type.String(), {
        description:
          "Contact types that it may claim when it pays by itself; null is any.",
      }),
    ),
    accept: nullable(
      closed(
        {
          maxPrice: nullable(MoneySchema),
          contactTypes: nullable(Type.Array(Type.String())),
          senders: nullable(Type.Array(Type.String())),
        },
        {
          description:
            "Which requests it accepts by itself; null is any that its scopes let it accept.",
        },
      ),
    ),
  }),
  says: closed(
    {
      may: Type.String(),
      cannot: Type.String(),
      pays: Type.String(),
      accepts: Type.String(),
    },
    { description: "The same in sentences for its owner." },
  ),
  createdAt: Timestamp,
  lastUsedAt: nullable(Timestamp),
  lastUsedFrom: nullable(
    Type.String({ description: "Network address it was last used from." }),
  ),
  rotatedAt: nullable(Timestamp),
  expiresAt: nullable(Timestamp),
  revokedAt: nullable(Timestamp),
});

export const TokenSchema = Type.String({
  description: "The bearer token. It is shown once and stored as a hash only.",
});

export const CredentialName = Type.String({
  description: "What the credential is for.",
  minLength: 1,
  maxLength: LIMITS.nameCharsMax,
});

export const ScopesInput = Type.Array(Type.Enum([...SCOPES]), {
  description: "What it may do; all that its owner may, if absent.",
  minItems: 1,
  maxItems: SCOPES.length,
  uniqueItems: true,
});

export const PresetInput = Type.Enum(PRESET_IDS, {
  description: "A usual choice of scopes; see GET /v1/scopes.",
});

export const SessionId = Type.String({
  description: "Id of the session.",
  minLength: 1,
  maxLength: LIMITS.idCharsMax,
});

export const SessionSchema = closed({
  id: Type.String(),
  device: Type.String({ description: "Browser and system, in plain words." }),
  userAgent: nullable(Type.String({ description: "As the device says it." })),
  createdAt: Timestamp,
  lastUsedAt: nullable(Timestamp),
  lastUsedFrom: nullable(
    Type.String({ description: "Network address it was last used from." }),
  ),
  expiresAt: Timestamp,
  current: Type.Boolean({ description: "True for the one that asks." }),
});
