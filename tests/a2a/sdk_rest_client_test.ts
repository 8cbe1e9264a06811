import { afterAll, expect, spyOn, test } from "bun:test";
import {
  CancelTaskRequest,
  GetTaskRequest,
  ListTasksRequest,
  SubscribeToTaskRequest,
  TaskState,
} from "@a2a-js/sdk";
import { startService } from "../harness.ts";
import { shared } from "../shared.ts";
import { restClientOf, sendTask, textMessage } from "./official_client.ts";

// The client says at length which card it found.
const debug = spyOn(console, "debug").mockImplementation(() => {});

afterAll(() => debug.mockRestore());

const started = shared(async () => {
  const service = await startService();
  const alice = await service.addAccount("alice");
  const bob = await service.addAccount("bob");
  return {
    service,
    alice,
    bob,
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
});

const SERVICE_CARD = "/.well-known/agent-card.full.json";

async function refusal(act: Promise<unknown>): Promise<Error> {
  try {
    await act;
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new TypeError("Expected the call to be refused");
}

test("the official client sends, reads, lists and cancels over HTTP+JSON", async () => {
  const { service, alice } = started();
  const path = "/@bob/agent-card.full.json";
  const client = await restClientOf(service, alice.token, path);
  const task = await sendTask(client, textMessage("To the owner of the card"));
  expect(task.status?.state).toBe(TaskState.TASK_STATE_SUBMITTED);
  const { id } = task;
  const found = await client.getTask(
    GetTaskRequest.fromJSON({ id, historyLength: 1 }),
  );
  expect(found.history[0]?.parts[0]?.content?.value).toBe(
    "To the owner of the card",
  );
  const listed = await client.listTasks(
    ListTasksRequest.fromJSON({
      contextId: task.contextId,
      status: "TASK_STATE_SUBMITTED",
      pageSize: 5,
      includeArtifacts: false,
    }),
  );
  expect(listed.tasks.map((it) => it.id)).toEqual([id]);
  const canceled = await client.cancelTask(CancelTaskRequest.fromJSON({ id }));
  expect(canceled.status?.state).toBe(TaskState.TASK_STATE_CANCELED);
});

test("the official client streams what it sends, and comes back to it", async () => {
  const { service, alice, bob } = started();
  const client = await restClientOf(service, alice.token, SERVICE_CARD);
  const metadata = { svc: { to: [bob.address] } };
  const sent = client.sendMessageStream(textMessage("Stream", { metadata }));
  const first = await sent.next();
  if (first.value?.payload?.$case !== "task") throw new TypeError("No task");
  const { id } = first.value.payload.value;

  const again = client.resubscribeTask(SubscribeToTaskRequest.fromJSON({ id }));
  expect((await again.next()).value?.payload?.$case).toBe("task");
  const bobs = await restClientOf(service, bob.token, SERVICE_CARD);
  await sendTask(bobs, textMessage("Here it is", { taskId: id }));
  await service.fetch(`/v1/conversations/${id}/complete`, {
    method: "POST",
    token: bob.token,
    json: {},
  });
  const kinds = async (stream: typeof sent) => {
    const seen: unknown[] = [];
    for await (const { payload } of stream) {
      const { value } = payload ?? {};
      seen.push(value && "status" in value && value.status?.state);
    }
    return seen;
  };
  const [one, other] = await Promise.all([kinds(sent), kinds(again)]);
  expect(one).toEqual([
    TaskState.TASK_STATE_WORKING,
    TaskState.TASK_STATE_WORKING,
    TaskState.TASK_STATE_COMPLETED,
    TaskState.TASK_STATE_COMPLETED,
  ]);
  expect(other).toEqual(one);
});

test("the official client replaces its card by the extended one, and streams on", async () => {
  const { service, alice } = started();
  const client = await restClientOf(service, alice.token, SERVICE_CARD);
  const card = await client.getAgentCard();
  expect(card.capabilities?.extensions[0]?.params?.address).toBe(alice.address);
  expect(card.capabilities?.streaming).toBeTrue();
  const seen: unknown[] = [];
  for await (const { payload } of client.sendMessageStream(
    textMessage("Hello"),
  )) {
    seen.push(payload?.$case);
  }
  expect(seen[0]).toBe("task");
  expect(seen.length).toBeGreaterThan(1);
});

test("the official client reads each refusal as its own typed error", async () => {
  const { service, alice, bob } = started();
  const client = await restClientOf(service, alice.token, SERVICE_CARD);
  const missing = { id: "cnv_missing" };
  const metadata = { svc: { to: [bob.address] } };
  const { id } = await sendTask(client, textMessage("Over", { metadata }));
  await client.cancelTask(CancelTaskRequest.fromJSON({ id }));
  const subscription = client.resubscribeTask(
    SubscribeToTaskRequest.fromJSON({ id }),
  );
  for (const [act, name] of [
    [client.getTask(GetTaskRequest.fromJSON(missing)), "TaskNotFound"],
    [client.cancelTask(CancelTaskRequest.fromJSON(missing)), "TaskNotFound"],
    [subscription.next(), "UnsupportedOperation"],
    [
      client.sendMessage(textMessage("?", { taskId: id })),
      "UnsupportedOperation",
    ],
  ] as const) {
    expect((await refusal(act)).name).toContain(name);
  }
});
