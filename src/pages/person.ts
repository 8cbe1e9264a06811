import type { Caller } from "../core/access/context.ts";
import type { Member, Principal } from "../core/access/principal.ts";
import type { Language } from "../core/base/words/languages.ts";
import { requestIdOf } from "../http/request_info.ts";
import { redirectTo } from "./page.ts";
import type { RouteContext } from "./route.ts";

/**
 * The person signed in by a request's cookie, or a redirect to the page they
 * need first; `back` is the query that leads back here.
 */
export async function personOrRedirect(
  { auth }: RouteContext,
  { headers }: Request,
  back = "",
): Promise<Member | Response> {
  const person = await auth.principalOf(headers);
  if (!person) return redirectTo(`/sign-in${back}`);
  return person.kind === "newcomer" ? redirectTo(`/sign-up${back}`) : person;
}

/** The caller of an operation that a page runs. */
export function callerOf(
  principal: Principal,
  { headers }: Request,
  language?: Language,
): Caller {
  const requestId = requestIdOf(headers.get("x-request-id"));
  return { principal, via: "web", requestId, language };
}
