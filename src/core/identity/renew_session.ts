import type { Core } from "../access/context.ts";
import { sha256 } from "../base/digest.ts";
import { LIMITS } from "../base/limits.ts";
import { forgetSessions } from "./sessions.ts";
import type { CookieHolder } from "./sessions_store.ts";
import { sessionStore } from "./sessions_store.ts";
import { hashToken, makeToken } from "./token.ts";

type Writing = Pick<Core, "db" | "clock" | "randomBytes">;

/** A fresh bearer token, and the cookie's new value. */
export interface Renewed {
  readonly token: string;
  readonly expiresAt: number;
  readonly cookie: string;
  readonly accountId: string;
}

/** A cookie that was renewed long ago was used again: somebody has copied it. */
export interface Reused {
  readonly reusedBy: { readonly accountId: string; readonly sessionId: string };
}

/**
 * Gives a session's page a bearer token for fifteen minutes and the session a new cookie, at
 * most once in the grace period. The previous cookie still works within it, because two pages
 * may ask at once; after that, this and every older cookie ends the session, for both
 * holders.
 */
export async function renewSession(
  core: Writing,
  cookie: string,
): Promise<Renewed | Reused | undefined> {
  const store = sessionStore(core.db);
  const now = core.clock();
  const current = await store.byCookie(cookie, now);
  if (current) {
    // No second renewal within the grace period, so every cookie before the previous one is
    // past it.
    if (isFresh(current, now)) return await issue(core, current, []);
    const renewal = store.renewCookie({
      sessionId: current.sessionId,
      previousToken: cookie,
      token: `${familyOf(cookie)}.${makeToken(core.randomBytes, "ses")}`,
      renewedAt: now,
      expiresAt: new Date(now + LIMITS.sessionMs),
    });
    return await issue(core, current, [renewal]);
  }
  const previous = await store.byPreviousCookie(cookie, now);
  if (previous && isFresh(previous, now))
    return await issue(core, previous, []);
  const reused = previous ?? (await store.byFamily(familyOf(cookie), now));
  if (!reused) return undefined;
  const { accountId, sessionId } = reused;
  await core.db.commit([store.remove(accountId, sessionId)]);
  forgetSessions(core, (it) => it === sessionId);
  return { reusedBy: { accountId, sessionId } };
}

function isFresh({ renewedAt }: CookieHolder, now: number): boolean {
  return renewedAt !== null && now <= renewedAt + LIMITS.sessionRenewalGraceMs;
}

/** All cookies of a session start with the digest of the first one. */
function familyOf(cookie: string): string {
  const [start = "", end] = cookie.split(".");
  return end === undefined ? sha256(cookie) : start;
}

async function issue(
  core: Writing,
  { sessionId, accountId }: CookieHolder,
  renewal: Parameters<Core["db"]["commit"]>[0],
): Promise<Renewed | undefined> {
  const store = sessionStore(core.db);
  const now = core.clock();
  const token = makeToken(core.randomBytes, "ses");
  const expiresAt = now + LIMITS.sessionTokenMs;
  await core.db.commit([
    ...renewal,
    ...store.dropTokens(sessionId, now),
    store.addToken(
      { tokenHash: hashToken(token), sessionId },
      { createdAt: now, expiresAt },
    ),
  ]);
  // If two requests renew at once, both get the faster one's result.
  const cookie = await store.cookieOf(sessionId);
  return cookie === undefined
    ? undefined
    : { token, expiresAt, cookie, accountId };
}
