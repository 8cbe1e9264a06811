import { Type } from "typebox";
import { defineCommand, OWNER } from "../access/operation.ts";
import { changedLimits, LimitsInput } from "../addresses/access_limits.ts";
import { closed } from "../base/schemas.ts";
import { readClientKeys } from "../federation/client_keys.ts";
import { loadAccount, ownerOf } from "../identity/accounts.ts";
import {
  limitCredential,
  loadCredential,
  replaceKeys,
} from "../identity/credentials.ts";
import { presentCredential } from "../identity/present_credential.ts";
import {
  CredentialId,
  CredentialSchema,
  KeysInput,
  OwnerId,
} from "../identity/schemas.ts";

/** Changes what a credential may spend and accept; a credential cannot change itself. */
export const updateCredential = defineCommand({
  name: "update_credential",
  title: "Change a credential",
  description:
    "Change what an agent can pay and accept without asking. null removes a limit; absent limits stay as they are. Applies from the next payment or acceptance. keys replaces the public keys of one that has keys.",
  access: OWNER,
  input: closed({
    accountId: OwnerId,
    credentialId: CredentialId,
    limits: Type.Optional(LimitsInput),
    keys: Type.Optional(KeysInput),
  }),
  output: closed({ credential: CredentialSchema }),
  chains: ({ accountId }, call) => [ownerOf(call, accountId)],
  async run({ accountId, credentialId, limits, keys }, call) {
    const { id } = await loadAccount(call, ownerOf(call, accountId));
    const before = await loadCredential(call, id, credentialId);
    const limited = limits
      ? limitCredential(call, before, changedLimits(before, limits, "/limits"))
      : before;
    const after = keys
      ? replaceKeys(call, limited, readClientKeys(call.outside, keys))
      : limited;
    return { credential: presentCredential(call, after) };
  },
});
