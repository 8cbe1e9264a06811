import type { Static } from "typebox";
import type { CommandCall } from "../access/context.ts";
import { showTime, timeOrNull } from "../base/time.ts";
import { told } from "../base/words/sentence.ts";
import { ServiceError } from "../errors/errors.ts";
import { forgetPrincipals } from "./authenticate.ts";
import { deviceOf, shownUserAgent } from "./device.ts";
import type { SessionSchema } from "./schemas.ts";
import { sessionListStore } from "./session_list_store.ts";
import type { SessionRow } from "./sessions_store.ts";
import { sessionStore } from "./sessions_store.ts";

/** Shows a session to its person. */
export function presentSession(
  row: SessionRow,
  current: string | undefined,
): Static<typeof SessionSchema> {
  return {
    id: row.id,
    device: deviceOf(row.userAgent),
    userAgent: shownUserAgent(row.userAgent),
    createdAt: showTime(row.createdAt),
    lastUsedAt: timeOrNull(row.lastUsedAt),
    lastUsedFrom: row.lastUsedFrom,
    expiresAt: showTime(row.expiresAt),
    current: row.id === current,
  };
}

/**
 * Ends one session of an account; its tokens end with the commit.
 * @throws session_not_found, also for another account's.
 */
export async function endSession(
  call: CommandCall,
  accountId: string,
  sessionId: string,
): Promise<void> {
  const store = sessionStore(call.db);
  const list = sessionListStore(call.db);
  if (!(await list.has(accountId, sessionId, call.now))) {
    throw new ServiceError("session_not_found", {
      detail: told`Cannot find this session of this account.`,
    });
  }
  call.write(store.remove(accountId, sessionId));
  call.record({
    chainId: accountId,
    type: "session.revoked",
    refs: { sessionId },
  });
  forget(call, (id) => id === sessionId);
}

/** Ends the sessions of an account, except a named one. @returns how many there were */
export async function endSessions(
  call: CommandCall,
  accountId: string,
  kept?: string,
): Promise<number> {
  const store = sessionStore(call.db);
  const open = await store.of(accountId, call.now);
  const ended = open.filter(({ id }) => id !== kept);
  if (ended.length === 0) return 0;
  call.write(
    kept === undefined
      ? store.removeAll(accountId)
      : sessionListStore(call.db).removeOthers(accountId, kept),
  );
  call.record({
    chainId: accountId,
    type: "session.revoked",
    refs: {
      count: String(ended.length),
      ...(kept !== undefined && { keptSessionId: kept }),
    },
  });
  forget(call, (id, owner) => owner === accountId && id !== kept);
  return ended.length;
}

function forget(
  call: CommandCall,
  isEnded: (sessionId: string, accountId: string) => boolean,
): void {
  call.committed(() =>
    forgetPrincipals(call, (it) => {
      if (!("sessionId" in it) || it.sessionId === undefined) return false;
      return isEnded(it.sessionId, it.accountId);
    }),
  );
}
