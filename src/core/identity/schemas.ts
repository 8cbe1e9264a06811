import { Type } from "typebox";
import { LIMITS } from "../base/limits.ts";
import {
  closed,
  flag,
  identifier,
  money,
  nullable,
  string,
  timestamp,
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
  id: string("Id of the account."),
  kind: Type.Enum(["person", "agent", "service"], {
    description: "Who is behind it.",
  }),
  displayName: string("What they call themselves."),
  createdAt: timestamp("When it was made."),
  disabledAt: nullable(
    timestamp("When the operator closed it; null while it is open."),
  ),
});

/** Names the account of what an owner may do; REST takes it from the session. */
export const OwnerId = Type.Optional(
  identifier("acc", "Whose: the operator names the account."),
);

export const CredentialSchema = closed({
  id: string("Id of the credential."),
  kind: Type.Enum(["token", "oauth"], {
    description: "A token of its own, or an OAuth client that was let in.",
  }),
  name: string("What it is for, in its owner's words."),
  clientId: nullable(string("Of an OAuth client.")),
  prefix: nullable(
    Type.Literal("svc_", {
      description: "How the token begins; null for an OAuth client.",
    }),
  ),
  lastFour: nullable(string("The token's last four characters.")),
  preset: nullable(
    Type.Enum(PRESET_IDS, { description: "The preset it has the scopes of." }),
  ),
  scopes: nullable(
    Type.Array(Type.String(), {
      description: "What it may do; null is all that its owner may.",
    }),
  ),
  limits: closed({
    perPayment: nullable(money("At most for one payment; null is no limit.")),
    perDay: nullable(money("At most in a UTC day; null is no limit.")),
    perPayee: nullable(
      money("At most for one payee in a UTC day; null is no limit."),
    ),
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
    askFirstPayment: flag(
      "True: the person is asked before it first pays somebody who is no contact of theirs.",
    ),
    accept: nullable(
      closed(
        {
          maxPrice: nullable(
            money("The most that the account would be paid; null is any."),
          ),
          contactTypes: nullable(
            Type.Array(Type.String(), {
              description:
                "What a sender may be to the account; null is anything.",
            }),
          ),
          senders: nullable(
            Type.Array(Type.String(), {
              description: "Addresses of senders; null is anybody.",
            }),
          ),
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
      may: string("What it may do."),
      cannot: string("What it may not do."),
      pays: string("What it pays by itself."),
      accepts: string("What it accepts by itself."),
    },
    { description: "The same in sentences for its owner." },
  ),
  createdAt: timestamp("When it was made."),
  lastUsedAt: nullable(timestamp("When it was last used; null if never.")),
  lastUsedFrom: nullable(string("Network address it was last used from.")),
  rotatedAt: nullable(
    timestamp("When its token was last replaced; null if never."),
  ),
  expiresAt: nullable(timestamp("When it ends; null if never.")),
  revokedAt: nullable(timestamp("When it was revoked; null if it was not.")),
});

export const TokenSchema = string(
  "The bearer token. It is shown once and stored as a hash only.",
);

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
  id: string("Id of the session."),
  device: string("Browser and system, in plain words."),
  userAgent: nullable(string("As the device says it.")),
  createdAt: timestamp("When it was made."),
  lastUsedAt: nullable(timestamp("When it was last used; null if never.")),
  lastUsedFrom: nullable(string("Network address it was last used from.")),
  expiresAt: timestamp("When it ends."),
  current: flag("True for the one that asks."),
});
