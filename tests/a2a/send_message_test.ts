import { afterAll, describe, expect, test } from "bun:test";
import type { Json } from "./rpc.ts";
import { failure, fieldsOf, infoOf, message, result, rpc, svc } from "./rpc.ts";
import { startTasks } from "./tasks.ts";

const { service, alice, bob, eve, toBob, send, reply, read, inState, listed } =
  await startTasks();
afterAll(async () => await service[Symbol.asyncDispose]());

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

  test("proposes terms and accepts them, which the task shows", async () => {
    const { id: taskId } = await send("Can you draw a logo?", toBob);
    const terms = { price: "5", validUntil: "2026-01-20T12:00:00Z" };
    const say = async (token: string, text: string, proposal: object) => {
      const params = message(text, { taskId, ...svc({ proposal }) });
      const sent = await result(service, token, "SendMessage", params);
      return sent.task.metadata.svc;
    };
    const asked = await say(bob.token, "With two sizes", terms);
    const [proposed] = asked.terms.proposals;
    expect(proposed).toMatchObject({
      note: "With two sizes",
      price: { amount: "5.00" },
      status: "open",
    });
    const { proposalId } = proposed;
    const agreed = await say(alice.token, "Yes", { proposalId });
    expect(agreed).toMatchObject({
      state: "working",
      payment: { status: "held" },
      terms: { agreedId: proposalId },
    });
    const wrong = message("x", { taskId, ...svc({ proposal: { price: 5 } }) });
    const error = await failure(service, bob.token, "SendMessage", wrong);
    expect(fieldsOf(error)).toEqual([
      "message.metadata.svc.proposal.validUntil",
    ]);
  });

  test("names an arbiter; a dispute is opened, answered, withdrawn and settled by messages", async () => {
    const asked = { to: bob.address, price: "5", arbiter: eve.address };
    const { id: taskId } = await send("Ten pages", svc(asked));
    await reply(bob.token, taskId, "Five pages");
    const say = async (token: string, text: string, dispute: object) => {
      const params = message(text, { taskId, ...svc({ dispute }) });
      const { task } = await result(service, token, "SendMessage", params);
      return task.metadata.svc;
    };
    const opening = { reason: "late", return: "4" };
    const opened = await say(alice.token, "Half is missing", opening);
    expect(opened.terms).toMatchObject({
      arbiter: eve.address,
      dispute: {
        ...{ reason: "late", status: "open" },
        splits: [{ text: "Half is missing", return: { amount: "4.00" } }],
      },
    });
    const ruling = message("Two", {
      ...{ taskId, ...svc({ dispute: { rule: true, return: "2" } }) },
    });
    // The arbiter reads nothing before it is asked.
    await failure(service, eve.token, "SendMessage", ruling);
    const withdrawn = await say(alice.token, "", { withdraw: true });
    expect(withdrawn.terms.dispute.status).toBe("withdrawn");
    await say(alice.token, "Half is missing", opening);
    await say(bob.token, "A third", { return: "1.50" });
    const settled = await say(alice.token, "Fine", { take: 2 });
    expect(settled).toMatchObject({
      state: "completed",
      payment: { released: { amount: "3.50" }, returned: { amount: "1.50" } },
    });
  });

  test("moves a deadline by its date alone", async () => {
    const asked = svc({ to: bob.address, deliverBy: "2026-01-20T12:00:00Z" });
    const { id: taskId } = await send("A logo", asked);
    await reply(bob.token, taskId, "I begin", svc({ accept: true }));
    const dueAt = "2026-01-25T12:00:00Z";
    const later = message("", { taskId, ...svc({ proposal: { dueAt } }) });
    const { task } = await result(service, alice.token, "SendMessage", later);
    expect(Date.parse(task.metadata.svc.terms.dueAt)).toBe(Date.parse(dueAt));
  });

  test("answers the message that inReplyTo names, whatever came in meanwhile", async () => {
    const { id } = await send(
      "Both of you",
      svc({ to: [bob.address, eve.address] }),
    );
    const readers = async (): Promise<Json> => {
      const task = await result(service, alice.token, "GetTask", { id });
      return task.metadata.svc.replyReaders;
    };
    await reply(bob.token, id, "Mine");
    const shown = await readers();
    expect(shown.reply).toEqual([bob.address]);
    await reply(eve.token, id, "Mine, too");
    expect((await readers()).reply).toEqual([eve.address]);
    const { inReplyTo } = shown;
    const more = svc({ mode: "reply", inReplyTo });
    const task = await reply(alice.token, id, "To bob", more);
    expect(task.history.at(-1).metadata.svc.inReplyTo).toBe(inReplyTo);
    const seen = await result(service, eve.token, "GetTask", { id });
    const texts = seen.history.map((it: Json) => it.parts[0].text);
    expect(texts).toEqual(["Both of you", "Mine", "Mine, too"]);
    const unknown = {
      ...message("x", { taskId: id }),
      ...svc({ inReplyTo: "msg_x" }),
    };
    const error = await failure(service, alice.token, "SendMessage", unknown);
    expect(fieldsOf(error)).toEqual(["metadata.svc.inReplyTo"]);
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
      const taskId = await inState[state]?.();
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
      "an answer before there is a task",
      { ...message("x"), ...svc({ inReplyTo: "msg_x" }) },
      ["metadata.svc.inReplyTo"],
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
