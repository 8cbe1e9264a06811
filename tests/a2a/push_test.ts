import { afterAll, expect, spyOn, test } from "bun:test";
import {
  DeleteTaskPushNotificationConfigRequest,
  GetTaskPushNotificationConfigRequest,
  ListTaskPushNotificationConfigsRequest,
  SendMessageRequest,
  StreamResponse,
  TaskPushNotificationConfig,
  TaskState,
} from "@a2a-js/sdk";
import { taskWriter } from "../../src/a2a/push/pushed_task.ts";
import { Deliveries } from "../../src/core/loops/deliver.ts";
import { startReceiver } from "../core/webhooks/receiver.ts";
import { startService } from "../harness.ts";
import { shared } from "../shared.ts";
import { call, refusalOf } from "./http_json.ts";
import { restClientOf, sendTask, textMessage } from "./official_client.ts";
import { failure, result } from "./rpc.ts";

// The client says at length which card it found.
const debug = spyOn(console, "debug").mockImplementation(() => {});

afterAll(() => debug.mockRestore());

const CARD = "/.well-known/agent-card.full.json";
const AUTHENTICATION = { scheme: "Bearer", credentials: "sesame" };

const started = shared(async () => {
  const env = { ALLOW_LOOPBACK_FETCH: "true" };
  const service = await startService({ env });
  const { services } = service;
  const loop = new Deliveries(services, { writeTask: taskWriter(services) });
  const deliver = async () => {
    await loop.pass();
    await loop.idle();
  };
  return {
    service,
    deliver,
    alice: await service.addAccount("alice"),
    bob: await service.addAccount("bob"),
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
});

test("the official client sets, reads, lists and deletes what its receiver is pushed by", async () => {
  const { service, deliver, alice, bob } = started();
  using receiver = startReceiver();
  const client = await restClientOf(service, alice.token, CARD);
  expect((await client.getAgentCard()).capabilities?.pushNotifications).toBe(
    true,
  );
  const metadata = { svc: { to: [bob.address] } };
  const { id: taskId } = await sendTask(
    client,
    textMessage("Hi", { metadata }),
  );
  const { url } = receiver;
  const set = await client.createTaskPushNotificationConfig(
    TaskPushNotificationConfig.fromJSON({
      ...{ taskId, id: "mine", url, token: "open" },
      authentication: AUTHENTICATION,
    }),
  );
  expect(set).toMatchObject({ id: "mine", taskId, url, token: "" });
  expect(set.authentication).toEqual({ scheme: "Bearer", credentials: "" });
  const asked = { taskId, id: "mine" };
  const found = await client.getTaskPushNotificationConfig(
    GetTaskPushNotificationConfigRequest.fromJSON(asked),
  );
  expect(found).toEqual(set);
  const list = async () =>
    await client.listTaskPushNotificationConfig(
      ListTaskPushNotificationConfigsRequest.fromJSON({ taskId }),
    );
  expect(await list()).toEqual({ configs: [set], nextPageToken: "" });

  const bobs = await restClientOf(service, bob.token, CARD);
  await sendTask(bobs, textMessage("Here it is", { taskId }));
  await deliver();
  const [push] = receiver.received;
  expect(push?.headers.authorization).toBe("Bearer sesame");
  expect(push?.headers["x-a2a-notification-token"]).toBe("open");
  const { payload } = StreamResponse.fromJSON(JSON.parse(push?.body ?? ""));
  if (payload?.$case !== "task") throw new TypeError("Expected a task");
  const { value: task } = payload;
  expect(task.status?.state).toBe(TaskState.TASK_STATE_WORKING);
  const read = await call(service, `/tasks/${taskId}?historyLength=20`, {
    token: alice.token,
  });
  expect(JSON.parse(push?.body ?? "").task).toEqual(read.body);

  const request = DeleteTaskPushNotificationConfigRequest.fromJSON(asked);
  await client.deleteTaskPushNotificationConfig(request);
  await client.deleteTaskPushNotificationConfig(request);
  expect((await list()).configs).toEqual([]);
  await sendTask(bobs, textMessage("And this", { taskId }));
  await deliver();
  expect(receiver.received).toHaveLength(1);
});

test("a message has its task pushed, over both bindings", async () => {
  const { service, deliver, alice, bob } = started();
  using receiver = startReceiver();
  const client = await restClientOf(service, alice.token, CARD);
  const configuration = { taskPushNotificationConfig: { url: receiver.url } };
  const metadata = { svc: { to: [bob.address] } };
  const words = textMessage("Hello", { metadata });
  const request = SendMessageRequest.fromJSON({
    ...Object(SendMessageRequest.toJSON(words)),
    configuration,
  });
  const { id } = await sendTask(client, request);
  await sendTask(client, request);
  const message = {
    ...{ messageId: "over-rpc", role: "ROLE_USER" },
    ...{ parts: [{ text: "Hi" }], metadata },
  };
  const params = { message, configuration };
  const said = await result(service, alice.token, "SendMessage", params);
  const bobs = await restClientOf(service, bob.token, CARD);
  for (const taskId of [id, said.task.id]) {
    await sendTask(bobs, textMessage("Yes", { taskId }));
    await deliver();
  }
  const ids = receiver.received.map(({ body }) => JSON.parse(body).task.id);
  expect(ids).toEqual([id, said.task.id]);
});

test("configurations are refused by their field, for others' tasks as for missing ones, and on /a2a as unknown methods", async () => {
  const { service, alice, bob } = started();
  const { token } = alice;
  const metadata = { svc: { to: [alice.address] } };
  const client = await restClientOf(service, bob.token, CARD);
  const { id } = await sendTask(client, textMessage("Hi", { metadata }));
  const path = `/tasks/${id}/pushNotificationConfigs`;
  const url = "https://example.com/";
  const fieldsOf = async (json: object) => {
    const { is, details } = await refusalOf(service, path, { token, json });
    expect(is).toEqual([400, "INVALID_ARGUMENT", expect.any(String)]);
    const { fieldViolations = [] } = details[1] ?? {};
    return fieldViolations.map((it: { readonly field: string }) => it.field);
  };
  expect(await fieldsOf({})).toContain("url");
  expect(await fieldsOf({ url, token: "a\nb" })).toEqual(["token"]);
  expect(await fieldsOf({ url, authentication: {} })).toEqual([
    "authentication.scheme",
  ]);
  const wrong = { token, json: { url: "file:///etc/passwd" } };
  expect((await refusalOf(service, path, wrong)).is[0]).toBe(400);
  const anyone = await service.addAccount("carol");
  for (const others of [path, "/tasks/cnv_0/pushNotificationConfigs"]) {
    for (const asked of [{ json: { url } }, {}] as const) {
      const { is } = await refusalOf(service, others, {
        ...{ token: anyone.token, ...asked },
      });
      expect(is).toEqual([404, "NOT_FOUND", "TASK_NOT_FOUND"]);
    }
  }
  expect((await refusalOf(service, `${path}/none`, { token })).is).toEqual([
    ...[404, "NOT_FOUND", "TASK_NOT_FOUND"],
  ]);
  const method = "CreateTaskPushNotificationConfig";
  const error = await failure(service, token, method, { taskId: id, url });
  expect(error.code).toBe(-32601);
});
