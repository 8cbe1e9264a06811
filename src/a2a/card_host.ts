import { isDnsLabel } from "../core/addresses/local_part.ts";
import { CARD_PATH, FULL_CARD_PATH } from "../core/addresses/present.ts";
import { told } from "../core/base/words/sentence.ts";
import { ServiceError } from "../core/errors/errors.ts";
import type { Services } from "../core/pipeline/call.ts";
import { wantsPage } from "../http/accepts.ts";
import { pathOf, urlOf } from "../http/request_info.ts";
import type { CardDocuments } from "./card_document.ts";
import { cardDocuments, cardProblem } from "./card_document.ts";

/** Answers requests to a card's host; undefined for any other host. */
export type CardHosts = (request: Request) => Promise<Response> | undefined;

/**
 * Serves `<local-part>.{address_domain}` (docs/addresses.md, Cards): the card,
 * and a redirect to the domain for any other path. It sees every request, so
 * one to the service's own host costs one comparison.
 */
export function cardHosts(services: Services): CardHosts {
  const { baseUrl, addressDomain } = services.settings;
  const base = new URL(baseUrl);
  const port = base.port === "" ? "" : `:${base.port}`;
  const home = `${base.protocol}//${addressDomain}${port}/`;
  const suffix = `.${addressDomain}`;
  const documents = cardDocuments(services);
  return (request) => {
    const host = request.headers.get("host");
    if (host === null || host === base.host) return undefined;
    const name = nameIn(host);
    if (name === addressDomain && name !== base.hostname) {
      return isNavigation(request) ? atBase(baseUrl, request) : undefined;
    }
    if (!name.endsWith(suffix) || name === base.hostname) return undefined;
    const label = name.slice(0, -suffix.length);
    return answer({ services, documents, home }, request, label);
  };
}

/** True for a page opened in a browser, false for a program's call. */
function isNavigation(request: Request): boolean {
  return request.method === "GET" && wantsPage(request);
}

/** Pages work only at the service's own address: cookies and passkeys belong to it. */
async function atBase(baseUrl: string, request: Request): Promise<Response> {
  const { pathname, search } = urlOf(request);
  const location = `${baseUrl}${pathname}${search}`;
  return new Response(null, { status: 302, headers: { location } });
}

/** A host name without port and final dot, in lower case. */
function nameIn(host: string): string {
  return host.toLowerCase().replace(/\.?(?::\d*)?$/, "");
}

interface Site {
  readonly services: Services;
  readonly documents: CardDocuments;
  readonly home: string;
}

async function answer(
  { services, documents, home }: Site,
  request: Request,
  label: string,
): Promise<Response> {
  try {
    if (!isDnsLabel(label)) throw nobody();
    const path = pathOf(request.url);
    const full = path === FULL_CARD_PATH;
    if (full || path === CARD_PATH) {
      return await documents.account(request, { localPart: label, full });
    }
    await documents.requireAccount(label);
    return homewards(home);
  } catch (error) {
    return cardProblem(services, request, error);
  }
}

/** Keeps method and body; cached briefly, because the operator may move the domain. */
function homewards(location: string): Response {
  return new Response(null, {
    status: 308,
    headers: { location, "cache-control": "public, max-age=300" },
  });
}

function nobody(): ServiceError {
  return new ServiceError("account_not_found", {
    detail: told`No agent card uses this host.`,
  });
}
