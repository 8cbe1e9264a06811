import { ANONYMOUS } from "../core/access/principal.ts";
import type { AgentCard } from "../core/agents/card.ts";
import { sha256 } from "../core/base/digest.ts";
import { ServiceError } from "../core/errors/errors.ts";
import { getAccountCard } from "../core/operations/get_account_card.ts";
import { getServiceCard } from "../core/operations/get_service_card.ts";
import type { Services } from "../core/pipeline/call.ts";
import { callOperation, outputOf } from "../core/pipeline/call.ts";
import { codingFor } from "../http/accepts.ts";
import { jsonResponse } from "../http/compressed.ts";
import { problemResponse } from "../http/problem.ts";
import { requestInfoOf } from "../http/request_info.ts";
import { isNoneMatch } from "../http/tagged.ts";

/** Serves public cards (A2A 8.2, caching as 8.6): GET, HEAD, 304 and CORS. */
export interface CardDocuments {
  service(request: Request, full?: true): Promise<Response>;
  account(request: Request, { localPart, full }: CardOwner): Promise<Response>;
  /** @throws account_not_found */
  requireAccount(localPart: string): Promise<void>;
}

interface CardOwner {
  readonly localPart: string;
  /** True for the card of HTTP+JSON. */
  readonly full?: boolean;
}

interface Found {
  readonly card: AgentCard;
  /** An account's card has none: it changes with its profile, its offers and its record. */
  readonly updatedAt?: number;
}

/** Created once per service, because the service's own card changes only with a start. */
export function cardDocuments(services: Services): CardDocuments {
  const startedAt = services.clock();
  const caller = {
    principal: ANONYMOUS,
    via: "a2a",
    requestId: "agent-card",
  } as const;
  const account = async (input: CardOwner): Promise<Found> => {
    const called = callOperation(services, getAccountCard, caller, input);
    return { card: (await called).output.card };
  };
  const service = async (full?: true): Promise<Found> => {
    const output = await outputOf(services, getServiceCard, caller, {
      full,
    });
    return { card: output, updatedAt: startedAt };
  };
  return {
    service: (request, full) => serve(services, request, () => service(full)),
    account: (request, owner) => serve(services, request, () => account(owner)),
    requireAccount: async (localPart) => void (await account({ localPart })),
  };
}

async function serve(
  services: Services,
  request: Request,
  find: () => Promise<Found>,
): Promise<Response> {
  if (request.method === "OPTIONS") return preflight();
  if (request.method !== "GET" && request.method !== "HEAD") {
    const error = new ServiceError("method_not_allowed");
    return cardProblem(services, request, error, {
      allow: "GET, HEAD, OPTIONS",
    });
  }
  try {
    return await respond(documentOf(await find()), request);
  } catch (error) {
    return cardProblem(services, request, error);
  }
}

interface CardDocument {
  readonly text: string;
  /** A weak one (RFC 9110, 8.8.1). */
  readonly tag: string;
  readonly modifiedAt: number | undefined;
}

/** The tag leaves out the signatures, which differ each time, but includes their key. */
function documentOf({ card, updatedAt }: Found): CardDocument {
  const { signatures, ...said } = card;
  const keys = signatures?.map((it) => it.protected);
  const digest = sha256(JSON.stringify([said, keys])).slice(0, 32);
  // HTTP dates have whole seconds.
  return {
    text: JSON.stringify(card),
    tag: `"${digest}"`,
    modifiedAt: updatedAt && Math.floor(updatedAt / 1_000) * 1_000,
  };
}

async function respond(
  card: CardDocument,
  request: Request,
): Promise<Response> {
  const headers = {
    "content-type": "application/json",
    "cache-control": "public, max-age=300",
    etag: `W/${card.tag}`,
    ...(card.modifiedAt !== undefined && {
      "last-modified": new Date(card.modifiedAt).toUTCString(),
    }),
    "access-control-allow-origin": "*",
    "access-control-expose-headers": "ETag, Last-Modified",
    vary: "accept-encoding",
  };
  if (isCurrent(card, request)) {
    return new Response(null, { status: 304, headers });
  }
  // For HEAD, the server sends only the headers.
  const accepted = request.headers.get("accept-encoding") ?? undefined;
  const coding = codingFor(accepted);
  return await jsonResponse(card.text, { coding, init: { headers } });
}

/** RFC 9110 13.2.2: times are compared only if there is no tag. */
function isCurrent(card: CardDocument, { headers }: Request): boolean {
  const tags = headers.get("if-none-match");
  if (tags !== null) return isNoneMatch(tags, card.tag);
  const since = Date.parse(headers.get("if-modified-since") ?? "");
  return card.modifiedAt !== undefined && since >= card.modifiedAt;
}

function preflight(): Response {
  return new Response(null, {
    status: 204,
    headers: {
      "access-control-allow-origin": "*",
      "access-control-allow-methods": "GET, HEAD",
      "access-control-allow-headers":
        "A2A-Version, A2A-Extensions, Authorization, If-None-Match",
      "access-control-max-age": "86400",
    },
  });
}

/** Answers an error in place of a card; any page may read it. */
export function cardProblem(
  services: Services,
  request: Request,
  thrown: unknown,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return problemResponse(services, thrown, requestInfoOf(request), {
    headers: { ...headers, "access-control-allow-origin": "*" },
    wire: "a2a",
  });
}
