import { describe, expect, test } from "bun:test";
import { shared } from "../shared.ts";
import { call, refusalOf } from "./http_json.ts";
import { message, svc } from "./rpc.ts";
import { startTasks } from "./tasks.ts";

const started = shared(startTasks);

const refusal = (path: string, asked: Parameters<typeof call>[2]) =>
  refusalOf(started().service, path, asked);

describe("a call over HTTP+JSON", () => {
  test("sends, reads, lists and cancels like JSON-RPC, as application/a2a+json", async () => {
    const { service, alice, toBob } = started();
    const { token } = alice;
    const json = { ...message("Hello"), ...toBob };
    const sent = await call(service, "/message:send", { token, json });
    expect(sent.status).toBe(200);
    expect(sent.headers.get("content-type")).toBe("application/a2a+json");
    expect(sent.headers.get("a2a-version")).toBe("1.0");
    const { id, contextId } = sent.body.task;

    const read = await call(service, `/tasks/${id}`, { token });
    expect(read.body.history[0].parts).toEqual([{ text: "Hello" }]);
    const none = await call(service, `/tasks/${id}?historyLength=0`, { token });
    expect(none.body.history).toBeUndefined();

    const query = `contextId=${contextId}&status=TASK_STATE_SUBMITTED&pageSize=1`;
    const listed = await call(service, `/tasks?${query}`, { token });
    expect(listed.body).toMatchObject({
      tasks: [{ id }],
      nextPageToken: "",
      pageSize: 1,
      totalSize: 1,
    });
    expect("artifacts" in listed.body.tasks[0]).toBeFalse();
    const withFiles = await call(service, "/tasks?includeArtifacts=true", {
      token,
    });
    expect(withFiles.body.tasks[0].artifacts).toEqual([]);

    // The official client sends neither a body nor its length.
    const canceled = await call(service, `/tasks/${id}:cancel`, {
      token,
      method: "POST",
      headers: { "content-type": "application/json" },
    });
    expect(canceled.body.status.state).toBe("TASK_STATE_CANCELED");
    const again = await call(service, `/tasks/${id}:cancel`, {
      token,
      json: { metadata: { svc: { reason: "Twice" } } },
    });
    expect(again.status).toBe(200);
  });

  test("takes a tenant before the path, which counts more than the body", async () => {
    const { service, alice, bob } = started();
    const asked = {
      token: alice.token,
      json: { ...message("For bob"), tenant: "hello" },
    };
    const { body } = await call(service, "/bob/message:send", asked);
    const { id } = body.task;
    const { token } = bob;
    const read = await call(service, `/bob/tasks/${id}`, { token });
    expect(read.body.id).toBe(id);
    const { is } = await refusal("/nobody.here/message:send", {
      token: alice.token,
      json: message("For nobody"),
    });
    expect(is).toEqual([400, "INVALID_ARGUMENT", "INVALID_INPUT"]);
  });

  test("gives the extended card of this binding", async () => {
    const { service, alice } = started();
    for (const path of ["/extendedAgentCard", "/alice/extendedAgentCard"]) {
      const { body } = await call(service, path, { token: alice.token });
      expect(body.supportedInterfaces[0].url).toBe(`${service.baseUrl}/a2a/v1`);
      const { extensions } = body.capabilities;
      expect(extensions[0].params.address).toBe(alice.address);
    }
  });

  test("is compressed on request, and a message repeated is the same message", async () => {
    const { service, alice, toBob } = started();
    const json = { ...message("Once ".repeat(400)), ...toBob };
    const asked = { token: alice.token, json };
    const first = await call(service, "/message:send", {
      ...asked,
      headers: { "accept-encoding": "gzip" },
    });
    expect(first.headers.get("vary")).toContain("accept-encoding");
    const again = await call(service, "/message:send", asked);
    expect(again.body.task.id).toBe(first.body.task.id);
    const other = {
      ...asked,
      json: { ...json, ...svc({ to: ["x@y.example"] }) },
    };
    const { is } = await refusal("/message:send", other);
    expect(is).toEqual([400, "INVALID_ARGUMENT", "IDEMPOTENCY_MISMATCH"]);
    const keyed = { ...asked, headers: { "idempotency-key": "another" } };
    expect((await refusal("/message:send", keyed)).details[1]).toMatchObject({
      fieldViolations: [{ field: "message.messageId" }],
    });
  });
});
