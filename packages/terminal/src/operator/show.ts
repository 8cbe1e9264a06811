import type { Static } from "typebox";
import type { CredentialSchema } from "../../../../src/core/identity/schemas.ts";

/** A credential as the operations give it back. */
export type ShownCredential = Static<typeof CredentialSchema>;

/** A token on its own line, with a note. */
export function showToken(token: string): string {
  return [
    "Token (shown once; only its hash is stored):",
    "",
    `  ${token}`,
    "",
    "Send it as the header  Authorization: Bearer <token>",
  ].join("\n");
}

/** A credential's fields. */
export function credentialFields(
  credential: ShownCredential,
): readonly (readonly [string, string])[] {
  return [
    ["Credential", `${credential.name} (${credential.id})`],
    ["Scopes", showScopes(credential)],
    ["May", credential.says.may],
    ["Cannot", credential.says.cannot],
    ["Pays", credential.says.pays],
    ["Accepts", credential.says.accepts],
    ["Expires", credential.expiresAt ?? "never"],
  ];
}

/** The scopes of a credential in one line. */
export function showScopes({ scopes }: ShownCredential): string {
  return scopes ? scopes.join(" ") : "everything the account can do";
}

/** Whether a credential still works. */
export function showStatus(credential: ShownCredential, now: number): string {
  if (credential.revokedAt !== null) return "revoked";
  const { expiresAt } = credential;
  const isOver = expiresAt !== null && Date.parse(expiresAt) <= now;
  return isOver ? "expired" : "active";
}
