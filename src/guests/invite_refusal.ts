import { escaped } from "../core/base/text.ts";
import type { Say } from "../core/base/words/say.ts";
import type { ServiceError } from "../core/errors/errors.ts";
import { rowOf } from "../core/errors/errors.ts";
import type { ErrorWords } from "../pages/error_page.ts";
import { errorBody } from "../pages/error_page.ts";

/** The words of an error for a guest: the link is gone, or a form was refused. */
export function wordsForGuest(
  error: ServiceError,
  say: Say,
): ErrorWords | undefined {
  if (error.code === "rate_limited") return undefined;
  if (error.code !== "invite_not_found") {
    const back = { href: "/i", text: say`Back to the conversation` };
    return { body: errorBody(error.said(say), back) };
  }
  const why =
    error.message === rowOf(error).title
      ? ""
      : `<p class="notice" role="alert">${escaped(error.said(say))}</p>\n`;
  return {
    title: say`This link does not work`,
    body: `${why}<p>${say`A link works for thirty days, and until somebody takes the conversation over with an account. This browser keeps it open for an hour.`}</p>
<p>${say`Open the link in your newest mail again. If you have taken the conversation over, it is in your inbox.`}</p>
<p><a class="link" href="/sign-in">${say`Sign in`}</a></p>`,
    options: { hasSecretAddress: true },
  };
}
