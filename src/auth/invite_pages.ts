import { callOperation } from "../core/call.ts";
import type { Caller } from "../core/context.ts";
import { ServiceError } from "../core/errors.ts";
import { guestOf } from "../core/mail/invite_link.ts";
import { getArtifact } from "../core/operations/get_artifact.ts";
import { getConversation } from "../core/operations/get_conversation.ts";
import { stopInvites } from "../core/operations/stop_invites.ts";
import type { Guest } from "../core/principal.ts";
import { requestIdOf } from "../http/request_id.ts";
import { pageRoute } from "./forms.ts";
import { inviteCookie, requireGuest } from "./invite_cookie.ts";
import { inviteBody } from "./invite_view.ts";
import { pageResponse, redirectTo } from "./page.ts";
import type { At, AuthRoute } from "./route.ts";

/**
 * Where the link of an invite leads. To open it changes nothing, so that a mail
 * scanner may; what does something is a form.
 */
export function inviteRoutes(at: At): readonly AuthRoute[] {
  return [
    pageRoute(at, "/i", (request) => conversationPage(at, request)),
    pageRoute(at, "/i/:token", (request) => open(at, request)),
    pageRoute(at, "/i/files/:artifactId", (request) => file(at, request)),
    pageRoute(at, "/i/stop/:token", (request) => stopPage(at, request)),
    {
      method: "POST",
      path: "/i/stop/:token",
      handle: (request) => stopByLink(at, request),
    },
  ];
}

/** A guest as a call names them. */
export function guestCaller(guest: Guest, { headers }: Request): Caller {
  const requestId = requestIdOf(headers.get("x-request-id"));
  return { principal: guest, via: "web", requestId };
}

/** The token leaves the address bar at once, for a cookie. */
async function open(at: At, request: Request): Promise<Response> {
  const token = lastPart(request);
  const guest = await guestOf(at.services, token, "read");
  if (!guest) throw new ServiceError("invite_not_found");
  const response = redirectTo("/i", [inviteCookie(at, token)]);
  response.headers.set("referrer-policy", "no-referrer");
  return response;
}

async function conversationPage(at: At, request: Request): Promise<Response> {
  const guest = await requireGuest(at, request);
  const { conversationId } = guest;
  const caller = guestCaller(guest, request);
  const { output } = await callOperation(at.services, getConversation, caller, {
    conversationId,
  });
  const person = await at.auth.principalOf(request.headers);
  const once = at.services.randomBytes(16).toHex();
  const { conversation } = output;
  const body = inviteBody(conversation, guest, { person, once });
  return pageResponse(conversation.title, body);
}

/** A file is saved, never shown: it may be anything. */
async function file(at: At, request: Request): Promise<Response> {
  const guest = await requireGuest(at, request);
  const { conversationId } = guest;
  const input = { conversationId, artifactId: lastPart(request) };
  const caller = guestCaller(guest, request);
  const { output } = await callOperation(
    at.services,
    getArtifact,
    caller,
    input,
  );
  const { artifact, bytes } = output;
  if (!bytes) throw new ServiceError("artifact_not_found");
  return new Response(new Uint8Array(bytes), {
    headers: {
      "content-type": "application/octet-stream",
      "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent(artifact.name)}`,
      "content-security-policy": "sandbox; default-src 'none'",
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
    },
  });
}

async function stopPage(at: At, request: Request): Promise<Response> {
  const guest = await guestOf(at.services, lastPart(request), "stop");
  if (!guest) throw new ServiceError("invite_not_found");
  return pageResponse(
    "Stop the mail",
    `<h1>Stop the mail</h1>\n<form method="post">\n<p>No mail from this service any more, whoever writes.</p>\n<button>Stop all mail</button>\n</form>`,
  );
}

/**
 * One click in a mail program (RFC 8058): it comes without a cookie and from no
 * page of ours. The link itself is the right to it, and to nothing else.
 */
async function stopByLink(at: At, request: Request): Promise<Response> {
  const guest = await guestOf(at.services, lastPart(request), "stop");
  if (guest) {
    const caller = guestCaller(guest, request);
    const input = { reason: "unsubscribed" as const };
    await callOperation(at.services, stopInvites, caller, input);
  }
  return stoppedPage();
}

/** Says that no mail comes any more. */
export function stoppedPage(cookies: readonly string[] = []): Response {
  const response = pageResponse(
    "No more mail",
    "<h1>No more mail</h1>\n<p>This service writes no more mail to your address.</p>",
  );
  for (const it of cookies) response.headers.append("set-cookie", it);
  return response;
}

function lastPart({ url }: Request): string {
  return new URL(url).pathname.split("/").at(-1) ?? "";
}
