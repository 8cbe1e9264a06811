import { describe, expect, test } from "bun:test";
import { LIMITS } from "../../src/core/base/limits.ts";
import { shared } from "../shared.ts";
import { call, refusalOf } from "./http_json.ts";
import type { Json } from "./rpc.ts";
import { message } from "./rpc.ts";
import { startTasks } from "./tasks.ts";

const MISSING = "cnv_missing";

const started = shared(startTasks);

const refusal = (path: string, asked: Parameters<typeof call>[2]) =>
  refusalOf(started().service, path, asked);

describe("a refusal over HTTP+JSON has the status of A2A 5.4", () => {
  const to = (path: string, asked: object = {}) => ({ path, asked });
  const form = { "content-type": "application/json" };
  const CASES: Readonly<Record<string, [object, number, string, string]>> = {
    "a missing task": [
      to(`/tasks/${MISSING}`),
      404,
      "NOT_FOUND",
      "TASK_NOT_FOUND",
    ],
    "the cancel of a missing task": [
      to(`/tasks/${MISSING}:cancel`, { method: "POST" }),
      404,
      "NOT_FOUND",
      "TASK_NOT_FOUND",
    ],
    "a stream of a missing task": [
      to(`/tasks/${MISSING}:subscribe`),
      404,
      "NOT_FOUND",
      "TASK_NOT_FOUND",
    ],
    "a media type": [
      to("/message:send", {
        body: "{}",
        headers: { "content-type": "text/plain" },
      }),
      400,
      "INVALID_ARGUMENT",
      "CONTENT_TYPE_NOT_SUPPORTED",
    ],
    "a body without a type": [
      to("/message:send", { body: "{}", headers: { "content-type": "" } }),
      400,
      "INVALID_ARGUMENT",
      "CONTENT_TYPE_NOT_SUPPORTED",
    ],
    "a part's media type": [
      to("/message:send", {
        json: message("", { parts: [{ text: "a", mediaType: "model/obj" }] }),
      }),
      400,
      "INVALID_ARGUMENT",
      "CONTENT_TYPE_NOT_SUPPORTED",
    ],
    "a version": [
      to("/tasks", { headers: { "a2a-version": "2.0" } }),
      400,
      "FAILED_PRECONDITION",
      "VERSION_NOT_SUPPORTED",
    ],
    "a version in the query": [
      to("/tasks?A2A-Version=0.3"),
      400,
      "FAILED_PRECONDITION",
      "VERSION_NOT_SUPPORTED",
    ],
    "a body that is not JSON": [
      to("/message:send", { body: "{", headers: form }),
      400,
      "INVALID_ARGUMENT",
      "INVALID_JSON",
    ],
    "a body that is a list": [
      to("/message:send", { json: [] }),
      400,
      "INVALID_ARGUMENT",
      "INVALID_INPUT",
    ],
    "no message": [
      to("/message:send", { method: "POST" }),
      400,
      "INVALID_ARGUMENT",
      "INVALID_INPUT",
    ],
    "a page size": [
      to("/tasks?pageSize=0"),
      400,
      "INVALID_ARGUMENT",
      "INVALID_INPUT",
    ],
    "a flag": [
      to("/tasks?includeArtifacts=yes"),
      400,
      "INVALID_ARGUMENT",
      "INVALID_INPUT",
    ],
    "a cursor": [
      to("/tasks?pageToken=x"),
      400,
      "INVALID_ARGUMENT",
      "INVALID_CURSOR",
    ],
    "an unknown path": [to("/task"), 404, "NOT_FOUND", "NOT_FOUND"],
    "an unreadable path": [to("/tasks/%ff"), 404, "NOT_FOUND", "NOT_FOUND"],
    "an HTTP method": [
      to("/message:send"),
      405,
      "UNIMPLEMENTED",
      "METHOD_NOT_ALLOWED",
    ],
  };

  for (const [name, [asked, code, status, reason]] of Object.entries(CASES)) {
    test(name, async () => {
      const { path, asked: rest } = asked as { path: string; asked: object };
      const { token } = started().alice;
      const refused = await refusal(path, { token, ...rest });
      expect(refused.is).toEqual([code, status, reason]);
    });
  }

  test("a verb that a path does not have is named with those it has", async () => {
    const { token } = started().alice;
    const asked = { token, method: "DELETE" };
    const { headers } = await refusal("/tasks/x:subscribe", asked);
    expect(headers.get("allow")).toBe("GET, POST");
  });

  test("nobody, and an access without the right", async () => {
    const { service, alice } = started();
    const nobody = await refusal("/tasks", {});
    expect(nobody.is).toEqual([401, "UNAUTHENTICATED", "UNAUTHENTICATED"]);
    expect(nobody.headers.get("www-authenticate")).toStartWith("Bearer");
    const token = await service.addCredential(alice, ["conversations:read"]);
    const json = message("No");
    const reader = await refusal("/message:send", { token, json });
    expect(reader.is).toEqual([403, "PERMISSION_DENIED", "INSUFFICIENT_SCOPE"]);
  });

  test("a body that is too large, and one that is too deep", async () => {
    const { token } = started().alice;
    const headers = { "content-type": "application/json" };
    const body = " ".repeat(LIMITS.fileRequestBytesMax + 1);
    const large = await refusal("/message:send", { token, headers, body });
    expect(large.is).toEqual([413, "INVALID_ARGUMENT", "PAYLOAD_TOO_LARGE"]);
    const nested = "[".repeat(10_000);
    const deep = await refusal("/message:send", {
      token,
      headers,
      body: nested,
    });
    expect(deep.is[0]).toBe(400);
  });

  test("an ended task, and a task of others, which is like a missing one", async () => {
    const { service, alice, bob, eve, inState } = started();
    const id = (await inState.completed?.()) ?? "";
    const { token } = alice;
    const asked = { token, json: message("More?", { taskId: id }) };
    for (const [path, asking] of [
      ["/message:send", asked],
      ["/message:stream", asked],
      [`/tasks/${id}:subscribe`, { token }],
    ] as const) {
      const { is } = await refusal(path, asking);
      expect(is).toEqual([400, "FAILED_PRECONDITION", "UNSUPPORTED_OPERATION"]);
    }
    const cancel = { token: bob.token, method: "POST" };
    const kept = await refusal(`/tasks/${id}:cancel`, cancel);
    expect(kept.is).toEqual([
      400,
      "FAILED_PRECONDITION",
      "TASK_NOT_CANCELABLE",
    ]);
    const said = async (of: string, path: string, method = "GET") => {
      const asking = { token: eve.token, method };
      const { body } = await call(service, `/tasks/${of}${path}`, asking);
      const { requestId: _, ...metadata } = body.error.details[0].metadata;
      return JSON.stringify([body.error, metadata])
        .replaceAll(of, "id")
        .replace(/req_[\w-]+/g, "");
    };
    for (const [path, method] of [
      ["", "GET"],
      [":subscribe", "POST"],
      [":cancel", "POST"],
    ]) {
      expect(await said(id, path ?? "", method)).toBe(
        await said(MISSING, path ?? "", method),
      );
    }
    const { body }: { body: Json } = await call(service, "/tasks", {
      token: eve.token,
    });
    expect(body.totalSize).toBe(0);
  });
});
