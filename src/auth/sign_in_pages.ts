import { companyOfMailbox } from "../../packages/standards/src/company.ts";
import { escaped } from "../../packages/standards/src/html.ts";
import type { Say } from "../core/base/words/say.ts";
import { MAIL_WAITS_HEADER } from "../core/identity/sign_in/auth_headers.ts";
import {
  ENTER_CODE_PATH,
  SEND_CODE_PATH,
} from "../core/identity/sign_in/sign_in_code_plugin.ts";
import { urlOf } from "../http/request_info.ts";
import type { Form } from "../pages/forms.ts";
import { field, formRoute, hidden, notice, pageRoute } from "../pages/forms.ts";
import { browserSay } from "../pages/language.ts";
import { isolated, pageResponse, redirectTo } from "../pages/page.ts";
import type { AuthRoute, From, RouteContext } from "../pages/route.ts";
import { forward, headersFor } from "./forward.ts";
import { formTargetOf, keptQuery, withQuery } from "./next.ts";
import { companyPage, emailPage, firstPage } from "./sign_in_page.ts";
import type { Tried } from "./sign_in_refusal.ts";
import { optionsOf, whyOf } from "./sign_in_refusal.ts";

const LINK_COOKIE = "svc.link";
/** The mailbox of the mailed code, for the code page, which is opened with GET. */
const EMAIL_COOKIE = "svc.email";

/** Sign-in by a mailed code or link, which needs no script, or by a passkey. */
export function signInRoutes(context: RouteContext): readonly AuthRoute[] {
  return [
    pageRoute(context, "/sign-in", (request) => firstPage(context, request)),
    ...(context.auth.isMailSignIn ? mailRoutes(context) : []),
  ];
}

function mailRoutes(context: RouteContext): readonly AuthRoute[] {
  return [
    formRoute(context, "/sign-in", (form, request, from) =>
      send(context, form, request, from),
    ),
    pageRoute(context, "/sign-in/code", (request) =>
      codeAgain(context, request),
    ),
    formRoute(context, "/sign-in/code", (form, request, from) =>
      enter(context, form, request, from),
    ),
    pageRoute(context, "/sign-in/link", (request) =>
      linkPage(context, request),
    ),
    formRoute(context, "/sign-in/link", (_form, request, from) =>
      follow(context, request, from),
    ),
  ];
}

/** The answer is the same for every mailbox, known or not. */
async function send(
  context: RouteContext,
  { email = "", by, query = "" }: Form,
  request: Request,
  from: From,
): Promise<Response> {
  const say = browserSay(request);
  const company = companyOfMailbox(context.auth.companies, email.trim());
  if (company) {
    return companyPage(say, company, { email, query: keptQuery(query) });
  }
  const isLink = by === "link";
  const response = await json(context, request, from, {
    path: isLink ? "/sign-in/magic-link" : SEND_CODE_PATH,
    body: isLink ? { email } : { email, type: "sign-in" },
  });
  if (!response.ok) {
    return emailPage(context, say, keptQuery(query), {
      value: email,
      ...(await whyOf(response, say)),
    });
  }
  if (response.headers.has(MAIL_WAITS_HEADER)) {
    const notice = say`We couldn't send the email. Try again in a minute.`;
    const tried = { value: email, notice, isOurs: true };
    return emailPage(context, say, keptQuery(query), tried);
  }
  if (isLink) return sentPage(context, email, say);
  // A redirect, so going back to it later posts nothing again.
  return redirectTo(withQuery("/sign-in/code", query), [
    ...response.headers.getSetCookie(),
    briefCookie(context, {
      name: EMAIL_COOKIE,
      value: email,
      path: "/sign-in",
    }),
  ]);
}

/** Shows the code page again, or the first page if no code is in progress. */
function codeAgain(context: RouteContext, request: Request): Response {
  const query = keptQuery(urlOf(request).search);
  const email = cookieIn(request, EMAIL_COOKIE);
  if (email !== "")
    return codePage(context, browserSay(request), { email, query });
  return redirectTo(query === "" ? "/" : withQuery("/sign-in", query));
}

/** Where to find a mail that the service only shows; "" if it was sent. */
function whereShown({ auth }: RouteContext, say: Say): string {
  return auth.mailIsShown
    ? `\n<p class="hint">${say`This service doesn't send email yet: look for the message in the terminal where it runs.`}</p>`
    : "";
}

function sentPage(context: RouteContext, email: string, say: Say): Response {
  const title = say`Check your email`;
  const mailbox = `<strong>${isolated(email)}</strong>`;
  return pageResponse(
    title,
    `<h1>${title}</h1>
<p>${say`We sent a link to ${mailbox}. It works once and expires in 5 minutes.`}</p>${whereShown(context, say)}
<p><a class="link" href="/sign-in">${say`Use a different email`}</a></p>`,
    { say },
  );
}

function codePage(
  context: RouteContext,
  say: Say,
  { email, query }: { readonly email: string; readonly query: string },
  tried: Tried = {},
): Response {
  const mailbox = `<strong>${isolated(email)}</strong>`;
  const formTarget = formTargetOf(query);
  return pageResponse(
    say`Enter your code`,
    `<h1>${say`Enter your code`}</h1>
<p>${say`We sent a 6-digit code to ${mailbox}. It expires in 5 minutes.`}</p>${whereShown(context, say)}
${notice(tried.notice)}
<form method="post" action="/sign-in/code">
${field({
  name: "code",
  label: say`Code`,
  hasFocus: true,
  attributes: `required inputmode="numeric" autocomplete="one-time-code" pattern="[0-9]{6}" maxlength="6" title="${say`Six digits`}"`,
  error: tried.error,
  look: "code",
})}
${hidden("email", email)}
${hidden("query", query)}
<button>${say`Sign in`}</button>
</form>
<p><a class="link" href="${escaped(withQuery("/sign-in", query))}">${say`Use a different email or get a new code`}</a></p>`,
    {
      ...optionsOf(tried),
      say,
      ...(formTarget !== undefined && { formTarget }),
    },
  );
}

async function enter(
  context: RouteContext,
  { email = "", code = "", query = "" }: Form,
  request: Request,
  from: From,
): Promise<Response> {
  const response = await json(context, request, from, {
    path: ENTER_CODE_PATH,
    body: { email, otp: code.trim() },
  });
  if (!response.ok) {
    const say = browserSay(request);
    const place = { email, query: keptQuery(query) };
    return codePage(context, say, place, await whyOf(response, say));
  }
  return redirectTo(withQuery("/sign-up", query), [
    ...response.headers.getSetCookie(),
    `${EMAIL_COOKIE}=; Path=/sign-in; Max-Age=0`,
  ]);
}

/** Moves the token out of the address bar; opening the page signs nobody in. */
function linkPage(context: RouteContext, request: Request): Response {
  const token = urlOf(request).searchParams.get("token");
  if (token !== null) {
    return redirectTo("/sign-in/link", [
      briefCookie(context, {
        name: LINK_COOKIE,
        value: token,
        path: "/sign-in/link",
      }),
    ]);
  }
  const say = browserSay(request);
  return pageResponse(
    say`Sign in`,
    `<h1>${say`Sign in`}</h1>
<p>${say`One more step: confirm that you want to sign in on this device.`}</p>
<form method="post" action="/sign-in/link">
<button autofocus>${say`Sign in to your inbox`}</button>
</form>`,
    { say },
  );
}

async function follow(
  context: RouteContext,
  request: Request,
  from: From,
): Promise<Response> {
  const say = browserSay(request);
  const token = cookieIn(request, LINK_COOKIE);
  const response = await forward(context, {
    path: "/magic-link/verify",
    search: `?${new URLSearchParams({ token, callbackURL: "/sign-up" })}`,
    method: "GET",
    headers: headersFor(request, from),
  });
  if (response.status === 429) {
    return emailPage(context, say, "", await whyOf(response, say));
  }
  const location = response.headers.get("location") ?? "?error=";
  if (location.includes("error=")) {
    return emailPage(context, say, "", {
      notice: say`This link has expired or was already used. Get a new one.`,
    });
  }
  const gone = `${LINK_COOKIE}=; Path=/sign-in/link; Max-Age=0`;
  return redirectTo("/sign-up", [...response.headers.getSetCookie(), gone]);
}

/** A cookie that lives as long as a code or a link, for only one of our pages. */
function briefCookie(
  { services }: RouteContext,
  it: { readonly name: string; readonly value: string; readonly path: string },
): string {
  const isSecure = services.settings.baseUrl.startsWith("https:");
  return `${it.name}=${encodeURIComponent(it.value)}; Path=${it.path}; Max-Age=300; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;
}

function cookieIn({ headers }: Request, name: string): string {
  for (const pair of (headers.get("cookie") ?? "").split(/; */)) {
    if (pair.startsWith(`${name}=`)) {
      try {
        return decodeURIComponent(pair.slice(name.length + 1));
      } catch {
        return "";
      }
    }
  }
  return "";
}

/** One of our forms as the library's JSON. */
function json(
  context: RouteContext,
  request: Request,
  from: From,
  { path, body }: { readonly path: string; readonly body: object },
): Promise<Response> {
  const headers = headersFor(request, from);
  headers.set("content-type", "application/json");
  return forward(context, { path, headers, body: JSON.stringify(body) });
}
