import { markReached, markUnreached } from "./connection.ts";
import { problemIn, Unreached } from "./problem.ts";
import { bearer, renewedBearer } from "./session.ts";

/** A request to the REST API. */
export interface Call {
  readonly method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly json?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/**
 * Calls the REST API and reads its JSON.
 * @throws Problem if the service refuses, Unreached if it cannot be reached
 */
export async function api<T>(path: string, call: Call = {}): Promise<T> {
  return await (await request(path, call)).json();
}

/** Like `api`, for an answer that is not JSON. */
export async function request(path: string, call: Call): Promise<Response> {
  let response = await attempt(path, call, await bearer());
  if (response.status === 401) {
    response = await attempt(path, call, await renewedBearer());
  }
  if (!response.ok) throw await problemIn(response);
  return response;
}

async function attempt(
  path: string,
  { method = "GET", json, headers, signal }: Call,
  token: string,
): Promise<Response> {
  try {
    const response = await fetch(path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(json !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
      ...(signal && { signal }),
    });
    markReached();
    return response;
  } catch (error) {
    if (signal?.aborted) throw error;
    markUnreached();
    throw new Unreached();
  }
}

/**
 * The same answer however often a lost connection makes us ask (docs/interfaces.md,
 * Repeats).
 */
export function onceKey(): Readonly<Record<string, string>> {
  return { "idempotency-key": crypto.randomUUID() };
}
