import { wantsPage } from "../http/accepts.ts";
import { pageResponse } from "./page.ts";

/** The 404 page for browsers; programs get the problem document (RFC 9110, 12.5.1). */
export function missingPage(request: Request): Response | undefined {
  const isRead = request.method === "GET" || request.method === "HEAD";
  if (!isRead || !wantsPage(request)) return undefined;
  const response = pageResponse(
    "There is no such page",
    `<h1>There is no such page</h1>
<p>The address may be mistyped, or what was here is gone.</p>
<p><a class="link" href="/">Go to your inbox</a></p>`,
    { status: 404 },
  );
  response.headers.set("vary", "accept");
  return response;
}
