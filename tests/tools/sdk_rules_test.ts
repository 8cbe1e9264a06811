import { expect, test } from "bun:test";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import {
  CallToolRequestSchema,
  ListToolsRequestSchema,
  McpError,
} from "@modelcontextprotocol/sdk/types.js";
import { failure } from "../core/core_harness.ts";

const PROBLEM = { code: "conversation_not_found", status: 404 };
const FAILED = {
  content: [{ type: "text" as const, text: JSON.stringify(PROBLEM) }],
  isError: true,
};
const OUTPUT = {
  type: "object" as const,
  properties: { conversationId: { type: "string" } },
  required: ["conversationId"],
};

/** The official client with a server whose one tool fails in a given way. */
async function callFailing(result: object) {
  const server = new Server(
    { name: "x", version: "1" },
    { capabilities: { tools: {} } },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: [
      { name: "x", inputSchema: { type: "object" }, outputSchema: OUTPUT },
    ],
  }));
  server.setRequestHandler(CallToolRequestSchema, () => ({ ...result }));
  const client = new Client({ name: "y", version: "1" });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(theirs), client.connect(ours)]);
  await client.listTools();
  return await client.callTool({ name: "x" });
}

test("the official client throws away a failure whose structuredContent is a problem, so ours is text (0008)", async () => {
  const thrown = await failure(
    callFailing({ ...FAILED, structuredContent: PROBLEM }),
  );
  expect(thrown instanceof McpError && thrown.code).toBe(-32602);
  expect(thrown.message).toContain("does not match the tool's output schema");
  expect(await callFailing(FAILED)).toMatchObject(FAILED);
});
