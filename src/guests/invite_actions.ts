import type { Say } from "../core/base/words/say.ts";
import { rowOf, ServiceError } from "../core/errors/errors.ts";
import { answerDispute } from "../core/operations/answer_dispute.ts";
import { cancelConversation } from "../core/operations/cancel_conversation.ts";
import { claimInvite } from "../core/operations/claim_invite.ts";
import { declineInvite } from "../core/operations/decline_invite.ts";
import { openDispute } from "../core/operations/open_dispute.ts";
import { sendMessage } from "../core/operations/send_message.ts";
import { withdrawDispute } from "../core/operations/withdraw_dispute.ts";
import { callOperation, outputOf } from "../core/pipeline/call.ts";
import type { Form } from "../pages/forms.ts";
import { browserSay } from "../pages/language.ts";
import { redirectTo } from "../pages/page.ts";
import { callerOf } from "../pages/person.ts";
import type { RouteContext } from "../pages/route.ts";
import { goneCookie, keptIn, requireFormGuest } from "./invite_cookie.ts";
import { ASKS } from "./invite_forms.ts";
import { conversationPage } from "./invite_pages.ts";

/** Sends a guest's answer. */
export async function answerAsGuest(
  context: RouteContext,
  form: Form,
  request: Request,
): Promise<Response> {
  const guest = await requireFormGuest(context, request, form);
  const caller = callerOf(guest, request);
  // A form that is submitted twice is one answer.
  const { once = "", inReplyTo = "" } = form;
  const idempotencyKey = once === "" ? undefined : `form-${once}`;
  const text = (form.text ?? "").replaceAll("\r\n", "\n");
  const { conversationId } = guest;
  const input = {
    conversationId,
    text,
    mode: "reply" as const,
    ...(inReplyTo !== "" && { inReplyTo }),
    ...(ASKS in form && { accept: false }),
  };
  try {
    const asked = { ...caller, idempotencyKey };
    await callOperation(context.services, sendMessage, asked, input);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const { status } = rowOf(error);
    // Show the typed text again with the reason, unless the page itself cannot be shown.
    if (status === 404 || status === 429 || status >= 500) throw error;
    return conversationPage(context, request, {
      text,
      error: whyNotSent(error, text, browserSay(request)),
      status,
    });
  }
  return redirectTo("/i");
}

function whyNotSent(
  { code, message }: ServiceError,
  text: string,
  say: Say,
): string {
  if (text.trim() === "") return say`Write a reply first.`;
  return code === "idempotency_mismatch"
    ? say`Your earlier reply was sent. Send this one too if you want to add it.`
    : message;
}

/** Declines for the guest. */
export const decline = endBy(declineInvite);

/** Cancels the order of a buyer without an account. */
export const cancelOrder = endBy(cancelConversation);

function endBy(operation: typeof declineInvite | typeof cancelConversation) {
  return async (context: RouteContext, form: Form, request: Request) => {
    const guest = await requireFormGuest(context, request, form);
    const { conversationId } = guest;
    const caller = callerOf(guest, request);
    const input = { conversationId, reason: form.reason ?? "" };
    await callOperation(context.services, operation, caller, input);
    return redirectTo("/i");
  };
}

const DISPUTE_ACTS = new Map([
  ["dispute", openDispute],
  ["take_split", answerDispute],
  ["propose_split", answerDispute],
  ["withdraw_dispute", withdrawDispute],
]);

/** Opens, answers or withdraws a dispute for a buyer without an account. */
export async function disputeOrder(
  context: RouteContext,
  { act = "", reason, text, return: returned, take, ...form }: Form,
  request: Request,
): Promise<Response> {
  const guest = await requireFormGuest(context, request, form);
  const operation = DISPUTE_ACTS.get(act);
  if (!operation) throw new ServiceError("not_found");
  const input = {
    conversationId: guest.conversationId,
    ...(reason && { reason }),
    ...(text && { text }),
    ...(returned && { return: returned }),
    ...(take && { take: Number(take) }),
  };
  await callOperation(
    context.services,
    operation,
    callerOf(guest, request),
    input,
  );
  return redirectTo("/i");
}

/** Claims the conversation for the signed-in account. */
export async function claim(
  context: RouteContext,
  form: Form,
  request: Request,
): Promise<Response> {
  await requireFormGuest(context, request, form);
  const principal = await context.auth.principalOf(request.headers);
  if (principal?.kind !== "person") return redirectTo("/i");
  const caller = callerOf(principal, request);
  const output = await outputOf(context.services, claimInvite, caller, {
    token: keptIn(request, "read"),
  });
  return redirectTo(`/c/${output.conversationId}`, [goneCookie("read")]);
}
