import type { Caller } from "../core/access/context.ts";
import type { Member, Principal } from "../core/access/principal.ts";
import { requestIdOf } from "../http/request_id.ts";
import { redirectTo } from "./page.ts";
import type { RouteContext } from "./route.ts";

/** Who a request's cookie signs in, or the page where they first have to go. */
export async function personOrRedirect(
  { auth }: RouteContext,
  { headers }: Request,
): Promise<Member | Response> {
  const person = await auth.principalOf(headers);
  if (!person) return redirectTo("/sign-in");
  return person.kind === "newcomer" ? redirectTo("/sign-up") : person;
}

/** The caller of an operation that a page runs. */
export function callerOf(
  principal: Principal,
  { headers }: Request,
  idempotencyKey?: string,
): Caller {
  const requestId = requestIdOf(headers.get("x-request-id"));
  return { principal, via: "web", requestId, idempotencyKey };
}
