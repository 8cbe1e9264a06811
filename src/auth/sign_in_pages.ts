import { escaped } from "../http/html.ts";
import type { Form } from "./forms.ts";
import { formRoute, hidden, notice, pageRoute } from "./forms.ts";
import { forward, headersFor } from "./forward.ts";
import { kept, withQuery } from "./next.ts";
import { pageResponse, redirectTo } from "./page.ts";
import type { At, AuthRoute, From } from "./route.ts";

const LINK_COOKIE = "svc.link";

/** Sign-in by a code or a link that is mailed. No script takes part. */
export function signInRoutes(at: At): readonly AuthRoute[] {
  return [
    pageRoute(at, "/sign-in", (request) =>
      emailPage(kept(new URL(request.url).search)),
    ),
    formRoute(at, "/sign-in", (form, request, from) =>
      send(at, form, request, from),
    ),
    formRoute(at, "/sign-in/code", (form, request, from) =>
      enter(at, form, request, from),
    ),
    pageRoute(at, "/sign-in/link", (request) => linkPage(at, request)),
    formRoute(at, "/sign-in/link", (_form, request, from) =>
      follow(at, request, from),
    ),
  ];
}

function emailPage(query: string, why?: string): Response {
  const link =
    query === ""
      ? `\n<button name="by" value="link" class="plain">Email me a link instead</button>`
      : "";
  return pageResponse(
    "Sign in",
    `<h1>Sign in</h1>
${notice(why)}
<form method="post" action="/sign-in">
<label>Email <input type="email" name="email" required autofocus autocomplete="email" maxlength="254"></label>
<p>We mail you a code. New here? The same code makes your account. Your email stays private: others see the name and the address that you choose.</p>
${hidden("query", query)}
<button name="by" value="code">Email me a code</button>${link}
</form>`,
    why === undefined ? {} : { status: 400 },
  );
}

/** The answer is the same for every mailbox, known or not. */
async function send(
  at: At,
  { email = "", by, query = "" }: Form,
  request: Request,
  from: From,
): Promise<Response> {
  const isLink = by === "link";
  const response = await json(at, request, from, {
    path: isLink ? "/sign-in/magic-link" : "/email-otp/send-verification-otp",
    body: isLink ? { email } : { email, type: "sign-in" },
  });
  if (!response.ok) return emailPage(kept(query), await whyOf(response));
  return isLink ? sentPage(email) : codePage(email, kept(query));
}

function sentPage(email: string): Response {
  return pageResponse(
    "Look into your mail",
    `<h1>Look into your mail</h1>\n<p>If <strong>${escaped(email)}</strong> takes mail, a link is there in a moment. It works once, within five minutes.</p>`,
  );
}

function codePage(email: string, query: string, why?: string): Response {
  return pageResponse(
    "Enter your code",
    `<h1>Enter your code</h1>
${notice(why)}
<form method="post" action="/sign-in/code">
<p>We have mailed six digits to <strong>${escaped(email)}</strong>. They work once, within five minutes.</p>
<label>Code <input name="code" required autofocus inputmode="numeric" autocomplete="one-time-code" pattern="[0-9]{6}" maxlength="6"></label>
${hidden("email", email)}
${hidden("query", query)}
<button>Sign in</button>
</form>
<p><a href="${escaped(withQuery("/sign-in", query))}">Use another address, or get a new code</a></p>`,
    why === undefined ? {} : { status: 400 },
  );
}

async function enter(
  at: At,
  { email = "", code = "", query = "" }: Form,
  request: Request,
  from: From,
): Promise<Response> {
  const response = await json(at, request, from, {
    path: "/sign-in/email-otp",
    body: { email, otp: code.trim() },
  });
  if (!response.ok) return codePage(email, kept(query), await whyOf(response));
  const cookies = response.headers.getSetCookie();
  return redirectTo(withQuery("/sign-up", query), cookies);
}

/** The token leaves the address bar at once; opening the page signs nobody in. */
function linkPage({ services }: At, request: Request): Response {
  const token = new URL(request.url).searchParams.get("token");
  if (token !== null) {
    const secure = services.settings.baseUrl.startsWith("https:");
    return redirectTo("/sign-in/link", [
      `${LINK_COOKIE}=${encodeURIComponent(token)}; Path=/sign-in/link; Max-Age=300; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`,
    ]);
  }
  return pageResponse(
    "Sign in",
    `<h1>Sign in</h1>\n<form method="post" action="/sign-in/link">\n<button autofocus>Sign in to your inbox</button>\n</form>`,
  );
}

async function follow(at: At, request: Request, from: From): Promise<Response> {
  const token = cookieIn(request, LINK_COOKIE);
  const response = await forward(at, {
    path: "/magic-link/verify",
    search: `?${new URLSearchParams({ token, callbackURL: "/sign-up" })}`,
    method: "GET",
    headers: headersFor(request, from),
  });
  const location = response.headers.get("location") ?? "?error=";
  if (location.includes("error=")) {
    return emailPage(
      "",
      "The link has been used, or is too old. Get a new one.",
    );
  }
  const gone = `${LINK_COOKIE}=; Path=/sign-in/link; Max-Age=0`;
  return redirectTo("/sign-up", [...response.headers.getSetCookie(), gone]);
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

/** Says a form of ours to the library as it wants to hear it. */
function json(
  at: At,
  request: Request,
  from: From,
  { path, body }: { readonly path: string; readonly body: object },
): Promise<Response> {
  const headers = headersFor(request, from, ["cookie"]);
  headers.set("content-type", "application/json");
  return forward(at, { path, headers, body: JSON.stringify(body) });
}

/** Why the library refused, for a person: by status and code, never in its own words. */
async function whyOf(response: Response): Promise<string> {
  const body: { readonly code?: string } = await response
    .json()
    .catch(() => ({}));
  if (response.status === 429) {
    return "Too many tries. Wait a while, then try again.";
  }
  switch (body.code) {
    case "TOO_MANY_ATTEMPTS":
      return "Too many wrong codes. Get a new one.";
    case "OTP_EXPIRED":
      return "The code is too old. Get a new one.";
    case "INVALID_OTP":
      return "That is not the code.";
    case "account_disabled":
      return "The operator has closed this account.";
    default:
      return "That is not an email address.";
  }
}
