import { defineCommand, OWNER } from "../access/operation.ts";
import { NEW_ACCESS, readNewAccess } from "../agents/new_access.ts";
import { closed } from "../base/schemas.ts";
import { readClientKeys } from "../federation/client_keys.ts";
import { ownerOf } from "../identity/accounts.ts";
import { admitClient } from "../identity/credentials.ts";
import { presentCredential } from "../identity/present_credential.ts";
import { CredentialSchema, KeysInput } from "../identity/schemas.ts";

/** Lets a program in that signs with its own keys. */
export const addClient = defineCommand({
  name: "add_client",
  title: "Add a program with keys",
  description:
    "Let a program in without a shared secret: it signs in at the token endpoint with its own keys (client_credentials, private_key_jwt), as `credential.clientId`. Choose a preset or scopes as for a credential.",
  access: OWNER,
  input: closed({ ...NEW_ACCESS, keys: KeysInput }),
  output: closed({ credential: CredentialSchema }),
  chains: ({ accountId }, call) => [ownerOf(call, accountId)],
  async run({ keys, ...access }, call) {
    const wanted = await readNewAccess(call, access);
    const read = readClientKeys(call.outside, keys);
    const credential = admitClient(call, wanted, read);
    return { credential: presentCredential(call, credential) };
  },
});
