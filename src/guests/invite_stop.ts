import type { Guest } from "../core/access/principal.ts";
import type { Say } from "../core/base/words/say.ts";
import { guestOf, tokenOf } from "../core/mail/invite_link.ts";
import { stopInvites } from "../core/operations/stop_invites.ts";
import { callOperation } from "../core/pipeline/call.ts";
import { urlOf } from "../http/request_info.ts";
import type { Form } from "../pages/forms.ts";
import { hidden } from "../pages/forms.ts";
import { browserSay } from "../pages/language.ts";
import { isolated, pageResponse, redirectTo } from "../pages/page.ts";
import { callerOf } from "../pages/person.ts";
import type { RouteContext } from "../pages/route.ts";
import {
  goneCookie,
  keptCookie,
  keptIn,
  participantKey,
  requireFormGuest,
  requireGuest,
} from "./invite_cookie.ts";
import { STOP_PATH } from "./open_link.ts";

/**
 * Asks before it stops the mail, because a mail scanner opens the link, too.
 */
export async function stopPage(
  context: RouteContext,
  request: Request,
): Promise<Response> {
  const done = keptIn(request, "stop") === "" && stoppedPage(request);
  if (done) return done;
  const guest = await requireGuest(context, request, "stop");
  const say = browserSay(request);
  const title = say`Unsubscribe`;
  return pageResponse(
    title,
    `<h1>${title}</h1>
<p>${say`You won't get any more email from us at ${isolated(guest.address)}.`}</p>
<form method="post" action="${STOP_PATH}">
${hidden("participant", participantKey(guest))}
<button>${say`Unsubscribe`}</button>
</form>`,
    { say },
  );
}

/** Stops the mail from the page that asks. */
export async function stopByPage(
  context: RouteContext,
  form: Form,
  request: Request,
): Promise<Response> {
  const guest = await requireFormGuest(context, request, form, "stop");
  await stop(context, guest, request, "unsubscribed");
  return redirectTo(STOP_PATH, [
    goneCookie("stop"),
    keptCookie(context, "done", "unsubscribed"),
  ]);
}

/** Stops the mail from the conversation's page, and deletes its link. */
export async function stopByForm(
  context: RouteContext,
  form: Form,
  request: Request,
): Promise<Response> {
  const guest = await requireFormGuest(context, request, form);
  const { reason = "unsubscribed" } = form;
  await stop(context, guest, request, reason);
  return redirectTo("/i", [
    goneCookie("read"),
    keptCookie(context, "done", reason),
  ]);
}

/**
 * One click in a mail program (RFC 8058), without a cookie and from no page of
 * ours. The link itself gives the right to this, and nothing else.
 */
export async function stopByLink(
  context: RouteContext,
  request: Request,
): Promise<Response> {
  const token = tokenOf(urlOf(request).pathname);
  const guest = await guestOf(context.services, token, "stop");
  const say = browserSay(request);
  if (!guest) {
    const title = say`This link doesn't work`;
    return pageResponse(
      title,
      `<h1>${title}</h1>
<p>${say`It has expired or is incomplete. Use the link in your newest email.`}</p>`,
      { status: 404, hasSecretAddress: true, say },
    );
  }
  await stop(context, guest, request, "unsubscribed");
  return donePage("unsubscribed", say);
}

/** @throws invalid_input for an unknown reason */
async function stop(
  context: RouteContext,
  guest: Guest,
  request: Request,
  reason: string,
): Promise<void> {
  const caller = callerOf(guest, request);
  await callOperation(context.services, stopInvites, caller, { reason });
}

/** Tells a returning guest what they did; undefined if nothing. */
export function stoppedPage(request: Request): Response | undefined {
  const done = keptIn(request, "done");
  return done === "" ? undefined : donePage(done, browserSay(request));
}

function donePage(done: string, say: Say): Response {
  const isReport = done === "reported";
  const title = isReport
    ? say`Reported and unsubscribed`
    : say`You're unsubscribed`;
  const report = isReport
    ? `\n<p>${say`Our team has your report. No one in the conversation is told.`}</p>`
    : "";
  return pageResponse(
    title,
    `<h1>${title}</h1>
<p>${say`You won't get any more email from us.`}</p>${report}
<p>${say`You can still read the conversation with the link in your email until it expires.`}</p>`,
    { hasSecretAddress: true, say },
  );
}
