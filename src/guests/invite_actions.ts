import { LIMITS } from "../core/base/limits.ts";
import { rowOf, ServiceError } from "../core/errors/errors.ts";
import { claimInvite } from "../core/operations/claim_invite.ts";
import { declineInvite } from "../core/operations/decline_invite.ts";
import { sendMessage } from "../core/operations/send_message.ts";
import { callOperation } from "../core/pipeline/call.ts";
import type { Form } from "../pages/forms.ts";
import { redirectTo } from "../pages/page.ts";
import type { AuthRoute, RouteContext } from "../pages/route.ts";
import { guestCaller } from "./guest_caller.ts";
import { goneCookie, keptIn, requireFormGuest } from "./invite_cookie.ts";
import { ASKS } from "./invite_forms.ts";
import { conversationPage } from "./invite_pages.ts";
import { guestForm } from "./invite_refusal.ts";

/** What somebody who was invited does: answer, decline, take it over. */
export function inviteActionRoutes(
  context: RouteContext,
): readonly AuthRoute[] {
  const act = (
    path: string,
    handle: (
      context: RouteContext,
      form: Form,
      request: Request,
    ) => Promise<Response>,
    bytesMax?: number,
  ) =>
    guestForm(
      context,
      path,
      (form, request) => handle(context, form, request),
      bytesMax,
    );
  return [
    act("/i/reply", reply, LIMITS.inviteFormBytesMax),
    act("/i/decline", decline),
    act("/i/claim", claim),
  ];
}

async function reply(
  context: RouteContext,
  form: Form,
  request: Request,
): Promise<Response> {
  const guest = await requireFormGuest(context, request, form);
  const caller = guestCaller(guest, request);
  // A form that is sent twice is one answer.
  const { once = "" } = form;
  const idempotencyKey = once === "" ? undefined : `form-${once}`;
  const text = (form.text ?? "").replaceAll("\r\n", "\n");
  const { conversationId } = guest;
  const input = {
    conversationId,
    text,
    mode: "reply" as const,
    ...(ASKS in form && { accept: false }),
  };
  try {
    const asked = { ...caller, idempotencyKey };
    await callOperation(context.services, sendMessage, asked, input);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const { status } = rowOf(error);
    // What was typed comes back with the reason, as long as it may be read at all.
    if (status === 404 || status === 429 || status >= 500) throw error;
    return conversationPage(context, request, {
      text,
      error: whyNotSent(error, text),
      status,
    });
  }
  return redirectTo("/i");
}

function whyNotSent({ code, message }: ServiceError, text: string): string {
  if (text.trim() === "") return "Write your answer first.";
  return code === "idempotency_mismatch"
    ? "You have sent this form before with another text, and that answer has arrived. Send this one, too, if you want to add it."
    : message;
}

async function decline(
  context: RouteContext,
  form: Form,
  request: Request,
): Promise<Response> {
  const guest = await requireFormGuest(context, request, form);
  const { conversationId } = guest;
  const caller = guestCaller(guest, request);
  await callOperation(context.services, declineInvite, caller, {
    conversationId,
  });
  return redirectTo("/i");
}

async function claim(
  context: RouteContext,
  form: Form,
  request: Request,
): Promise<Response> {
  const guest = await requireFormGuest(context, request, form);
  const principal = await context.auth.principalOf(request.headers);
  if (principal?.kind !== "person") return redirectTo("/i");
  const { requestId } = guestCaller(guest, request);
  const caller = { principal, via: "web" as const, requestId };
  const { output } = await callOperation(
    context.services,
    claimInvite,
    caller,
    {
      token: keptIn(request, "read"),
    },
  );
  return redirectTo(`/c/${output.conversationId}`, [goneCookie("read")]);
}
