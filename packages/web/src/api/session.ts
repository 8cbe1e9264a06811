import { Problem, problemIn, Unreached } from "../../../client/src/problem.ts";
import { markReached, markUnreached } from "./connection.ts";

/** A bearer token of the session; it lives in memory and nowhere else. */
interface Token {
  readonly token: string;
  readonly renewAt: number;
}

const RENEW_BEFORE_MS = 60_000;
/** Where the person wanted to go before the sign-in. */
const WANTED = "wanted-path";

let current: Token | undefined;
let renewing: Promise<Token> | undefined;

/** A token that works for a while yet: the one at hand, or a new one. */
export async function bearer(): Promise<string> {
  if (current && Date.now() < current.renewAt) return current.token;
  return await renewedBearer();
}

/** A new token; callers at the same time share one renewal. */
export async function renewedBearer(): Promise<string> {
  renewing ??= renew().finally(() => {
    renewing = undefined;
  });
  current = await renewing;
  return current.token;
}

async function renew(): Promise<Token> {
  const response = await fetch("/api/auth/session-token", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: "{}",
    // The answer renews the cookie: it must arrive even if the page goes away.
    keepalive: true,
  }).catch(() => {
    markUnreached();
    throw new Unreached();
  });
  markReached();
  if (response.status === 401) leaveToSignIn();
  if (!response.ok) throw await problemIn(response);
  const { token, expiresAt } = await response.json();
  return { token, renewAt: Date.parse(expiresAt) - RENEW_BEFORE_MS };
}

/** The session is over: signs in again, and comes back to this page. */
function leaveToSignIn(): never {
  sessionStorage.setItem(WANTED, location.pathname + location.search);
  location.assign("/sign-in");
  throw new Problem(401, { detail: "Sign in required." });
}

/** Where the person wanted to go before the sign-in, told once. */
export function wantedPath(): string | undefined {
  const path = sessionStorage.getItem(WANTED) ?? undefined;
  sessionStorage.removeItem(WANTED);
  return path?.startsWith("/") && !path.startsWith("//") ? path : undefined;
}
