import { Inbox } from "../../../client/src/inbox.ts";
import { problemIn } from "../../../client/src/problem.ts";
import type { TransportOptions } from "../../../client/src/transport.ts";
import { Transport } from "../../../client/src/transport.ts";
import { t } from "../ui/t.ts";
import { markReached, markUnreached } from "./connection.ts";
import { bearer, reach, renewedBearer } from "./session.ts";

/** A request to the REST API. */
export interface Call {
  readonly method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly json?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

const SERVICE: TransportOptions = {
  url: "",
  // Also if the browser prefers another language than the page's.
  headers: { "accept-language": t.language },
  fetch: reach,
  token: (isRefused) => (isRefused ? renewedBearer() : bearer()),
  onReached: (isReached) => (isReached ? markReached() : markUnreached()),
  // The page says that the service cannot be reached, and the person retries.
  retries: 0,
};

/** A client of this service with the token of the person's session. */
export const inbox = new Inbox(SERVICE);

/** The transport for streams and files, which are no operations. */
export const transport = new Transport(SERVICE);

/**
 * Calls the REST API and reads its JSON.
 * @throws Problem if the service refuses, Unreached if it cannot be reached
 */
export async function api<T>(path: string, call: Call = {}): Promise<T> {
  return await (await request(path, call)).json();
}

/** Like `api`, for an answer that is not JSON. */
export async function request(
  path: string,
  { method = "GET", json, headers, signal }: Call,
): Promise<Response> {
  const response = await transport.open({
    ...{ path, method, signal },
    headers: {
      ...(json !== undefined && { "content-type": "application/json" }),
      ...headers,
    },
    ...(json !== undefined && { body: JSON.stringify(json) }),
  });
  if (!response.ok) throw await problemIn(response);
  return response;
}

/**
 * A key that makes repeats after a lost connection have one effect (docs/interfaces.md,
 * Repeats).
 */
export function onceKey(): Readonly<Record<string, string>> {
  return { "idempotency-key": crypto.randomUUID() };
}
