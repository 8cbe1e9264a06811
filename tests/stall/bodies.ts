import { LIMITS } from "../../src/core/base/limits.ts";
import type { Barrage } from "./aim.ts";
import { list, many, post, rpc, tool, V1 } from "./shots.ts";

const EMPTY = list("{}", 2_700_000);
const FORM = "application/x-www-form-urlencoded";
const MULTIPART = "multipart/form-data; boundary=x";
const keys = (count: number) =>
  `{${Array.from({ length: count }, (_, i) => `"k${i}":1`).join(",")}}`;
const texts = JSON.stringify(
  Array.from({ length: 10 }, () => ({ text: "é".repeat(50_000) })),
);

/** Bodies that cost more to read than to send. */
export const BODIES: Readonly<Record<string, Barrage>> = {
  "8 MB of empty objects": {
    allowed: [413],
    shots: () => [
      post(V1, `{"parts":${EMPTY}}`),
      post("/a2a", EMPTY),
      post("/a2a", `{"params":${EMPTY}}`),
      post("/api/mcp", EMPTY),
      post("/api/mcp", `{"params":${EMPTY}}`),
    ],
  },
  "the most values that are read": {
    allowed: [400, 200],
    shots: ({ long }) => [
      ...many(
        post(`${V1}/${long}/messages`, `{"parts":${list("{}", 9_990)}}`),
        3,
      ),
      post(
        "/a2a",
        rpc("SendMessage", { message: { parts: Array(9_900).fill({}) } }),
      ),
      post(
        "/api/mcp",
        tool("svc.send_message", { parts: Array(9_900).fill({}) }),
      ),
    ],
  },
  "deep nesting": {
    allowed: [400, 200],
    shots: () =>
      [V1, "/a2a", "/api/mcp"].map((path) => post(path, "[".repeat(1_000_000))),
  },
  "a hundred thousand keys": {
    allowed: [400, 413, 200],
    shots: () =>
      [V1, "/a2a", "/api/mcp"].flatMap((path) => [
        post(path, keys(100_000)),
        post(path, keys(19_000)),
      ]),
  },
  "many faults": {
    allowed: [400, 200],
    shots: () => [
      post(V1, `{"parts":${list('{"text":1,"url":1,"raw":1,"x":1}', 50)}}`),
      post(
        "/a2a",
        rpc("SendMessage", { message: { parts: Array(50).fill(5) } }),
      ),
      post("/api/mcp", tool("svc.send_message", { parts: Array(50).fill(5) })),
    ],
  },
  "long texts": {
    allowed: [400, 201, 413, 200],
    shots: ({ to }) => [
      post(V1, `{"to":["${to}"],"parts":${texts}}`),
      post(V1, `{"title":"${"x".repeat(1_000_000)}"}`),
      post(V1, `{"title":"${'\\"'.repeat(4_000_000)}"}`),
      post("/a2a", `{"jsonrpc":"2.0","id":"${"x".repeat(1_000_000)}"}`),
    ],
  },
  "multipart and forms where JSON is read": {
    allowed: [415, 413, 200],
    shots: () =>
      [V1, "/a2a", "/api/mcp"].flatMap((path) => [
        post(path, "--x\r\n\r\n".repeat(1_000_000), MULTIPART),
        post(path, "a=b&".repeat(2_000_000), FORM),
      ]),
  },
  "forms of the pages": {
    allowed: [200, 303, 400, 401, 403, 404, 413, 415],
    shots: ({ baseUrl }) =>
      ["/sign-in", "/sign-up", "/address"].flatMap((path) =>
        [
          post(path, "&a=b".repeat(4_000), FORM),
          post(path, "a=b&".repeat(2_000_000), FORM),
          post(path, `email=${"a".repeat(16_000)}`, FORM),
          post(path, "--x\r\n\r\n".repeat(1_000_000), MULTIPART),
        ].map((shot) => ({
          ...shot,
          headers: { ...shot.headers, origin: baseUrl },
        })),
      ),
  },
  "texts beyond the bound of a body": {
    allowed: [413],
    shots: () =>
      many(post(V1, `{"x":"${"x".repeat(LIMITS.fileRequestBytesMax)}"}`), 4),
  },
};
