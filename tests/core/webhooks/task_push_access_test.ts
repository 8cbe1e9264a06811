import { expect, test } from "bun:test";
import { taskWriter } from "../../../src/a2a/push/pushed_task.ts";
import { LIMITS } from "../../../src/core/base/limits.ts";
import { Deliveries } from "../../../src/core/loops/deliver.ts";
import { addCredential } from "../../../src/core/operations/add_credential.ts";
import { createTaskPush } from "../../../src/core/operations/create_task_push.ts";
import { deleteTaskPush } from "../../../src/core/operations/delete_task_push.ts";
import { getTaskPush } from "../../../src/core/operations/get_task_push.ts";
import { inspectService } from "../../../src/core/operations/inspect_service.ts";
import { listTaskPushes } from "../../../src/core/operations/list_task_pushes.ts";
import { listWebhooks } from "../../../src/core/operations/list_webhooks.ts";
import { revokeCredential } from "../../../src/core/operations/revoke_credential.ts";
import { sendMessage } from "../../../src/core/operations/send_message.ts";
import { updateWebhook } from "../../../src/core/operations/update_webhook.ts";
import type { Actor, TestCore } from "../core_harness.ts";
import { actorOf, send, startStage } from "../core_harness.ts";
import { startReceiver, startSending } from "./receiver.ts";

const rowsOf = (core: TestCore) => core.rows("select id from webhooks");
const reply = (who: Actor, conversationId: string, text: string) =>
  who.run(sendMessage, { conversationId, text, mode: "reply-all" });

test("an agent has those it made, if it may read; they end with its access, and no webhook page has them", async () => {
  await using core = await startSending();
  const { alice, bob } = core;
  using receiver = startReceiver();
  const conversationId = await send(alice, { to: bob.address });
  const person = alice.asPerson();
  const read = "conversations:read";
  const write = "conversations:write";
  const agentWith = async (scopes: (typeof read | typeof write)[]) => {
    const added = { name: "agent", scopes };
    const { credential } = await person.run(addCredential, added);
    const { id } = credential;
    return alice.as({ credentialId: id, scopes: credential.scopes });
  };
  const agent = await agentWith([read, write]);
  const reads = await agentWith([read]);
  const writes = await agentWith([write]);
  const { url } = receiver;
  const asked = { conversationId, url, configId: "one" };
  for (const limited of [reads, writes]) {
    const refusal = await limited.refused(createTaskPush, asked);
    expect(refusal.code).toBe("insufficient_scope");
  }
  const sending = { conversationId, text: "hello" };
  const pushed = { taskPush: { url } };
  expect((await writes.refused(sendMessage, sending, pushed)).code).toBe(
    "insufficient_scope",
  );
  await agent.run(createTaskPush, asked);
  // The same id of the owner's is another configuration.
  await person.run(createTaskPush, { ...asked, url: `${url}/own` });
  const theirs = { conversationId };
  expect((await agent.run(listTaskPushes, theirs)).configs).toHaveLength(1);
  expect((await person.run(listTaskPushes, theirs)).configs).toHaveLength(2);
  expect((await bob.run(listTaskPushes, theirs)).configs).toHaveLength(0);
  expect((await core.carol.refused(listTaskPushes, theirs)).code).toBe(
    "conversation_not_found",
  );
  expect(await person.run(listWebhooks, {})).toEqual({ webhooks: [] });
  expect((await core.run(inspectService, {})).webhooks).toEqual([]);
  const [[webhookId] = []] = await rowsOf(core);
  const change = { webhookId: String(webhookId), active: false };
  expect((await person.refused(updateWebhook, change)).code).toBe(
    "webhook_not_found",
  );
  const { credentialId = "" } = agent.principal;
  await person.run(revokeCredential, { credentialId });
  await reply(bob, conversationId, "yes");
  await core.deliver();
  expect(receiver.received).toHaveLength(1);
  expect(await rowsOf(core)).toHaveLength(1);
  await person.run(deleteTaskPush, { conversationId, configId: "one" });
  await person.run(deleteTaskPush, { conversationId, configId: "one" });
  const gone = { conversationId, configId: "one" };
  expect((await person.refused(getTaskPush, gone)).code).toBe(
    "task_push_not_found",
  );
});

test("no push leads into a private network, neither by its URL nor by its name", async () => {
  await using core = await startStage();
  const { alice, bob, services } = core;
  using receiver = startReceiver();
  const conversationId = await send(alice, { to: bob.address });
  for (const url of ["https://10.0.0.1/", "https://[::1]/", receiver.url]) {
    const asked = { conversationId, url };
    const refusal = await alice.refused(createTaskPush, asked);
    expect(refusal.code).toBe("url_refused");
  }
  const url = "https://rebound.example/hook";
  await alice.run(createTaskPush, { conversationId, url });
  await reply(bob, conversationId, "yes");
  const lookup = async () => ["127.0.0.1"];
  const outside = { ...services.outside, lookup };
  const writeTask = taskWriter(services);
  const loop = new Deliveries({ ...services, outside }, { writeTask });
  await loop.pass();
  await loop.idle();
  expect(receiver.received).toEqual([]);
  const [[log] = []] = await core.rows("select log from deliveries");
  expect(JSON.parse(String(log))).toMatchObject([{ error: "unreachable" }]);
});

test("a task has 10 configurations at most, and one with the same id is replaced", async () => {
  await using core = await startSending();
  const { alice, bob } = core;
  const conversationId = await send(alice, { to: bob.address });
  const add = (configId: string) => {
    const url = `https://example.com/${configId}`;
    return alice.run(createTaskPush, { conversationId, url, configId });
  };
  for (let at = 0; at < LIMITS.taskPushesOfTaskMax; at++) await add(`${at}`);
  await add("3");
  const url = "https://example.com/";
  const more = { conversationId, url, configId: "more" };
  expect((await alice.refused(createTaskPush, more)).code).toBe(
    "quota_exceeded",
  );
  const there = actorOf(core.services, bob);
  await there.run(createTaskPush, more);
  const { configs } = await alice.run(listTaskPushes, { conversationId });
  expect(configs).toHaveLength(LIMITS.taskPushesOfTaskMax);
});
