import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { Mismatch } from "./stage.ts";

/** An assistant with the tools of the service: the official MCP client. */
export interface Assistant extends AsyncDisposable {
  readonly tools: number;
  /** Calls a tool; returns its structured result. */
  call<T>(tool: string, input: Input): Promise<T>;
  /** Calls a tool that must be refused; returns the refusal's words. */
  refused(tool: string, input: Input): Promise<Refusal>;
}

type Input = Readonly<Record<string, unknown>>;

interface Refusal {
  readonly code: string;
  readonly missing?: string;
}

export async function openAssistant(
  baseUrl: string,
  token: string,
): Promise<Assistant> {
  const client = new Client({ name: "demo-assistant", version: "1.0.0" });
  const transport = new StreamableHTTPClientTransport(
    new URL(`${baseUrl}/api/mcp`),
    { requestInit: { headers: { Authorization: `Bearer ${token}` } } },
  );
  await client.connect(transport);
  // With the list, the client checks each result against its schema.
  const { tools } = await client.listTools();
  return {
    tools: tools.length,
    async call<T>(name: string, input: Input) {
      const result = await client.callTool({ name, arguments: input });
      if (result.isError) {
        throw new Mismatch(`${name} failed: ${JSON.stringify(result.content)}`);
      }
      return result.structuredContent as T;
    },
    async refused(name, input) {
      const result = await client.callTool({ name, arguments: input });
      if (!result.isError) throw new Mismatch(`${name} was not refused`);
      const [shown] = result.content as readonly { readonly text: string }[];
      return JSON.parse(shown?.text ?? "{}");
    },
    [Symbol.asyncDispose]: () => client.close(),
  };
}
