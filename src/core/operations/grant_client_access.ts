import { Type } from "typebox";
import { defineCommand, SESSION } from "../access/operation.ts";
import { LIMIT_FIELDS, readLimits } from "../addresses/access_limits.ts";
import { LIMITS } from "../base/limits.ts";
import { closed } from "../base/schemas.ts";
import { grantClient, requireRoom } from "../identity/credentials.ts";
import { credentialStore } from "../identity/credentials_store.ts";
import { presentCredential } from "../identity/present_credential.ts";
import { CredentialSchema, ScopesInput } from "../identity/schemas.ts";

/** Lets an OAuth client act for the person, within what they chose on the consent page. */
export const grantClientAccess = defineCommand({
  name: "grant_client_access",
  title: "Grant access to a client",
  description:
    "Let an OAuth client act for you with the scopes and spending limits you choose. Granting again replaces the earlier grant.",
  access: SESSION,
  input: closed({
    clientId: Type.String({
      minLength: 1,
      maxLength: LIMITS.clientDocumentUrlCharsMax,
    }),
    name: Type.String({ maxLength: LIMITS.nameCharsMax }),
    redirectUri: Type.String({ maxLength: LIMITS.uriCharsMax }),
    scopes: Type.Optional(ScopesInput),
    ...LIMIT_FIELDS,
  }),
  output: closed({ credential: CredentialSchema }),
  chains: (_input, { member }) => [member.accountId],
  async run({ clientId, name, redirectUri, scopes, ...limits }, call) {
    const { accountId } = call.member;
    const store = credentialStore(call.db);
    const before = await store.usableByClient(accountId, clientId);
    if (!before) await requireRoom(call, accountId);
    const credential = grantClient(call, before, {
      accountId,
      clientId,
      name,
      redirectUri,
      ...(scopes && { scopes }),
      ...readLimits(limits, ""),
    });
    return { credential: presentCredential(call, credential) };
  },
});
