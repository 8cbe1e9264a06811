import { callOperation } from "../core/call.ts";
import type { Caller } from "../core/context.ts";
import { ServiceError } from "../core/errors.ts";
import { guestOf } from "../core/mail/invite_link.ts";
import { getArtifact } from "../core/operations/get_artifact.ts";
import { getConversation } from "../core/operations/get_conversation.ts";
import { stopInvites } from "../core/operations/stop_invites.ts";
import type { Guest } from "../core/principal.ts";
import { dispositionOf } from "../http/disposition.ts";
import { requestIdOf } from "../http/request_id.ts";
import { pageRoute } from "./forms.ts";
import { inviteCookie, requireGuest } from "./invite_cookie.ts";
import type { Claimant } from "./invite_forms.ts";
import { refusedGuest } from "./invite_refusal.ts";
import type { GuestView } from "./invite_view.ts";
import { inviteBody } from "./invite_view.ts";
import { ownAccount } from "./own_account.ts";
import { pageResponse, redirectTo } from "./page.ts";
import type { At, AuthRoute } from "./route.ts";

/**
 * Where the link of an invite leads. To open it changes nothing, so that a mail
 * scanner may; what does something is a form.
 */
export function inviteRoutes(at: At): readonly AuthRoute[] {
  const page = (path: string, show: (request: Request) => Promise<Response>) =>
    pageRoute(at, path, async (request) => {
      try {
        return await show(request);
      } catch (error) {
        return refusedGuest(request, error);
      }
    });
  return [
    page("/i", (request) => conversationPage(at, request)),
    page("/i/:token", (request) => open(at, request)),
    page("/i/files/:artifactId", (request) => file(at, request)),
    page("/i/stop/:token", (request) => stopPage(at, request)),
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

/** An answer that was refused: what was typed is not lost. */
export interface Refused {
  readonly text: string;
  readonly error: string;
  readonly status: number;
}

/** Shows the conversation, with the forms of what can be done. */
export async function conversationPage(
  at: At,
  request: Request,
  refused?: Refused,
): Promise<Response> {
  const guest = await requireGuest(at, request);
  const { conversationId } = guest;
  const caller = guestCaller(guest, request);
  const { output } = await callOperation(at.services, getConversation, caller, {
    conversationId,
  });
  const { conversation } = output;
  const { text = "", error, status = 200 } = refused ?? {};
  const once = at.services.randomBytes(16).toHex();
  const body = inviteBody(conversation, guest, {
    claimant: await claimantOf(at, conversation, request),
    answer: { once, text, error },
  });
  return pageResponse(conversation.title, body, { isWide: true, status });
}

async function claimantOf(
  at: At,
  { participants }: GuestView,
  request: Request,
): Promise<Claimant> {
  const person = await at.auth.principalOf(request.headers);
  if (!person) return { kind: "nobody" };
  if (person.kind === "newcomer") return { kind: "newcomer" };
  const { account } = await ownAccount(at, person, request);
  const isInIt = participants.some((it) => it.accountId === person.accountId);
  return { kind: "person", name: account.displayName, isInIt };
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
      "content-disposition": dispositionOf(artifact.name),
      "content-security-policy": "sandbox; default-src 'none'",
      "cross-origin-resource-policy": "same-origin",
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
    `<h1>Stop the mail</h1>
<p>This ends all mail from this service to your address, whoever writes.</p>
<form method="post">
<button>Stop all mail</button>
</form>`,
    { hasSecretAddress: true },
  );
}

/**
 * One click in a mail program (RFC 8058): it comes without a cookie and from no
 * page of ours. The link itself is the right to it, and to nothing else.
 */
async function stopByLink(at: At, request: Request): Promise<Response> {
  const guest = await guestOf(at.services, lastPart(request), "stop");
  if (!guest) {
    return pageResponse(
      "This link does not work",
      `<h1>This link does not work</h1>
<p>It is too old, or not whole. Use the one in your newest mail.</p>`,
      { status: 404, hasSecretAddress: true },
    );
  }
  const caller = guestCaller(guest, request);
  const input = { reason: "unsubscribed" as const };
  await callOperation(at.services, stopInvites, caller, input);
  return stoppedPage();
}

/** Says that no mail comes any more. */
export function stoppedPage(cookies: readonly string[] = []): Response {
  const response = pageResponse(
    "No more mail",
    "<h1>No more mail</h1>\n<p>This service writes no more mail to your address.</p>",
    { hasSecretAddress: true },
  );
  for (const it of cookies) response.headers.append("set-cookie", it);
  return response;
}

function lastPart({ url }: Request): string {
  return new URL(url).pathname.split("/").at(-1) ?? "";
}
