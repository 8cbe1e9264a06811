import { expect, test } from "bun:test";
import { driversOf } from "../drivers.ts";
import { startService } from "../harness.ts";
import { done, refusal } from "./stage.ts";

test("what an operator lets an account have is as much over each wire, and its limits say so", async () => {
  const env = { ACCOUNT_CONVERSATIONS: "4", ACCOUNT_STREAMS: "1" };
  await using service = await startService({ env });
  const alice = await service.addAccount("alice");
  const { token } = alice;
  const { token: session } = await service.addSession(alice);
  const bob = await service.addAccount("bob");
  const to = [bob.address];
  const draft = await service.fetch("/v1/conversations", {
    method: "POST",
    token,
    json: { text: "later" },
  });
  expect(draft.status).toBe(201);
  const wires = driversOf(service);
  const begun: string[] = [];
  for (const wire of wires) {
    const { conversationId } = await done(
      wire.create(token, { to, text: wire.name }),
    );
    begun.push(conversationId);
  }
  for (const wire of wires) {
    const error = await refusal(wire.create(token, { to, text: "one more" }));
    expect(error.code).toBe("quota_exceeded");
    // Conversations that are there go on, and those that others begin are not counted.
    for (const id of begun) await done(wire.reply(bob.token, id, "yes"));
  }
  // A draft makes room once it is deleted; what was sent, ended and archived does not.
  const { conversationId } = await draft.json();
  const say = (id: string, method: string, json?: object) =>
    service.fetch(`/v1/conversations/${id}`, {
      method,
      token: session,
      ...(json && { json }),
    });
  const [sent = ""] = begun;
  const cancel = { reason: "No need" };
  expect((await say(`${sent}/cancel`, "POST", cancel)).status).toBe(200);
  expect((await say(sent, "PATCH", { archived: true })).status).toBe(200);
  const full = await refusal(
    wires[0]?.create(token, { to, text: "one more" }) ?? Promise.reject(),
  );
  expect(full.code).toBe("quota_exceeded");
  expect((await say(conversationId, "DELETE")).status).toBeLessThan(300);
  await done(wires[0]?.create(token, { to, text: "room" }) ?? Promise.reject());
  await done(
    wires[0]?.create(bob.token, {
      to: ["alice@inbox.localhost"],
      text: "mine",
    }) ?? Promise.reject(),
  );
  const { limits } = await (await service.fetch("/v1/limits")).json();
  expect(limits).toMatchObject({
    conversationsPerAccountMax: 4,
    streamsPerCallerMax: 1,
    webhooksMax: 10,
  });
});

test("a service may let no account have webhooks, and one stream at a time", async () => {
  const env = {
    ACCOUNT_WEBHOOKS: "0",
    ACCOUNT_STREAMS: "1",
    ACCOUNT_CREDENTIALS: "1",
  };
  await using service = await startService({ env });
  const { token } = await service.addAccount("alice");
  const { token: session } = await service.addSession(
    await service.addAccount("bob"),
  );
  const json = { url: "https://example.com/hook" };
  const hook = await service.fetch("/v1/webhooks", {
    method: "POST",
    token: session,
    json,
  });
  expect((await hook.json()).code).toBe("quota_exceeded");
  const named = { name: "Second" };
  const second = await service.fetch("/v1/credentials", {
    method: "POST",
    token: session,
    json: named,
  });
  expect((await second.json()).code).toBe("quota_exceeded");
  const open = () =>
    service.fetch("/v1/events", {
      token,
      headers: { accept: "text/event-stream" },
    });
  const stream = await open();
  expect(stream.status).toBe(200);
  const another = await open();
  expect((await another.json()).code).toBe("too_many_streams");
  await stream.body?.cancel();
});
