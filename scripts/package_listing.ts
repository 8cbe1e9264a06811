import manifest from "../package.json" with { type: "json" };

/** The form of a listing in the MCP registry. */
export const LISTING_SCHEMA =
  "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json";

/** The sentence about the service in its listings. */
export const LISTED_AS =
  "A conversation inbox: messages, paid requests, replies, approvals.";

/**
 * The listing of the npm package in the MCP registry, `server.json` of the repository: it
 * serves the tools of an inbox at any address over standard input and output. The registry
 * takes it if the published package has the same `mcpName`.
 */
export function packageListing(): object {
  const { name, mcpName, version } = manifest;
  return {
    $schema: LISTING_SCHEMA,
    name: mcpName,
    title: "Inbox",
    description: LISTED_AS,
    version,
    packages: [
      {
        registryType: "npm",
        registryBaseUrl: "https://registry.npmjs.org",
        identifier: name,
        version,
        runtimeHint: "npx",
        transport: { type: "stdio" },
        packageArguments: [{ type: "positional", value: "mcp" }],
        environmentVariables: [
          {
            name: "SVC_URL",
            description: "Where your inbox is, such as https://inbox.example",
            format: "string",
            isRequired: true,
          },
          {
            name: "SVC_TOKEN",
            description: "A token, made in the inbox under Settings, Access",
            format: "string",
            isRequired: true,
            isSecret: true,
          },
        ],
      },
    ],
  };
}
