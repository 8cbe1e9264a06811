import { Type } from "typebox";
import { loadAccount } from "../identity/accounts.ts";
import { presentCredential } from "../identity/credentials.ts";
import { credentialStore } from "../identity/credentials_store.ts";
import { AccountId, CredentialSchema } from "../identity/schemas.ts";
import { defineQuery, OPERATOR_ONLY } from "../operation.ts";
import { closed } from "../schemas.ts";

/** Lists an account's credentials, never their tokens. */
export const listCredentials = defineQuery({
  name: "list_credentials",
  title: "List the credentials",
  description: "List the credentials of an account, revoked ones last.",
  access: OPERATOR_ONLY,
  input: closed({ accountId: AccountId }),
  output: closed({ credentials: Type.Array(CredentialSchema) }),
  async run({ accountId }, call) {
    await loadAccount(call, accountId);
    const found = await credentialStore(call.db).of(accountId);
    return { credentials: found.map(presentCredential) };
  },
});
