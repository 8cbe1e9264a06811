import { Type } from "typebox";
import { defineQuery, OWNER } from "../access/operation.ts";
import { closed } from "../base/schemas.ts";
import { loadAccount, ownerOf } from "../identity/accounts.ts";
import { credentialStore } from "../identity/credentials_store.ts";
import { presentCredential } from "../identity/present_credential.ts";
import { CredentialSchema, OwnerId } from "../identity/schemas.ts";

/** Lists an account's credentials, never their tokens. */
export const listCredentials = defineQuery({
  name: "list_credentials",
  title: "List credentials",
  description:
    "List an account's agent access: credentials (without tokens) and OAuth clients; revoked ones last.",
  access: OWNER,
  input: closed({ accountId: OwnerId }),
  output: closed({ credentials: Type.Array(CredentialSchema) }),
  async run({ accountId }, call) {
    const { id } = await loadAccount(call, ownerOf(call, accountId));
    const found = await credentialStore(call.db).of(id);
    return { credentials: found.map((it) => presentCredential(call, it)) };
  },
});
