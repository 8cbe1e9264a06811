import { rowOf, ServiceError } from "../core/errors/errors.ts";
import { escaped } from "../http/html.ts";
import type { Form } from "../pages/forms.ts";
import { formRoute, pageRoute } from "../pages/forms.ts";
import { pageResponse } from "../pages/page.ts";
import type { AuthRoute, RouteContext } from "../pages/route.ts";

/** A page of a guest: whose link leads nowhere sees that in words. */
export function guestPage(
  context: RouteContext,
  path: string,
  show: (request: Request) => Promise<Response>,
): AuthRoute {
  return pageRoute(context, path, async (request) => {
    try {
      return await show(request);
    } catch (error) {
      return refusedGuest(request, error);
    }
  });
}

/** A form of such a page. */
export function guestForm(
  context: RouteContext,
  path: string,
  handle: (form: Form, request: Request) => Promise<Response>,
  bytesMax?: number,
): AuthRoute {
  const act = async (form: Form, request: Request) => {
    try {
      return await handle(form, request);
    } catch (error) {
      return refusedGuest(request, error);
    }
  };
  return formRoute(context, path, act, bytesMax);
}

/**
 * What a person sees whose link leads nowhere any more, or whose wish was refused.
 * Whoever asks for no page, and whatever is no refusal, gets what all others get.
 * @throws the same error
 */
function refusedGuest(request: Request, error: unknown): Response {
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
