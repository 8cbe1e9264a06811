import { callOperation } from "../core/call.ts";
import { LIMITS } from "../core/limits.ts";
import { claimInvite } from "../core/operations/claim_invite.ts";
import { declineInvite } from "../core/operations/decline_invite.ts";
import { sendMessage } from "../core/operations/send_message.ts";
import { stopInvites } from "../core/operations/stop_invites.ts";
import type { Form } from "./forms.ts";
import { formRoute } from "./forms.ts";
import {
  GONE_INVITE_COOKIE,
  inviteTokenIn,
  requireGuest,
} from "./invite_cookie.ts";
import { guestCaller, stoppedPage } from "./invite_pages.ts";
import { redirectTo } from "./page.ts";
import type { At, AuthRoute } from "./route.ts";

/** What somebody who was invited does: answer, decline, stop the mail, take it over. */
export function inviteActionRoutes(at: At): readonly AuthRoute[] {
  return [
    formRoute(
      at,
      "/i/reply",
      (form, request) => reply(at, form, request),
      LIMITS.inviteFormBytesMax,
    ),
    formRoute(at, "/i/decline", (_form, request) => decline(at, request)),
    formRoute(at, "/i/stop", (form, request) => stop(at, form, request)),
    formRoute(at, "/i/claim", (_form, request) => claim(at, request)),
  ];
}

async function reply(
  at: At,
  { text = "", once = "" }: Form,
  request: Request,
): Promise<Response> {
  const guest = await requireGuest(at, request);
  const caller = guestCaller(guest, request);
  // A form that is sent twice is one answer.
  const idempotencyKey = once === "" ? undefined : `form-${once}`;
  await callOperation(
    at.services,
    sendMessage,
    { ...caller, idempotencyKey },
    {
      conversationId: guest.conversationId,
      text: text.replaceAll("\r\n", "\n"),
      mode: "reply",
    },
  );
  return redirectTo("/i");
}

async function decline(at: At, request: Request): Promise<Response> {
  const guest = await requireGuest(at, request);
  const { conversationId } = guest;
  const caller = guestCaller(guest, request);
  await callOperation(at.services, declineInvite, caller, { conversationId });
  return redirectTo("/i");
}

async function stop(
  at: At,
  { reason }: Form,
  request: Request,
): Promise<Response> {
  const guest = await requireGuest(at, request);
  const caller = guestCaller(guest, request);
  const input = { reason: reason ?? "unsubscribed" };
  await callOperation(at.services, stopInvites, caller, input);
  return stoppedPage([GONE_INVITE_COOKIE]);
}

async function claim(at: At, request: Request): Promise<Response> {
  const guest = await requireGuest(at, request);
  const principal = await at.auth.principalOf(request.headers);
  if (principal?.kind !== "person") return redirectTo("/i");
  const { requestId } = guestCaller(guest, request);
  await callOperation(
    at.services,
    claimInvite,
    { principal, via: "web", requestId },
    { token: inviteTokenIn(request) },
  );
  return redirectTo("/", [GONE_INVITE_COOKIE]);
}
