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
    .description("serve the inbox's MCP tools over stdio")
    .option("--dots", "use tool names like svc.read_audit, not svc_read_audit")
    .addHelpText(
      "after",
      `
An MCP client starts this command and talks to it over standard input and output.

Example configuration for most clients:
  {"mcpServers": {"inbox": {"command": "svc", "args": ["mcp"]}}}
with the stored login, or with "env": {"SVC_URL": "https://inbox.example", "SVC_TOKEN": "svc_…"}`,
    )
    .action(async ({ dots }: { dots?: true }, command: Command) => {
      const { terminal } = terminalOf(command);
      const bridge = new McpBridge({
        transport: new Transport(await loginOf(command)),
        path: dots ? "/api/mcp" : "/api/mcp?names=underscore",
        write: terminal.out,
      });
      await bridge.serve(createInterface({ input: process.stdin }));
    });
}
