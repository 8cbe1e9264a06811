import { escaped } from "../../packages/standards/src/html.ts";
import type { Say } from "../core/base/words/say.ts";
import type { ServiceError } from "../core/errors/errors.ts";
import { toServiceError } from "../core/errors/to_service_error.ts";
import { wantsPage } from "../http/accepts.ts";
import { problemResponse } from "../http/problem.ts";
import { requestInfoOf } from "../http/request_info.ts";
import { browserSay } from "./language.ts";
import type { PageOptions } from "./page.ts";
import { pageResponse } from "./page.ts";
import type { RouteContext } from "./route.ts";

/** The parts of an error page that differ from the default; the body is HTML. */
export interface ErrorWords {
  readonly title?: string;
  readonly body: string;
  readonly options?: PageOptions;
}

/** A room's own text for an error. */
export type WordsOfError = (
  error: ServiceError,
  say: Say,
) => ErrorWords | undefined;

/** Answers an error as a page to a browser, and as a problem document otherwise. */
export function errorResponse(
  { services }: RouteContext,
  request: Request,
  thrown: unknown,
  wordsOf: WordsOfError = () => undefined,
): Response {
  const info = requestInfoOf(request);
  const error = toServiceError(thrown);
  const problem = problemResponse(services, error, info);
  if (!wantsPage(request)) return problem;
  const say = browserSay(request);
  const why =
    error.code === "internal"
      ? say`Something went wrong on our side.`
      : error.said(say);
  const {
    title = say`That didn't work`,
    body = errorBody(why, { href: "/", text: say`Start again` }),
    options,
  } = wordsOf(error, say) ?? {};
  const retryAfter = problem.headers.get("retry-after");
  return pageResponse(title, `<h1>${title}</h1>\n${body}`, {
    say,
    ...options,
    status: problem.status,
    ...(retryAfter !== null && { retryAfter }),
  });
}

/** The failure, and how to continue. */
export function errorBody(
  why: string,
  { href, text }: { readonly href: string; readonly text: string },
): string {
  return `<p>${escaped(why)}</p>\n<p><a class="link" href="${href}">${text}</a></p>`;
}

/** The 404 page for browsers; programs get the problem document (RFC 9110, 12.5.1). */
export function missingPage(request: Request): Response | undefined {
  const isRead = request.method === "GET" || request.method === "HEAD";
  if (!isRead || !wantsPage(request)) return undefined;
  const say = browserSay(request);
  const title = say`Page not found`;
  const response = pageResponse(
    title,
    `<h1>${title}</h1>
<p>${say`Check the address. The page may have been removed.`}</p>
<p><a class="link" href="/">${say`Go to your inbox`}</a></p>`,
    { status: 404, say },
  );
  response.headers.set("vary", "accept, accept-language");
  return response;
}
