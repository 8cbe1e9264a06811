import { afterAll, describe, expect, test } from "bun:test";
import { failure, fieldsOf, infoOf, result, rpc, svc } from "./rpc.ts";
import { startTasks } from "./tasks.ts";

const { service, alice, bob, send, read, inState } = await startTasks();
afterAll(async () => await service[Symbol.asyncDispose]());

describe("CancelTask", () => {
  test.each(["submitted", "working", "auth-required"])(
    "of a %s task gives the canceled task, again and again",
    async (state) => {
      const id = await inState[state]?.();
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
      const id = await inState[state]?.();
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
