import { afterAll, expect, test } from "bun:test";
import { serverJson } from "../../scripts/mcp_files.ts";
import { json, startService } from "../harness.ts";

const service = await startService();
afterAll(async () => await service[Symbol.asyncDispose]());
const { baseUrl } = service;

/** Beside the tools, and where clients looked before. */
const PATHS = [
  "/api/mcp/server-card",
  "/.well-known/mcp/server-card.json",
  "/.well-known/mcp.json",
];

test.each(PATHS)("anybody reads the card of the tools at %s", async (path) => {
  const response = await service.fetch(path, {
    headers: { origin: "https://registry.example" },
  });
  expect(response.status).toBe(200);
  const { headers } = response;
  expect(headers.get("content-type")).toBe("application/mcp-server-card+json");
  expect(headers.get("access-control-allow-origin")).toBe("*");
  const card = await json(response);
  expect(card).toMatchObject({
    $schema:
      "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json",
    remotes: [
      {
        type: "streamable-http",
        url: `${baseUrl}/api/mcp`,
        supportedProtocolVersions: expect.arrayContaining([
          "2025-03-26",
          "2026-07-28",
        ]),
      },
    ],
  });
  // The registry's form of a name, as in server.json.
  expect(card.name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
  const listed = serverJson("https://inbox.example");
  expect(Object.keys(listed)).toEqual(
    expect.arrayContaining(["name", "title", "description", "version"]),
  );
  const etag = headers.get("etag") ?? "";
  const again = await service.fetch(path, {
    // A proxy that packs the answer makes the tag a weak one.
    headers: { "if-none-match": `W/${etag}` },
  });
  expect(again.status).toBe(304);
});

test("the catalogue of the host names the card of the tools and that of the agent", async () => {
  const response = await service.fetch("/.well-known/ai-catalog.json");
  expect(response.headers.get("content-type")).toBe(
    "application/ai-catalog+json",
  );
  const { specVersion, entries } = await json(response);
  expect(specVersion).toBe("1.0");
  for (const { url, type } of entries) {
    const { pathname } = new URL(url);
    const found = await service.fetch(pathname);
    expect([type, found.status]).toEqual([type, 200]);
  }
  expect(entries.map(({ type }: { type: string }) => type)).toEqual([
    "application/mcp-server-card+json",
    "application/a2a-agent-card+json",
  ]);
});

test("a card is only read", async () => {
  for (const path of PATHS) {
    const response = await service.fetch(path, { method: "POST", json: {} });
    expect(response.status).toBe(405);
  }
});
