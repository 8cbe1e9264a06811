import { LIMITS } from "../src/core/base/limits.ts";
import { hashToken, makeToken } from "../src/core/identity/token.ts";
import type { OpenServices } from "../src/process/open_services.ts";

/** A person who is signed in: what the sign-in would have made. */
export interface TestSession {
  readonly sessionId: string;
  /** The bearer token of a page of it. */
  readonly token: string;
}

export interface SessionOptions {
  readonly userAgent?: string;
}

/** How many each service has: two that do the same hold the same rows. */
const counts = new WeakMap<OpenServices, number>();

/** Signs an account in; one that does not exist is a newcomer's. */
export async function insertSession(
  services: OpenServices,
  { accountId }: { readonly accountId: string },
  { userAgent }: SessionOptions = {},
): Promise<TestSession> {
  const now = services.clock();
  const count = (counts.get(services) ?? 0) + 1;
  counts.set(services, count);
  const sessionId = `session-${count}`;
  const token = makeToken(services.randomBytes, "ses");
  await services.db.commit([
    {
      sql: "insert into auth_users (id, name, email, email_verified, created_at, updated_at) values (?, '', ?, 1, ?, ?) on conflict do nothing",
      args: [accountId, `${accountId}@mailbox.example`, now, now],
    },
    {
      sql: "insert into auth_sessions (id, expires_at, token, created_at, updated_at, user_agent, user_id) values (?, ?, ?, ?, ?, ?, ?)",
      args: [
        sessionId,
        now + LIMITS.sessionMs,
        `cookie of ${sessionId}`,
        now,
        now,
        userAgent ?? null,
        accountId,
      ],
    },
    {
      sql: "insert into session_tokens (token_hash, session_id, created_at, expires_at) values (?, ?, ?, ?)",
      args: [hashToken(token), sessionId, now, now + LIMITS.sessionTokenMs],
    },
  ]);
  return { sessionId, token };
}
