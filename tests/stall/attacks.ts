import type { Aim, Shot } from "./aim.ts";

const V1 = "/v1/conversations";
const list = (item: string, times: number) =>
  `[${Array.from({ length: times }, () => item).join(",")}]`;
const post = (path: string, body: string): Shot => ({
  path,
  method: "POST",
  body,
});
const rpc = (method: string, params: object, id = 1) =>
  JSON.stringify({ jsonrpc: "2.0", id, method, params });
const tool = (name: string, given: object, id = 1) =>
  rpc("tools/call", { name, arguments: given }, id);
const many = (shot: Shot, times: number) =>
  Array.from({ length: times }, () => shot);
const form = (path: string, body: string, origin: string): Shot => ({
  ...post(path, body),
  headers: { "content-type": "application/x-www-form-urlencoded", origin },
});

/** The worst that one account can send, of each kind; statuses below 500 all of them. */
export const ATTACKS: Readonly<Record<string, (aim: Aim) => readonly Shot[]>> =
  {
    "8 MB of empty objects": () => [
      post(V1, `{"parts":${list("{}", 2_700_000)}}`),
    ],
    "8 MB of empty objects over A2A and MCP": () => [
      post("/a2a", list("{}", 2_700_000)),
      post("/api/mcp", `{"params":${list("{}", 2_700_000)}}`),
    ],
    "the most values that are read": ({ long }) =>
      many(
        post(
          `${V1}/${long}/messages?strict=1`,
          `{"parts":${list("{}", 9_990)}}`,
        ),
        3,
      ),
    "deep nesting": () => [post(V1, "[".repeat(1_000_000))],
    "many unknown fields": () => [
      post(
        V1,
        `{${Array.from({ length: 19_000 }, (_, i) => `"k${i}":1`).join(",")}}`,
      ),
    ],
    "many faults": () => [
      post(V1, `{"parts":${list('{"text":1,"url":1,"raw":1,"x":1}', 50)}}`),
      post(
        "/a2a",
        rpc("SendMessage", { message: { parts: Array(50).fill(5) } }),
      ),
    ],
    "a megabyte of text in many parts": ({ to }) => [
      post(
        V1,
        JSON.stringify({
          to: [to],
          parts: Array.from({ length: 10 }, () => ({
            text: "é".repeat(50_000),
          })),
        }),
      ),
    ],
    "reads of a long thread": ({ long }) => many({ path: `${V1}/${long}` }, 4),
    "reads of a heavy thread": ({ heavy }) =>
      many({ path: `${V1}/${heavy}` }, 4),
    "pages of heavy threads": () => many({ path: `${V1}?limit=100` }, 4),
    "summaries of heavy threads": () =>
      many({ path: `${V1}?limit=100&fields=summary` }, 4),
    counts: () => many({ path: `${V1}/counts` }, 10),
    "searches without a hit": () =>
      many({ path: `${V1}?q=${"z".repeat(200)}` }, 4),
    "every view": () =>
      ["inbox", "sent", "drafts", "archive", "needs_you", "payments"].map(
        (view) => ({ path: `${V1}?view=${view}&limit=100&fields=summary` }),
      ),
    "audit pages": ({ long }) =>
      many({ path: `${V1}/${long}/audit?limit=1000` }, 4),
    "a statement as CSV": () => many({ path: "/v1/payments?format=csv" }, 4),
    "batches over A2A": ({ heavy, long }) => [
      post(
        "/a2a",
        `[${Array.from({ length: 20 }, (_, i) =>
          rpc("GetTask", { id: i % 2 ? heavy : long, historyLength: 500 }, i),
        ).join(",")}]`,
      ),
    ],
    "batches over MCP": ({ heavy, long }) => [
      post(
        "/api/mcp",
        `[${Array.from({ length: 20 }, (_, i) =>
          tool(
            "svc.get_conversation",
            { conversationId: i % 2 ? heavy : long },
            i,
          ),
        ).join(",")}]`,
      ),
    ],
    "tasks with long histories": () => [
      post("/a2a", rpc("ListTasks", { pageSize: 100, historyLength: 500 })),
    ],
    "a form of many fields": ({ baseUrl }) => [
      form("/sign-in", "&a=b".repeat(4_000), baseUrl),
      form("/sign-in", `email=${"a".repeat(16_000)}`, baseUrl),
    ],
    "an upload": ({ long }) => [
      post(
        `${V1}/${long}/artifacts`,
        JSON.stringify({
          name: "file.bin",
          mimeType: "application/octet-stream",
          bytes: Buffer.alloc(8 * 1024 * 1024).toString("base64"),
        }),
      ),
    ],
    "an upload that is repeated under a key": ({ long }) => [
      {
        ...post(
          `${V1}/${long}/artifacts`,
          JSON.stringify({
            name: "file.bin",
            mimeType: "application/octet-stream",
            bytes: Buffer.alloc(8 * 1024 * 1024, 1).toString("base64"),
          }),
        ),
        headers: { "idempotency-key": crypto.randomUUID() },
      },
    ],
    "streams of events": ({ long }) =>
      many(
        {
          path: `${V1}/${long}/subscribe`,
          headers: { accept: "text/event-stream", "last-event-id": "1" },
        },
        5,
      ),
  };
