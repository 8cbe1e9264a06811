/** The A2A SDK's JSON-RPC transport on Bun, with nothing between. */
import { JsonRpcTransportHandler, ServerCallContext } from "@a2a-js/sdk/server";
import { echoAgent } from "./echo_agent.ts";

const transport = new JsonRpcTransportHandler(echoAgent());

Bun.serve({
  port: Number(process.env.PORT),
  async fetch(request) {
    const requestedVersion = request.headers.get("a2a-version") ?? "";
    const context = new ServerCallContext({ requestedVersion });
    const body = await request.text();
    return Response.json(await transport.handle(body, context));
  },
});
console.log("The peer is ready");
