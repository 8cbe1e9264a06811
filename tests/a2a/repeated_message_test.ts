import { afterAll, describe, expect, test } from "bun:test";
import { failure, fieldsOf, infoOf, message, result, rpc, svc } from "./rpc.ts";
import { startTasks } from "./tasks.ts";

const { service, alice, bob, eve, toBob, send, rest } = await startTasks();
afterAll(async () => await service[Symbol.asyncDispose]());

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
