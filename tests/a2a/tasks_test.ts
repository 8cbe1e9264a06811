import { afterAll, describe, expect, test } from "bun:test";
import type { Json } from "./rpc.ts";
import { message, result, rpc, walk } from "./rpc.ts";
import { startTasks } from "./tasks.ts";

const { service, alice, bob, eve, send, reply, rest, inState, listed } =
  await startTasks();
afterAll(async () => await service[Symbol.asyncDispose]());

describe("a task", () => {
  test("has the exact v1 shape, with nothing unset but in the record of REST", async () => {
    const task = await send("Shape");
    expect(Object.keys(task).toSorted()).toEqual([
      "contextId",
      "history",
      "id",
      "metadata",
      "status",
    ]);
    expect(task.status.state).toBe("TASK_STATE_SUBMITTED");
    expect(task.status.timestamp).toMatch(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/);
    const [first] = task.history;
    expect(first).toMatchObject({
      contextId: task.contextId,
      taskId: task.id,
      role: "ROLE_USER",
      parts: [{ text: "Shape" }],
    });
    expect(first.messageId).toBeString();
    const { state, payment, links } = task.metadata.svc;
    expect(state).toBe("submitted");
    expect(payment.status).toBe("none");
    expect(links.self).toBe(`${service.baseUrl}/v1/conversations/${task.id}`);
    const [message] = task.history;
    const bare = {
      ...task,
      metadata: {},
      history: [{ ...message, metadata: {} }],
    };
    for (const [path, value] of walk(bare)) {
      expect([path, value]).not.toEqual([path, null]);
      expect([path, value]).not.toEqual([path, ""]);
      expect([path, value]).not.toEqual([path, []]);
    }
    for (const [path] of walk(task)) {
      expect(path.split("/").at(-1)).not.toMatch(/^[a-z]+(_[a-z]+)+$/);
    }
  });

  test.each(Object.keys(inState))(
    "that is %s says so in both words",
    async (state) => {
      const id = await inState[state]?.();
      const task = await result(service, alice.token, "GetTask", { id });
      const word = state.toUpperCase().replace("-", "_");
      expect(task.status.state).toBe(
        state === "draft" ? "TASK_STATE_UNSPECIFIED" : `TASK_STATE_${word}`,
      );
      expect(task.metadata.svc.state).toBe(state);
    },
  );

  test("shows the sender's side as user and the addressees' as agent to both", async () => {
    const { id } = await send("Question");
    await reply(bob.token, id, "Answer");
    for (const { token } of [alice, bob]) {
      const { history } = await result(service, token, "GetTask", { id });
      expect(history.map((it: Json) => [it.role, it.parts[0].text])).toEqual([
        ["ROLE_USER", "Question"],
        ["ROLE_AGENT", "Answer"],
      ]);
    }
  });

  test("shows the newest messages of historyLength, none for 0", async () => {
    const { id } = await send("1");
    for (const text of ["2", "3"]) await reply(alice.token, id, text);
    const texts = async (historyLength?: number) => {
      const params = {
        id,
        ...(historyLength !== undefined && { historyLength }),
      };
      const task = await result(service, alice.token, "GetTask", params);
      return task.history?.map((it: Json) => it.parts[0].text);
    };
    expect(await texts()).toEqual(["1", "2", "3"]);
    expect(await texts(2)).toEqual(["2", "3"]);
    expect(await texts(99)).toEqual(["1", "2", "3"]);
    expect(await texts(0)).toBeUndefined();
  });

  test("shows more messages when it is read than in passing", async () => {
    const { id } = await send("1");
    for (let turn = 2; turn <= 25; turn++) await reply(alice.token, id, "more");
    const last = await reply(alice.token, id, "last");
    expect(last.history).toHaveLength(20);
    expect(last.history.at(-1).parts).toEqual([{ text: "last" }]);
    const task = await result(service, alice.token, "GetTask", { id });
    expect(task.history).toHaveLength(26);
  });

  test("shows files as artifacts with a URL, a name and a type", async () => {
    const artifacts = [
      { name: "a.png", mimeType: "image/png", bytes: "aGk=" },
      {
        name: "b.pdf",
        mimeType: "application/pdf",
        uri: "https://x.example/b",
      },
    ];
    const body = { to: [bob.address], text: "Files", artifacts, submit: true };
    const made = await rest(alice.token, "POST", "", body);
    const task = await result(service, alice.token, "GetTask", {
      id: made.conversationId,
    });
    expect(task.artifacts).toHaveLength(2);
    const [stored, linked] = task.artifacts;
    expect(stored.parts).toEqual([
      {
        url: `${service.baseUrl}/v1/conversations/${task.id}/artifacts/${stored.artifactId}`,
        filename: "a.png",
        mediaType: "image/png",
      },
    ]);
    expect(linked.parts).toEqual([
      {
        url: "https://x.example/b",
        filename: "b.pdf",
        mediaType: "application/pdf",
      },
    ]);
    expect(linked.name).toBe("b.pdf");
  });
});

describe("another account's task", () => {
  test("answers exactly like a missing one", async () => {
    const { id } = await send("Secret");
    const missing = `cnv_${"z".repeat(id.length - 4)}`;
    for (const [method, paramsOf] of [
      ["GetTask", (it: string) => ({ id: it })],
      ["CancelTask", (it: string) => ({ id: it })],
      [
        "SendMessage",
        (it: string) => ({
          message: {
            ...message("x", { taskId: it }).message,
            messageId: "probe",
          },
        }),
      ],
    ] as const) {
      const headers = { "x-request-id": "probe" };
      const foreign = await rpc(
        service,
        eve.token,
        method,
        paramsOf(id),
        headers,
      );
      const absent = await rpc(
        service,
        eve.token,
        method,
        paramsOf(missing),
        headers,
      );
      expect(foreign.body.error.code).toBe(-32001);
      const text = JSON.stringify(foreign.body).replaceAll(id, missing);
      expect(text).toBe(JSON.stringify(absent.body));
    }
  });

  test("is in no list, no count and no context", async () => {
    const { id, contextId } = await send("Secret");
    expect(await listed(eve.token)).not.toContain(id);
    const { totalSize } = await result(service, eve.token, "ListTasks", {
      contextId,
    });
    expect(totalSize).toBe(0);
  });
});
