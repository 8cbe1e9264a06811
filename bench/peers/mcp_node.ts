/** The MCP SDK as its documentation serves it: Express, on Node. */
import { createMcpExpressApp } from "@modelcontextprotocol/sdk/server/express.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import type { Express } from "express";
import { STATELESS, toolServer } from "./tool_server.ts";

const app: Express = createMcpExpressApp();
app.post("/api/mcp", async (request, response) => {
  const server = toolServer();
  const transport = new StreamableHTTPServerTransport(STATELESS);
  await server.connect(transport);
  response.on("close", () => server.close());
  await transport.handleRequest(request, response, request.body);
});
app.listen(Number(process.env.PORT), () => console.log("The peer is ready"));
