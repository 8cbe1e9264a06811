import { PAGE_HEADERS, page } from "../http/html.ts";

/** How a page is answered when it is not just shown. */
export interface PageOptions {
  readonly status?: number;
  /** Where its form may lead besides here: an origin or a scheme (CSP form-action). */
  readonly formTarget?: string;
}

/** Answers with a page of ours: never kept, never framed, no script, forms to ourselves. */
export function pageResponse(
  title: string,
  body: string,
  { status = 200, formTarget }: PageOptions = {},
): Response {
  const csp = `default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'self'${
    formTarget === undefined ? "" : ` ${formTarget}`
  }; frame-ancestors 'none'`;
  return new Response(page(title, body), {
    status,
    headers: {
      ...PAGE_HEADERS,
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": csp,
      "cache-control": "no-store",
      // A page that was forged elsewhere still says whence it posts.
      "referrer-policy": "same-origin",
    },
  });
}

/** Sends the browser on, with cookies that came on the way. */
export function redirectTo(
  location: string,
  cookies: readonly string[] = [],
): Response {
  const headers = new Headers({ location, "cache-control": "no-store" });
  for (const cookie of cookies) headers.append("set-cookie", cookie);
  return new Response(null, { status: 303, headers });
}
