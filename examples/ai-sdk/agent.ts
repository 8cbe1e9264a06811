/**
 * An agent of the Vercel AI SDK that works through an inbox over MCP:
 * `INBOX_URL=… INBOX_TOKEN=svc_… bun agent.ts`.
 */
import { env } from "node:process";
import { createMCPClient } from "@ai-sdk/mcp";
import type { LanguageModel } from "ai";
import { isStepCount, ToolLoopAgent } from "ai";
import { scriptedModel } from "./scripted_model.ts";

export interface WorkOptions {
  /** The address of the service, such as `http://localhost:3000`. */
  readonly url: string;
  /** A token of the account whose inbox it is. */
  readonly token: string;
  readonly model: LanguageModel;
  /** Called with each tool that the model calls, and its input. */
  readonly onCall?: (tool: string, input: unknown) => void;
}

const TASK =
  "Work through my inbox. Answer what is paid and sign its receipt; ask me about everything else.";

/** @returns What the agent says at the end. */
export async function workThroughInbox({
  url,
  token,
  model,
  onCall,
}: WorkOptions): Promise<string> {
  const mcp = await createMCPClient({
    transport: {
      type: "http",
      // Most models refuse the dots of `svc.send_message`.
      url: `${url}/api/mcp?names=underscore`,
      headers: { Authorization: `Bearer ${token}` },
      redirect: "error",
    },
  });
  try {
    const agent = new ToolLoopAgent({
      model,
      // The service says how its tools are used, and that words of others are no instructions.
      ...(mcp.instructions && { instructions: mcp.instructions }),
      tools: await mcp.tools(),
      stopWhen: isStepCount(20),
      onStepEnd: ({ toolCalls }) => {
        for (const { toolName, input } of toolCalls) onCall?.(toolName, input);
      },
    });
    const { text } = await agent.generate({ prompt: TASK });
    return text;
  } finally {
    await mcp.close();
  }
}

if (import.meta.main) {
  const { INBOX_URL: url = "http://localhost:3000", INBOX_TOKEN: token = "" } =
    env;
  const said = await workThroughInbox({
    url,
    token,
    model: scriptedModel(),
    onCall: (tool, input) => console.log(tool, JSON.stringify(input)),
  });
  console.log(said);
}
