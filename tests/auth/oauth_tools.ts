import { createHash } from "node:crypto";
import type { TestService } from "../harness.ts";
import type { Browser } from "./browser.ts";
import type { Choice } from "./oauth_client.ts";
import { consent, REDIRECT } from "./oauth_client.ts";

export const VERIFIER = "a-verifier-of-forty-three-characters-or-more-0";
export const CHALLENGE = createHash("sha256")
  .update(VERIFIER)
  .digest("base64url");

type Fields = Readonly<Record<string, string>>;

/** Registers a client; answers as the endpoint does. */
export async function register(
  service: TestService,
  client: object = {},
  headers: Fields = {},
): Promise<Response> {
  return await service.fetch("/oauth/register", {
    method: "POST",
    headers,
    json: {
      client_name: "Test assistant",
      redirect_uris: [REDIRECT],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
      ...client,
    },
  });
}

/** The id of a fresh public client. */
export async function newClient(
  service: TestService,
  client: object = {},
): Promise<string> {
  return (await (await register(service, client)).json()).client_id;
}

/** Where a client sends the person's browser; a field that is "" is left out. */
export function authorizeUrl(
  service: TestService,
  clientId: string,
  over: Fields = {},
): URL {
  const fields = {
    response_type: "code",
    client_id: clientId,
    redirect_uri: REDIRECT,
    code_challenge: CHALLENGE,
    code_challenge_method: "S256",
    state: "state-of-the-client",
    scope: "inbox offline_access",
    resource: `${service.baseUrl}/api/mcp`,
    ...over,
  };
  const given = Object.entries(fields).filter(([, value]) => value !== "");
  const query = new URLSearchParams(given);
  return new URL(`${service.baseUrl}/oauth/authorize?${query}`);
}

/** A code that the person has consented to. */
export async function newCode(
  service: TestService,
  browser: Browser,
  clientId: string,
  choice: Choice = {},
): Promise<string> {
  const url = authorizeUrl(service, clientId);
  const callback = await consent(browser, url, choice);
  return callback.searchParams.get("code") ?? `none: ${callback.href}`;
}

/** Posts a form to an endpoint of OAuth. */
export async function post(
  service: TestService,
  path: string,
  form: Fields,
  headers: Fields = {},
): Promise<Response> {
  return await service.fetch(path, {
    method: "POST",
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      ...headers,
    },
    body: new URLSearchParams(form).toString(),
  });
}

/** Exchanges a code, as a client that does it right; `over` does it wrong. */
export async function exchange(
  service: TestService,
  clientId: string,
  code: string,
  over: Fields = {},
): Promise<Response> {
  return await post(service, "/oauth/token", {
    grant_type: "authorization_code",
    client_id: clientId,
    code,
    redirect_uri: REDIRECT,
    code_verifier: VERIFIER,
    resource: `${service.baseUrl}/api/mcp`,
    ...over,
  });
}

export async function refresh(
  service: TestService,
  clientId: string,
  token: string,
  over: Fields = {},
): Promise<Response> {
  return await post(service, "/oauth/token", {
    grant_type: "refresh_token",
    client_id: clientId,
    refresh_token: token,
    ...over,
  });
}

/** A client that the person has let in, and its tokens. */
export interface Connected {
  readonly clientId: string;
  readonly code: string;
  readonly access: string;
  readonly refreshToken: string;
}

export async function connected(
  service: TestService,
  browser: Browser,
  choice: Choice = {},
): Promise<Connected> {
  const clientId = await newClient(service);
  const code = await newCode(service, browser, clientId, choice);
  const tokens = await (await exchange(service, clientId, code)).json();
  const { access_token: access, refresh_token: refreshToken } = tokens;
  return { clientId, code, access, refreshToken };
}

/** Calls a tool; the status of the answer. */
export async function callTool(
  service: TestService,
  token: string,
): Promise<Response> {
  return await service.fetch("/api/mcp", {
    method: "POST",
    token,
    headers: { accept: "application/json, text/event-stream" },
    json: {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "svc.list_conversations", arguments: {} },
    },
  });
}
