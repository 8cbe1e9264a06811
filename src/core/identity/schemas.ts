import { Type } from "typebox";
import { LIMITS } from "../base/limits.ts";
import {
  closed,
  filled,
  flag,
  identifier,
  money,
  nullable,
  string,
  timestamp,
} from "../base/schemas.ts";
import { ACCOUNT_KINDS } from "../db/tables/account_schema.ts";
import { PRESET_IDS, SCOPES } from "./scopes.ts";

/** The forms of accounts and credentials. */

export const AccountId = identifier("acc", "Id of the account.");
export const CredentialId = filled("Id of the credential.", LIMITS.idCharsMax);

export const AccountSchema = closed({
  id: string("Id of the account."),
  kind: Type.Enum([...ACCOUNT_KINDS], {
    description: "Kind of account behind it.",
  }),
  displayName: string("Display name."),
  createdAt: timestamp("When it was created."),
  disabledAt: nullable(
    timestamp("When the operator locked it; null while it is open."),
  ),
});

/** Names the account of an owner's act; REST takes it from the session. */
export const OwnerId = Type.Optional(
  identifier("acc", "Whose: the operator names the account."),
);

export const CredentialSchema = closed({
  id: string("Id of the credential."),
  kind: Type.Enum(["token", "keys", "oauth"], {
    description: "A token, keys that a program signs with, or an OAuth client.",
  }),
  name: string("Name given by its owner."),
  clientId: nullable(string("Of an OAuth client, or one with keys.")),
  jwksUri: Type.Optional(string("Where its public keys are read.")),
  prefix: nullable(
    Type.Literal("svc_", {
      description: "How the token begins; null without one.",
    }),
  ),
  lastFour: nullable(string("The token's last four characters, if any.")),
  preset: nullable(
    Type.Enum(PRESET_IDS, { description: "The preset it has the scopes of." }),
  ),
  scopes: nullable(
    Type.Array(Type.String(), {
      description: "What it can do; null is everything its owner can.",
    }),
  ),
  limits: closed({
    perPayment: nullable(money("Limit per payment; null is no limit.")),
    perDay: nullable(money("Limit per UTC day; null is no limit.")),
    perPayee: nullable(money("Limit per payee and UTC day; null is no limit.")),
    payees: nullable(
      Type.Array(Type.String(), {
        description: "Addresses it can pay without asking; null is anyone.",
      }),
    ),
    contactTypes: nullable(
      Type.Array(Type.String(), {
        description:
          "Contact types it can claim when it pays without asking; null is any.",
      }),
    ),
    askFirstPayment: flag(
      "True: asks the person before its first payment to someone outside their contacts.",
    ),
    accept: nullable(
      closed(
        {
          maxPrice: nullable(
            money("Highest price of the request; null is any."),
          ),
          contactTypes: nullable(
            Type.Array(Type.String(), {
              description: "Allowed contact types of the sender; null is any.",
            }),
          ),
          senders: nullable(
            Type.Array(Type.String(), {
              description: "Allowed senders; null is anyone.",
            }),
          ),
        },
        {
          description:
            "Requests it can accept without asking; null is any that its scopes allow.",
        },
      ),
    ),
  }),
  says: closed(
    {
      may: string("What it can do."),
      cannot: string("What it can't do."),
      pays: string("What it pays without asking."),
      accepts: string("What it accepts without asking."),
    },
    { description: "The same in sentences for its owner." },
  ),
  createdAt: timestamp("When it was created."),
  lastUsedAt: nullable(timestamp("When it was last used; null if never.")),
  lastUsedFrom: nullable(string("Network address it was last used from.")),
  rotatedAt: nullable(
    timestamp("When its token was last replaced; null if never."),
  ),
  expiresAt: nullable(timestamp("When it expires; null if never.")),
  revokedAt: nullable(timestamp("When it was revoked; null if it wasn't.")),
});

export const TokenSchema = string(
  "The bearer token. It is shown once; only its hash is stored.",
);

/** The public keys of a program: a list, or where it is read. */
export const KeysInput = closed(
  {
    jwks: Type.Optional(
      Type.Array(Type.Record(Type.String(), Type.Unknown()), {
        description: "Public keys (JWK): Ed25519, EC or RSA.",
        minItems: 1,
        maxItems: LIMITS.clientKeysMax,
      }),
    ),
    jwksUri: Type.Optional(
      string(
        "The https address of a JWK set. It is read again for a key that it lacks, so keys are rotated there.",
        LIMITS.clientDocumentUrlCharsMax,
      ),
    ),
  },
  {
    description:
      "Public keys instead of a token, either jwks or jwksUri: a program signs with them at the token endpoint (client_credentials, private_key_jwt).",
  },
);

export const CredentialName = filled(
  "Name of the credential.",
  LIMITS.nameCharsMax,
);

export const ScopesInput = Type.Array(Type.Enum([...SCOPES]), {
  description: "What it can do; everything its owner can, if absent.",
  minItems: 1,
  maxItems: SCOPES.length,
  uniqueItems: true,
});

export const PresetInput = Type.Enum(PRESET_IDS, {
  description: "A preset choice of scopes; see GET /v1/scopes.",
});

export const SessionId = filled("Id of the session.", LIMITS.idCharsMax);

export const SessionSchema = closed({
  id: string("Id of the session."),
  device: string("Browser and system, in plain words."),
  userAgent: nullable(string("As the device reports it.")),
  createdAt: timestamp("When it was created."),
  lastUsedAt: nullable(timestamp("When it was last used; null if never.")),
  lastUsedFrom: nullable(string("Network address it was last used from.")),
  expiresAt: timestamp("When it ends."),
  current: flag("True for the current one."),
});
