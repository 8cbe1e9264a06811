import { wantsPage } from "../http/accepts.ts";
import { browserSay } from "./language.ts";
import { pageResponse } from "./page.ts";

/** The 404 page for browsers; programs get the problem document (RFC 9110, 12.5.1). */
export function missingPage(request: Request): Response | undefined {
  const isRead = request.method === "GET" || request.method === "HEAD";
  if (!isRead || !wantsPage(request)) return undefined;
  const say = browserSay(request);
  const title = say`There is no such page`;
  const response = pageResponse(
    title,
    `<h1>${title}</h1>
<p>${say`The address may be mistyped, or what was here is gone.`}</p>
<p><a class="link" href="/">${say`Go to your inbox`}</a></p>`,
    { status: 404, say },
  );
  response.headers.set("vary", "accept, accept-language");
  return response;
}
