// Both official clients as their users write them, for Node and for Bun:
// `client_child.mjs URL TOKEN v1|default|auto|pinned`. Prints what the client saw.
import {
  Client,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { Client as OlderClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OlderTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const [url, token, how] = process.argv.slice(2);
const MODES = {
  default: undefined,
  auto: "auto",
  pinned: { pin: "2026-07-28" },
};
const isOlder = how === "v1";

const requests = [];
const options = {
  requestInit: { headers: { authorization: `Bearer ${token}` } },
  fetch: async (...given) => {
    const response = await fetch(...given);
    requests.push(response.status);
    return response;
  },
};
const transport = isOlder
  ? new OlderTransport(new URL(url), options)
  : new StreamableHTTPClientTransport(new URL(url), options);
const self = { name: "test", version: "1.0.0" };
const mode = MODES[how];
const client = isOlder
  ? new OlderClient(self)
  : new Client(self, { ...(mode && { versionNegotiation: { mode } }) });
await client.connect(transport);
const { tools } = await client.listTools();
const call = (name, args) => client.callTool({ name, arguments: args });
const listed = await call("svc.list_conversations", {});
const missing = await call("svc.get_conversation", { conversationId: "cnv_x" });
const unknown = await call("svc.fly", {}).catch(({ code }) => code);
console.log(
  JSON.stringify({
    version: isOlder
      ? transport.protocolVersion
      : client.getNegotiatedProtocolVersion(),
    server: client.getServerVersion()?.name,
    tools: tools.length,
    listed: listed.structuredContent?.conversations,
    failed: missing.isError,
    unknown,
    statuses: [...new Set(requests)].sort(),
  }),
);
await client.close();
