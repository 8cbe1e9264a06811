import { afterAll, beforeAll, expect, test } from "bun:test";
import { taskWriter } from "../../../src/a2a/push/pushed_task.ts";
import { Deliveries } from "../../../src/core/loops/deliver.ts";
import { RemoteLooks } from "../../../src/core/loops/remote/remote_looks.ts";
import { disableAccount } from "../../../src/core/operations/disable_account.ts";
import { setDomainRule } from "../../../src/core/operations/set_domain_rule.ts";
import { json } from "../../harness.ts";
import type { HostilePeer } from "./hostile_peer.ts";
import { startHostilePeer } from "./hostile_peer.ts";

let peer: HostilePeer;
beforeAll(async () => {
  peer = await startHostilePeer({}, ["third.example"]);
}, 20_000);
afterAll(() => peer[Symbol.asyncDispose]());

/** A request to Bob; the id of its conversation. */
async function opened(from: string): Promise<string> {
  const answer = await peer.say(from, { to: "bob@b.example", title: "Hello" });
  return (await json(answer)).task.id;
}

/** A request of Bob; the id of its conversation. */
async function asked(to: string | readonly string[]): Promise<string> {
  const { service, bob } = peer;
  const answer = await service.fetch("/v1/conversations", {
    method: "POST",
    token: bob.token,
    json: { to, title: "Question", text: "Which?", submit: true },
  });
  return (await json(answer)).conversationId;
}

const readOf = (id: string) => peer.read(`/v1/conversations/${id}`);
const rule = (it: "allow" | "block") =>
  peer.service.operate(setDomainRule, { domain: "evil.example", rule: it });

test("a sender who takes no part in a task adds nothing to it in the name of one who does", async () => {
  const id = await opened("eve@evil.example");
  for (const [from, status] of [
    ["mallory@evil.example", 404],
    ["bob@b.example", 403],
  ] as const) {
    const answer = await peer.say(from, {}, { taskId: id });
    expect(answer.status).toBe(status);
  }
  expect((await readOf(id)).messages).toHaveLength(1);
  const own = await peer.say("Eve@Evil.example", {}, { taskId: id });
  expect(own.status).toBe(200);
});

test("a read in the name of somebody new makes no account", async () => {
  const id = await opened("eve@evil.example");
  const fresh = "fresh@evil.example";
  const at = `/v1/conversations/${id}/artifacts/art_1?reader=${fresh}`;
  expect((await peer.call("GET", at)).status).toBe(404);
  expect(peer.asked).not.toContain(`acct:${fresh}`);
});

test("of two accounts of one service, the one that a message names has written it", async () => {
  const both = ["eve@evil.example", "mallory@evil.example"];
  await opened("mallory@evil.example");
  const id = await asked(both);
  expect(
    (await peer.say("mallory@evil.example", {}, { taskId: id })).status,
  ).toBe(200);
  const { messages } = await readOf(id);
  expect(messages.at(-1).author.address).toBe("mallory@evil.example");
});

test("nothing is relayed to a third service, nor is one asked for a name", async () => {
  await asked("mallory@evil.example");
  const came: string[] = [];
  peer.answer = (request) => {
    came.push(request.url);
    return new Response(null, { status: 404 });
  };
  const card = `${peer.origin}/cards/someone`;
  for (const to of ["mallory@evil.example", "new@third.example", card]) {
    const answer = await peer.say("eve@evil.example", { to, title: "Relay" });
    expect(answer.status).toBe(400);
  }
  expect(peer.asked.filter((it) => it.includes("third"))).toEqual([]);
  expect(came).toEqual([]);
});

test("an unknown address and a closed account look alike to another service", async () => {
  const shut = await peer.service.addAccount("shut");
  const { accountId } = shut;
  await peer.service.operate(disableAccount, { accountId });
  for (const to of ["nobody@b.example", shut.address]) {
    const answer = await peer.say("eve@evil.example", { to, title: "Hello" });
    const { message } = (await answer.json()).error;
    expect(message).toBe(`Cannot send: no account here has the address ${to}.`);
  }
});

test("an account that is closed takes no more messages of its tasks", async () => {
  const { address: to, accountId } = await peer.service.addAccount("leaving");
  const first = await peer.say("eve@evil.example", { to, title: "Hello" });
  const taskId = (await json(first)).task.id;
  await peer.service.operate(disableAccount, { accountId });
  const answer = await peer.say("eve@evil.example", {}, { taskId });
  expect([answer.status, (await json(answer)).error.message]).toEqual([
    400,
    `Cannot send: the account of ${to} is closed.`,
  ]);
});

test("a price in test money is refused, as of a sender here for an address elsewhere", async () => {
  const terms = { to: "bob@b.example", title: "Paid", price: "5.00" };
  const answer = await peer.say("eve@evil.example", terms);
  expect(answer.status).toBe(400);
  expect((await answer.json()).error.message).toContain("test money");
});

test("an account that the operator closed neither writes, reads nor cancels", async () => {
  const id = await opened("gone@evil.example");
  const { accountId } = (await readOf(id)).conversation.participants[0];
  await peer.service.operate(disableAccount, { accountId });
  const at = `/a2a/v1/tasks/${id}`;
  const answers = [
    await peer.say("gone@evil.example", {}, { taskId: id }),
    await peer.call("GET", at),
    await peer.call("POST", `${at}:cancel`, {}),
  ];
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
  const { state, messages } = await readOf(id);
  expect([state, messages.length]).toEqual(["submitted", 1]);
});

test("a file that is refused, and one that never comes, leave their message where it is", async () => {
  peer.answer = ({ url }) =>
    new Response(url.endsWith("/gone") ? null : "MZ", {
      status: url.endsWith("/gone") ? 404 : 200,
    });
  const file = (name: string, path: string) => ({
    ...{ filename: name, url: `${peer.origin}${path}` },
  });
  const parts = [
    { text: "Look." },
    file("setup.exe", "/file"),
    file("notes.txt", "/gone"),
    file("plan.txt", "/plan"),
  ];
  const terms = { to: "bob@b.example", title: "Files" };
  const answer = await peer.say("eve@evil.example", terms, { parts });
  expect(answer.status).toBe(200);
  const { id } = (await json(answer)).task;
  const deliveries = new Deliveries(peer.service.services);
  for (let pass = 0; pass < 2; pass++) {
    await deliveries.pass();
    await deliveries.idle();
  }
  const { messages, conversation } = await readOf(id);
  expect(messages[0].text).toBe("Look.\nsetup.exe\nnotes.txt\nplan.txt");
  const names = conversation.artifacts.map((it: { name: string }) => it.name);
  expect(names).toEqual(["plan.txt"]);
});

test("a push configuration is read and ended by the service whose task it is about", async () => {
  const id = await opened("eve@evil.example");
  const configs = `/a2a/v1/tasks/${id}/pushNotificationConfigs`;
  const made = await peer.call("POST", configs, { url: `${peer.origin}/p` });
  const at = `${configs}/${(await json(made)).id}`;
  expect((await peer.call("GET", at)).status).toBe(200);
  expect((await peer.call("DELETE", at)).status).toBe(200);
  expect((await peer.call("GET", at)).status).toBe(404);
});

test("a sender of a domain that cannot be asked for names is refused for now", async () => {
  const answer = await peer.say("eve@silent.example", { to: "bob@b.example" });
  expect(answer.status).toBe(503);
  const { error } = await json(answer);
  expect(error.message).toContain("silent.example");
});

test("after a block nothing comes of what was on the way: no push, no look, no pushes there", async () => {
  const { services } = peer.service;
  const looks = new RemoteLooks(services);
  const deliveries = new Deliveries(services, {
    writeTask: taskWriter(services),
  });
  const pushed = await opened("eve@evil.example");
  const configured = await peer.call(
    "POST",
    `/a2a/v1/tasks/${pushed}/pushNotificationConfigs`,
    { url: `${peer.origin}/pushed` },
  );
  expect(configured.status).toBe(200);
  let token = "";
  let taskId = "";
  const came: string[] = [];
  const taskOf = (id: string, words: string) => ({
    ...{ id, contextId: "context" },
    status: {
      state: "TASK_STATE_WORKING",
      message: {
        messageId: words,
        role: "ROLE_AGENT",
        parts: [{ text: words }],
      },
    },
  });
  peer.answer = async (request) => {
    const { pathname } = new URL(request.url);
    came.push(pathname);
    if (request.method === "GET") {
      return Response.json(taskOf(pathname.split("/").at(-1) ?? "", "Looked."));
    }
    const { message, configuration } = await request.json();
    token = configuration.taskPushNotificationConfig.token;
    taskId = `there-${message.messageId}`;
    return Response.json({ task: taskOf(taskId, "First.") });
  };
  await deliveries.pass();
  await deliveries.idle();
  const id = await asked("eve@evil.example");
  await deliveries.pass();
  await deliveries.idle();
  expect((await readOf(id)).messages.at(-1).text).toBe("First.");
  await rule("block");
  came.length = 0;
  const push = await peer.call(
    "POST",
    "/a2a/push",
    { task: taskOf(taskId, "Pushed.") },
    { "a2a-notification-token": token },
  );
  expect(push.status).toBe(403);
  await peer.service.fetch(`/v1/conversations/${pushed}/messages`, {
    method: "POST",
    token: peer.bob.token,
    json: { text: "For nobody." },
  });
  peer.service.clock.advance(60_000);
  await looks.pass();
  await looks.idle();
  await deliveries.pass();
  await deliveries.idle();
  expect(came).toEqual([]);
  expect((await readOf(id)).messages.at(-1).text).toBe("First.");
  await rule("allow");
});
