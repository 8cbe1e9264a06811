import { expect, test } from "bun:test";
import { taskWriter } from "../../../src/a2a/push/pushed_task.ts";
import { LIMITS } from "../../../src/core/base/limits.ts";
import { Deliveries } from "../../../src/core/loops/deliver.ts";
import { cancelConversation } from "../../../src/core/operations/cancel_conversation.ts";
import { createTaskPush } from "../../../src/core/operations/create_task_push.ts";
import { listTaskPushes } from "../../../src/core/operations/list_task_pushes.ts";
import { sendMessage } from "../../../src/core/operations/send_message.ts";
import type { Actor, TestCore } from "../core_harness.ts";
import { DAY, send } from "../core_harness.ts";
import type { Receiver } from "./receiver.ts";
import { startReceiver, startSending } from "./receiver.ts";

const SECRETS = {
  token: "token-of-the-client",
  scheme: "Bearer",
  credentials: "credentials-of-the-client",
};

const tasksIn = ({ received }: Receiver) =>
  received.map(({ body }) => JSON.parse(body).task);
const textsIn = (receiver: Receiver): string[] =>
  tasksIn(receiver).map((task) => task.history.at(-1).parts[0].text);
const rowsOf = (core: TestCore) =>
  core.rows("select id, changed_to, read_to from webhooks");

const configure = (who: Actor, conversationId: string, url: string) =>
  who.run(createTaskPush, { conversationId, url });
const reply = (who: Actor, conversationId: string, text: string) =>
  who.run(sendMessage, { conversationId, text, mode: "reply-all" });

test("a push is the task as it is when it leaves, with the client's headers, and nothing of another conversation", async () => {
  await using core = await startSending();
  const { alice, bob } = core;
  using receiver = startReceiver();
  const conversationId = await send(alice, { to: bob.address });
  const { url } = receiver;
  await alice.run(createTaskPush, { conversationId, url, ...SECRETS });
  await send(alice, { to: bob.address });
  await core.deliver();
  expect(receiver.received).toHaveLength(0);
  await reply(bob, conversationId, "first");
  await reply(bob, conversationId, "second");
  await core.deliver();
  await core.deliver();
  expect(textsIn(receiver)).toEqual(["second"]);
  const [push] = receiver.received;
  expect(push?.headers).toMatchObject({
    "content-type": "application/a2a+json",
    authorization: "Bearer credentials-of-the-client",
    "a2a-notification-token": "token-of-the-client",
    "x-a2a-notification-token": "token-of-the-client",
  });
  const [task] = tasksIn(receiver);
  expect(task).toMatchObject({ id: conversationId });
  expect(task.status.state).toBe("TASK_STATE_WORKING");
  expect(task.metadata.svc.version).toBeInteger();
  expect(task.history).toHaveLength(3);
});

test("what authenticates is sealed in its row, and in no log, answer or delivery", async () => {
  await using core = await startSending();
  const { alice, bob } = core;
  using receiver = startReceiver();
  const conversationId = await send(alice, { to: bob.address });
  const asked = { conversationId, url: receiver.url, ...SECRETS };
  const said: unknown[] = [await alice.run(createTaskPush, asked)];
  // It answers with what it was sent.
  receiver.answer = ({ headers }) => Response.json(headers, { status: 500 });
  await reply(bob, conversationId, "yes");
  await core.deliver();
  expect(receiver.received).toHaveLength(1);
  said.push(
    await alice.run(listTaskPushes, { conversationId }),
    await core.rows("select * from webhooks"),
    await core.rows("select * from deliveries"),
    await core.rows("select * from audit_records"),
    core.logged,
  );
  const wrong = { ...asked, credentials: "credentials-of-the-client\n" };
  said.push(await alice.refused(createTaskPush, wrong));
  expect(JSON.stringify(said)).not.toMatch(/-of-the-client/);
});

test("a failed push waits by the schedule, a new change is sent at once, and 1 delivery waits at most", async () => {
  await using core = await startSending();
  const { alice, bob } = core;
  using receiver = startReceiver();
  const conversationId = await send(alice, { to: bob.address });
  await configure(alice, conversationId, receiver.url);
  receiver.answer = () => new Response(null, { status: 500 });
  await reply(bob, conversationId, "first");
  await core.deliver();
  await core.deliver();
  expect(receiver.received).toHaveLength(1);
  await reply(bob, conversationId, "second");
  await core.deliver();
  expect(receiver.received).toHaveLength(2);
  const open = "select id from deliveries where settled_at is null";
  expect(await core.rows(open)).toHaveLength(1);
  receiver.answer = () =>
    new Response(null, { status: 503, headers: { "retry-after": "600" } });
  core.advance(6_000);
  await core.deliver();
  core.advance(599_000);
  await core.deliver();
  expect(receiver.received).toHaveLength(3);
  receiver.answer = () => new Response();
  core.advance(1_000);
  await core.deliver();
  core.advance(DAY);
  await core.deliver();
  expect(textsIn(receiver)).toEqual(["first", "second", "second", "second"]);
});

test.each([
  ["taken", 200],
  ["refused for three days", 500],
])(
  "the end of a task is the last push: %s, its configuration is gone",
  async (_how, status) => {
    await using core = await startSending();
    const { alice, bob } = core;
    using receiver = startReceiver();
    const conversationId = await send(alice, { to: bob.address });
    await configure(alice, conversationId, receiver.url);
    await alice.run(cancelConversation, { conversationId, reason: "enough" });
    receiver.answer = () => new Response(null, { status });
    for (let hour = 0; hour < (status === 200 ? 1 : 110); hour++) {
      await core.deliver();
      core.advance(3_600_000);
    }
    const [task] = tasksIn(receiver);
    expect(task.status.state).toBe("TASK_STATE_CANCELED");
    expect(await rowsOf(core)).toEqual([]);
    const notices = "select id from deliveries where kind = 'notice'";
    expect(await core.rows(notices)).toEqual([]);
    // One that came too late for the end is sent it.
    receiver.received.length = 0;
    receiver.answer = () => new Response();
    await configure(alice, conversationId, receiver.url);
    await core.deliver();
    expect(tasksIn(receiver)).toHaveLength(1);
    expect(await rowsOf(core)).toEqual([]);
  },
);

test("a receiver that is gone ends its configuration", async () => {
  await using core = await startSending();
  const { alice, bob } = core;
  using receiver = startReceiver();
  const conversationId = await send(alice, { to: bob.address });
  await configure(alice, conversationId, receiver.url);
  receiver.answer = () => new Response(null, { status: 410 });
  await reply(bob, conversationId, "yes");
  await core.deliver();
  const input = { conversationId };
  expect(await alice.run(listTaskPushes, input)).toEqual({ configs: [] });
  await reply(bob, conversationId, "again");
  core.advance(DAY);
  await core.deliver();
  expect(receiver.received).toHaveLength(1);
});

test("a message brings its configuration in its own commit, and a repeat of it no second one", async () => {
  await using core = await startSending();
  const { alice, bob } = core;
  using receiver = startReceiver();
  const { url } = receiver;
  const options = { taskPush: { url }, idempotencyKey: "a2a:one" };
  const opened = { to: bob.address };
  const conversationId = await send(alice, opened, options);
  expect(await send(alice, opened, options)).toBe(conversationId);
  const { configs } = await alice.run(listTaskPushes, { conversationId });
  expect(configs).toMatchObject([{ conversationId, configId: conversationId }]);
  // The caller has been answered with the task: nothing is sent yet.
  await core.deliver();
  expect(receiver.received).toHaveLength(0);
  const configId = "second";
  const said = { conversationId, text: "more" };
  await alice.run(sendMessage, said, { taskPush: { url, configId } });
  await core.deliver();
  // The earlier one is told what it has not seen.
  expect(textsIn(receiver)).toEqual(["more"]);
  const inside = { taskPush: { url: "ftp://inside" } };
  expect((await alice.refused(sendMessage, said, inside)).code).toBe(
    "url_refused",
  );
  const bobs = await bob.run(sendMessage, { conversationId, text: "yes" });
  expect(bobs.conversation.messages).toHaveLength(3);
});

test("two that look at the same time send a change once", async () => {
  await using core = await startSending();
  const { alice, bob, services } = core;
  using receiver = startReceiver();
  const conversationId = await send(alice, { to: bob.address });
  await configure(alice, conversationId, receiver.url);
  const writeTask = taskWriter(services);
  const other = new Deliveries(services, { writeTask });
  for (const text of ["one", "two", "three"]) {
    await reply(bob, conversationId, text);
    await Promise.all([core.loop.pass(), other.pass()]);
    await Promise.all([core.loop.idle(), other.idle()]);
  }
  expect(textsIn(receiver)).toEqual(["one", "two", "three"]);
});

test("a process that is killed between sending and settling sends the same again", async () => {
  await using core = await startSending();
  const { alice, bob, services } = core;
  using receiver = startReceiver();
  const conversationId = await send(alice, { to: bob.address });
  await configure(alice, conversationId, receiver.url);
  await reply(bob, conversationId, "yes");
  let isDead = false;
  receiver.answer = () => {
    isDead = true;
    return new Response();
  };
  const mortal = {
    ...services,
    db: {
      ...services.db,
      commit: async (...given: Parameters<typeof services.db.commit>) => {
        if (isDead) throw new Error("the process has died");
        return await services.db.commit(...given);
      },
    },
  };
  const dying = new Deliveries(mortal, { writeTask: taskWriter(services) });
  await dying.pass();
  await dying.idle();
  receiver.answer = () => new Response();
  await core.deliver();
  expect(receiver.received).toHaveLength(1);
  core.advance(LIMITS.deliveryLeaseMs + 1_000);
  await core.deliver();
  await core.deliver();
  const [first, ...again] = receiver.received.map(({ body }) => body);
  expect(again).toEqual([first ?? ""]);
});
