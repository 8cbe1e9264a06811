import { Problem, problemIn, Unreached } from "../../../client/src/problem.ts";
import { actingHeaders, leaveEnded } from "./acting_as.ts";
import { markReached, markUnreached } from "./connection.ts";

/** A bearer token of the session, stored only in memory. */
interface Token {
  readonly token: string;
  readonly renewAt: number;
}

const RENEW_BEFORE_MS = 60_000;
/** The page that the person wanted before the sign-in. */
const WANTED = "wanted-path";

let current: Token | undefined;
let renewing: Promise<Token> | undefined;

/** A token that is valid for a while: the current one, or a new one. */
export async function bearer(): Promise<string> {
  if (current && Date.now() < current.renewAt) return current.token;
  return await renewedBearer();
}

/** A new token; simultaneous callers share one renewal. */
export async function renewedBearer(): Promise<string> {
  renewing ??= renew().finally(() => {
    renewing = undefined;
  });
  current = await renewing;
  return current.token;
}

/** `fetch` as the chosen team; returns to one's own inbox once its membership has ended. */
export async function reach(url: string, init: RequestInit): Promise<Response> {
  const headers = { ...actingHeaders(), ...init.headers };
  const response = await fetch(url, { ...init, headers });
  await leaveEnded(response);
  return response;
}

async function renew(): Promise<Token> {
  const response = await fetch("/api/auth/session-token", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: "{}",
    // The answer renews the cookie: it must arrive even if the page is closed.
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

/** Signs in again after the session has ended, and returns to this page. */
function leaveToSignIn(): never {
  sessionStorage.setItem(WANTED, location.pathname + location.search);
  location.assign("/sign-in");
  throw new Problem(401, { detail: "Sign in required." });
}

/** The page that the person wanted before the sign-in, returned once. */
export function wantedPath(): string | undefined {
  const path = sessionStorage.getItem(WANTED) ?? undefined;
  sessionStorage.removeItem(WANTED);
  return path?.startsWith("/") && !path.startsWith("//") ? path : undefined;
}
