import { LIMITS } from "../core/base/limits.ts";
import { isTimeZone } from "../core/base/time.ts";
import type { Say } from "../core/base/words/say.ts";
import { ServiceError } from "../core/errors/errors.ts";
import { checkFreeAddress } from "../core/operations/check_free_address.ts";
import { signUp } from "../core/operations/sign_up.ts";
import { suggestFreeAddresses } from "../core/operations/suggest_free_addresses.ts";
import { callOperation, outputOf } from "../core/pipeline/call.ts";
import { urlOf } from "../http/request_info.ts";
import type { Form } from "../pages/forms.ts";
import { field, formRoute, hidden, notice, pageRoute } from "../pages/forms.ts";
import { browserSay } from "../pages/language.ts";
import { pageResponse, redirectTo } from "../pages/page.ts";
import { callerOf } from "../pages/person.ts";
import type { AuthRoute, RouteContext } from "../pages/route.ts";
import {
  addressField,
  whyNotAddress,
  whyNotFree,
  whyNotName,
} from "./account_fields.ts";
import { formTargetOf, keptQuery, nextOf, withQuery } from "./next.ts";

/** The path that the page's script calls; the cookie identifies the person. */
const AVAILABLE_PATH = "/sign-up/available";
/** The same for free addresses by a name. */
const SUGGESTIONS_PATH = "/sign-up/suggestions";

const NO_STORE = { "cache-control": "no-store" };

/** Where a person with a verified mailbox chooses a name and an address. */
export function signUpRoutes(context: RouteContext): readonly AuthRoute[] {
  return [
    pageRoute(context, "/sign-up", async (request) => {
      const query = keptQuery(urlOf(request).search);
      const person = await context.auth.principalOf(request.headers);
      if (!person) return redirectTo(withQuery("/sign-in", query));
      if (person.kind !== "newcomer") return redirectTo(nextOf(query));
      return namePage(context, { query }, browserSay(request));
    }),
    pageRoute(context, AVAILABLE_PATH, (request) =>
      available(context, request),
    ),
    pageRoute(context, SUGGESTIONS_PATH, (request) =>
      suggestions(context, request),
    ),
    formRoute(context, "/sign-up", (form, request) =>
      choose(context, form, request),
    ),
  ];
}

/** The signed-in person who chooses an address, by the cookie. */
async function chooser(context: RouteContext, request: Request) {
  const principal = await context.auth.principalOf(request.headers);
  if (!principal) throw new ServiceError("unauthenticated");
  return callerOf(principal, request);
}

/** Suggests free addresses for the typed name. */
async function suggestions(
  context: RouteContext,
  request: Request,
): Promise<Response> {
  const caller = await chooser(context, request);
  const name = urlOf(request).searchParams.get("name") ?? "";
  const output = await outputOf(
    context.services,
    suggestFreeAddresses,
    caller,
    { name },
  );
  return Response.json(output, { headers: NO_STORE });
}

/** Says whether a local-part is free, with the form's own text. */
async function available(
  context: RouteContext,
  request: Request,
): Promise<Response> {
  const caller = await chooser(context, request);
  const { searchParams } = urlOf(request);
  const localPart = searchParams.get("localPart") ?? "";
  const output = await outputOf(context.services, checkFreeAddress, caller, {
    localPart,
  });
  const { addressDomain } = context.services.settings;
  const say = browserSay(request);
  const address = `${localPart}@${addressDomain}`;
  const says = output.available
    ? say`${address} is free.`
    : whyNotFree(output, say);
  return Response.json(
    { isFree: output.available, says },
    { headers: NO_STORE },
  );
}

async function choose(
  context: RouteContext,
  form: Form,
  request: Request,
): Promise<Response> {
  const { displayName = "", localPart = "", query = "", timeZone = "" } = form;
  const principal = await context.auth.principalOf(request.headers);
  if (!principal) return redirectTo(withQuery("/sign-in", query));
  const say = browserSay(request);
  try {
    await callOperation(
      context.services,
      signUp,
      callerOf(principal, request),
      {
        displayName,
        ...(localPart !== "" && { localPart }),
        // The script fills it in, so an invalid one is no error of the person.
        ...(isTimeZone(timeZone) && { timeZone }),
        language: say.language,
      },
    );
    return redirectTo(nextOf(query));
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const said = { ...form, query: keptQuery(query) };
    return namePage(context, said, say, error);
  }
}

function namePage(
  { services }: RouteContext,
  said: Form,
  say: Say,
  refusal?: ServiceError,
): Response {
  if (!services.settings.isSignUpOpen) return closedPage(say);
  const { displayName = "", localPart = "", query = "" } = said;
  const wrongName = whyNotName(refusal, "displayName", say);
  const wrongAddress = whyNotAddress(refusal, say);
  const isOfField = wrongName ?? wrongAddress;
  const formTarget = formTargetOf(query);
  return pageResponse(
    say`Create your account`,
    `<h1>${say`Create your account`}</h1>
${notice(isOfField === undefined ? refusal?.said(say) : undefined)}
<form method="post" action="/sign-up">
${field({
  name: "displayName",
  label: say`Your name, as others see it`,
  hasFocus: wrongAddress === undefined,
  attributes: `required autocomplete="name" maxlength="${LIMITS.nameCharsMax}"`,
  value: displayName,
  error: wrongName,
})}
${addressField(
  {
    domain: services.settings.addressDomain,
    hint: say`Lower-case letters, digits, dots and hyphens. You can also choose one later.`,
  },
  {
    value: localPart,
    error: wrongAddress,
    asksAt: AVAILABLE_PATH,
    suggestsAt: SUGGESTIONS_PATH,
  },
  say,
)}
${hidden("query", query)}
${hidden("timeZone", "")}
<button>${say`Open my inbox`}</button>
</form>`,
    {
      script: "address",
      say,
      ...(refusal && { status: 400 }),
      ...(formTarget !== undefined && { formTarget }),
    },
  );
}

function closedPage(say: Say): Response {
  const title = say`Sign-up is closed`;
  return pageResponse(
    title,
    `<h1>${title}</h1>
<p>${say`Your email is confirmed, but this service isn't open for new accounts. Ask its operator to add you, then sign in again.`}</p>
<p><a href="/sign-in">${say`Sign in with a different email`}</a></p>`,
    { status: 403, say },
  );
}
