import { Type } from "typebox";
import { defineQuery, OWNER } from "../access/operation.ts";
import { closed } from "../base/schemas.ts";
import { loadAccount, ownerOf } from "../identity/accounts.ts";
import { OwnerId, SessionSchema } from "../identity/schemas.ts";
import { presentSession } from "../identity/session_list.ts";
import { sessionStore } from "../identity/sessions_store.ts";

/** Lists where a person is signed in. */
export const listSessions = defineQuery({
  name: "list_sessions",
  title: "List sessions",
  description:
    "List where a person is signed in: device and last use, newest first.",
  access: OWNER,
  input: closed({ accountId: OwnerId }),
  output: closed({ sessions: Type.Array(SessionSchema) }),
  async run({ accountId }, call) {
    const { id } = await loadAccount(call, ownerOf(call, accountId));
    const found = await sessionStore(call.db).of(id, call.now);
    const { sessionId } = call.member;
    return { sessions: found.map((row) => presentSession(row, sessionId)) };
  },
});
