import { rowOf, ServiceError } from "../core/errors.ts";
import { escaped } from "../http/html.ts";
import { pageResponse } from "./page.ts";

/**
 * What a person sees whose link leads nowhere any more, or whose wish was refused.
 * Whoever asks for no page, and whatever is no refusal, gets what all others get.
 * @throws the same error
 */
export function refusedGuest(request: Request, error: unknown): Response {
  const wantsPage = request.headers.get("accept")?.includes("text/html");
  if (!(error instanceof ServiceError) || !wantsPage) throw error;
  if (error.code === "rate_limited") throw error;
  const { status } = rowOf(error);
  if (error.code !== "invite_not_found") {
    return pageResponse(
      "That did not work",
      `<h1>That did not work</h1>
<p>${escaped(error.message)}</p>
<p><a class="link" href="/i">Back to the conversation</a></p>`,
      { status },
    );
  }
  const why =
    error.message === rowOf(error).title
      ? ""
      : `<p class="notice" role="alert">${escaped(error.message)}</p>\n`;
  return pageResponse(
    "This link does not work",
    `<h1>This link does not work</h1>
${why}<p>A link works for thirty days, and until somebody takes the conversation over with an account. This browser keeps it open for an hour.</p>
<p>Open the link in your newest mail again. If you have taken the conversation over, it is in your inbox.</p>
<p><a class="link" href="/sign-in">Sign in</a></p>`,
    { status, hasSecretAddress: true },
  );
}
