import { describe, expect, setDefaultTimeout, test } from "bun:test";
import type { OAuthClientProvider } from "@modelcontextprotocol/client";
import {
  Client,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import {
  isDocumentUrl,
  readClientDocument,
} from "../../src/core/agents/remote/client_document.ts";
import { LIMITS } from "../../src/core/base/limits.ts";
import { serve, testWorld } from "../core/agents/hostile_server.ts";
import { TEST_CERTIFICATE } from "../core/agents/test_certificate.ts";
import { json, startService } from "../harness.ts";
import { Browser, signUp } from "./browser.ts";
import { consent, MemoryProvider, REDIRECT } from "./oauth_client.ts";
import { authorizeUrl, newClient, newCode } from "./oauth_tools.ts";

setDefaultTimeout(30_000);

/** A service, and a client whose document is served over TLS as card.example. */
async function start(over: object = {}) {
  const { outside } = testWorld({ ca: TEST_CERTIFICATE.cert });
  const { deadline: _never, chain: _chain, ...world } = outside;
  const s = await startService({ isRealTime: true, outside: world });
  const document: Record<string, unknown> = {};
  const server = serve(() => Response.json(document), {
    tls: TEST_CERTIFICATE,
  });
  const id = `https://card.example:${server.port}/client.json`;
  Object.assign(document, {
    client_id: id,
    client_name: "Scribe",
    redirect_uris: [REDIRECT],
    ...over,
  });
  return {
    ...{ s, id, document, server, browser: await signUp(s, "ada") },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await s[Symbol.asyncDispose]();
    },
  };
}

test("the official client signs a person in with the address of its document, unregistered", async () => {
  await using world = await start();
  const { s, id, browser, server } = world;
  const memory = new MemoryProvider();
  const provider: OAuthClientProvider = Object.assign(memory, {
    clientMetadataUrl: id,
  });
  const transport = () =>
    new StreamableHTTPClientTransport(new URL(`${s.baseUrl}/api/mcp`), {
      authProvider: provider,
    });
  const first = transport();
  const info = { name: "test", version: "1" };
  await expect(new Client(info).connect(first)).rejects.toThrow();
  expect(memory.client?.client_id).toBe(id);
  const asked = memory.authorizeUrl ?? new URL("about:blank");
  const page = await browser.get(asked.href);
  const at = new URL(page.headers.get("location") ?? "", s.baseUrl);
  const shown = await browser.get(at.pathname + at.search);
  expect(await shown.text()).toContain(`card.example:${server.port}`);
  const callback = await consent(browser, asked);
  await first.finishAuth(callback.searchParams);
  const client = new Client(info);
  await client.connect(transport());
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toContain("svc.send_message");
  await client.close();
  // It is asked once, however often the browser comes.
  expect(server.paths).toEqual(["/client.json"]);
});

test("a changed document counts after an hour, without earlier addresses", async () => {
  await using world = await start();
  const { s, id, browser, document, server } = world;
  expect(await newCode(s, browser, id)).not.toStartWith("none");
  document.redirect_uris = ["https://elsewhere.example/back"];
  await s.services.db.commit([
    {
      sql: "update oauth_clients set updated_at = updated_at - ? where client_id = ?",
      args: [LIMITS.clientDocumentMs, id],
    },
  ]);
  const refused = await browser.get(authorizeUrl(s, id).href);
  expect(refused.status).toBe(400);
  expect(server.paths).toHaveLength(2);
});

test("nothing is fetched without a sign-in", async () => {
  await using world = await start();
  const { s, id, server } = world;
  const answer = await new Browser(s).get(authorizeUrl(s, id).href);
  expect(answer.headers.get("location")).toStartWith("/sign-in?");
  expect(answer.headers.get("location")).toContain("client_id=");
  expect(server.paths).toEqual([]);
});

test("a document about another client, or none, lets nobody in", async () => {
  await using world = await start({ client_id: "https://card.example/other" });
  const { s, id, browser } = world;
  for (const asked of [id, id.replace("client.json", "%00")]) {
    const answer = await browser.get(authorizeUrl(s, asked).href);
    expect(answer.status).toBe(400);
    expect(answer.headers.get("location")).toBeNull();
  }
});

test("registration stays beside it, and the metadata names both", async () => {
  await using world = await start();
  const { s, browser } = world;
  const path = "/.well-known/oauth-authorization-server";
  expect(await json(await s.fetch(path))).toMatchObject({
    client_id_metadata_document_supported: true,
    registration_endpoint: `${s.baseUrl}/oauth/register`,
  });
  const registered = await newClient(s);
  expect(await newCode(s, browser, registered)).not.toStartWith("none");
});

describe("the metadata document of a client", () => {
  const ID = "https://app.example/client.json";
  const GOOD = { client_id: ID, redirect_uris: ["https://app.example/back"] };
  const read = (over: object) =>
    readClientDocument(JSON.stringify({ ...GOOD, ...over }), ID);

  test.each([
    "http://app.example/client.json",
    "https://app.example",
    "https://app.example/",
    "https://app.example/a/../b",
    "https://u:p@app.example/c",
    "https://app.example/c#d",
    `https://app.example/${"x".repeat(600)}`,
    "mcp_client",
  ])("is not at %s", (id) => expect(isDocumentUrl(id)).toBe(false));

  test.each([
    [{ client_id: `${ID}?` }, "client_id"],
    [{ redirect_uris: [] }, "redirect_uris"],
    [{ redirect_uris: "https://app.example/" }, "redirect_uris"],
    [{ redirect_uris: ["http://app.example/back"] }, "redirect_uris"],
    [{ redirect_uris: ["javascript:alert(1)"] }, "redirect_uris"],
    [{ redirect_uris: ["https://a;b/back"] }, "redirect_uris"],
    [{ redirect_uris: [REDIRECT, "data:text/html,x"] }, "redirect_uris"],
    [{ redirect_uris: Array(21).fill(REDIRECT) }, "redirect_uris"],
    [{ token_endpoint_auth_method: "client_secret_post" }, "secret"],
    [{ client_secret: "x" }, "secret"],
    [{ client_name: "x".repeat(201) }, "client_name"],
    [{ client_name: "security" }, "client_name"],
    [{ logo_uri: "x".repeat(20_000) }, "too large"],
  ] as const)("is refused with %j", (over, why) => {
    expect(() => read(over)).toThrow(why);
  });

  test("names where its client is answered", () => {
    expect(read({ client_name: " Scribe " })).toEqual({
      name: "Scribe",
      redirectUris: GOOD.redirect_uris,
      isNative: false,
    });
  });
});
