import { expect, test } from "bun:test";
import {
  CancelTaskRequest,
  GetTaskRequest,
  ListTasksRequest,
  Role,
  SendMessageRequest,
  TaskState,
} from "@a2a-js/sdk";
import type {
  TaskNotCancelableError,
  TaskNotFoundError,
} from "@a2a-js/sdk/errors";
import { startService } from "../harness.ts";
import { clientOf, sendTask, textMessage } from "./official_client.ts";

async function refusal(call: Promise<unknown>): Promise<Error> {
  try {
    await call;
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new TypeError("Expected the call to be refused");
}

test("the official client goes from the card to a canceled task", async () => {
  await using service = await startService();
  const alice = await service.addAccount("alice");
  const bob = await service.addAccount("bob");
  const client = await clientOf(service, alice.token);
  expect(client.protocolVersion).toBe("1.0");

  const metadata = {
    svc: { to: [bob.address], title: "Review", price: "1.25" },
  };
  const task = await sendTask(
    client,
    textMessage("Please review.", { metadata }),
  );
  expect(task.status?.state).toBe(TaskState.TASK_STATE_SUBMITTED);
  expect(task.history).toHaveLength(1);
  expect(task.history[0]?.role).toBe(Role.ROLE_USER);
  expect(task.metadata?.svc.payment.status).toBe("held");

  const { id: taskId, contextId } = task;
  const more = await sendTask(
    client,
    textMessage("Today?", { taskId, contextId }),
  );
  expect(more.id).toBe(taskId);

  const bobs = await clientOf(service, bob.token);
  const answer = await sendTask(bobs, textMessage("Yes.", { taskId }));
  expect(answer.status?.state).toBe(TaskState.TASK_STATE_WORKING);

  const found = await client.getTask(GetTaskRequest.fromJSON({ id: taskId }));
  expect(found.contextId).toBe(contextId);
  expect(
    found.history.map(({ role, parts }) => [role, parts[0]?.content?.value]),
  ).toEqual([
    [Role.ROLE_USER, "Please review."],
    [Role.ROLE_USER, "Today?"],
    [Role.ROLE_AGENT, "Yes."],
  ]);

  const listed = await client.listTasks(
    ListTasksRequest.fromJSON({ contextId }),
  );
  expect(listed.tasks.map((it) => it.id)).toEqual([taskId]);
  expect(listed).toMatchObject({
    nextPageToken: "",
    pageSize: 50,
    totalSize: 1,
  });

  const free = await sendTask(
    client,
    textMessage("Never mind", { metadata: { svc: { to: [bob.address] } } }),
  );
  const canceled = await client.cancelTask(
    CancelTaskRequest.fromJSON({ id: free.id }),
  );
  expect(canceled.status?.state).toBe(TaskState.TASK_STATE_CANCELED);
  const gone = await refusal(
    client.sendMessage(textMessage("?", { taskId: free.id })),
  );
  expect(gone.name).toContain("UnsupportedOperation");
});

test("the official client gets the extended card, and talks on with it", async () => {
  await using service = await startService();
  const alice = await service.addAccount("alice");
  const client = await clientOf(service, alice.token);
  const card = await client.getAgentCard();
  expect(card.capabilities?.extensions[0]?.params?.address).toBe(alice.address);
  expect(card.supportedInterfaces[0]?.url).toBe(`${service.baseUrl}/a2a`);
  const listed = await client.listTasks(ListTasksRequest.fromJSON({}));
  expect(listed.tasks).toEqual([]);
});

test("the official client's stream falls back to one answer", async () => {
  await using service = await startService();
  const alice = await service.addAccount("alice");
  const client = await clientOf(service, alice.token);
  const seen: unknown[] = [];
  for await (const event of client.sendMessageStream(textMessage("Hello"))) {
    seen.push(event.payload?.$case);
  }
  expect(seen).toEqual(["task"]);
});

test("the official client reads each refusal as its own typed error", async () => {
  await using service = await startService();
  const alice = await service.addAccount("alice");
  const client = await clientOf(service, alice.token);
  const missing = { id: "cnv_missing" };
  const notFound: Partial<TaskNotFoundError> = await refusal(
    client.getTask(GetTaskRequest.fromJSON(missing)),
  );
  expect(notFound.name).toContain("TaskNotFound");
  expect(notFound.message).toBe("Cannot find this conversation.");
  const gone: Partial<TaskNotCancelableError> = await refusal(
    client.cancelTask(CancelTaskRequest.fromJSON(missing)),
  );
  expect(gone.name).toContain("TaskNotFound");
  const noMessage = await refusal(
    client.sendMessage(SendMessageRequest.fromJSON({})),
  );
  expect(noMessage.message).toContain("message is missing");
});

test("without a token the official client is told to sign in", async () => {
  await using service = await startService();
  const client = await clientOf(service);
  const refused = await refusal(
    client.listTasks(ListTasksRequest.fromJSON({})),
  );
  expect(refused.message).toContain("Sign in required.");
});
