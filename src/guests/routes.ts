/**
 * How does somebody who was invited answer without an account? The link leads to pages and
 * forms under `/i`; a cookie makes the guest a principal.
 * @module
 */
import { escaped } from "../../packages/standards/src/html.ts";
import { LIMITS } from "../core/base/limits.ts";
import type { Say } from "../core/base/words/say.ts";
import type { ServiceError } from "../core/errors/errors.ts";
import { rowOf } from "../core/errors/errors.ts";
import type { ErrorWords } from "../pages/error_page.ts";
import { errorBody } from "../pages/error_page.ts";
import type { Form } from "../pages/forms.ts";
import { formRoute, pageRoute } from "../pages/forms.ts";
import type { AuthRoute, RouteContext } from "../pages/route.ts";
import {
  answerAsGuest,
  cancelOrder,
  claim,
  decline,
  disputeOrder,
} from "./invite_actions.ts";
import { guestFile, guestHome } from "./invite_pages.ts";
import { stopByForm, stopByLink, stopByPage, stopPage } from "./invite_stop.ts";
import { openLink, STOP_PATH } from "./open_link.ts";

type Show = (context: RouteContext, request: Request) => Promise<Response>;
type Act = (
  context: RouteContext,
  form: Form,
  request: Request,
) => Promise<Response>;

/** Opening these changes nothing, because a mail scanner opens them, too. */
const PAGES: readonly (readonly [path: string, show: Show])[] = [
  ["/i/stop/:token", (context, request) => openLink(context, request, "stop")],
  [STOP_PATH, stopPage],
  ["/i", guestHome],
  ["/i/:token", (context, request) => openLink(context, request, "read")],
  ["/i/files/:artifactId", guestFile],
];

const FORMS: readonly (readonly [path: string, act: Act, bytesMax?: number])[] =
  [
    [STOP_PATH, stopByPage],
    ["/i/stop", stopByForm],
    ["/i/reply", answerAsGuest, LIMITS.inviteFormBytesMax],
    ["/i/decline", decline],
    ["/i/cancel", cancelOrder],
    ["/i/dispute", disputeOrder],
    ["/i/claim", claim],
  ];

/** The pages and forms for an invited address without an account. */
export function guestRoutes(context: RouteContext): readonly AuthRoute[] {
  return [
    ...PAGES.map(([path, show]) =>
      pageRoute(
        context,
        path,
        (request) => show(context, request),
        wordsForGuest,
      ),
    ),
    ...FORMS.map(([path, act, bytesMax]) =>
      formRoute(context, path, (form, request) => act(context, form, request), {
        wordsOf: wordsForGuest,
        ...(bytesMax && { bytesMax }),
      }),
    ),
    {
      method: "POST",
      path: "/i/stop/:token",
      handle: (request) => stopByLink(context, request),
    },
  ];
}

/** An error's text for a guest: the link is gone, or a form was refused. */
function wordsForGuest(error: ServiceError, say: Say): ErrorWords | undefined {
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
    title: say`This link doesn't work`,
    body: `${why}<p>${say`Links expire after 30 days, or when someone moves the conversation to their inbox. This browser stays open for an hour.`}</p>
<p>${say`Open the link in your newest email again. If you moved the conversation to your inbox, find it there.`}</p>
<p><a class="link" href="/sign-in">${say`Sign in`}</a></p>`,
    options: { hasSecretAddress: true },
  };
}
