import { Type } from "typebox";
import { defineCommand, OWNER } from "../access/operation.ts";
import { closed } from "../base/schemas.ts";
import { loadAccount, ownerOf } from "../identity/accounts.ts";
import { OwnerId } from "../identity/schemas.ts";
import { endSessions } from "../identity/session_list.ts";

/** Signs a person out everywhere else. */
export const revokeSessions = defineCommand({
  name: "revoke_sessions",
  title: "Revoke the other sessions",
  description: "Sign out everywhere else; for the operator, everywhere.",
  access: OWNER,
  input: closed({ accountId: OwnerId }),
  output: closed({
    revoked: Type.Integer({ description: "How many sessions ended." }),
  }),
  chains: ({ accountId }, call) => [ownerOf(call, accountId)],
  async run({ accountId }, call) {
    const { id } = await loadAccount(call, ownerOf(call, accountId));
    return { revoked: await endSessions(call, id, call.member.sessionId) };
  },
});
