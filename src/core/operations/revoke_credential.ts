import { defineCommand, OWNER } from "../access/operation.ts";
import { closed } from "../base/schemas.ts";
import { loadAccount, ownerOf } from "../identity/accounts.ts";
import {
  loadCredential,
  endCredential as revoke,
} from "../identity/credentials.ts";
import { presentCredential } from "../identity/present_credential.ts";
import {
  CredentialId,
  CredentialSchema,
  OwnerId,
} from "../identity/schemas.ts";

/** Ends a credential for good; a second time changes nothing. */
export const revokeCredential = defineCommand({
  name: "revoke_credential",
  title: "Revoke a credential",
  description: "Revoke a credential. Its token stops working at once.",
  access: OWNER,
  input: closed({ accountId: OwnerId, credentialId: CredentialId }),
  output: closed({ credential: CredentialSchema }),
  chains: ({ accountId }, call) => [ownerOf(call, accountId)],
  async run({ accountId, credentialId }, call) {
    const { id } = await loadAccount(call, ownerOf(call, accountId));
    const before = await loadCredential(call, id, credentialId);
    return { credential: presentCredential(call, revoke(call, before)) };
  },
});
