import { createInterface } from "node:readline";
import type { Command } from "commander";
import { Transport } from "../../client/src/transport.ts";
import { terminalOf } from "./answer.ts";
import { loginOf } from "./connect.ts";
import { McpBridge } from "./mcp_bridge.ts";

/** `svc mcp` */
export function addMcpCommand(svc: Command): void {
  svc
    .command("mcp")
    .description("the inbox's tools over stdio, for a client of MCP")
    .option("--dots", "name tools svc.read_audit instead of svc_read_audit")
    .addHelpText(
      "after",
      `
The client of MCP starts it, and speaks with it over standard input and output.

Example, as most clients take it:
  {"mcpServers": {"inbox": {"command": "svc", "args": ["mcp"]}}}
with the stored login, or with "env": {"SVC_URL": "https://inbox.example", "SVC_TOKEN": "svc_…"}`,
    )
    .action(async ({ dots }: { dots?: true }, command: Command) => {
      const { terminal } = terminalOf(command);
      const bridge = new McpBridge({
        transport: new Transport(await loginOf(terminal)),
        path: dots ? "/api/mcp" : "/api/mcp?names=underscore",
        write: terminal.out,
      });
      await bridge.serve(createInterface({ input: process.stdin }));
    });
}
