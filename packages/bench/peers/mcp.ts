/** The MCP SDK as its documentation serves it: Express, stateless, answering JSON. */
import { createMcpExpressApp } from "@modelcontextprotocol/sdk/server/express.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import type { Express } from "express";
import { z } from "zod";

const app: Express = createMcpExpressApp();
app.post("/api/mcp", async (request, response) => {
  const server = new McpServer({ name: "echo", version: "1.0.0" });
  server.registerTool(
    "echo",
    { description: "Repeats a text", inputSchema: { text: z.string() } },
    ({ text }) => ({ content: [{ type: "text", text }] }),
  );
  const transport = new StreamableHTTPServerTransport({
    enableJsonResponse: true,
  });
  await server.connect(transport);
  response.on("close", () => server.close());
  await transport.handleRequest(request, response, request.body);
});
app.listen(Number(process.env.PORT), () => console.log("The peer is ready"));
