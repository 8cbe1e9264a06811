/** The MCP SDK over its web transport, on Bun, with nothing between. */
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import { STATELESS, toolServer } from "./tool_server.ts";

Bun.serve({
  port: Number(process.env.PORT),
  async fetch(request) {
    const transport = new WebStandardStreamableHTTPServerTransport(STATELESS);
    await toolServer().connect(transport);
    return await transport.handleRequest(request);
  },
});
console.log("The peer is ready");
