import { ServiceError } from "../core/errors/errors.ts";
import { guestOf, tokenOf } from "../core/mail/invite_link.ts";
import { urlOf } from "../http/request_info.ts";
import { redirectTo } from "../pages/page.ts";
import type { RouteContext } from "../pages/route.ts";
import { keptCookie } from "./invite_cookie.ts";

/**
 * Opens the link of a mail and moves its token from the address bar to a cookie.
 * @throws invite_not_found
 */
export async function openLink(
  context: RouteContext,
  request: Request,
  purpose: "read" | "stop",
): Promise<Response> {
  const token = tokenOf(urlOf(request).pathname);
  const guest = await guestOf(context.services, token, purpose);
  if (!guest) throw new ServiceError("invite_not_found");
  const kept = keptCookie(context, purpose, token);
  const response = redirectTo(LEADS_TO[purpose], [kept]);
  response.headers.set("referrer-policy", "no-referrer");
  return response;
}

/** The path where a guest stops the mail. */
export const STOP_PATH = "/i/unsubscribe";

const LEADS_TO = { read: "/i", stop: STOP_PATH } as const;

/** The last part of a path: a token or an id. */
export function lastPart(request: Request): string {
  return urlOf(request).pathname.split("/").at(-1) ?? "";
}
