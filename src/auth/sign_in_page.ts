import type { Company } from "../../packages/standards/src/company.ts";
import { escaped } from "../../packages/standards/src/html.ts";
import type { Say } from "../core/base/words/say.ts";
import { urlOf } from "../http/request_info.ts";
import { field, hidden, notice } from "../pages/forms.ts";
import { browserSay } from "../pages/language.ts";
import { isolated, pageResponse } from "../pages/page.ts";
import type { RouteContext } from "../pages/route.ts";
import { companyPath, whyNotCompany } from "./company_routes.ts";
import { keptQuery, withQuery } from "./next.ts";
import { passkeyButton } from "./passkey_button.ts";
import type { Tried } from "./sign_in_refusal.ts";
import { optionsOf } from "./sign_in_refusal.ts";

/** The first page, with the reason if a company's sign-in has just failed. */
export function firstPage(context: RouteContext, request: Request): Response {
  const say = browserSay(request);
  const { search, searchParams } = urlOf(request);
  const notice = whyNotCompany(context, searchParams, say);
  return emailPage(context, say, keptQuery(search), {
    ...(notice !== undefined && { notice }),
  });
}

/** The ways to sign in: by mail, by a company's provider, by a passkey. */
export function emailPage(
  context: RouteContext,
  say: Say,
  query: string,
  tried: Tried = {},
): Response {
  const { isMailSignIn, companies } = context.auth;
  const links = companies.map((company) => {
    const href = escaped(companyPath(company, query));
    const label = isolated(company.label);
    return `<a class="button${isMailSignIn ? " plain" : ""}" href="${href}">${say`Sign in with ${label}`}</a>`;
  });
  const or = isMailSignIn ? `<p class="or">${say`or`}</p>\n` : "";
  return pageResponse(
    say`Sign in`,
    `<h1>${say`Sign in`}</h1>
${notice(tried.notice)}
${isMailSignIn ? mailForm(say, query, tried) : ""}
${links.length > 0 ? `${or}<p class="companies">${links.join("\n")}</p>` : ""}
${passkeyButton(
  {
    act: "sign-in",
    label: say`Use a passkey`,
    data: { next: withQuery("/sign-up", query) },
    isAlternative: links.length === 0 || !isMailSignIn,
  },
  say,
)}`,
    { ...optionsOf(tried), script: "passkeys", say },
  );
}

function mailForm(say: Say, query: string, tried: Tried): string {
  const link =
    query === ""
      ? `\n<button name="by" value="link" class="plain">${say`Email me a link instead`}</button>`
      : "";
  return `<form method="post" action="/sign-in">
${field({
  name: "email",
  label: say`Email`,
  hasFocus: true,
  attributes: `type="email" required autocomplete="email" maxlength="254"`,
  value: tried.value ?? "",
  error: tried.error,
  hint: say`New here? The code also creates your account. Your email stays private: others see only the name and address you choose.`,
})}
${hidden("query", query)}
<button name="by" value="code">${say`Email me a code`}</button>${link}
</form>`;
}

/**
 * Leads to a company's provider. A form may not be redirected to another host (CSP
 * form-action), and a provider may lead on to any: the page goes there by itself.
 */
export function companyPage(
  say: Say,
  company: Company,
  { email, query }: { readonly email: string; readonly query: string },
): Response {
  const path = companyPath(company, query);
  const hint = new URLSearchParams({ login_hint: email });
  const href = `${path}${path.includes("?") ? "&" : "?"}${hint}`;
  const label = isolated(company.label);
  const title = say`Sign in`;
  const response = pageResponse(
    title,
    `<h1>${title}</h1>
<p>${say`${label} signs its people in itself.`}</p>
<p class="companies"><a class="button" href="${escaped(href)}" autofocus>${say`Sign in with ${label}`}</a></p>`,
    { say },
  );
  response.headers.set("refresh", `0; url=${href}`);
  return response;
}
