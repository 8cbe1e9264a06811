import type { TestService } from "../harness.ts";

const META = "io.modelcontextprotocol/";
export const VERSION = "2026-07-28";

/** The `_meta` of every modern request. */
export const SELF = {
  [`${META}protocolVersion`]: VERSION,
  [`${META}clientInfo`]: { name: "test", version: "1" },
  [`${META}clientCapabilities`]: {},
};

export interface Said {
  readonly id: number | string | null;
  readonly error?: {
    readonly code: number;
    readonly message: string;
    readonly data?: object;
  };
  readonly result?: Readonly<Record<string, unknown>>;
}

/** A modern request as the client of today sends it, and how a test spoils it. */
export interface Modern {
  readonly method: string;
  readonly params?: Readonly<Record<string, unknown>>;
  /** More of what it says of itself; null takes a member away. */
  readonly meta?: Readonly<Record<string, unknown>>;
  /** More headers; null takes one away. */
  readonly headers?: Readonly<Record<string, string | null>>;
  readonly query?: string;
}

function without(given: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== null),
  );
}

/** Sends one modern request. */
export async function post(
  service: TestService,
  token: string,
  { method, params = {}, meta = {}, headers = {}, query = "" }: Modern,
): Promise<Response> {
  const { name = params.uri } = params;
  const head = without({
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    authorization: `Bearer ${token}`,
    "mcp-protocol-version": VERSION,
    "mcp-method": method,
    ...(typeof name === "string" && { "mcp-name": name }),
    ...headers,
  });
  const _meta = without({ ...SELF, ...meta });
  const body = { jsonrpc: "2.0", id: 7, method, params: { ...params, _meta } };
  return await service.fetch(`/api/mcp${query}`, {
    method: "POST",
    headers: head as Record<string, string>,
    body: JSON.stringify(body),
  });
}

/** The same, and what was said. */
export async function ask(
  service: TestService,
  token: string,
  request: Modern,
): Promise<Said & { readonly status: number }> {
  const response = await post(service, token, request);
  return { ...((await response.json()) as Said), status: response.status };
}
