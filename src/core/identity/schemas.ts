import { Type } from "typebox";
import { LIMITS } from "../limits.ts";
import { closed, identifier, nullable, Timestamp } from "../schemas.ts";
import { SCOPES } from "./scopes.ts";

/** The forms of accounts and credentials (decisions.md B and I). */

export const AccountId = identifier("acc", "Id of the account.");
export const CredentialId = identifier("cred", "Id of the credential.");

export const AccountSchema = closed({
  id: Type.String(),
  kind: Type.Enum(["person", "agent", "service"]),
  displayName: Type.String(),
  createdAt: Timestamp,
});

export const CredentialSchema = closed({
  id: Type.String(),
  name: Type.String(),
  prefix: Type.Literal("svc_"),
  lastFour: Type.String({ description: "The token's last four characters." }),
  scopes: nullable(
    Type.Array(Type.String(), {
      description: "What it may do; null is all that its owner may.",
    }),
  ),
  createdAt: Timestamp,
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
