import type { Member } from "../core/access/principal.ts";
import { LIMITS } from "../core/base/limits.ts";
import { cleanLine, firstChars } from "../core/base/text.ts";
import { told } from "../core/base/words/sentence.ts";
import { ServiceError } from "../core/errors/errors.ts";
import { nameOfClient } from "../core/identity/oauth/oauth_access.ts";
import { grantClientAccess } from "../core/operations/grant_client_access.ts";
import { callOperation } from "../core/pipeline/call.ts";
import { urlOf } from "../http/request_info.ts";
import type { Form } from "../pages/forms.ts";
import { formRoute, pageRoute } from "../pages/forms.ts";
import { pageSay } from "../pages/language.ts";
import { ownAccount } from "../pages/own_account.ts";
import { redirectTo } from "../pages/page.ts";
import { callerOf } from "../pages/person.ts";
import { recordAccountEvent } from "../pages/record.ts";
import type { AuthRoute, From, RouteContext } from "../pages/route.ts";
import type { AskingClient } from "./consent_view.ts";
import { CONSENT_PATH, consentView, UNNAMED } from "./consent_view.ts";
import { forward, headersFor } from "./forward.ts";
import { readGrant } from "./grant_fields.ts";
import { withQuery } from "./next.ts";

/** The page where a person decides what an MCP client may do for them. */
export function consentRoutes(context: RouteContext): readonly AuthRoute[] {
  return [
    pageRoute(context, CONSENT_PATH, async (request) => {
      const { search } = urlOf(request);
      const person = await signedIn(context, request, search);
      if (person instanceof Response) return person;
      const say = await pageSay(context, request);
      const asking = await askingIn(context, search.slice(1));
      const own = await ownAccount(context, person, request);
      return consentView(asking, own, say);
    }),
    formRoute(context, CONSENT_PATH, (form, request, from) =>
      decide(context, form, request, from),
    ),
  ];
}

async function signedIn(
  { auth }: RouteContext,
  request: Request,
  query: string,
): Promise<Member | Response> {
  const person = await auth.principalOf(request.headers);
  if (!person) return redirectTo(withQuery("/sign-in", query));
  if (person.kind !== "newcomer") return person;
  return redirectTo(withQuery("/sign-up", query));
}

async function askingIn(
  { services }: RouteContext,
  query: string,
): Promise<AskingClient> {
  const params = new URLSearchParams(query);
  const clientId = params.get("client_id") ?? "";
  const redirectUri = params.get("redirect_uri") ?? "";
  const name = await nameOfClient(services, clientId);
  if (name === undefined || !URL.canParse(redirectUri)) {
    throw new ServiceError("invalid_input", {
      detail: told`This app isn't registered. Start again from the app.`,
    });
  }
  return {
    clientId,
    name: firstChars(cleanLine(name), LIMITS.nameCharsMax),
    redirectUri,
    query,
  };
}

async function decide(
  context: RouteContext,
  form: Form,
  request: Request,
  from: From,
): Promise<Response> {
  const { query = "", decision } = form;
  const person = await signedIn(context, request, query);
  if (person instanceof Response) return person;
  const say = await pageSay(context, request);
  const asking = await askingIn(context, query);
  const allows = decision === "allow";
  const read = allows ? readGrant(form, say) : undefined;
  if (read && "wrong" in read) {
    const own = await ownAccount(context, person, request);
    return consentView(asking, own, say, { said: form, wrong: read.wrong });
  }
  const location = await answerLibrary(context, request, from, {
    accept: allows,
    oauth_query: query,
  });
  const { accountId } = person;
  const { clientId, name, redirectUri } = asking;
  if (!read) {
    await recordAccountEvent(context.services, {
      accountId,
      clientId,
      type: "consent.declined",
    });
    return redirectTo(location);
  }
  // Before the code leaves: without our grant it would be useless.
  const caller = callerOf(person, request);
  await callOperation(context.services, grantClientAccess, caller, {
    clientId,
    name: name || UNNAMED,
    redirectUri,
    ...read.grant,
  });
  return redirectTo(location);
}

/** @throws invalid_input when the library no longer recognises its own query */
async function answerLibrary(
  context: RouteContext,
  request: Request,
  from: From,
  answer: { readonly accept: boolean; readonly oauth_query: string },
): Promise<string> {
  const headers = headersFor(request, from);
  headers.set("content-type", "application/json");
  headers.set("accept", "application/json");
  const response = await forward(context, {
    path: "/oauth2/consent",
    headers,
    body: JSON.stringify(answer),
  });
  const body: { readonly url?: unknown } = await response
    .json()
    .catch(() => ({}));
  if (response.ok && typeof body.url === "string") return body.url;
  throw new ServiceError("invalid_input", {
    detail: told`This request has expired or was changed. Start again from the app.`,
  });
}
