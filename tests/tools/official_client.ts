import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { CallToolResultSchema } from "@modelcontextprotocol/sdk/types.js";
import type { TestService } from "../harness.ts";

export type Fetch = (
  url: string | URL,
  init?: RequestInit,
) => Promise<Response>;

export interface Connected extends AsyncDisposable {
  readonly client: Client;
  readonly transport: StreamableHTTPClientTransport;
}

/** The official client as its users make it: a URL and a header. */
export async function connect(
  { baseUrl }: TestService,
  { token, fetch }: { readonly token?: string; readonly fetch?: Fetch },
): Promise<Connected> {
  const headers =
    token === undefined ? {} : { authorization: `Bearer ${token}` };
  const transport = new StreamableHTTPClientTransport(
    new URL("/api/mcp", baseUrl),
    { requestInit: { headers }, ...(fetch && { fetch }) },
  );
  const client = new Client({ name: "test", version: "1.0.0" });
  await client.connect(transport);
  return {
    client,
    transport,
    [Symbol.asyncDispose]: () => client.close(),
  };
}

/** Calls one tool; the client holds the output against the listed schema itself. */
export async function raw(
  client: Client,
  name: string,
  args: Record<string, unknown>,
): Promise<CallToolResult> {
  const result = await client.callTool({ name, arguments: args });
  return CallToolResultSchema.parse(result);
}

export function textOf({ content: [block] }: CallToolResult): string {
  if (block?.type !== "text") throw new TypeError("Expected a text block");
  return block.text;
}
