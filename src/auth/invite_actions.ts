import { callOperation } from "../core/call.ts";
import { rowOf, ServiceError } from "../core/errors.ts";
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
  requireSeat,
} from "./invite_cookie.ts";
import { conversationPage, guestCaller, stoppedPage } from "./invite_pages.ts";
import { refusedGuest } from "./invite_refusal.ts";
import { redirectTo } from "./page.ts";
import type { At, AuthRoute } from "./route.ts";

/** What somebody who was invited does: answer, decline, stop the mail, take it over. */
export function inviteActionRoutes(at: At): readonly AuthRoute[] {
  const act = (
    path: string,
    handle: (at: At, form: Form, request: Request) => Promise<Response>,
    bytesMax?: number,
  ) =>
    formRoute(
      at,
      path,
      async (form, request) => {
        try {
          return await handle(at, form, request);
        } catch (error) {
          return refusedGuest(request, error);
        }
      },
      bytesMax,
    );
  return [
    act("/i/reply", reply, LIMITS.inviteFormBytesMax),
    act("/i/decline", decline),
    act("/i/stop", stop),
    act("/i/claim", claim),
  ];
}

async function reply(at: At, form: Form, request: Request): Promise<Response> {
  const guest = await requireSeat(at, request, form);
  const caller = guestCaller(guest, request);
  // A form that is sent twice is one answer.
  const { once = "" } = form;
  const idempotencyKey = once === "" ? undefined : `form-${once}`;
  const text = (form.text ?? "").replaceAll("\r\n", "\n");
  const { conversationId } = guest;
  const input = { conversationId, text, mode: "reply" as const };
  try {
    const asked = { ...caller, idempotencyKey };
    await callOperation(at.services, sendMessage, asked, input);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const { status } = rowOf(error);
    // What was typed comes back with the reason, as long as it may be read at all.
    if (status === 404 || status === 429 || status >= 500) throw error;
    return conversationPage(at, request, {
      text,
      error: text.trim() === "" ? "Write your answer first." : error.message,
      status,
    });
  }
  return redirectTo("/i");
}

async function decline(
  at: At,
  form: Form,
  request: Request,
): Promise<Response> {
  const guest = await requireSeat(at, request, form);
  const { conversationId } = guest;
  const caller = guestCaller(guest, request);
  await callOperation(at.services, declineInvite, caller, { conversationId });
  return redirectTo("/i");
}

async function stop(at: At, form: Form, request: Request): Promise<Response> {
  const guest = await requireSeat(at, request, form);
  const caller = guestCaller(guest, request);
  const input = { reason: form.reason ?? "unsubscribed" };
  await callOperation(at.services, stopInvites, caller, input);
  return stoppedPage([GONE_INVITE_COOKIE]);
}

async function claim(at: At, form: Form, request: Request): Promise<Response> {
  const guest = await requireSeat(at, request, form);
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
