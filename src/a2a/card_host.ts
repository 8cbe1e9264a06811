import { isDnsLabel } from "../core/addresses/local_part.ts";
import { CARD_PATH } from "../core/addresses/present.ts";
import { told } from "../core/base/words/sentence.ts";
import { ServiceError } from "../core/errors/errors.ts";
import type { Services } from "../core/pipeline/call.ts";
import { wantsPage } from "../http/accepts.ts";
import { pathOf, urlOf } from "../http/request_info.ts";
import type { CardDocuments } from "./card_document.ts";
import { cardDocuments, cardProblem } from "./card_document.ts";

/** Answers what came to the host of a card; undefined for any other host. */
export type CardHosts = (request: Request) => Promise<Response> | undefined;

/**
 * Serves `<local-part>.{address_domain}` (docs/addresses.md, Cards): the card,
 * and for any other path the way to the domain itself. It is asked for every
 * request, so that one to the service's own host costs one comparison.
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

/** True for a page that a browser opens, false for a call of a program. */
function isNavigation(request: Request): boolean {
  return request.method === "GET" && wantsPage(request);
}

/** Pages work at the service's own address alone: cookies and passkeys are its own. */
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
    if (pathOf(request.url) === CARD_PATH) {
      return await documents.account(request, label);
    }
    await documents.requireAccount(label);
    return homewards(home);
  } catch (error) {
    return cardProblem(services, request, error);
  }
}

/** Method and body go along; not for ever, as the operator may move the domain. */
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
