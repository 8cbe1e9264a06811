import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";

/** A server with one trivial tool; the SDK wants one for each stateless request. */
export function toolServer(): McpServer {
  const server = new McpServer({ name: "echo", version: "1.0.0" });
  server.registerTool(
    "echo",
    { description: "Says it again", inputSchema: { text: z.string() } },
    ({ text }) => ({ content: [{ type: "text", text }] }),
  );
  return server;
}

/** Without sessions, and answered as JSON: the fastest that both transports do. */
export const STATELESS = { enableJsonResponse: true } as const;
