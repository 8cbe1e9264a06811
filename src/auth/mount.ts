import { SIGN_IN_REQUIRED } from "../core/access/operation.ts";
import { parseJson } from "../core/access/read_json.ts";
import { told } from "../core/base/words/sentence.ts";
import { ServiceError } from "../core/errors/errors.ts";
import { SESSION_TOKEN_PATH } from "../core/identity/sign_in/session_token_plugin.ts";
import {
  ENTER_CODE_PATH,
  SEND_CODE_PATH,
} from "../core/identity/sign_in/sign_in_code_plugin.ts";
import { problemResponse } from "../http/problem.ts";
import { readShort } from "../http/read_text.ts";
import { requestInfoOf, urlOf } from "../http/request_info.ts";
import { requireOwnOrigin } from "../pages/forms.ts";
import type { AuthRoute, From, RouteContext } from "../pages/route.ts";
import { forward, headersFor } from "./forward.ts";
import { refusalOfLibrary } from "./library_refusal.ts";

/** Paths of the library that our own pages may call; all others do not exist. */
const SERVED: readonly Served[] = [
  ["POST", "/sign-out"],
  ["POST", SESSION_TOKEN_PATH],
  ["GET", "/passkey/generate-register-options"],
  ["POST", "/passkey/verify-registration"],
  ["GET", "/passkey/generate-authenticate-options"],
  ["POST", "/passkey/verify-authentication"],
  ["GET", "/passkey/list-user-passkeys"],
  ["POST", "/passkey/delete-passkey"],
  ["POST", "/passkey/update-passkey"],
  ["GET", "/jwks"],
];

/** Those that exist only if people sign in by mail. */
const BY_MAIL: readonly Served[] = [
  ["POST", SEND_CODE_PATH],
  ["POST", ENTER_CODE_PATH],
  ["POST", "/sign-in/magic-link"],
];

type Served = readonly ["GET" | "POST", string];

/** Their answers contain the cookie's token and the mailbox: the page gets neither. */
const SIGNS_IN: ReadonlySet<string> = new Set([
  "/passkey/verify-authentication",
]);

/** `/api/auth/…`: the sign-in for the web app. */
export function apiRoutes(context: RouteContext): readonly AuthRoute[] {
  const served = context.auth.isMailSignIn ? [...BY_MAIL, ...SERVED] : SERVED;
  return served.map(([method, path]) => ({
    method,
    path: `/api/auth${path}`,
    handle: (request, from) => serve(context, { method, path }, request, from),
  }));
}

async function serve(
  context: RouteContext,
  { method, path }: { readonly method: "GET" | "POST"; readonly path: string },
  request: Request,
  from: From,
): Promise<Response> {
  try {
    if (method === "POST" && request.headers.has("cookie")) {
      await requireOwnOrigin(context, request);
    }
    // The cookie is renewed here: a request with a token is refused, not
    // answered for the cookie's owner.
    if (path === SESSION_TOKEN_PATH && request.headers.has("authorization")) {
      throw new ServiceError("unauthenticated", {
        detail: SIGN_IN_REQUIRED,
      });
    }
    const given =
      method === "POST"
        ? await readShort(context.services.bodies, request, from)
        : undefined;
    const headers = headersFor(request, from);
    // It takes only the cookie, so no body is the same as an empty one.
    const isBare = path === SESSION_TOKEN_PATH && given === "";
    if (isBare) headers.set("content-type", "application/json");
    const body = isBare ? "{}" : given;
    if (path === SEND_CODE_PATH) requireSignIn(body);
    const response = await forward(context, {
      path,
      method,
      search: urlOf(request).search,
      headers,
      ...(body !== undefined && { body }),
    });
    if (response.status >= 400) {
      return await refused(context, request, response);
    }
    return response.ok && SIGNS_IN.has(path) ? signedIn(response) : response;
  } catch (error) {
    return problemResponse(context.services, error, requestInfoOf(request));
  }
}

/** The library also mails codes for other purposes; none of them is offered. */
function requireSignIn(body = ""): void {
  if (typeOf(body) === "sign-in") return;
  throw new ServiceError("invalid_input", {
    detail: told`Cannot send a code: type must be "sign-in".`,
  });
}

function typeOf(body: string): unknown {
  try {
    const said: { readonly type?: unknown } | null = parseJson(body) as object;
    return said?.type;
  } catch {
    return undefined;
  }
}

/** The refusal as a problem, with the cookies that the library clears. */
async function refused(
  { services }: RouteContext,
  request: Request,
  response: Response,
): Promise<Response> {
  const cookies = response.headers.getSetCookie();
  const error = await refusalOfLibrary(response);
  const problem = problemResponse(services, error, requestInfoOf(request));
  for (const cookie of cookies) problem.headers.append("set-cookie", cookie);
  return problem;
}

function signedIn(response: Response): Response {
  const headers = new Headers(response.headers);
  headers.delete("content-length");
  return new Response(JSON.stringify({ signedIn: true }), {
    status: 200,
    headers,
  });
}
