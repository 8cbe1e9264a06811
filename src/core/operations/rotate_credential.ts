import { defineCommand, OWNER } from "../access/operation.ts";
import { closed } from "../base/schemas.ts";
import { loadAccount, ownerOf } from "../identity/accounts.ts";
import {
  loadCredential,
  replaceToken as rotate,
} from "../identity/credentials.ts";
import { presentCredential } from "../identity/present_credential.ts";
import {
  CredentialId,
  CredentialSchema,
  OwnerId,
  TokenSchema,
} from "../identity/schemas.ts";

/** Replaces a credential's token; the old one stops working at once. */
export const rotateCredential = defineCommand({
  name: "rotate_credential",
  title: "Rotate a credential",
  description:
    "Give a credential a new token, shown once. The old one stops working at once.",
  access: OWNER,
  input: closed({ accountId: OwnerId, credentialId: CredentialId }),
  output: closed({ credential: CredentialSchema, token: TokenSchema }),
  shownOnce: "token",
  chains: ({ accountId }, call) => [ownerOf(call, accountId)],
  async run({ accountId, credentialId }, call) {
    const { id } = await loadAccount(call, ownerOf(call, accountId));
    const before = await loadCredential(call, id, credentialId);
    const { credential, token } = rotate(call, before);
    return { credential: presentCredential(call, credential), token };
  },
});
