import type { Company } from "../../packages/standards/src/company.ts";
import type { Caller } from "../core/access/context.ts";
import { SYSTEM } from "../core/access/principal.ts";
import type { Say } from "../core/base/words/say.ts";
import { ServiceError } from "../core/errors/errors.ts";
import { checkFreeAddress } from "../core/operations/check_free_address.ts";
import { signUp } from "../core/operations/sign_up.ts";
import { syncClaimedTeams } from "../core/operations/sync_claimed_teams.ts";
import { callOperation, outputOf } from "../core/pipeline/call.ts";
import { readShort } from "../http/read_text.ts";
import { urlOf } from "../http/request_info.ts";
import { pageRoute } from "../pages/forms.ts";
import { browserSay } from "../pages/language.ts";
import { redirectTo } from "../pages/page.ts";
import { callerOf } from "../pages/person.ts";
import type { AuthRoute, From, RouteContext } from "../pages/route.ts";
import { forward, headersFor } from "./forward.ts";
import { keptQuery, nextOf, withQuery } from "./next.ts";

const DONE_PATH = "/sign-in/done";

/** The path at which a person begins to sign in by a company's provider. */
export function companyPath({ id }: Company, query: string): string {
  return withQuery(`/sign-in/company/${id}`, query);
}

/** The sign-in by the providers of companies (docs/company_sign_in.md). */
export function companyRoutes(context: RouteContext): readonly AuthRoute[] {
  const { companies } = context.auth;
  if (companies.length === 0) return [];
  return [
    pageRoute(context, DONE_PATH, (request) => arrive(context, request)),
    ...companies.flatMap((company): readonly AuthRoute[] => [
      pageRoute(context, companyPath(company, ""), (request, from) =>
        begin(context, company, request, from),
      ),
      pageRoute(context, `/api/auth/callback/${company.id}`, (request, from) =>
        comeBack(context, company, request, from),
      ),
      {
        method: "POST",
        path: `${companyPath(company, "")}/logout`,
        handle: (request, from) => signOut(context, company, request, from),
      },
    ]),
  ];
}

/** Sends the browser to the provider, with a cookie that its return must show. */
async function begin(
  context: RouteContext,
  company: Company,
  request: Request,
  from: From,
): Promise<Response> {
  const { search, searchParams } = urlOf(request);
  const query = keptQuery(search);
  const failed = (error: string) =>
    redirectTo(failedPath(company, query, error));
  const library = await libraryOf(context, company);
  if (!library) return failed("unreachable");
  const headers = headersFor(request, from, ["authorization"]);
  headers.set("content-type", "application/json");
  // Opening a page sends no Origin; this request is our own.
  headers.set("origin", context.services.settings.baseUrl);
  const loginHint = searchParams.get("login_hint");
  const response = await forward(context, {
    ...{ path: "/sign-in/social", headers, library },
    body: JSON.stringify({
      ...{ provider: company.id, disableRedirect: true },
      callbackURL: withQuery(DONE_PATH, query),
      errorCallbackURL: failedPath(company, query),
      ...(loginHint && { loginHint }),
    }),
  });
  const body: { readonly url?: unknown } = await response
    .json()
    .catch(() => ({}));
  if (!response.ok || typeof body.url !== "string") {
    return failed(response.status === 429 ? "too_many" : "failed");
  }
  return redirectTo(body.url, response.headers.getSetCookie());
}

async function comeBack(
  context: RouteContext,
  company: Company,
  request: Request,
  from: From,
): Promise<Response> {
  const library = await libraryOf(context, company);
  if (!library) return redirectTo(failedPath(company, "", "unreachable"));
  const response = await forward(context, {
    ...{ path: `/callback/${company.id}`, method: "GET", library },
    search: urlOf(request).search,
    headers: headersFor(request, from, ["authorization"]),
  });
  const { baseUrl } = context.services.settings;
  const to = URL.parse(response.headers.get("location") ?? "", baseUrl);
  // Without its cookie the library knows no page of ours to lead to.
  const isKnown = to?.origin === baseUrl && to.pathname.startsWith("/sign-in");
  const cookie = response.headers
    .getSetCookie()
    .map((it) => it.split(";")[0])
    .join("; ");
  const person = await context.auth.principalOf(new Headers({ cookie }));
  // Fails closed: without the cookie, nobody is in with places that the company has taken.
  if (person?.kind === "person") await joinTeams(context, person.accountId);
  return redirectTo(
    isKnown ? to.pathname + to.search : failedPath(company, "", "failed"),
    response.headers.getSetCookie(),
  );
}

/** A person who comes for the first time gets an account with the name that the company says. */
async function arrive(
  context: RouteContext,
  request: Request,
): Promise<Response> {
  const query = keptQuery(urlOf(request).search);
  const { auth, services } = context;
  const person = await auth.principalOf(request.headers);
  if (!person) return redirectTo(withQuery("/sign-in", query));
  if (person.kind !== "newcomer") return redirectTo(nextOf(query));
  const caller = callerOf(person, request);
  const { name = "", email = "" } =
    (await auth.profileOf(request.headers)) ?? {};
  const mailbox = email.slice(0, email.lastIndexOf("@")).toLowerCase();
  const asked = { localPart: mailbox };
  const { output: free } = await callOperation(
    services,
    checkFreeAddress,
    caller,
    asked,
  );
  const localPart = free.available ? mailbox : free.suggestions[0];
  const { language } = browserSay(request);
  for (const displayName of [name, mailbox]) {
    try {
      await callOperation(services, signUp, caller, {
        ...{ displayName, language },
        ...(localPart !== undefined && { localPart }),
      });
      await joinTeams(context, person.accountId);
      return redirectTo(nextOf(query));
    } catch (error) {
      // A name that nobody may have.
      if (!(error instanceof ServiceError)) throw error;
    }
  }
  return redirectTo(withQuery("/sign-up", query));
}

const CLAIMS: Caller = {
  principal: SYSTEM,
  via: "system",
  requestId: "company-claims",
};

/** Sets the places in teams that the claims of a person's companies name. */
async function joinTeams(
  { auth, services }: RouteContext,
  accountId: string,
): Promise<void> {
  for (const company of auth.companies.filter(({ teams }) => teams)) {
    const places = await (await auth.atCompany(company)).placesOf(accountId);
    if (!places) continue;
    await outputOf(services, syncClaimedTeams, CLAIMS, {
      ...{ accountId, providerId: company.id, teams: [...places] },
    });
  }
}

/** OpenID Connect Back-Channel Logout 1.0, section 2.8. */
async function signOut(
  context: RouteContext,
  company: Company,
  request: Request,
  from: From,
): Promise<Response> {
  const headers = { "cache-control": "no-store" };
  const refused = Response.json(
    { error: "invalid_request" },
    { status: 400, headers },
  );
  try {
    const text = await readShort(context.services.bodies, request, from);
    const token = new URLSearchParams(text).get("logout_token") ?? "";
    const { signOut: end } = await context.auth.atCompany(company);
    return (await end(token))
      ? new Response(null, { status: 200, headers })
      : refused;
  } catch (error) {
    context.services.log.error("auth.logout_failed", error);
    return refused;
  }
}

async function libraryOf({ auth, services }: RouteContext, company: Company) {
  try {
    return (await auth.atCompany(company)).library;
  } catch (error) {
    services.log.error("auth.company_unreachable", error, company.id);
    return undefined;
  }
}

function failedPath({ id }: Company, query: string, error?: string): string {
  const params = new URLSearchParams(keptQuery(query));
  params.set("company", id);
  if (error !== undefined) params.set("error", error);
  return `/sign-in?${params}`;
}

/** Why the sign-in by a company did not work, from the address of the page. */
export function whyNotCompany(
  { auth }: RouteContext,
  params: URLSearchParams,
  say: Say,
): string | undefined {
  const id = params.get("company");
  const company = auth.companies.find((it) => it.id === id);
  const error = params.get("error");
  if (!company || error === null) return undefined;
  const { label } = company;
  switch (error) {
    case "access_denied":
      return say`You didn't sign in with ${label}.`;
    case "mail_unverified":
    case "account_not_linked":
    case "email_not_found":
      return say`${label} hasn't confirmed your email address. Ask your administrator there.`;
    case "other_domain":
      return say`Your email address doesn't belong to ${label}. Ask your administrator there.`;
    case "other_person":
      return say`The account with your email address belongs to somebody else at ${label}. Ask the operator of this service.`;
    case "account_disabled":
      return say`The operator has closed this account.`;
    case "too_many":
      return say`Too many attempts. Wait a while, then try again.`;
    case "unreachable":
      return say`We can't reach the sign-in of ${label} right now. Try again in a minute.`;
    default:
      return say`Signing in with ${label} didn't work. Try again.`;
  }
}
