import { parseJson } from "../core/access/read_json.ts";
import { passesFor } from "../core/agents/display_name.ts";
import { LIMITS } from "../core/base/limits.ts";
import { cleanLine } from "../core/base/text.ts";
import { sayInEnglish } from "../core/base/words/say.ts";

/** The stored fields of a client, or the reason for its refusal. */
export type Registration =
  | { readonly client: Readonly<Record<string, unknown>> }
  | { readonly refusal: string };

/** The stored fields: no address that our pages might fetch or link, no keys, no contacts. */
const KEPT = [
  "redirect_uris",
  "client_name",
  "token_endpoint_auth_method",
  "grant_types",
  "response_types",
  "application_type",
  "software_id",
  "software_version",
];

/** Loopback by name or address, or a private scheme (RFC 8252, section 7). */
const NATIVE_URI =
  /^http:\/\/(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?=[:/?]|$)|^(?!https?:)[a-z][a-z0-9+.-]*:/i;

/**
 * Reads a client's registration (RFC 7591). Clients of the older MCP SDK do not
 * declare themselves native, so their loopback addresses count instead. The
 * library then checks each address itself.
 */
export function readRegistration(text: string): Registration {
  let body: unknown;
  try {
    body = parseJson(text);
  } catch {
    return { refusal: "the body is not JSON" };
  }
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    return { refusal: "the body is not a JSON object" };
  }
  const said: Readonly<Record<string, unknown>> = { ...body };
  const uris = said.redirect_uris;
  if (!Array.isArray(uris) || uris.length === 0) {
    return { refusal: "redirect_uris names no address" };
  }
  if (uris.length > LIMITS.oauthRedirectsMax) {
    return {
      refusal: `redirect_uris names more than ${LIMITS.oauthRedirectsMax}`,
    };
  }
  if (uris.some((it) => hasOddHost(String(it)))) {
    return { refusal: "redirect_uris names a host that is no host name" };
  }
  const refusal = refusalOfName(said.client_name);
  if (refusal !== undefined) return { refusal };
  const kept = KEPT.filter((field) => said[field] !== undefined);
  const client = Object.fromEntries(kept.map((field) => [field, said[field]]));
  const isNative = uris.some((uri) => NATIVE_URI.test(String(uri)));
  if (isNative) client.application_type ??= "native";
  return { client };
}

/** A host becomes part of the consent page's policy, where `;` and `,` separate sources. */
function hasOddHost(uri: string): boolean {
  return URL.canParse(uri) && !/^[\w.:[\]-]*$/.test(new URL(uri).host);
}

/** The library itself refuses a name that is not a string. */
function refusalOfName(name: unknown): string | undefined {
  if (typeof name !== "string") return undefined;
  if (name.length > LIMITS.nameCharsMax) {
    return `client_name is longer than ${LIMITS.nameCharsMax}`;
  }
  const other = passesFor(cleanLine(name));
  return other && `client_name looks like ${other.in(sayInEnglish)}`;
}
