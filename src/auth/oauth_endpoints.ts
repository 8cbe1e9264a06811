import type { ServiceError } from "../core/errors/errors.ts";
import {
  endReusedFamily,
  forgetConsent,
  grantedRedirect,
  hasGranted,
  isCodeTooOld,
  ownerOfGrant,
} from "../core/identity/oauth/oauth_access.ts";
import {
  isOnThisMachine,
  resourceMeant,
  resourceOf,
} from "../core/identity/oauth/oauth_base.ts";
import { wantsPage } from "../http/accepts.ts";
import { readShort } from "../http/read_text.ts";
import { urlOf } from "../http/request_info.ts";
import { errorResponse } from "../pages/error_page.ts";
import { pageSay } from "../pages/language.ts";
import { recordAccountEvent } from "../pages/record.ts";
import type { AuthRoute, From, RouteContext } from "../pages/route.ts";
import { learnOfClient, unknownClientPage } from "./client_documents.ts";
import { forward, headersFor } from "./forward.ts";
import { refusalOfLibrary } from "./library_refusal.ts";
import { machineToken } from "./machine_token.ts";
import { letAsk, OPEN_HEADERS } from "./metadata.ts";
import { withOAuthError } from "./oauth_error.ts";
import { readRegistration } from "./registration.ts";

/**
 * OAuth 2.1 for MCP clients, under the paths in the metadata and under those
 * that clients of MCP 2025-03-26 try without metadata.
 */
export function oauthRoutes(context: RouteContext): readonly AuthRoute[] {
  const open = (
    paths: readonly string[],
    serve: (
      context: RouteContext,
      request: Request,
      from: From,
    ) => Promise<Response>,
  ) =>
    paths.flatMap((path): readonly AuthRoute[] => [
      {
        method: "POST",
        path,
        handle: async (request, from) =>
          opened(await withOAuthError(await serve(context, request, from))),
      },
      { method: "OPTIONS", path, handle: letAsk },
    ]);
  return [
    ...["/oauth/authorize", "/authorize"].map(
      (path): AuthRoute => ({
        method: "GET",
        path,
        handle: (request, from) => authorize(context, request, from),
      }),
    ),
    ...open(["/oauth/token", "/token"], token),
    ...open(["/oauth/register", "/register"], register),
    ...open(["/oauth/revoke"], revoke),
  ];
}

/** The person's own browser: the cookie identifies them, and the page asks. */
async function authorize(
  context: RouteContext,
  request: Request,
  from: From,
): Promise<Response> {
  const url = urlOf(request);
  if (hasNul(url.search)) {
    return unknownClientPage(null, await pageSay(context, request));
  }
  nameResource(context, url.searchParams, { isNeeded: true });
  const refused = await learnOfClient(context, request, url);
  if (refused) return refused;
  await askAgain(context, request, url.searchParams);
  const response = await forward(context, {
    path: "/oauth2/authorize",
    method: "GET",
    search: url.search,
    headers: headersFor(request, from, ["authorization"]),
  });
  if (response.status >= 400 && wantsPage(request)) {
    const refusal = await refusalOfLibrary(response);
    return errorResponse(context, request, refusal);
  }
  const location = response.headers.get("location") ?? "";
  const { baseUrl } = context.services.settings;
  if (!location.startsWith(`${baseUrl}/api/auth/error?`)) return response;
  const person = await context.auth.principalOf(request.headers);
  if (person) {
    const { accountId } = person;
    const type = "oauth.request_refused";
    await recordAccountEvent(context.services, { accountId, type });
  }
  const say = await pageSay(context, request);
  return unknownClientPage(new URL(location).searchParams.get("error"), say);
}

/** Uses the library's name of the resource if the client uses another or none. */
function nameResource(
  { services }: RouteContext,
  params: URLSearchParams,
  { isNeeded }: { readonly isNeeded: boolean },
): void {
  const { baseUrl } = services.settings;
  const asked = params.getAll("resource");
  // Without a resource the library would issue a token that no interface here accepts.
  const usual = isNeeded ? [resourceOf(baseUrl)] : [];
  const meant = asked.map((it) => resourceMeant(baseUrl, it));
  params.delete("resource");
  for (const resource of asked.length > 0 ? meant : usual) {
    params.append("resource", resource);
  }
}

/**
 * The library stores consents. One without our grant is worthless, and one is
 * for one address. On a port of this machine any program may listen, so there
 * the person is asked each time (RFC 8252, section 8.6).
 */
async function askAgain(
  { auth, services }: RouteContext,
  { headers }: Request,
  query: URLSearchParams,
): Promise<void> {
  const person = await auth.principalOf(headers);
  const clientId = query.get("client_id");
  if (!person || clientId === null) return;
  const { accountId } = person;
  const granted = await grantedRedirect(services, accountId, clientId);
  if (granted === undefined) {
    await forgetConsent(services, accountId, clientId);
    return;
  }
  const isElsewhere = granted !== query.get("redirect_uri");
  if (isElsewhere || !granted || isOnThisMachine(new URL(granted).hostname)) {
    query.set("prompt", "consent");
  }
}

/** RFC 6749, section 3.2. A refusal of a known client is recorded. */
async function token(
  context: RouteContext,
  request: Request,
  from: From,
): Promise<Response> {
  const read = await bodyOf(context, request, from);
  if (read instanceof Response) return read;
  const form = new URLSearchParams(read);
  if (form.get("grant_type") === "client_credentials") {
    return await machineToken(context, request, {
      ...{ form, from, refuse: oauthError },
    });
  }
  const isNeeded = form.get("grant_type") === "authorization_code";
  nameResource(context, form, { isNeeded });
  // Read first: a reused code deletes its tokens.
  const owner = await ownerOfGrant(context.services, {
    code: form.get("code"),
    refreshToken: form.get("refresh_token"),
  });
  const refusal = await refusalOf(context, form, owner);
  if (refusal) return refusal;
  const response = await forward(context, {
    path: "/oauth2/token",
    headers: headersFor(request, from, ["cookie", "origin"]),
    body: form.toString(),
  });
  const refreshToken = form.get("refresh_token");
  const isReused =
    refreshToken !== null &&
    owner !== undefined &&
    (await endReusedFamily(context.services, refreshToken, {
      hasWon: response.ok,
      owner,
    }));
  if (response.ok && !isReused) return response;
  if (owner) {
    await recordAccountEvent(context.services, {
      ...owner,
      type: "oauth.token_refused",
    });
  }
  return isReused
    ? oauthError("invalid_grant", "the refresh token was used more than once")
    : await asRfc6749(response);
}

/** Refuses an old code or an ended grant, for which the library would still issue tokens. */
async function refusalOf(
  { services }: RouteContext,
  form: URLSearchParams,
  owner: { readonly accountId: string; readonly clientId: string } | undefined,
): Promise<Response | undefined> {
  const code = form.get("code");
  if (code !== null && (await isCodeTooOld(services, code))) {
    return oauthError("invalid_grant", "the code is too old");
  }
  if (!form.has("refresh_token") || !owner) return undefined;
  const { accountId, clientId } = owner;
  if (await hasGranted(services, accountId, clientId)) return undefined;
  return oauthError("invalid_grant", "the person has ended this access");
}

/** The library reports a wrong verifier as a failed client (RFC 7636, section 4.6). */
async function asRfc6749(response: Response): Promise<Response> {
  if (response.status !== 401) return response;
  const body = await response.json();
  return body.error === "invalid_request"
    ? oauthError("invalid_grant", body.error_description)
    : Response.json(body, { status: 401, headers: NO_STORE });
}

/** RFC 7591. */
async function register(
  context: RouteContext,
  request: Request,
  from: From,
): Promise<Response> {
  const read = await bodyOf(context, request, from);
  if (read instanceof Response) return read;
  const registration = readRegistration(read);
  if ("refusal" in registration) {
    return oauthError("invalid_client_metadata", registration.refusal);
  }
  return await forward(context, {
    path: "/oauth2/register",
    headers: headersFor(request, from, ["cookie", "origin", "authorization"]),
    body: JSON.stringify(registration.client),
  });
}

/**
 * RFC 7009: an unknown token counts as revoked. An access token cannot be revoked,
 * and the answer says so (section 2.2.1): its client revokes the refresh token.
 */
async function revoke(
  context: RouteContext,
  request: Request,
  from: From,
): Promise<Response> {
  const read = await bodyOf(context, request, from);
  if (read instanceof Response) return read;
  const response = await forward(context, {
    path: "/oauth2/revoke",
    headers: headersFor(request, from, ["cookie", "origin"]),
    body: read,
  });
  const token = new URLSearchParams(read).get("token");
  if (response.status !== 400 || !token) return response;
  const { error } = await response.clone().json();
  return error === "invalid_request"
    ? new Response(null, { status: 200, headers: NO_STORE })
    : response;
}

const NO_STORE = { "cache-control": "no-store", pragma: "no-cache" };

function oauthError(error: string, description: unknown): Response {
  const body = { error, error_description: String(description ?? error) };
  return Response.json(body, { status: 400, headers: NO_STORE });
}

async function bodyOf(
  { services }: RouteContext,
  request: Request,
  from: From,
): Promise<string | Response> {
  try {
    const text = await readShort(services.bodies, request, from);
    if (!hasNul(text)) return text;
    return oauthError("invalid_request", "a parameter holds a NUL");
  } catch (error) {
    return oauthError("invalid_request", (error as ServiceError).message);
  }
}

/** True for form or JSON parameters with a NUL, which ends a text in the database. */
function hasNul(text: string): boolean {
  return /\0|%00|\\u0000/i.test(text);
}

function opened(response: Response): Response {
  const open = new Response(response.body, response);
  for (const [name, value] of Object.entries(OPEN_HEADERS)) {
    open.headers.set(name, value);
  }
  open.headers.delete("set-cookie");
  return open;
}
