/**
 * How does the inbox reach a browser, and where is each of its rooms? `page.ts`,
 * `bundle.ts` and `kept_bundle.ts` serve one page under the paths of the app's `paths.ts`;
 * `front_page.ts` and `seller_page.ts` are for visitors, `receipt_page.ts` for the printer,
 * `calendar_feed.ts` for calendars. The app is `packages/web/src/`, a client of REST, where each folder is a room: `api/` asks the
 * service, `ui/` is shared, `shell/` is always there, `ui/markdown/` shows the words of
 * others, `wallet/` asks a wallet to sign.
 * @module
 */

import { APP_PATHS } from "../../packages/web/src/paths.ts";
import { ANONYMOUS } from "../core/access/principal.ts";
import { told } from "../core/base/words/sentence.ts";
import { ServiceError } from "../core/errors/errors.ts";
import type { Auth } from "../core/identity/sign_in/auth_world.ts";
import type { Services } from "../core/pipeline/call.ts";
import { takesGzip } from "../http/accepts.ts";
import { archiveResponse } from "../http/archive_response.ts";
import { problemResponse } from "../http/problem.ts";
import { requestInfoOf, urlOf } from "../http/request_info.ts";
import { tagged, tagOf } from "../http/tagged.ts";
import { pageRoute } from "../pages/forms.ts";
import { browserSay, pageLanguage } from "../pages/language.ts";
import { redirectTo } from "../pages/page.ts";
import type { AuthRoute, RouteContext } from "../pages/route.ts";
import { FILES_PATH, webBundle } from "./bundle.ts";
import { calendarFeed } from "./calendar_feed.ts";
import { frontPage } from "./front_page.ts";
import type { WebFile } from "./kept_bundle.ts";
import { APP_HEADERS, appPage } from "./page.ts";
import { receiptPage } from "./receipt_page.ts";
import { sellerPage } from "./seller_page.ts";

/** The inbox in the browser: one page under a few paths, and its files. */
export function webRoutes(
  services: Services,
  auth: Auth,
): readonly AuthRoute[] {
  const context = { services, auth };
  return [
    { method: "GET", path: "/", handle: (request) => home(context, request) },
    ...APP_PATHS.map((path) => ({
      method: "GET" as const,
      path,
      handle: (request: Request) => room(context, request),
    })),
    pageRoute(context, "/receipts/:conversationId", (request) =>
      receiptPage(context, request),
    ),
    {
      method: "GET",
      path: "/calendar/:file",
      handle: (request, from) => calendarFeed(context, request, from),
    },
    pageRoute(context, "/@:localPart", (request, from) =>
      sellerPage(context, request, from),
    ),
    {
      method: "GET",
      path: "/exports/:exportId/archive",
      handle: (request) => download(services, auth, request),
    },
    {
      method: "GET",
      path: `${FILES_PATH}/:file`,
      handle: (request) => serveFile(services, request),
    },
  ];
}

/** Visitors see an introduction instead of an empty inbox. */
async function home(
  context: RouteContext,
  request: Request,
): Promise<Response> {
  const { auth, services } = context;
  return (await auth.principalOf(request.headers))
    ? await room(context, request)
    : frontPage(services, browserSay(request));
}

/** A page of the app; an account without a name yet gets one first. */
async function room(context: RouteContext, request: Request) {
  const person = await context.auth.principalOf(request.headers);
  return person?.kind === "newcomer"
    ? redirectTo("/sign-up")
    : await servePage(context, request);
}

/** A download link for the browser itself: authenticated by the cookie, not by a token. */
async function download(
  services: Services,
  auth: Pick<Auth, "principalOf">,
  request: Request,
): Promise<Response> {
  const info = requestInfoOf(request);
  try {
    const person = await auth.principalOf(request.headers);
    const [, , exportId = ""] = urlOf(request).pathname.split("/");
    const { requestId } = info;
    const principal = person ?? ANONYMOUS;
    const caller = { principal, via: "web", requestId } as const;
    return await archiveResponse(services, caller, exportId, request);
  } catch (error) {
    return problemResponse(services, error, info);
  }
}

async function servePage(
  context: RouteContext,
  request: Request,
): Promise<Response> {
  const language = await pageLanguage(context, request);
  const html = appPage(await webBundle(), language);
  const headers = { ...APP_HEADERS, "content-language": language };
  return tagged(request, tagOf(html), html, headers);
}

async function serveFile(
  services: Services,
  request: Request,
): Promise<Response> {
  const { files } = await webBundle();
  const file = files.get(urlOf(request).pathname);
  if (file) return fileResponse(file, request);
  const error = new ServiceError("not_found", {
    detail: told`This file is gone because the app was updated. Reload the page.`,
  });
  return problemResponse(services, error, requestInfoOf(request));
}

/** Cached forever: other content has another name (RFC 8246). */
function fileResponse(
  { type, body, gzip }: WebFile,
  request: Request,
): Response {
  const isGzip = takesGzip(request);
  return new Response(isGzip ? gzip : body, {
    headers: {
      "content-type": type,
      ...(isGzip && { "content-encoding": "gzip" }),
      vary: "accept-encoding",
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "same-origin",
    },
  });
}
