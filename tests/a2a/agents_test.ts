import { expect, test } from "bun:test";
import { startService } from "../harness.ts";
import type { Json, Service } from "./rpc.ts";
import { failure, fieldsOf, message, result, svc } from "./rpc.ts";

async function sent(service: Service, token: string, params: object) {
  return (await result(service, token, "SendMessage", params)).task as Json;
}

const textsOf = (task: Json) =>
  task.history.map((it: Json) => [it.role, it.parts[0].text]);

test("a plain client that names nobody gets hello's answer in the completed task", async () => {
  await using service = await startService();
  const alice = await service.addAccount("alice");
  const task = await sent(service, alice.token, message("help"));
  expect(task.status.state).toBe("TASK_STATE_COMPLETED");
  expect(task.metadata.svc.state).toBe("completed");
  const [asked, answered, ...more] = textsOf(task);
  expect(more).toEqual([]);
  expect(asked).toEqual(["ROLE_USER", "help"]);
  expect(answered[0]).toBe("ROLE_AGENT");
  expect(answered[1]).toContain("- status: how your inbox stands");
  expect(task.status.message).toEqual(task.history[1]);
});

test.each(["hello", "doorman", "courier", "security"])(
  "the tenant %s is waited for as well",
  async (tenant) => {
    await using service = await startService();
    const alice = await service.addAccount("alice");
    const params = { ...message("Hi"), tenant };
    const task = await sent(service, alice.token, params);
    expect(task.status.state).toBe("TASK_STATE_COMPLETED");
    expect(task.status.message.metadata.svc.author.accountId).toBe(
      `acc_${tenant}`,
    );
  },
);

test("the answer is there without any history, too", async () => {
  await using service = await startService();
  const alice = await service.addAccount("alice");
  const task = await sent(service, alice.token, {
    ...message("help"),
    configuration: { historyLength: 0 },
  });
  expect(task.history).toBeUndefined();
  expect(task.status.message.parts[0].text).toContain("- status:");
});

test("returnImmediately gives the task as it is begun; the answer comes all the same", async () => {
  await using service = await startService();
  const alice = await service.addAccount("alice");
  // A runner that does nothing: whoever waited would wait for long.
  await service.services.agents.stop();
  const task = await sent(service, alice.token, {
    ...message("help"),
    configuration: { returnImmediately: true },
  });
  expect(task.status.state).toBe("TASK_STATE_SUBMITTED");
  expect(task.status.message).toBeUndefined();
});

test("a person is not waited for, nor an agent among people", async () => {
  await using service = await startService();
  const alice = await service.addAccount("alice");
  const bob = await service.addAccount("bob");
  await service.services.agents.stop();
  const hello = `hello@${bob.address.split("@")[1]}`;
  for (const to of [[bob.address], [hello, bob.address]]) {
    const params = { ...message("Hi"), ...svc({ to }) };
    const task = await sent(service, alice.token, params);
    expect(task.status.state).toBe("TASK_STATE_SUBMITTED");
  }
});

test("a message that is repeated gets the same completed task", async () => {
  await using service = await startService();
  const alice = await service.addAccount("alice");
  const params = message("help");
  const tasks = await Promise.all(
    Array.from({ length: 5 }, () => sent(service, alice.token, params)),
  );
  const again = await sent(service, alice.token, params);
  for (const task of tasks) expect(task).toEqual(again);
  expect(again.status.state).toBe("TASK_STATE_COMPLETED");
});

test("a price for the service's own agent is refused where it stands", async () => {
  await using service = await startService();
  const alice = await service.addAccount("alice");
  const error = await failure(service, alice.token, "SendMessage", {
    ...message("help"),
    ...svc({ price: "1.00" }),
  });
  expect(error.code).toBe(-32602);
  expect(fieldsOf(error)).toEqual(["metadata.svc.price"]);
});
