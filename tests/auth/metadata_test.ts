import { expect, test } from "bun:test";
import { startService } from "../harness.ts";

const SERVER = "/.well-known/oauth-authorization-server";
const RESOURCE = "/.well-known/oauth-protected-resource";

/** Where clients look for a document about the tools. */
function placesOf(wellKnown: string): readonly string[] {
  return [wellKnown, `${wellKnown}/api/mcp`, `/api/mcp${wellKnown}`];
}

test("the authorization server says where everything is and what it takes", async () => {
  await using s = await startService();
  const base = s.baseUrl;
  const methods = ["none", "client_secret_basic", "client_secret_post"];
  for (const path of placesOf(SERVER)) {
    const answer = await s.fetch(path);
    expect(await answer.json()).toEqual({
      issuer: base,
      authorization_endpoint: `${base}/oauth/authorize`,
      token_endpoint: `${base}/oauth/token`,
      registration_endpoint: `${base}/oauth/register`,
      revocation_endpoint: `${base}/oauth/revoke`,
      jwks_uri: `${base}/api/auth/jwks`,
      scopes_supported: ["inbox", "offline_access"],
      response_types_supported: ["code"],
      response_modes_supported: ["query"],
      grant_types_supported: [
        ...["authorization_code", "refresh_token", "client_credentials"],
      ],
      token_endpoint_auth_methods_supported: [...methods, "private_key_jwt"],
      token_endpoint_auth_signing_alg_values_supported: expect.arrayContaining([
        "EdDSA",
        "ES256",
        "RS256",
      ]),
      revocation_endpoint_auth_methods_supported: methods,
      code_challenge_methods_supported: ["S256"],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
      protected_resources: [`${base}/api/mcp`],
      service_documentation: `${base}/docs`,
    });
  }
});

test("a client that looks where OpenID Connect has its document finds the same, registration included", async () => {
  await using s = await startService();
  const server = await (await s.fetch(SERVER)).json();
  for (const path of placesOf("/.well-known/openid-configuration")) {
    const answer = await s.fetch(path);
    expect(await answer.json()).toEqual({
      ...server,
      subject_types_supported: ["public"],
      id_token_signing_alg_values_supported: ["EdDSA"],
    });
  }
});

test("the resource says whose tokens it takes, at each of its paths", async () => {
  await using s = await startService();
  for (const path of placesOf(RESOURCE)) {
    const answer = await s.fetch(path);
    expect(await answer.json()).toMatchObject({
      resource: `${s.baseUrl}/api/mcp`,
      authorization_servers: [s.baseUrl],
      scopes_supported: ["inbox"],
      bearer_methods_supported: ["header"],
    });
  }
});

test("pages of any origin may read the metadata and use the endpoints, without cookies", async () => {
  await using s = await startService();
  const headers = { origin: "https://client.example" };
  for (const path of [
    SERVER,
    `${SERVER}/api/mcp`,
    RESOURCE,
    `${RESOURCE}/api/mcp`,
  ]) {
    const answer = await s.fetch(path, { headers });
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    expect(answer.headers.get("cache-control")).toContain("max-age=3600");
  }
  for (const path of [
    SERVER,
    RESOURCE,
    "/oauth/token",
    "/token",
    "/oauth/register",
    "/register",
    "/oauth/revoke",
  ]) {
    const method = "OPTIONS";
    const answer = await s.fetch(path, { method, headers });
    const open = answer.headers.get("access-control-allow-origin");
    expect([path, answer.status, open]).toEqual([path, 204, "*"]);
    expect(answer.headers.has("access-control-allow-credentials")).toBe(false);
  }
});

test("calling the tools without a token is answered with where to sign in", async () => {
  await using s = await startService();
  const answer = await s.fetch("/api/mcp", {
    method: "POST",
    json: {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "x" },
    },
  });
  expect(answer.status).toBe(401);
  const challenge = answer.headers.get("www-authenticate");
  expect(challenge).toContain(
    `resource_metadata="${s.baseUrl}${RESOURCE}/api/mcp"`,
  );
  expect(challenge).toContain('scope="inbox offline_access"');
});

test("a service that others reach without https offers no OAuth", async () => {
  const env = { BASE_URL: "http://inbox.example" };
  await using s = await startService({ env });
  for (const path of [SERVER, RESOURCE, "/oauth/authorize", "/oauth/consent"]) {
    expect((await s.fetch(path)).status).toBe(404);
  }
  const asked = await s.fetch("/api/mcp", { method: "POST", json: {} });
  // Nor does it name a document that is not there.
  expect([asked.status, asked.headers.get("www-authenticate")]).toEqual([
    401,
    "Bearer",
  ]);
  expect((await s.fetch("/sign-in")).status).toBe(200);
});

test("every base URL by which the tools are called has the metadata that they name for it; no other host is repeated", async () => {
  await using s = await startService();
  const { port } = new URL(s.baseUrl);
  const own = ["127.0.0.1", "localhost", "[::1]"];
  for (const [name, isOwn] of [
    ...own.map((it) => [it, true] as const),
    ["evil.example", false] as const,
    ["alice@evil.example", false] as const,
  ]) {
    const host = `${name}:${port}`;
    const origin = isOwn ? `http://${host}` : s.baseUrl;
    // A call by a foreign name is turned away before it is told anything.
    const paths = isOwn ? ["/api/mcp", "/api/mcp?names=underscore"] : [];
    for (const path of paths) {
      const asked = await s.fetch(path, {
        method: "POST",
        headers: { host },
        json: {},
      });
      const challenge = asked.headers.get("www-authenticate") ?? "";
      const [, named = ""] =
        /resource_metadata="([^"]+)"/.exec(challenge) ?? [];
      expect([host, named]).toEqual([host, `${origin}${RESOURCE}/api/mcp`]);
    }
    const answer = await s.fetch(`${RESOURCE}/api/mcp`, { headers: { host } });
    expect(await answer.json()).toMatchObject({
      resource: `${origin}/api/mcp`,
      authorization_servers: [s.baseUrl],
    });
  }
});
