import { Type } from "typebox";
import { defineCommand, SYSTEM_ONLY } from "../access/operation.ts";
import { closed, identifier } from "../base/schemas.ts";
import { accountStore } from "../identity/accounts_store.ts";
import { AccountId } from "../identity/schemas.ts";

/** Events that the person causes; others happen to them. */
const OWN_ACTS: ReadonlySet<string> = new Set([
  "session.created",
  "session.ended",
  "passkey.added",
  "passkey.removed",
  "consent.declined",
]);

/** Records a change of a person's access in their own chain. */
export const recordIdentityEvent = defineCommand({
  name: "record_identity_event",
  title: "Record an identity event",
  access: SYSTEM_ONLY,
  input: closed({
    accountId: AccountId,
    sessionId: Type.Optional(Type.String()),
    clientId: Type.Optional(Type.String()),
    type: Type.Enum([
      "session.created",
      "session.ended",
      "session.cookie_reused",
      "sign_in.refused",
      "passkey.added",
      "passkey.removed",
      "consent.declined",
      "origin.refused",
      "oauth.request_refused",
      "oauth.token_refused",
    ]),
  }),
  output: closed({ accountId: identifier("acc", "Id of the account.") }),
  chains: ({ accountId }) => [accountId],
  async run({ accountId, sessionId, clientId, type }, call) {
    // The sign-in knows people before they have an account; the chain begins with the account.
    if (!(await accountStore(call.db).byId(accountId))) return { accountId };
    call.record({
      chainId: accountId,
      type,
      actor: OWN_ACTS.has(type)
        ? { kind: "person", accountId }
        : { kind: "system" },
      refs: {
        ...(sessionId !== undefined && { sessionId }),
        ...(clientId !== undefined && { clientId }),
      },
    });
    return { accountId };
  },
});
