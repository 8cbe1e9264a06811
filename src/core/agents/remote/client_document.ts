import { parseJson } from "../../access/read_json.ts";
import type { ExternalServices } from "../../base/external_services.ts";
import { isObject } from "../../base/json.ts";
import { LIMITS } from "../../base/limits.ts";
import { cleanLine } from "../../base/text.ts";
import type { Sentence } from "../../base/words/sentence.ts";
import { told } from "../../base/words/sentence.ts";
import { ServiceError } from "../../errors/errors.ts";
import { isOnThisMachine } from "../../identity/oauth/oauth_base.ts";
import { passesFor } from "../display_name.ts";
import { parseForeignUrl } from "./foreign_url.ts";
import { guardedFetch } from "./guarded_fetch.ts";

/** An OAuth client in its own document's words. */
export interface DescribedClient {
  readonly name: string;
  readonly redirectUris: readonly string[];
  readonly isNative: boolean;
}

/**
 * True for the id of a client that is the address of its document
 * (draft-ietf-oauth-client-id-metadata-document, section 3).
 */
export function isDocumentUrl(clientId: string): boolean {
  const url = URL.parse(clientId);
  return (
    url?.protocol === "https:" &&
    url.href === clientId &&
    url.pathname !== "/" &&
    url.username + url.password + url.hash === "" &&
    clientId.length <= LIMITS.clientDocumentUrlCharsMax
  );
}

/**
 * The client of a document, fetched only from its id.
 * @throws url_refused, card_unreachable, card_invalid, invalid_input
 */
export async function fetchClientDocument(
  outside: ExternalServices,
  clientId: string,
): Promise<DescribedClient> {
  const { text } = await guardedFetch(outside, {
    url: parseForeignUrl(outside, clientId),
    redirectsMax: 0,
    signal: outside.deadline(LIMITS.remoteFetchMs),
  });
  return readClientDocument(text, clientId);
}

/** Reads a document; refuses a badly described client. Pure. @throws invalid_input */
export function readClientDocument(
  text: string,
  clientId: string,
): DescribedClient {
  if (text.length > LIMITS.oauthRequestBytesMax) {
    throw wrong(told`it is too large`);
  }
  const said = parsed(text);
  if (said.client_id !== clientId) {
    throw wrong(told`its client_id is not the URL it was fetched from`);
  }
  const method = said.token_endpoint_auth_method ?? "none";
  if (method !== "none" || said.client_secret !== undefined) {
    throw wrong(told`clients with a secret aren't supported`);
  }
  const name = cleanLine(String(said.client_name ?? ""));
  if (name.length > LIMITS.nameCharsMax || passesFor(name) !== undefined) {
    throw wrong(
      told`its client_name is too long or looks like a reserved name`,
    );
  }
  const uris: unknown = said.redirect_uris;
  if (!Array.isArray(uris) || uris.length > LIMITS.oauthRedirectsMax) {
    throw wrong(told`its redirect_uris is not a list, or is too long`);
  }
  const redirectUris = uris.filter(mayBeRedirect);
  if (redirectUris.length === 0 || redirectUris.length < uris.length) {
    throw wrong(
      told`each of its redirect_uris must be https or point to the person's own device`,
    );
  }
  const isNative = redirectUris.some((it) => it.startsWith("http:"));
  return { name, redirectUris, isNative };
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    const said = parseJson(text);
    if (isObject(said)) return said as Readonly<Record<string, unknown>>;
  } catch (cause) {
    throw wrong(told`it is not JSON`, cause);
  }
  throw wrong(told`it is not a JSON object`);
}

function mayBeRedirect(uri: unknown): uri is string {
  const url = typeof uri === "string" ? URL.parse(uri) : null;
  if (!url || String(uri).length > LIMITS.uriCharsMax) return false;
  const isOwn = url.protocol === "http:" && isOnThisMachine(url.hostname);
  return (
    (url.protocol === "https:" || isOwn) &&
    // The host becomes part of the consent page's policy.
    /^[\w.:[\]-]+$/.test(url.host) &&
    url.username + url.password + url.hash === ""
  );
}

function wrong(why: Sentence, cause?: unknown): ServiceError {
  return new ServiceError("invalid_input", {
    detail: told`Cannot use the client's metadata document: ${why}.`,
    ...(cause !== undefined && { cause }),
  });
}
