import { loadAccount } from "../identity/accounts.ts";
import {
  loadCredential,
  presentCredential,
  revokeCredential as revoke,
} from "../identity/credentials.ts";
import {
  AccountId,
  CredentialId,
  CredentialSchema,
} from "../identity/schemas.ts";
import { defineCommand, OPERATOR_ONLY } from "../operation.ts";
import { closed } from "../schemas.ts";

/** Ends a credential for good; a second time changes nothing. */
export const revokeCredential = defineCommand({
  name: "revoke_credential",
  title: "Revoke a credential",
  description: "End a credential. Its token stops working at once.",
  access: OPERATOR_ONLY,
  input: closed({ accountId: AccountId, credentialId: CredentialId }),
  output: closed({ credential: CredentialSchema }),
  chains: ({ accountId }) => [accountId],
  async run({ accountId, credentialId }, call) {
    await loadAccount(call, accountId);
    const before = await loadCredential(call, accountId, credentialId);
    return { credential: presentCredential(revoke(call, before)) };
  },
});
