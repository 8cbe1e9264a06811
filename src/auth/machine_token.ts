import { clientOfBasic } from "../../packages/standards/src/basic_client.ts";
import {
  resourceMeant,
  resourceOf,
} from "../core/identity/oauth/oauth_base.ts";
import { MACHINE_TOKEN_PATH } from "../core/identity/sign_in/machine_token_plugin.ts";
import type { From, RouteContext } from "../pages/route.ts";
import { forward, headersFor } from "./forward.ts";

const JWT_BEARER = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

/** Clients ask for those that people are asked for; a program gets `inbox`. */
const SCOPES: ReadonlySet<string> = new Set(["", "inbox", "offline_access"]);

/** A refusal by its code (RFC 6749, section 5.2). */
type Refuse = (error: string, description: string) => Response;

/**
 * A program's own token (`grant_type=client_credentials`): it proves its credential by the
 * credential's token as its secret, or by a JWT signed with its key.
 */
export async function machineToken(
  context: RouteContext,
  request: Request,
  {
    form,
    from,
    refuse,
  }: {
    readonly form: URLSearchParams;
    readonly from: From;
    readonly refuse: Refuse;
  },
): Promise<Response> {
  const { baseUrl } = context.services.settings;
  const ours = resourceOf(baseUrl);
  const resources = form.getAll("resource");
  if (resources.some((it) => resourceMeant(baseUrl, it) !== ours)) {
    return refuse("invalid_target", "the resource is not of this service");
  }
  const scopes = (form.get("scope") ?? "").split(" ");
  if (!scopes.every((it) => SCOPES.has(it))) {
    return refuse("invalid_scope", "the one scope of a program is inbox");
  }
  const type = form.get("client_assertion_type");
  const assertion = form.get("client_assertion") ?? undefined;
  if (assertion !== undefined && type !== JWT_BEARER) {
    return refuse("invalid_request", `client_assertion_type is ${JWT_BEARER}`);
  }
  const basic = clientOfBasic(request.headers.get("authorization"));
  const secret = basic?.secret ?? form.get("client_secret") ?? undefined;
  if ((assertion === undefined) === (secret === undefined)) {
    return refuse("invalid_request", "one proof of the client, and only one");
  }
  const headers = headersFor(request, from, [
    ...["cookie", "origin", "authorization"],
  ]);
  headers.set("content-type", "application/json");
  const response = await forward(context, {
    path: MACHINE_TOKEN_PATH,
    headers,
    body: JSON.stringify({
      clientId: basic?.clientId ?? form.get("client_id") ?? undefined,
      ...{ secret, assertion },
    }),
  });
  response.headers.set("cache-control", "no-store");
  response.headers.set("pragma", "no-cache");
  return response;
}
