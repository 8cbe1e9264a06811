import { escaped } from "../../packages/standards/src/html.ts";
import { isDocumentUrl } from "../core/agents/remote/client_document.ts";
import type { Say } from "../core/base/words/say.ts";
import { ServiceError } from "../core/errors/errors.ts";
import { learnClient } from "../core/operations/learn_client.ts";
import { callOperation } from "../core/pipeline/call.ts";
import { pageSay } from "../pages/language.ts";
import { pageResponse, redirectTo } from "../pages/page.ts";
import { callerOf } from "../pages/person.ts";
import type { RouteContext } from "../pages/route.ts";
import { withQuery } from "./next.ts";

/**
 * Reads the document of a client whose id is its address, before the library
 * looks for the client. Only a signed-in person can make the service fetch it.
 */
export async function learnOfClient(
  context: RouteContext,
  request: Request,
  { search, searchParams }: URL,
): Promise<Response | undefined> {
  const clientId = searchParams.get("client_id") ?? "";
  if (!isDocumentUrl(clientId)) return undefined;
  const person = await context.auth.principalOf(request.headers);
  if (!person) return redirectTo(withQuery("/sign-in", search));
  if (person.kind === "newcomer") {
    return redirectTo(withQuery("/sign-up", search));
  }
  try {
    const caller = callerOf(person, request);
    await callOperation(context.services, learnClient, caller, { clientId });
    return undefined;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const say = await pageSay(context, request);
    return unknownClientPage("invalid_client", say);
  }
}

/**
 * The page for an error that may not be sent to the requested redirect address
 * (RFC 6749, section 4.1.2.1).
 */
export function unknownClientPage(error: string | null, say: Say): Response {
  const title = say`Can't return to the app`;
  const code = `<code>${escaped(error ?? "invalid_request")}</code>`;
  return pageResponse(
    title,
    `<h1>${title}</h1>
<p>${say`The app that sent you here isn't registered, or it named a return address that isn't (${code}). It got no access. Start again from the app.`}</p>`,
    { status: 400, say },
  );
}
