import { toldAsIs } from "../../core/base/words/sentence.ts";
import { ServiceError } from "../../core/errors/errors.ts";
import type { Services } from "../../core/pipeline/call.ts";
import { problemResponse } from "../../http/problem.ts";
import { requestInfoOf } from "../../http/request_info.ts";
import { tagged, tagOf } from "../../http/tagged.ts";
import { LEGACY_VERSIONS, MODERN_VERSIONS } from "../protocol/era.ts";
import { PATH } from "../protocol/http.ts";
import { IMPLEMENTATION } from "./handshake.ts";

const CARD_TYPE = "application/mcp-server-card+json";
const CARD_PATH = `${PATH}/server-card`;

/** The paths where clients look for the card: beside the tools (SEP-2127), and an older one. */
const CARD_PATHS = [
  CARD_PATH,
  "/.well-known/mcp/server-card.json",
  "/.well-known/mcp.json",
];

/** The documents about the tools that a program reads before connecting, by path. */
export function serverCards(
  services: Services,
): readonly (readonly [string, (request: Request) => Response])[] {
  const { baseUrl } = services.settings;
  const card = documentOf(services, CARD_TYPE, serverCard(baseUrl));
  const catalogue = documentOf(
    services,
    "application/ai-catalog+json",
    catalogueOf(baseUrl),
  );
  return [
    ...CARD_PATHS.map((path) => [path, card] as const),
    ["/.well-known/ai-catalog.json", catalogue],
  ];
}

function serverCard(baseUrl: string): object {
  return {
    $schema:
      "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json",
    name: `${hostBackwards(baseUrl)}/inbox`,
    title: IMPLEMENTATION.title,
    description:
      "A conversation inbox: messages, paid requests, replies, approvals.",
    version: IMPLEMENTATION.version,
    websiteUrl: baseUrl,
    remotes: [
      {
        type: "streamable-http",
        url: baseUrl + PATH,
        supportedProtocolVersions: [...LEGACY_VERSIONS, ...MODERN_VERSIONS],
      },
    ],
  };
}

/** The AI Catalog 1.0 of this host. */
function catalogueOf(baseUrl: string): object {
  const { hostname } = new URL(baseUrl);
  return {
    specVersion: "1.0",
    host: {
      displayName: IMPLEMENTATION.title,
      identifier: hostname,
      documentationUrl: `${baseUrl}/docs`,
    },
    entries: [
      {
        identifier: `urn:air:${hostname}:mcp:inbox`,
        type: CARD_TYPE,
        url: baseUrl + CARD_PATH,
      },
      {
        identifier: `urn:air:${hostname}:a2a:inbox`,
        type: "application/a2a-agent-card+json",
        url: `${baseUrl}/.well-known/agent-card.json`,
      },
    ],
  };
}

function hostBackwards(baseUrl: string): string {
  return new URL(baseUrl).hostname.split(".").toReversed().join(".");
}

function documentOf(
  services: Services,
  type: string,
  document: object,
): (request: Request) => Response {
  const text = JSON.stringify(document);
  const tag = tagOf(text);
  const headers = {
    "content-type": type,
    "cache-control": "public, max-age=3600",
    "access-control-allow-origin": "*",
    "access-control-allow-methods": "GET, HEAD",
    "access-control-allow-headers": "Content-Type, If-None-Match",
    "access-control-expose-headers": "ETag",
  };
  return (request) => {
    if (request.method === "OPTIONS") {
      return new Response(null, { status: 204, headers });
    }
    if (request.method !== "GET" && request.method !== "HEAD") {
      const error = new ServiceError("method_not_allowed", {
        detail: toldAsIs("Cannot use this method here: read it with GET."),
      });
      const info = requestInfoOf(request);
      return problemResponse(services, error, info, {
        headers: { allow: "GET, HEAD, OPTIONS" },
      });
    }
    return tagged(request, tag, text, headers);
  };
}
