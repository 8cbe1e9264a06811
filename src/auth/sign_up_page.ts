import { callOperation } from "../core/call.ts";
import { ServiceError } from "../core/errors.ts";
import { signUp } from "../core/operations/sign_up.ts";
import { escaped } from "../http/html.ts";
import { requestIdOf } from "../http/request_id.ts";
import type { Form } from "./forms.ts";
import { formRoute, hidden, notice, pageRoute } from "./forms.ts";
import { kept, nextOf, withQuery } from "./next.ts";
import { pageResponse, redirectTo } from "./page.ts";
import type { At, AuthRoute } from "./route.ts";

/** Where somebody who has proved a mailbox chooses how others see them. */
export function signUpRoutes(at: At): readonly AuthRoute[] {
  return [
    pageRoute(at, "/sign-up", async (request) => {
      const query = kept(new URL(request.url).search);
      const person = await at.auth.principalOf(request.headers);
      if (!person) return redirectTo(withQuery("/sign-in", query));
      if (person.kind !== "newcomer") return redirectTo(nextOf(query));
      return namePage(at, { query });
    }),
    formRoute(at, "/sign-up", (form, request) => choose(at, form, request)),
  ];
}

async function choose(at: At, form: Form, request: Request): Promise<Response> {
  const { displayName = "", localPart = "", query = "" } = form;
  const principal = await at.auth.principalOf(request.headers);
  if (!principal) return redirectTo(withQuery("/sign-in", query));
  const requestId = requestIdOf(request.headers.get("x-request-id"));
  try {
    await callOperation(
      at.services,
      signUp,
      { principal, via: "web", requestId },
      { displayName, ...(localPart !== "" && { localPart }) },
    );
    return redirectTo(nextOf(query));
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const why = error.errors[0]?.detail ?? error.message;
    return namePage(at, { ...form, query: kept(query), why });
  }
}

function namePage({ services }: At, said: Form): Response {
  const { displayName = "", localPart = "", query = "", why } = said;
  const { addressDomain } = services.settings;
  return pageResponse(
    "Make your account",
    `<h1>Make your account</h1>
${notice(why)}
<form method="post" action="/sign-up">
<label>Your name, as others see it <input name="displayName" required autofocus autocomplete="name" maxlength="100" value="${escaped(displayName)}"></label>
<label>Your address <span class="address"><input name="localPart" autocapitalize="none" autocomplete="off" spellcheck="false" maxlength="64" value="${escaped(localPart)}"> @${escaped(addressDomain)}</span></label>
<p>Lower-case letters, digits, dots and hyphens. You may leave it out and choose one later.</p>
${hidden("query", query)}
<button>Open my inbox</button>
</form>`,
    why === undefined ? {} : { status: 400 },
  );
}
