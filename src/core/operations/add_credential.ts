import { defineCommand, OWNER } from "../access/operation.ts";
import { NEW_ACCESS, readNewAccess } from "../agents/new_access.ts";
import { closed } from "../base/schemas.ts";
import { ownerOf } from "../identity/accounts.ts";
import { issueCredential } from "../identity/credentials.ts";
import { presentCredential } from "../identity/present_credential.ts";
import { CredentialSchema, TokenSchema } from "../identity/schemas.ts";

/** Creates another credential for an account. */
export const addCredential = defineCommand({
  name: "add_credential",
  title: "Add a credential",
  description:
    "Create a credential for an agent. Choose a preset or scopes; without either it can do everything its owner can. The token is shown once.",
  access: OWNER,
  input: closed(NEW_ACCESS),
  output: closed({ credential: CredentialSchema, token: TokenSchema }),
  shownOnce: "token",
  chains: ({ accountId }, call) => [ownerOf(call, accountId)],
  async run(input, call) {
    const wanted = await readNewAccess(call, input);
    const { credential, token } = issueCredential(call, wanted);
    return { credential: presentCredential(call, credential), token };
  },
});
