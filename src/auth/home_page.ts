import type { Say } from "../core/base/words/say.ts";
import { rowOf, ServiceError } from "../core/errors/errors.ts";
import { checkFreeAddress } from "../core/operations/check_free_address.ts";
import { claimFreeAddress } from "../core/operations/claim_free_address.ts";
import { callOperation, outputOf } from "../core/pipeline/call.ts";
import type { Form } from "../pages/forms.ts";
import { formRoute, notice, pageRoute } from "../pages/forms.ts";
import { pageSay } from "../pages/language.ts";
import type { OwnAccount } from "../pages/own_account.ts";
import { ownAccount } from "../pages/own_account.ts";
import { isolated, pageResponse, redirectTo } from "../pages/page.ts";
import { callerOf, personOrRedirect } from "../pages/person.ts";
import type { AuthRoute, From, RouteContext } from "../pages/route.ts";
import { addressField, whyNotAddress } from "./account_fields.ts";
import { forward, headersFor } from "./forward.ts";
import { passkeyButton } from "./passkey_button.ts";

/** Where the app shows which programs may act for a person. */
const ACCESS_PATH = "/settings/access";

/** The pages to add to a sign-in, and to sign out. */
export function homeRoutes(context: RouteContext): readonly AuthRoute[] {
  return [
    pageRoute(context, "/account", async (request) => {
      const person = await personOrRedirect(context, request);
      if (person instanceof Response) return person;
      const own = await ownAccount(context, person, request);
      return homePage(context, own, await pageSay(context, request));
    }),
    formRoute(context, "/address", (form, request) =>
      claim(context, form, request),
    ),
    formRoute(context, "/sign-out", (_form, request, from) =>
      signOut(context, request, from),
    ),
  ];
}

/** A requested local-part that was refused. */
interface Refusal {
  readonly localPart: string;
  readonly error: ServiceError;
  readonly suggestions: readonly string[];
}

async function claim(
  context: RouteContext,
  { localPart = "" }: Form,
  request: Request,
): Promise<Response> {
  const person = await personOrRedirect(context, request);
  if (person instanceof Response) return person;
  const caller = callerOf(person, request);
  const { services } = context;
  try {
    await callOperation(services, claimFreeAddress, caller, { localPart });
    return redirectTo("/account");
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (error.code === "rate_limited") throw error;
    const isHad = error.code === "taken" || error.code === "reserved";
    const suggestions = isHad
      ? (await outputOf(services, checkFreeAddress, caller, { localPart }))
          .suggestions
      : [];
    const own = await ownAccount(context, person, request);
    const refusal = { localPart, error, suggestions };
    return homePage(context, own, await pageSay(context, request), refusal);
  }
}

function addressForm(
  { services }: RouteContext,
  refusal: Refusal | undefined,
  say: Say,
): string {
  const error = whyNotAddress(refusal?.error, say, refusal?.suggestions);
  return `<section>
<h2>${say`Choose your address`}</h2>
${notice(error === undefined ? refusal?.error.said(say) : undefined)}
<form method="post" action="/address">
${addressField(
  {
    domain: services.settings.addressDomain,
    hint: say`Lower-case letters, digits, dots and hyphens. You can't change it later.`,
  },
  { value: refusal?.localPart ?? "", error },
  say,
)}
<button>${say`Claim address`}</button>
</form>
</section>`;
}

function homePage(
  context: RouteContext,
  { account, address }: OwnAccount,
  say: Say,
  refusal?: Refusal,
): Response {
  const name = account.displayName;
  return pageResponse(
    say`Your account`,
    `<h1>${say`Your account`}</h1>
<dl class="facts">
<div><dt>${say`Name`}</dt><dd>${isolated(name)}</dd></div>
<div><dt>${say`Address`}</dt><dd>${address ? isolated(address.address) : say`None yet`}</dd></div>
</dl>
${address ? notice(refusal?.error.said(say)) : addressForm(context, refusal, say)}
<section>
<h2>${say`Programs`}</h2>
<p>${say`Assistants can use this inbox over REST, MCP and A2A.`} <a href="/docs">${say`See how`}</a>.</p>
<p><a class="link" href="${ACCESS_PATH}">${say`Access`}</a></p>
</section>
${passkeyButton(
  {
    act: "add",
    label: say`Add a passkey`,
    data: { name, ...(address && { address: address.address }) },
  },
  say,
)}
<p><a class="link" href="/">${say`Back to your inbox`}</a></p>
<form method="post" action="/sign-out">
<button class="plain">${say`Sign out`}</button>
</form>`,
    {
      script: "passkeys",
      say,
      ...(refusal && { status: rowOf(refusal.error).status }),
    },
  );
}

/** Ends the session and deletes its cookie, even if the session has already ended. */
async function signOut(
  context: RouteContext,
  request: Request,
  from: From,
): Promise<Response> {
  const headers = headersFor(request, from, ["authorization"]);
  headers.set("content-type", "application/json");
  const response = await forward(context, {
    path: "/sign-out",
    headers,
    body: "{}",
  });
  if (!response.ok) {
    throw new ServiceError("internal", {
      cause: new Error(`The library answered sign-out with ${response.status}`),
    });
  }
  return redirectTo("/sign-in", response.headers.getSetCookie());
}
