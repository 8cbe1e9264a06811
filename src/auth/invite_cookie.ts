import { ServiceError } from "../core/errors.ts";
import { LIMITS } from "../core/limits.ts";
import { guestOf } from "../core/mail/invite_link.ts";
import type { Guest } from "../core/principal.ts";
import type { Form } from "./forms.ts";
import type { At } from "./route.ts";

const NAME = "svc.invite";
const TOKEN_IN_COOKIE = new RegExp(
  `(?:^|; *)${NAME}=([A-Za-z0-9_-]{22})(?:;|$)`,
);

/** Keeps the link's token for a while, where no script and no other path sees it. */
export function inviteCookie({ services }: At, token: string): string {
  const secure = services.settings.baseUrl.startsWith("https:");
  const maxAge = LIMITS.inviteCookieMs / 1000;
  // Lax: the mail program that leads here is another site.
  return `${NAME}=${token}; Path=/i; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
}

export const GONE_INVITE_COOKIE = `${NAME}=; Path=/i; Max-Age=0`;

/** The token that the browser holds; "" if none. */
export function inviteTokenIn({ headers }: Request): string {
  return TOKEN_IN_COOKIE.exec(headers.get("cookie") ?? "")?.[1] ?? "";
}

/** What a form on the page of a seat carries, so that it acts on no other. */
export function seatOf({ conversationId, position }: Guest): string {
  return `${conversationId}/${position}`;
}

/**
 * The guest whose link the browser has opened last, if a form is theirs: with two
 * invites open, an answer to one never reaches the other.
 * @throws invite_not_found
 */
export async function requireSeat(
  at: At,
  request: Request,
  { seat }: Form,
): Promise<Guest> {
  const guest = await requireGuest(at, request);
  if (seat === seatOf(guest)) return guest;
  throw new ServiceError("invite_not_found", {
    detail:
      "Cannot do this: another invite was opened in this browser meanwhile. Open the link in the mail of this one again.",
  });
}

/**
 * The guest whose link the browser has opened.
 * @throws invite_not_found
 */
export async function requireGuest(
  { services }: At,
  request: Request,
): Promise<Guest> {
  const guest = await guestOf(services, inviteTokenIn(request), "read");
  if (guest) return guest;
  throw new ServiceError("invite_not_found");
}
