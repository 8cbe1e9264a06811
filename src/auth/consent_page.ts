import { callOperation } from "../core/call.ts";
import { ServiceError } from "../core/errors.ts";
import { nameOfClient } from "../core/identity/oauth_access.ts";
import type { Preset } from "../core/identity/scopes.ts";
import { PRESETS } from "../core/identity/scopes.ts";
import { LIMITS } from "../core/limits.ts";
import { parsePrice } from "../core/money.ts";
import { grantClientAccess } from "../core/operations/grant_client_access.ts";
import type { Member } from "../core/principal.ts";
import { cleanLine, firstChars } from "../core/text.ts";
import { escaped } from "../http/html.ts";
import { requestIdOf } from "../http/request_id.ts";
import type { Form } from "./forms.ts";
import { formRoute, hidden, notice, pageRoute } from "./forms.ts";
import { forward, headersFor } from "./forward.ts";
import { withQuery } from "./next.ts";
import { pageResponse, redirectTo } from "./page.ts";
import { recordEvent } from "./record.ts";
import type { At, AuthRoute, From } from "./route.ts";

const PATH = "/oauth/consent";
const PRESET_AT_FIRST = "assistant";

/** A client that asks, as far as it is known. */
interface Asking {
  readonly clientId: string;
  readonly name: string;
  readonly redirectUri: string;
  /** The page's own query: sealed by the library, checked by it again. */
  readonly query: string;
}

/** Where a person decides what an MCP client may do for them. */
export function consentRoutes(at: At): readonly AuthRoute[] {
  return [
    pageRoute(at, PATH, async (request) => {
      const { search } = new URL(request.url);
      const person = await signedIn(at, request, search);
      if (person instanceof Response) return person;
      return consentPage(await askingIn(at, search.slice(1)));
    }),
    formRoute(at, PATH, (form, request, from) =>
      decide(at, form, request, from),
    ),
  ];
}

async function signedIn(
  { auth }: At,
  request: Request,
  query: string,
): Promise<Member | Response> {
  const person = await auth.principalOf(request.headers);
  if (!person) return redirectTo(withQuery("/sign-in", query));
  if (person.kind !== "newcomer") return person;
  return redirectTo(withQuery("/sign-up", query));
}

async function askingIn({ services }: At, query: string): Promise<Asking> {
  const params = new URLSearchParams(query);
  const clientId = params.get("client_id") ?? "";
  const redirectUri = params.get("redirect_uri") ?? "";
  const name = await nameOfClient(services, clientId);
  if (name === undefined || !URL.canParse(redirectUri)) {
    throw new ServiceError("invalid_input", {
      detail: "Cannot ask for your consent: this client is not registered.",
    });
  }
  return {
    clientId,
    name:
      firstChars(cleanLine(name), LIMITS.nameCharsMax) ||
      "A client without a name",
    redirectUri,
    query,
  };
}

async function decide(
  at: At,
  form: Form,
  request: Request,
  from: From,
): Promise<Response> {
  const { query = "", decision } = form;
  const person = await signedIn(at, request, query);
  if (person instanceof Response) return person;
  const asking = await askingIn(at, query);
  const allows = decision === "allow";
  const grant = allows ? readGrant(form) : undefined;
  if (grant && "why" in grant) return consentPage(asking, form, grant.why);
  const location = await answerLibrary(at, request, from, {
    accept: allows,
    oauth_query: query,
  });
  const { accountId } = person;
  const { clientId, name } = asking;
  if (!grant) {
    await recordEvent(at.services, {
      accountId,
      clientId,
      type: "consent.declined",
    });
    return redirectTo(location);
  }
  // Before the code leaves: without a grant of ours it would buy nothing.
  const requestId = requestIdOf(request.headers.get("x-request-id"));
  const caller = { principal: person, via: "web", requestId } as const;
  await callOperation(at.services, grantClientAccess, caller, {
    clientId,
    name,
    ...grant,
  });
  return redirectTo(location);
}

/** The choice of scopes and limits, or why it cannot be read. */
function readGrant({ preset = "", perPayment = "", perDay = "" }: Form) {
  const chosen = PRESETS.find(({ id }) => id === preset);
  if (!chosen) return { why: "Choose what the client may do." };
  try {
    if (perPayment !== "") parsePrice(perPayment);
    if (perDay !== "") parsePrice(perDay);
  } catch {
    return { why: "Write a limit as an amount such as 5.00." };
  }
  return {
    ...(chosen.scopes && { scopes: [...chosen.scopes] }),
    ...(perPayment !== "" && { perPayment }),
    ...(perDay !== "" && { perDay }),
  };
}

/** @throws invalid_input when the library does not know its own query any more */
async function answerLibrary(
  at: At,
  request: Request,
  from: From,
  answer: { readonly accept: boolean; readonly oauth_query: string },
): Promise<string> {
  const headers = headersFor(request, from);
  headers.set("content-type", "application/json");
  headers.set("accept", "application/json");
  const response = await forward(at, {
    path: "/oauth2/consent",
    headers,
    body: JSON.stringify(answer),
  });
  const body: { readonly url?: unknown } = await response
    .json()
    .catch(() => ({}));
  if (response.ok && typeof body.url === "string") return body.url;
  throw new ServiceError("invalid_input", {
    detail:
      "Cannot take your answer: the request is too old or was changed. Start again from the client.",
  });
}

function consentPage(asking: Asking, said: Form = {}, why?: string): Response {
  const { name, redirectUri, query } = asking;
  const { preset = PRESET_AT_FIRST, perPayment = "", perDay = "" } = said;
  const target = new URL(redirectUri);
  const place = target.host || target.protocol;
  return pageResponse(
    "Allow access?",
    `<h1>Allow <q>${escaped(name)}</q> into your inbox?</h1>
${notice(why)}
<p>It has named itself; nobody has checked who is behind it. You go back to <strong>${escaped(place)}</strong>. Allow it only if you have just started this there.</p>
<form method="post" action="${PATH}">
<fieldset><legend>What it may do</legend>
${PRESETS.map((it) => choice(it, it.id === preset)).join("\n")}
</fieldset>
<fieldset><legend>What it may spend (leave empty for no limit; only <em>Full</em> may pay)</legend>
<label>For one payment, USDC <input name="perPayment" inputmode="decimal" maxlength="20" value="${escaped(perPayment)}"></label>
<label>In a day, USDC <input name="perDay" inputmode="decimal" maxlength="20" value="${escaped(perDay)}"></label>
</fieldset>
<p>You can end this at any time in Settings, Agent access; it stops at once.</p>
${hidden("query", query)}
<button name="decision" value="allow">Allow</button>
<button name="decision" value="deny" class="plain" formnovalidate>Do not allow</button>
</form>`,
    {
      formTarget: target.origin === "null" ? target.protocol : target.origin,
      ...(why !== undefined && { status: 400 }),
    },
  );
}

function choice({ id, title, means }: Preset, isChosen: boolean): string {
  return `<label class="choice"><input type="radio" name="preset" value="${id}" required${isChosen ? " checked" : ""}> <span><strong>${title}.</strong> ${escaped(means)}</span></label>`;
}
