import { defineCommand, OWNER } from "../access/operation.ts";
import { changedLimits, LimitsInput } from "../addresses/access_limits.ts";
import { closed } from "../base/schemas.ts";
import { loadAccount, ownerOf } from "../identity/accounts.ts";
import { limitCredential, loadCredential } from "../identity/credentials.ts";
import { presentCredential } from "../identity/present_credential.ts";
import {
  CredentialId,
  CredentialSchema,
  OwnerId,
} from "../identity/schemas.ts";

/** Changes what a credential may spend and accept; a credential cannot change itself. */
export const updateCredential = defineCommand({
  name: "update_credential",
  title: "Change a credential's limits",
  description:
    "Change what an agent can pay and accept without asking. null removes a limit; absent limits stay as they are. Applies from the next payment or acceptance.",
  access: OWNER,
  input: closed({
    accountId: OwnerId,
    credentialId: CredentialId,
    limits: LimitsInput,
  }),
  output: closed({ credential: CredentialSchema }),
  chains: ({ accountId }, call) => [ownerOf(call, accountId)],
  async run({ accountId, credentialId, limits }, call) {
    const { id } = await loadAccount(call, ownerOf(call, accountId));
    const before = await loadCredential(call, id, credentialId);
    const wanted = changedLimits(before, limits, "/limits");
    const after = limitCredential(call, before, wanted);
    return { credential: presentCredential(call, after) };
  },
});
