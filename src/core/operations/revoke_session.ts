import { Type } from "typebox";
import { defineCommand, OWNER } from "../access/operation.ts";
import { closed } from "../base/schemas.ts";
import { loadAccount, ownerOf } from "../identity/accounts.ts";
import { OwnerId, SessionId } from "../identity/schemas.ts";
import { endSession } from "../identity/session_list.ts";

/** Signs a person out on one device. */
export const revokeSession = defineCommand({
  name: "revoke_session",
  title: "Revoke a session",
  description:
    "Sign out on one device. Its tokens stop working at once and its event streams end.",
  access: OWNER,
  input: closed({ accountId: OwnerId, sessionId: SessionId }),
  output: closed({ sessionId: Type.String(), revoked: Type.Literal(true) }),
  chains: ({ accountId }, call) => [ownerOf(call, accountId)],
  async run({ accountId, sessionId }, call) {
    const { id } = await loadAccount(call, ownerOf(call, accountId));
    await endSession(call, id, sessionId);
    return { sessionId, revoked: true as const };
  },
});
