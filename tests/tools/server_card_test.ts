import { afterAll, expect, test } from "bun:test";
import { Type } from "typebox";
import { Value } from "typebox/value";
import { serverJson } from "../../scripts/mcp_files.ts";
import { json, startService } from "../harness.ts";

/** The members of a server card that ours has (SEP-2127, schema v1 of the extension). */
const Card = Type.Object(
  {
    $schema: Type.Literal(
      "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json",
    ),
    name: Type.String({ pattern: "^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$" }),
    version: Type.String({ pattern: "^\\d+\\.\\d+\\.\\d+$" }),
    description: Type.String({ minLength: 1, maxLength: 100 }),
    title: Type.String({ minLength: 1, maxLength: 100 }),
    websiteUrl: Type.String({ pattern: "^https?://" }),
    remotes: Type.Array(
      Type.Object(
        {
          type: Type.Literal("streamable-http"),
          url: Type.String({ pattern: "^https?://[^\\s]+$" }),
          supportedProtocolVersions: Type.Array(Type.String()),
        },
        { additionalProperties: false },
      ),
      { minItems: 1 },
    ),
  },
  { additionalProperties: false },
);

/** The members of an AI Catalog that ours has (its CDDL of 2026-11). */
const Catalogue = Type.Object(
  {
    specVersion: Type.String({ pattern: "^\\d+\\.\\d+$" }),
    host: Type.Object(
      {
        displayName: Type.String(),
        identifier: Type.String(),
        documentationUrl: Type.String({ pattern: "^https?://" }),
      },
      { additionalProperties: false },
    ),
    entries: Type.Array(
      Type.Object(
        {
          identifier: Type.String({
            pattern: "^urn:air:[^:]+:(mcp|a2a):[^:]+$",
          }),
          type: Type.String({ pattern: "^application/[a-z0-9-]+\\+json$" }),
          url: Type.String({ pattern: "^https?://" }),
        },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
);

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
  expect([...Value.Errors(Card, card)]).toEqual([]);
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
  const catalogue = await json(response);
  expect([...Value.Errors(Catalogue, catalogue)]).toEqual([]);
  const { specVersion, entries, host } = catalogue;
  const { pathname } = new URL(host.documentationUrl);
  expect((await service.fetch(pathname)).status).toBe(200);
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
    // A page of another origin asks first.
    const { status, headers } = await service.fetch(path, {
      method: "OPTIONS",
    });
    const allowed = headers.get("access-control-allow-methods");
    expect([status, allowed]).toEqual([204, "GET, HEAD"]);
  }
});
