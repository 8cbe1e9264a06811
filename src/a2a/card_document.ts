import type { Services } from "../core/call.ts";
import { callOperation } from "../core/call.ts";
import { sha256 } from "../core/digest.ts";
import type { ErrorCode } from "../core/error_table.ts";
import { problemOf, ServiceError } from "../core/errors.ts";
import { getServiceCard } from "../core/operations/get_service_card.ts";
import { ANONYMOUS } from "../core/principal.ts";

interface CardDocument {
  readonly text: string;
  readonly etag: string;
  readonly modifiedAt: number;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Serves the public card (A2A 8.2, caching as 8.6). It cannot change while the
 * process lives, so it is made once, on the first request.
 */
export function serveCard(
  services: Services,
): (request: Request) => Promise<Response> {
  let made: Promise<CardDocument> | undefined;
  return async (request) => {
    if (request.method === "OPTIONS") return preflight();
    if (request.method !== "GET" && request.method !== "HEAD") {
      const headers = { allow: "GET, HEAD, OPTIONS" };
      return problem(services, "method_not_allowed", headers);
    }
    made ??= makeDocument(services);
    try {
      return respond(await made, request);
    } catch (error) {
      made = undefined;
      services.log.error("a2a.card_failed", error);
      return problem(services, "internal", {});
    }
  };
}

async function makeDocument(services: Services): Promise<CardDocument> {
  const { output } = await callOperation(
    services,
    getServiceCard,
    { principal: ANONYMOUS, via: "a2a", requestId: "agent-card" },
    {},
  );
  const text = JSON.stringify(output);
  const etag = `"${sha256(text).slice(0, 32)}"`;
  // HTTP dates have whole seconds.
  const modifiedAt = Math.floor(services.clock() / 1_000) * 1_000;
  return {
    text,
    etag,
    modifiedAt,
    headers: {
      "content-type": "application/json",
      "cache-control": "public, max-age=300",
      etag,
      "last-modified": new Date(modifiedAt).toUTCString(),
      "access-control-allow-origin": "*",
      "access-control-expose-headers": "ETag, Last-Modified",
    },
  };
}

function respond(card: CardDocument, request: Request): Response {
  if (isCurrent(card, request)) {
    return new Response(null, { status: 304, headers: card.headers });
  }
  // Of an answer to HEAD, the server sends the headers alone.
  return new Response(card.text, { headers: card.headers });
}

/** RFC 9110 13.2.2: a time is looked at only when there is no tag. */
function isCurrent(card: CardDocument, { headers }: Request): boolean {
  const tags = headers.get("if-none-match");
  if (tags !== null) {
    return tags
      .split(",")
      .map((tag) => tag.trim().replace(/^W\//, ""))
      .some((tag) => tag === "*" || tag === card.etag);
  }
  const since = Date.parse(headers.get("if-modified-since") ?? "");
  return since >= card.modifiedAt;
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

function problem(
  { settings }: Services,
  code: ErrorCode,
  headers: Readonly<Record<string, string>>,
): Response {
  const at = { baseUrl: settings.baseUrl, requestId: Bun.randomUUIDv7() };
  const body = problemOf(new ServiceError(code), at);
  return new Response(JSON.stringify(body), {
    status: body.status,
    headers: {
      ...headers,
      "content-type": "application/problem+json",
      "access-control-allow-origin": "*",
    },
  });
}
