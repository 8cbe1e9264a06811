import { expect, test } from "bun:test";
import { join } from "node:path";
import { unpackExtension, validateManifest } from "@anthropic-ai/mcpb";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Type } from "typebox";
import { Value } from "typebox/value";
import manifest from "../../../package.json" with { type: "json" };
import {
  bundleManifest,
  filledIn,
  serverJson,
  writeMcpFiles,
} from "../../../scripts/mcp_files.ts";
import { ROOT } from "../../../scripts/server_process.ts";
import { testDirectory } from "../../directory.ts";
import { startService } from "../../harness.ts";

const ADDRESS = "https://inbox.example.org/inbox";

/** The same for a package: required are `registryType`, `identifier` and `transport`. */
const Package = Type.Object(
  {
    registryType: Type.Literal("npm"),
    registryBaseUrl: Type.Literal("https://registry.npmjs.org"),
    identifier: Type.String({ minLength: 1 }),
    version: Type.String({ pattern: "^\\d+\\.\\d+\\.\\d+$" }),
    runtimeHint: Type.Literal("npx"),
    transport: Type.Object(
      { type: Type.Literal("stdio") },
      { additionalProperties: false },
    ),
    packageArguments: Type.Array(
      Type.Object(
        { type: Type.Literal("positional"), value: Type.String() },
        { additionalProperties: false },
      ),
    ),
    environmentVariables: Type.Array(
      Type.Object(
        {
          name: Type.String({ pattern: "^[A-Z_]+$" }),
          description: Type.String(),
          format: Type.Literal("string"),
          isRequired: Type.Boolean(),
          isSecret: Type.Optional(Type.Boolean()),
        },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
);

/** The rules of the registry's schema of 2025-12-11 for the members that we write. */
const ServerSchema = Type.Object(
  {
    $schema: Type.Literal(
      "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
    ),
    name: Type.String({
      pattern: "^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$",
      minLength: 3,
      maxLength: 200,
    }),
    title: Type.String({ minLength: 1, maxLength: 100 }),
    description: Type.String({ minLength: 1, maxLength: 100 }),
    version: Type.String({ pattern: "^\\d+\\.\\d+\\.\\d+$", maxLength: 255 }),
    websiteUrl: Type.Optional(Type.String({ format: "uri" })),
    packages: Type.Optional(Type.Array(Package, { minItems: 1 })),
    remotes: Type.Optional(
      Type.Array(
        Type.Object(
          {
            type: Type.Literal("streamable-http"),
            url: Type.String({
              pattern:
                "^(https?://[^\\s]+|\\{[a-zA-Z_][a-zA-Z0-9_]*\\}[^\\s]*)$",
            }),
          },
          { additionalProperties: false },
        ),
        { minItems: 1 },
      ),
    ),
  },
  { additionalProperties: false },
);

test("the package is listed under the name that it has when it is published", async () => {
  const listed = await Bun.file(join(ROOT, "server.json")).json();
  expect([...Value.Errors(ServerSchema, listed)]).toEqual([]);
  const { name, mcpName, version } = manifest;
  expect(listed).toMatchObject({
    ...{ name: mcpName, version },
    packages: [{ identifier: name, version }],
  });
  // As the registry's own check of npm packages: the account, then the package.
  expect(mcpName).toMatch(/^io\.github\.[\w-]+\/conversation-inbox$/);
});

test("server.json is as the registry's schema asks, and named after the domain", () => {
  const listed = serverJson(ADDRESS);
  expect([...Value.Errors(ServerSchema, listed)]).toEqual([]);
  expect(listed).toMatchObject({
    name: "org.example.inbox/inbox",
    remotes: [{ url: "https://inbox.example.org/api/mcp?names=underscore" }],
  });
  for (const address of ["http://inbox.example.org", "https://localhost"]) {
    expect(() => serverJson(address)).toThrow("public https");
  }
});

test("the bundle is one that the makers' own tool takes, and its program serves the tools in Node", async () => {
  await using service = await startService();
  const alice = await service.addAccount("alice");
  const directory = await testDirectory("inbox-mcpb-");
  await writeMcpFiles(ADDRESS, directory.path);
  const claude = join(directory.path, "claude");
  const read = (path: string) => Bun.file(join(claude, path)).json();
  const { plugins } = await read(".claude-plugin/marketplace.json");
  const { source } = plugins[0];
  const { userConfig } = await read(`${source}/.claude-plugin/plugin.json`);
  expect(userConfig.url.default).toBe("https://inbox.example.org");
  expect(await Bun.file(join(claude, source, ".mcp.json")).exists()).toBe(true);
  const unpacked = join(directory.path, "unpacked");
  await unpackExtension({
    mcpbPath: join(directory.path, "inbox.mcpb"),
    outputDir: unpacked,
    silent: true,
  });
  const manifest = await Bun.file(join(unpacked, "manifest.json")).json();
  expect(manifest).toEqual(bundleManifest(ADDRESS));
  expect(validateManifest(join(unpacked, "manifest.json"))).toBe(true);
  expect(manifest.user_config.url.default).toBe("https://inbox.example.org");
  // As a host fills it in.
  const { command, args, env } = manifest.server.mcp_config;
  const filled = (text: string) =>
    text
      .replace(filledIn("__dirname"), unpacked)
      .replace(filledIn("user_config.url"), service.baseUrl)
      .replace(filledIn("user_config.token"), alice.token);
  const client = new Client({ name: "test", version: "1.0.0" });
  const transport = new StdioClientTransport({
    command,
    args: args.map(filled),
    env: Object.fromEntries(
      Object.entries<string>(env).map(([name, value]) => [name, filled(value)]),
    ),
  });
  await client.connect(transport);
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toContain("svc_send_message");
  await client.close();
  await directory.remove();
});
