import type { ConversationView } from "../core/conversations/read/projection/present.ts";
import { threadOf } from "../core/conversations/read/projection/present.ts";
import { ServiceError } from "../core/errors/errors.ts";
import { getArtifact } from "../core/operations/get_artifact.ts";
import { getConversation } from "../core/operations/get_conversation.ts";
import { outputOf } from "../core/pipeline/call.ts";
import { dispositionOf } from "../http/disposition.ts";
import { browserSay } from "../pages/language.ts";
import { ownAccount } from "../pages/own_account.ts";
import { pageResponse } from "../pages/page.ts";
import { callerOf } from "../pages/person.ts";
import type { RouteContext } from "../pages/route.ts";
import { keptIn, requireGuest } from "./invite_cookie.ts";
import type { Claimant } from "./invite_forms.ts";
import { stoppedPage } from "./invite_stop.ts";
import { inviteBody } from "./invite_view.ts";
import { lastPart } from "./open_link.ts";

/** The guest's conversation, or the outcome once the link is gone. */
export async function guestHome(
  context: RouteContext,
  request: Request,
): Promise<Response> {
  const done = keptIn(request, "read") === "" && stoppedPage(request);
  return done || (await conversationPage(context, request));
}

/** A refused answer, with the typed text. */
export interface Refused {
  readonly text: string;
  readonly error: string;
  readonly status: number;
}

/** Shows the conversation with the forms for the possible actions. */
export async function conversationPage(
  context: RouteContext,
  request: Request,
  refused?: Refused,
): Promise<Response> {
  const guest = await requireGuest(context, request);
  const { conversationId } = guest;
  const say = browserSay(request);
  const caller = callerOf(guest, request, say.language);
  const output = await outputOf(context.services, getConversation, caller, {
    conversationId,
  });
  const conversation = threadOf(output);
  const { text = "", error, status = 200 } = refused ?? {};
  const once = context.services.randomBytes(16).toHex();
  const body = inviteBody(conversation, guest, {
    claimant: await claimantOf(context, conversation, request),
    answer: { once, text, error },
    say,
  });
  return pageResponse(conversation.title, body, {
    ...{ isWide: true, status, say },
    script: "zone",
  });
}

async function claimantOf(
  context: RouteContext,
  { participants }: ConversationView,
  request: Request,
): Promise<Claimant> {
  const person = await context.auth.principalOf(request.headers);
  if (!person) return { kind: "nobody" };
  if (person.kind === "newcomer") return { kind: "newcomer" };
  const { account } = await ownAccount(context, person, request);
  const isInIt = participants.some((it) => it.accountId === person.accountId);
  return { kind: "person", name: account.displayName, isInIt };
}

/** A file is downloaded, never shown, because it may be anything. */
export async function guestFile(
  context: RouteContext,
  request: Request,
): Promise<Response> {
  const guest = await requireGuest(context, request);
  const { conversationId } = guest;
  const input = { conversationId, artifactId: lastPart(request) };
  const caller = callerOf(guest, request);
  const output = await outputOf(context.services, getArtifact, caller, input);
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
