import { afterAll, describe, expect, test } from "bun:test";
import { startService } from "../harness.ts";
import type { Json } from "./rpc.ts";
import {
  failure,
  fieldsOf,
  infoOf,
  message,
  result,
  rpc,
  svc,
  walk,
} from "./rpc.ts";

const service = await startService();
const alice = await service.addAccount("alice");
const bob = await service.addAccount("bob");
const eve = await service.addAccount("eve");
afterAll(async () => await service[Symbol.asyncDispose]());

const toBob = svc({ to: [bob.address] });

async function send(text = "Hello", more: object = toBob): Promise<Json> {
  const params = { ...message(text), ...more };
  return (await result(service, alice.token, "SendMessage", params)).task;
}

async function reply(
  token: string,
  taskId: string,
  text = "Answer",
  more: object = {},
) {
  const params = message(text, { taskId, ...more });
  return (await result(service, token, "SendMessage", params)).task;
}

/** What only REST has a word for. */
async function rest(token: string, method: string, path: string, body: object) {
  const request = { method, token, json: body };
  const response = await service.fetch(`/v1/conversations${path}`, request);
  expect(response.status).toBeLessThan(300);
  return (await response.json()) as Json;
}

/** The same record over REST, for what a task does not show. */
async function read(token: string, id: string): Promise<Json> {
  const response = await service.fetch(`/v1/conversations/${id}`, { token });
  expect(response.status).toBe(200);
  return await response.json();
}

/** One task of alice's in each state that can be reached today. */
const IN_STATE: Record<string, () => Promise<string>> = {
  submitted: async () => (await send()).id,
  working: async () => {
    const { id } = await send();
    await reply(bob.token, id);
    return id;
  },
  completed: async () => {
    const { id } = await send();
    await reply(bob.token, id);
    await rest(bob.token, "POST", `/${id}/complete`, {});
    return id;
  },
  canceled: async () => {
    const { id } = await send();
    await result(service, alice.token, "CancelTask", { id });
    return id;
  },
  rejected: async () => {
    const { id } = await send();
    await rest(bob.token, "POST", `/${id}/decisions`, { decision: "decline" });
    return id;
  },
  "auth-required": async () => {
    const metadata = { to: bob.address, price: "999999999" };
    const { id } = await send("Too dear", svc(metadata));
    const { token } = await service.addSession(alice);
    await rest(token, "POST", `/${id}/decisions`, { decision: "approve" });
    return id;
  },
  draft: async () => {
    const body = { to: [bob.address], text: "Not yet" };
    return (await rest(alice.token, "POST", "", body)).conversationId;
  },
};

describe("a task", () => {
  test("has the exact v1 shape, with nothing that is unset", async () => {
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
    for (const [path, value] of walk(task)) {
      expect([path, value]).not.toEqual([path, null]);
      expect([path, value]).not.toEqual([path, ""]);
      expect([path, value]).not.toEqual([path, []]);
    }
    for (const [path] of walk(task)) {
      expect(path.split("/").at(-1)).not.toMatch(/^[a-z]+(_[a-z]+)+$/);
    }
  });

  test.each(Object.keys(IN_STATE))(
    "that is %s says so in both words",
    async (state) => {
      const id = await IN_STATE[state]?.();
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

describe("SendMessage", () => {
  test("carries each kind of part unchanged", async () => {
    const parts = [
      { text: "words", mediaType: "text/markdown" },
      { data: { any: ["json", null, 1.5, { deep: "" }] } },
      {
        url: "https://x.example/y.pdf",
        filename: "y.pdf",
        mediaType: "application/pdf",
      },
      { raw: "aGk=", filename: "a.txt", mediaType: "text/plain" },
      { data: null },
    ];
    const task = await send("", { ...message("", { parts }), ...toBob });
    expect(task.history[0].parts).toEqual(parts);
    const seen = await result(service, bob.token, "GetTask", { id: task.id });
    expect(seen.history[0].parts).toEqual(parts);
  });

  test("reads snake case, enum numbers, null and lenient base64", async () => {
    const task = await send("", {
      message: {
        message_id: "snake-1",
        role: 1,
        task_id: null,
        context_id: null,
        parts: [
          { text: "x", media_type: "text/plain", raw: null },
          { raw: "-_8", data: null },
        ],
        unknown_field: { a: 1 },
        kind: "message",
      },
      configuration: {
        history_length: 1,
        return_immediately: true,
        accepted_output_modes: [],
      },
      ...toBob,
    });
    expect(task.history[0].parts).toEqual([
      { text: "x", mediaType: "text/plain" },
      { raw: "+/8=" },
    ]);
    const found = await result(service, alice.token, "GetTask", {
      id: task.id,
      history_length: 0,
    });
    expect(found.history).toBeUndefined();
  });

  test("reads service fields from the params and the message, the message first", async () => {
    const task = await send("Body", {
      ...message(
        "Body",
        svc({ title: "Mine", price: "2.50", release: "accepted" }),
      ),
      ...svc({
        title: "Theirs",
        to: bob.address,
        contactType: "clients",
        firstUse: true,
      }),
    });
    const { payment } = task.metadata.svc;
    expect(payment).toMatchObject({ status: "held", release: "accepted" });
    expect(payment.price.amount).toBe("2.50");
    const { conversation } = await read(bob.token, task.id);
    expect(conversation.title).toBe("Mine");
    expect(conversation.contactType).toBe("clients");
  });

  test("without a recipient goes to the tenant, else to hello", async () => {
    const participants = async (more: object) => {
      const task = await send("Who?", more);
      const all = await listed(alice.token);
      expect(all).toContain(task.id);
      const { conversation } = await read(alice.token, task.id);
      return conversation.participants.map((it: Json) => it.address);
    };
    const domain = bob.address.split("@")[1];
    expect(await participants({ tenant: "bob" })).toEqual([
      alice.address,
      bob.address,
    ]);
    expect(await participants({})).toEqual([alice.address, `hello@${domain}`]);
    expect(await participants({ tenant: "eve", ...toBob })).toEqual([
      alice.address,
      bob.address,
    ]);
    expect(await participants(svc({ cc: [bob.address] }))).toEqual([
      alice.address,
      bob.address,
    ]);
  });

  test("continues a task by taskId in the message or in the params", async () => {
    const { id, contextId } = await send("1");
    const inner = await reply(alice.token, id, "2");
    const params = { taskId: id, ...message("3", { taskId: id, contextId }) };
    const outer = await result(service, alice.token, "SendMessage", params);
    expect([inner.id, outer.task.id]).toEqual([id, id]);
    expect(inner.contextId).toBe(contextId);
    expect(outer.task.history.map((it: Json) => it.parts[0].text)).toEqual([
      "1",
      "2",
      "3",
    ]);
  });

  test("starts a new task in a context that the caller can read", async () => {
    const { id, contextId } = await send();
    const params = { ...message("More", { contextId }), ...toBob };
    const { task } = await result(service, alice.token, "SendMessage", params);
    expect(task.id).not.toBe(id);
    expect(task.contextId).toBe(contextId);
  });

  test("refuses a context that is unknown, foreign, or not the task's", async () => {
    const mine = await send();
    const other = await send();
    const sends: [string, object][] = [
      [alice.token, message("x", { contextId: "my-own-context" })],
      [eve.token, message("x", { contextId: mine.contextId })],
      [
        alice.token,
        message("x", { taskId: mine.id, contextId: other.contextId }),
      ],
    ];
    for (const [token, params] of sends) {
      const error = await failure(service, token, "SendMessage", { ...params });
      expect(error.code).toBe(-32602);
      expect(fieldsOf(error)).toEqual(["message.contextId"]);
    }
    const { history } = await result(service, alice.token, "GetTask", {
      id: mine.id,
    });
    expect(history).toHaveLength(1);
  });

  test("never makes a task under a client's id", async () => {
    for (const taskId of [
      "my-own-task",
      `cnv_${"0".repeat(26)}`,
      "x".repeat(500),
    ]) {
      const error = await failure(
        service,
        alice.token,
        "SendMessage",
        message("x", { taskId }),
      );
      expect(error.code).toBe(-32001);
      expect(infoOf(error).reason).toBe("TASK_NOT_FOUND");
    }
  });

  test("refuses what would silently do nothing on an open task", async () => {
    const { id } = await send();
    const params = { ...message("x", { taskId: id }), ...svc({ price: "5" }) };
    const error = await failure(service, alice.token, "SendMessage", params);
    expect(error.code).toBe(-32602);
    expect(fieldsOf(error)).toEqual(["metadata.svc.price"]);
  });

  test.each(["completed", "canceled", "rejected"])(
    "to a %s task is -32004",
    async (state) => {
      const taskId = await IN_STATE[state]?.();
      const error = await failure(
        service,
        alice.token,
        "SendMessage",
        message("x", { taskId }),
      );
      expect(error.code).toBe(-32004);
      expect(infoOf(error).reason).toBe("UNSUPPORTED_OPERATION");
      expect(infoOf(error).metadata.code).toBe("conversation_closed");
    },
  );

  const types: [string, number | undefined][] = [
    ["text/markdown; charset=utf-8", undefined],
    ["IMAGE/PNG", undefined],
    ["application/pdf", undefined],
    ["application/x-unsupported-tck-type", -32005],
    ["nonsense", -32005],
    ["image/*", -32005],
  ];
  test.each(types)(
    "of a part with media type %p gives %p",
    async (mediaType, code) => {
      const parts = [{ raw: "dGNr", mediaType }];
      const params = { ...message("", { parts }), ...toBob };
      const { body } = await rpc(service, alice.token, "SendMessage", params);
      expect(body.error?.code).toBe(code);
      if (!code) return;
      const { reason, metadata } = infoOf(body.error);
      expect(reason).toBe("CONTENT_TYPE_NOT_SUPPORTED");
      // Of the part: a header of the request has nothing to do with it.
      expect(body.error.message).toContain("message.parts[0]");
      expect(metadata.fix).toStartWith("Send the part as text/plain");
      expect(metadata.fix).not.toContain("Content-Type");
    },
  );

  const bad: [string, object, string[]][] = [
    ["no message", {}, ["message"]],
    ["a message that is a list", { message: [] }, ["message"]],
    [
      "an empty message",
      { message: {} },
      ["message.messageId", "message.parts", "message.role"],
    ],
    [
      "an empty messageId",
      message("x", { messageId: "" }),
      ["message.messageId"],
    ],
    ["role 0", message("x", { role: 0 }), ["message.role"]],
    [
      "role ROLE_UNSPECIFIED",
      message("x", { role: "ROLE_UNSPECIFIED" }),
      ["message.role"],
    ],
    ["role user", message("x", { role: "user" }), ["message.role"]],
    ["no parts", message("x", { parts: [] }), ["message.parts"]],
    ["an empty part", message("x", { parts: [{}] }), ["message.parts[0]"]],
    [
      "a part with two contents",
      message("x", { parts: [{ text: "", data: 1 }] }),
      ["message.parts[0]"],
    ],
    [
      "raw that is not base64",
      message("x", { parts: [{ raw: "*" }] }),
      ["message.parts[0].raw"],
    ],
    [
      "two taskIds",
      { taskId: "a", ...message("x", { taskId: "b" }) },
      ["taskId"],
    ],
    ["metadata as a string", { ...message("x"), metadata: "x" }, ["metadata"]],
    [
      "svc as a list",
      { ...message("x"), metadata: { svc: [] } },
      ["metadata.svc"],
    ],
    [
      "to as a number",
      { ...message("x"), ...svc({ to: 1 }) },
      ["metadata.svc.to"],
    ],
    [
      "a question before there is a task",
      { ...message("x"), ...svc({ needsInput: true }) },
      ["metadata.svc.needsInput"],
    ],
    [
      "an unknown contactType",
      { ...message("x"), ...svc({ contactType: "x" }) },
      ["metadata.svc.contactType"],
    ],
    [
      "configuration as a string",
      { ...message("x"), configuration: "x" },
      ["configuration"],
    ],
    [
      "a tenant that is no local-part",
      { ...message("x"), tenant: "a b" },
      ["tenant"],
    ],
  ];
  test.each(bad)("with %s names the field", async (_, params, fields) => {
    const error = await failure(service, alice.token, "SendMessage", params);
    expect(error.code).toBe(-32602);
    expect([...new Set(fieldsOf(error))].toSorted()).toEqual(fields);
  });
});

describe("the same messageId", () => {
  test.each(["again-1", "with space", "日本語", "x".repeat(400)])(
    "%p gives the same task and no second message",
    async (messageId) => {
      const params = { ...message("Once", { messageId }), ...toBob };
      const first = await result(service, alice.token, "SendMessage", params);
      const configuration = { historyLength: 1, returnImmediately: true };
      const again = await result(service, alice.token, "SendMessage", {
        ...params,
        configuration,
      });
      expect(again.task.id).toBe(first.task.id);
      const appended = message("Twice", {
        messageId: `${messageId}/2`,
        taskId: first.task.id,
      });
      await result(service, alice.token, "SendMessage", appended);
      await result(service, alice.token, "SendMessage", appended);
      const { history } = await result(service, alice.token, "GetTask", {
        id: first.task.id,
      });
      expect(history).toHaveLength(2);
    },
  );

  test("sent at the same time by many makes one task", async () => {
    const params = { ...message("Once"), ...toBob };
    const said = await Promise.all(
      Array.from({ length: 10 }, () =>
        rpc(service, alice.token, "SendMessage", params),
      ),
    );
    const ids = said.map(({ body }) => body.result?.task.id);
    expect(ids).toEqual(Array.from({ length: 10 }, () => ids[0]));
    expect(ids[0]).toStartWith("cnv_");
  });

  test("with another body is refused", async () => {
    const params = { ...message("One body"), ...toBob };
    await result(service, alice.token, "SendMessage", params);
    const other = {
      message: { ...params.message, parts: [{ text: "Another" }] },
      ...toBob,
    };
    const error = await failure(service, alice.token, "SendMessage", other);
    expect(error.code).toBe(-32602);
    expect(fieldsOf(error)).toEqual(["message.messageId"]);
    expect(infoOf(error).metadata.code).toBe("idempotency_mismatch");
    expect(error.message).toBe(
      "Cannot send the message: messageId was used for another message already.",
    );
    expect(infoOf(error).metadata.fix).toContain("new messageId");
  });

  test("is the key: a header Idempotency-Key says the same or is refused", async () => {
    const params = { ...message("Keyed"), ...toBob };
    const messageId = String(params.message.messageId);
    const sent = async (key: string) =>
      await rpc(service, alice.token, "SendMessage", params, {
        "idempotency-key": key,
      });
    const { error } = (await sent("another")).body;
    expect(error.code).toBe(-32602);
    expect(fieldsOf(error)).toEqual(["message.messageId"]);
    const first = (await sent(messageId)).body.result.task;
    expect((await sent(messageId)).body.result.task.id).toBe(first.id);
  });

  test("of another account is another message", async () => {
    const params = { ...message("Mine"), ...toBob };
    const mine = await result(service, alice.token, "SendMessage", params);
    const theirs = await result(service, eve.token, "SendMessage", params);
    expect(theirs.task.id).not.toBe(mine.task.id);
  });
});

describe("what waits for a person", () => {
  test("shows TASK_STATE_INPUT_REQUIRED with its checkpoint, to its person alone", async () => {
    const priced = svc({ to: [bob.address], price: "11" });
    const task = await send("Plans", priced);
    expect(task.status.state).toBe("TASK_STATE_INPUT_REQUIRED");
    expect(task.metadata.svc).toMatchObject({
      state: "input-required",
      checkpoints: [
        {
          kind: "review",
          status: "open",
          rules: [{ id: "R-PAY-AGENT", outcome: "needs_person" }],
        },
      ],
    });
    const hidden = await rpc(service, bob.token, "GetTask", { id: task.id });
    expect(hidden.body.error.code).toBe(-32001);
    const { token } = await service.addSession(alice);
    const decision = { decision: "approve" };
    await rest(token, "POST", `/${task.id}/decisions`, decision);
    const sent = await result(service, bob.token, "GetTask", { id: task.id });
    expect(sent.status.state).toBe("TASK_STATE_SUBMITTED");
  });

  test("is what CancelTask gives for a held price, again and again", async () => {
    const { id } = await send("Work", svc({ to: [bob.address], price: "1" }));
    for (const params of [{ id }, { taskId: id }]) {
      const task = await result(service, alice.token, "CancelTask", params);
      expect(task.status.state).toBe("TASK_STATE_INPUT_REQUIRED");
      expect(task.metadata.svc.payment.status).toBe("held");
    }
  });
});

describe("CancelTask", () => {
  test.each(["submitted", "working", "auth-required"])(
    "of a %s task gives the canceled task, again and again",
    async (state) => {
      const id = await IN_STATE[state]?.();
      const task = await result(service, alice.token, "CancelTask", { id });
      expect(task.status.state).toBe("TASK_STATE_CANCELED");
      expect(
        await result(service, alice.token, "CancelTask", { taskId: id }),
      ).toEqual(task);
      const byBob = await rpc(service, bob.token, "CancelTask", { id });
      if (state !== "auth-required") {
        expect(byBob.body.result.status).toEqual(task.status);
      }
    },
  );

  test.each(["completed", "rejected"])(
    "of a %s task is -32002",
    async (state) => {
      const id = await IN_STATE[state]?.();
      const error = await failure(service, alice.token, "CancelTask", { id });
      expect(error.code).toBe(-32002);
      expect(infoOf(error).reason).toBe("TASK_NOT_CANCELABLE");
    },
  );

  test("takes the reason from the params or the metadata", async () => {
    const reasonOf = async (more: object) => {
      const { id } = await send();
      await result(service, alice.token, "CancelTask", { id, ...more });
      const { conversation } = await read(bob.token, id);
      return conversation.stateReason;
    };
    expect(await reasonOf({ reason: "Found it" })).toBe("Found it");
    expect(await reasonOf(svc({ reason: "Too late" }))).toBe("Too late");
    expect(await reasonOf({})).toBe("Canceled over A2A");
  });

  const bad: [string, object, string][] = [
    ["no id", {}, "id"],
    ["an empty id", { id: "" }, "id"],
    ["null as id", { id: null }, "id"],
    ["a number as id", { id: 7 }, "id"],
    ["two ids", { id: "a", taskId: "b" }, "taskId"],
    ["a number as reason", { id: "a", reason: 7 }, "reason"],
  ];
  test.each(bad)("with %s is -32602", async (_, params, field) => {
    const error = await failure(service, alice.token, "CancelTask", params);
    expect(error.code).toBe(-32602);
    expect(fieldsOf(error)).toEqual([field]);
  });

  test("with a reason that is too long names the reason", async () => {
    const { id } = await send();
    const params = { id, reason: "x".repeat(501) };
    const error = await failure(service, alice.token, "CancelTask", params);
    expect(fieldsOf(error)).toEqual(["reason"]);
  });
});

async function listed(token: string, params: object = {}): Promise<string[]> {
  const { tasks } = await result(service, token, "ListTasks", {
    pageSize: 100,
    ...params,
  });
  return tasks.map((it: Json) => it.id);
}

describe("ListTasks", () => {
  test("always has its four members and sorts by status time, latest first", async () => {
    for (const make of Object.values(IN_STATE)) {
      await make();
      await make();
      service.clock.advance(1_000);
    }
    const page = await result(service, alice.token, "ListTasks");
    expect(Object.keys(page).toSorted()).toEqual([
      "nextPageToken",
      "pageSize",
      "tasks",
      "totalSize",
    ]);
    expect(page.pageSize).toBe(50);
    const keys = page.tasks.map(
      (it: Json) => `${it.status.timestamp} ${it.id}`,
    );
    expect(keys).toEqual(keys.toSorted().toReversed());
    const none = await result(service, alice.token, "ListTasks", {
      contextId: "x".repeat(99),
    });
    expect(none).toEqual({
      tasks: [],
      nextPageToken: "",
      pageSize: 50,
      totalSize: 0,
    });
  });

  test("pages through everything once", async () => {
    const { contextId } = await send();
    for (const text of ["2", "3", "4", "5"]) {
      const params = { ...message(text, { contextId }), ...toBob };
      await result(service, alice.token, "SendMessage", params);
    }
    const seen: string[] = [];
    let pageToken = "";
    do {
      const params = {
        context_id: contextId,
        page_size: 2,
        page_token: pageToken,
      };
      const page = await result(service, alice.token, "ListTasks", params);
      expect(page.totalSize).toBe(5);
      expect(page.pageSize).toBe(2);
      seen.push(...page.tasks.map((it: Json) => it.id));
      pageToken = page.nextPageToken;
    } while (pageToken !== "");
    expect(seen).toEqual(await listed(alice.token, { contextId }));
    expect(new Set(seen).size).toBe(5);
  });

  test("leaves artifacts out, or has the key on every task", async () => {
    const { contextId } = await send();
    const without = await result(service, alice.token, "ListTasks", {
      contextId,
    });
    expect("artifacts" in without.tasks[0]).toBeFalse();
    const params = { contextId, includeArtifacts: true };
    const withThem = await result(service, alice.token, "ListTasks", params);
    expect(withThem.tasks[0].artifacts).toEqual([]);
  });

  test("filters by status, context, view and time", async () => {
    const id = (await IN_STATE.canceled?.()) ?? "";
    const { status } = await result(service, alice.token, "GetTask", { id });
    for (const filter of ["TASK_STATE_CANCELED", 5]) {
      const { tasks } = await result(service, alice.token, "ListTasks", {
        status: filter,
      });
      const states = tasks.map((it: Json) => it.status.state);
      expect(new Set(states)).toEqual(new Set(["TASK_STATE_CANCELED"]));
    }
    const all = await listed(alice.token);
    expect(
      await listed(alice.token, { status: "TASK_STATE_UNSPECIFIED" }),
    ).toEqual(all);
    expect(
      await listed(alice.token, { statusTimestampAfter: status.timestamp }),
    ).toContain(id);
    const later = new Date(Date.parse(status.timestamp) + 1).toISOString();
    expect(
      await listed(alice.token, { statusTimestampAfter: later }),
    ).not.toContain(id);
    expect(await listed(alice.token, { view: "inbox" })).toEqual([]);
    expect(await listed(bob.token, { view: "inbox" })).toContain(id);
  });

  const bad: [string, unknown, string][] = [
    ["pageSize", 0, "pageSize"],
    ["pageSize", 101, "pageSize"],
    ["pageSize", -1, "pageSize"],
    ["pageSize", 1.5, "pageSize"],
    ["page_size", "many", "pageSize"],
    ["pageToken", "nonsense", "pageToken"],
    ["pageToken", "x".repeat(1_000), "pageToken"],
    ["status", "TASK_STATE_DRAFT", "status"],
    ["status", "canceled", "status"],
    ["status", 9, "status"],
    ["statusTimestampAfter", "yesterday", "statusTimestampAfter"],
    ["statusTimestampAfter", 1, "statusTimestampAfter"],
    ["historyLength", -1, "historyLength"],
    ["includeArtifacts", "yes", "includeArtifacts"],
    ["view", "everything", "view"],
  ];
  test.each(bad)("with %s %p is -32602", async (name, value, field) => {
    const error = await failure(service, alice.token, "ListTasks", {
      [name]: value,
    });
    expect(error.code).toBe(-32602);
    expect(fieldsOf(error)).toEqual([field]);
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
