import { ServiceError } from "../core/errors/errors.ts";
import { guestOf } from "../core/mail/invite_link.ts";
import { getArtifact } from "../core/operations/get_artifact.ts";
import { getConversation } from "../core/operations/get_conversation.ts";
import { callOperation } from "../core/pipeline/call.ts";
import { dispositionOf } from "../http/disposition.ts";
import { ownAccount } from "../pages/own_account.ts";
import { pageResponse, redirectTo } from "../pages/page.ts";
import type { AuthRoute, RouteContext } from "../pages/route.ts";
import { guestCaller, lastPart } from "./guest_caller.ts";
import { keptCookie, keptIn, requireGuest } from "./invite_cookie.ts";
import type { Claimant } from "./invite_forms.ts";
import { guestPage } from "./invite_refusal.ts";
import { stoppedPage } from "./invite_stop.ts";
import type { GuestView } from "./invite_view.ts";
import { inviteBody } from "./invite_view.ts";

/**
 * Where the link of an invite leads. To open it changes nothing, so that a mail
 * scanner may; what does something is a form.
 */
export function inviteRoutes(context: RouteContext): readonly AuthRoute[] {
  return [
    guestPage(context, "/i", async (request) =>
      keptIn(request, "read") === ""
        ? (stoppedPage(request) ?? (await conversationPage(context, request)))
        : await conversationPage(context, request),
    ),
    guestPage(context, "/i/:token", (request) => open(context, request)),
    guestPage(context, "/i/files/:artifactId", (request) =>
      file(context, request),
    ),
  ];
}

/** The token leaves the address bar at once, for a cookie. */
async function open(
  context: RouteContext,
  request: Request,
): Promise<Response> {
  const token = lastPart(request);
  const guest = await guestOf(context.services, token, "read");
  if (!guest) throw new ServiceError("invite_not_found");
  const response = redirectTo("/i", [keptCookie(context, "read", token)]);
  response.headers.set("referrer-policy", "no-referrer");
  return response;
}

/** An answer that was refused: what was typed is not lost. */
export interface Refused {
  readonly text: string;
  readonly error: string;
  readonly status: number;
}

/** Shows the conversation, with the forms of what can be done. */
export async function conversationPage(
  context: RouteContext,
  request: Request,
  refused?: Refused,
): Promise<Response> {
  const guest = await requireGuest(context, request);
  const { conversationId } = guest;
  const caller = guestCaller(guest, request);
  const { output } = await callOperation(
    context.services,
    getConversation,
    caller,
    {
      conversationId,
    },
  );
  const { conversation } = output;
  const { text = "", error, status = 200 } = refused ?? {};
  const once = context.services.randomBytes(16).toHex();
  const body = inviteBody(conversation, guest, {
    claimant: await claimantOf(context, conversation, request),
    answer: { once, text, error },
  });
  return pageResponse(conversation.title, body, { isWide: true, status });
}

async function claimantOf(
  context: RouteContext,
  { participants }: GuestView,
  request: Request,
): Promise<Claimant> {
  const person = await context.auth.principalOf(request.headers);
  if (!person) return { kind: "nobody" };
  if (person.kind === "newcomer") return { kind: "newcomer" };
  const { account } = await ownAccount(context, person, request);
  const isInIt = participants.some((it) => it.accountId === person.accountId);
  return { kind: "person", name: account.displayName, isInIt };
}

/** A file is saved, never shown: it may be anything. */
async function file(
  context: RouteContext,
  request: Request,
): Promise<Response> {
  const guest = await requireGuest(context, request);
  const { conversationId } = guest;
  const input = { conversationId, artifactId: lastPart(request) };
  const caller = guestCaller(guest, request);
  const { output } = await callOperation(
    context.services,
    getArtifact,
    caller,
    input,
  );
  const { artifact, bytes } = output;
  if (!bytes) throw new ServiceError("artifact_not_found");
  return new Response(new Uint8Array(bytes), {
    headers: {
      "content-type": "application/octet-stream",
      "content-disposition": dispositionOf(artifact.name),
      "content-security-policy": "sandbox; default-src 'none'",
      "cross-origin-resource-policy": "same-origin",
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
    },
  });
}
