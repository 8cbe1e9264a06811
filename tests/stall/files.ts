import { LIMITS } from "../../src/core/base/limits.ts";
import type { Barrage, Shot } from "./aim.ts";
import { many, post, tool, V1 } from "./shots.ts";

function upload(id: string, bytes: string): Shot {
  const file = {
    name: "file.bin",
    mimeType: "application/octet-stream",
    bytes,
  };
  return post(`${V1}/${id}/artifacts`, JSON.stringify(file));
}

const whole = () => Buffer.alloc(LIMITS.uploadBytesMax).toString("base64");

/** Files as large as they may be. */
export const FILES: Readonly<Record<string, Barrage>> = {
  "a large upload": {
    // A conversation takes twenty files and refuses the next.
    allowed: [201, 409, 413],
    shots: ({ long }) => [upload(long, whole())],
  },
  "a large upload that may be repeated": {
    allowed: [201, 409, 413],
    shots: ({ heavy }) => [
      {
        ...upload(heavy, whole()),
        headers: { "idempotency-key": crypto.randomUUID() },
      },
    ],
  },
  "large uploads that are no base64, or too large": {
    allowed: [400, 413],
    shots: ({ long }) => [
      upload(long, `${whole()}*`),
      upload(long, `${whole()}AAAA`),
    ],
  },
  "a large file within a message": {
    allowed: [201, 200, 400, 409, 413],
    shots: ({ to, long }) => {
      const raw = Buffer.alloc(5 * 1024 * 1024).toString("base64");
      const parts = [{ raw, filename: "file.bin" }];
      return [
        post(V1, JSON.stringify({ to: [to], parts })),
        post(
          "/api/mcp",
          tool("svc.send_message", { conversationId: long, parts }),
        ),
      ];
    },
  },
  "large downloads": {
    allowed: [200],
    shots: ({ files }) => files.flatMap((path) => many({ path }, 2)),
  },
};
