import { ServiceError } from "../core/errors.ts";
import { formRoute, pageRoute } from "./forms.ts";
import { forward, headersFor } from "./forward.ts";
import type { OwnAccount } from "./own_account.ts";
import { ownAccount } from "./own_account.ts";
import { isolated, pageResponse, redirectTo } from "./page.ts";
import { passkeyButton } from "./passkey_button.ts";
import type { At, AuthRoute, From } from "./route.ts";

/** What a person adds to their sign-in, and the way out. */
export function homeRoutes(at: At): readonly AuthRoute[] {
  return [
    pageRoute(at, "/account", async (request) => {
      const person = await at.auth.principalOf(request.headers);
      if (!person) return redirectTo("/sign-in");
      if (person.kind === "newcomer") return redirectTo("/sign-up");
      return homePage(await ownAccount(at, person, request));
    }),
    formRoute(at, "/sign-out", (_form, request, from) =>
      signOut(at, request, from),
    ),
  ];
}

function homePage({ account, address }: OwnAccount): Response {
  const name = account.displayName;
  return pageResponse(
    "Your account",
    `<h1>Your account</h1>
<dl class="facts">
<div><dt>Name</dt><dd>${isolated(name)}</dd></div>
<div><dt>Address</dt><dd>${address ? isolated(address.address) : "None yet"}</dd></div>
</dl>
<section>
<h2>Programs</h2>
<p>Your assistants reach this inbox over REST, MCP and A2A. <a href="/docs">Read how</a>.</p>
</section>
${passkeyButton({
  act: "add",
  label: "Add a passkey to this device",
  data: { name, ...(address && { address: address.address }) },
})}
<p><a class="link" href="/">Back to your inbox</a></p>
<form method="post" action="/sign-out">
<button class="plain">Sign out</button>
</form>`,
    { usesScript: true },
  );
}

/** Ends the session; the cookie goes with the answer, also when it was worth nothing any more. */
async function signOut(
  at: At,
  request: Request,
  from: From,
): Promise<Response> {
  const headers = headersFor(request, from, ["authorization"]);
  headers.set("content-type", "application/json");
  const response = await forward(at, {
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
