/**
 * How does somebody who was invited answer without an account? The link leads to pages and
 * forms under `/i`; a cookie makes the guest a principal.
 * @module
 */
import { LIMITS } from "../core/base/limits.ts";
import type { Form } from "../pages/forms.ts";
import { formRoute, pageRoute } from "../pages/forms.ts";
import type { AuthRoute, RouteContext } from "../pages/route.ts";
import { answerAsGuest, claim, decline } from "./invite_actions.ts";
import { guestFile, guestHome } from "./invite_pages.ts";
import { wordsForGuest } from "./invite_refusal.ts";
import { stopByForm, stopByLink, stopByPage, stopPage } from "./invite_stop.ts";
import { openLink, STOP_PATH } from "./open_link.ts";

type Show = (context: RouteContext, request: Request) => Promise<Response>;
type Act = (
  context: RouteContext,
  form: Form,
  request: Request,
) => Promise<Response>;

/** Opening these changes nothing: a mail scanner opens them, too. */
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
    ["/i/claim", claim],
  ];

/** The pages and forms of an invited address without an account. */
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
