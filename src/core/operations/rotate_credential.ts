import { loadAccount } from "../identity/accounts.ts";
import {
  loadCredential,
  presentCredential,
  rotateCredential as rotate,
} from "../identity/credentials.ts";
import {
  AccountId,
  CredentialId,
  CredentialSchema,
  TokenSchema,
} from "../identity/schemas.ts";
import { defineCommand, OPERATOR_ONLY } from "../operation.ts";
import { closed } from "../schemas.ts";

/** Replaces a credential's token; the old one stops working at once. */
export const rotateCredential = defineCommand({
  name: "rotate_credential",
  title: "Rotate a credential",
  description:
    "Give a credential a new token, shown once. The old one stops working at once.",
  access: OPERATOR_ONLY,
  input: closed({ accountId: AccountId, credentialId: CredentialId }),
  output: closed({ credential: CredentialSchema, token: TokenSchema }),
  chains: ({ accountId }) => [accountId],
  async run({ accountId, credentialId }, call) {
    await loadAccount(call, accountId);
    const before = await loadCredential(call, accountId, credentialId);
    const { credential, token } = rotate(call, before);
    return { credential: presentCredential(credential), token };
  },
});
