import { CLIENT_ALGORITHMS } from "../../packages/standards/src/client_assertion.ts";
import { originAt, resourceOf } from "../core/identity/oauth/oauth_base.ts";
import type { AuthRoute, RouteContext } from "../pages/route.ts";

const AUTHORIZATION_SERVER = "/.well-known/oauth-authorization-server";
const OPENID = "/.well-known/openid-configuration";
const PROTECTED_RESOURCE = "/.well-known/oauth-protected-resource";
const RESOURCE = "/api/mcp";

/** Headers that let any page or program read a response: no cookie is involved. */
export const OPEN_HEADERS = {
  "access-control-allow-origin": "*",
  "access-control-allow-methods": "GET, POST, OPTIONS",
  "access-control-allow-headers":
    "authorization, content-type, mcp-protocol-version",
  "access-control-max-age": "86400",
} as const;

/**
 * RFC 8414 and RFC 9728, each at its root and where clients also look: with the
 * path of the tools after it, and, for older clients, before it.
 */
export function metadataRoutes({
  services,
}: RouteContext): readonly AuthRoute[] {
  const { baseUrl } = services.settings;
  const server = authorizationServer(baseUrl);
  const openid = { ...server, ...OPENID_FIELDS };
  return [
    ...documentRoutes(AUTHORIZATION_SERVER, () => server),
    ...documentRoutes(OPENID, () => openid),
    ...documentRoutes(PROTECTED_RESOURCE, ({ headers }) =>
      protectedResource(baseUrl, headers.get("host")),
    ),
  ];
}

function documentRoutes(
  wellKnown: string,
  documentFor: (request: Request) => object,
): readonly AuthRoute[] {
  const headers = {
    ...OPEN_HEADERS,
    "cache-control": "public, max-age=3600",
    vary: "host",
  };
  const paths = [wellKnown, wellKnown + RESOURCE, RESOURCE + wellKnown];
  return paths.flatMap((path): readonly AuthRoute[] => [
    {
      method: "GET",
      path,
      handle: (request) => Response.json(documentFor(request), { headers }),
    },
    { method: "OPTIONS", path, handle: letAsk },
  ]);
}

/** Allows requests from pages of other origins. */
export function letAsk(): Response {
  return new Response(null, { status: 204, headers: OPEN_HEADERS });
}

/** Tells a client how to sign a person in (RFC 8414). */
function authorizationServer(baseUrl: string) {
  return {
    issuer: baseUrl,
    authorization_endpoint: `${baseUrl}/oauth/authorize`,
    token_endpoint: `${baseUrl}/oauth/token`,
    registration_endpoint: `${baseUrl}/oauth/register`,
    revocation_endpoint: `${baseUrl}/oauth/revoke`,
    jwks_uri: `${baseUrl}/api/auth/jwks`,
    scopes_supported: ["inbox", "offline_access"],
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: [
      ...["authorization_code", "refresh_token", "client_credentials"],
    ],
    token_endpoint_auth_methods_supported: [...AUTH_METHODS, "private_key_jwt"],
    token_endpoint_auth_signing_alg_values_supported: CLIENT_ALGORITHMS,
    revocation_endpoint_auth_methods_supported: AUTH_METHODS,
    code_challenge_methods_supported: ["S256"],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    protected_resources: [resourceOf(baseUrl)],
    service_documentation: `${baseUrl}/docs`,
  };
}

/** Fields that OpenID Connect Discovery 1.0 requires of a document at its path. */
const OPENID_FIELDS = {
  subject_types_supported: ["public"],
  id_token_signing_alg_values_supported: ["EdDSA"],
};

const AUTH_METHODS = ["none", "client_secret_basic", "client_secret_post"];

function protectedResource(baseUrl: string, host: string | null) {
  return {
    // By the name that the client calls: it refuses a document about another.
    resource: resourceOf(originAt(baseUrl, host)),
    authorization_servers: [baseUrl],
    // Without offline_access, which only concerns client and server.
    scopes_supported: ["inbox"],
    bearer_methods_supported: ["header"],
    resource_name: "Conversation inbox",
    resource_documentation: `${baseUrl}/docs`,
  };
}
