import type { Guest } from "../core/access/principal.ts";
import { LIMITS } from "../core/base/limits.ts";
import { told } from "../core/base/words/sentence.ts";
import { ServiceError } from "../core/errors/errors.ts";
import { guestOf } from "../core/mail/invite_link.ts";
import type { Form } from "../pages/forms.ts";
import type { RouteContext } from "../pages/route.ts";

/**
 * The cookies of a guest's browser: the token of the reading link, the token of
 * the link that only stops mail, and the outcome once neither is kept.
 */
const KEPT = {
  read: {
    name: "svc.invite",
    path: "/i",
    value: /(?:^|; *)svc\.invite=([A-Za-z0-9_-]{22})(?:;|$)/,
  },
  stop: {
    name: "svc.invite-stop",
    path: "/i/unsubscribe",
    value: /(?:^|; *)svc\.invite-stop=([A-Za-z0-9_-]{22})(?:;|$)/,
  },
  done: {
    name: "svc.invite-done",
    path: "/i",
    value: /(?:^|; *)svc\.invite-done=(unsubscribed|reported)(?:;|$)/,
  },
} as const;
type Kept = keyof typeof KEPT;

/** Stores a value hidden from scripts and other paths. */
export function keptCookie(
  { services }: RouteContext,
  kept: Kept,
  value: string,
): string {
  const { name, path } = KEPT[kept];
  const secure = services.settings.baseUrl.startsWith("https:");
  const maxAge = LIMITS.inviteCookieMs / 1000;
  // Lax, because the mail program that leads here is another site.
  return `${name}=${value}; Path=${path}; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
}

/** Deletes a value. */
export function goneCookie(kept: Kept): string {
  const { name, path } = KEPT[kept];
  return `${name}=; Path=${path}; Max-Age=0`;
}

/** The value of a cookie; "" if it is not set. */
export function keptIn({ headers }: Request, kept: Kept): string {
  return KEPT[kept].value.exec(headers.get("cookie") ?? "")?.[1] ?? "";
}

/** The hidden field of every guest form: the invite it belongs to. */
export function participantKey({ conversationId, position }: Guest): string {
  return `${conversationId}/${position}`;
}

/**
 * The guest of the last link opened in this browser, if the form is theirs:
 * with two invites open, an answer never reaches the wrong one.
 * @throws invite_not_found
 */
export async function requireFormGuest(
  context: RouteContext,
  request: Request,
  { participant }: Form,
  purpose: "read" | "stop" = "read",
): Promise<Guest> {
  const guest = await requireGuest(context, request, purpose);
  if (participant === participantKey(guest)) return guest;
  throw new ServiceError("invite_not_found", {
    detail: told`You opened another invite in this browser. Open the link in this invite's email again.`,
  });
}

/** The guest of the link opened in this browser. @throws invite_not_found */
export async function requireGuest(
  { services }: RouteContext,
  request: Request,
  purpose: "read" | "stop" = "read",
): Promise<Guest> {
  const guest = await guestOf(services, keptIn(request, purpose), purpose);
  if (guest) return guest;
  throw new ServiceError("invite_not_found");
}
