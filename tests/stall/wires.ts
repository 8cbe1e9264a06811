import type { Barrage } from "./aim.ts";
import { batch, list, many, post, rpc, tool } from "./shots.ts";

const notification = '{"jsonrpc":"2.0","method":"notifications/initialized"}';

/** Loads that only the wires of agents can have. */
export const WIRES: Readonly<Record<string, Barrage>> = {
  "batches over A2A": {
    allowed: [200],
    shots: ({ heavy, long }) => [
      post(
        "/a2a",
        batch((i) =>
          rpc("GetTask", { id: i % 2 ? heavy : long, historyLength: 500 }, i),
        ),
      ),
    ],
  },
  "batches over MCP": {
    allowed: [200],
    shots: ({ heavy, long }) => [
      post(
        "/api/mcp",
        batch((i) =>
          tool(
            "svc.get_conversation",
            { conversationId: i % 2 ? heavy : long },
            i,
          ),
        ),
      ),
    ],
  },
  "batches of too many calls": {
    allowed: [200, 400, 413],
    shots: () =>
      ["/a2a", "/api/mcp"].flatMap((path) => [
        post(path, list(notification, 4_000)),
        post(path, list("1", 19_000)),
      ]),
  },
  "tasks with long histories": {
    allowed: [200],
    shots: () =>
      many(
        post("/a2a", rpc("ListTasks", { pageSize: 100, historyLength: 500 })),
        4,
      ),
  },
  "lists over MCP": {
    allowed: [200],
    shots: () =>
      many(post("/api/mcp", tool("svc.list_conversations", { limit: 100 })), 4),
  },
};
