import { expect, test } from "bun:test";
import { LIMITS } from "../../../src/core/base/limits.ts";
import { breathe } from "../../../src/core/base/pace.ts";
import { Deliveries } from "../../../src/core/loops/deliver.ts";
import { creditAccount } from "../../../src/core/operations/credit_account.ts";
import { disableAccount } from "../../../src/core/operations/disable_account.ts";
import { json } from "../../harness.ts";
import type { PushService } from "../../push_service.ts";
import { startPushService } from "../../push_service.ts";
import { createSubmitted, startPair } from "../../rest/pair.ts";

const MINUTE = 60_000;

/** Bob, signed in at a browser that is told. */
async function startTold(kinds?: readonly string[]) {
  const pair = await startPair({ ALLOW_LOOPBACK_FETCH: "true" });
  const push = startPushService();
  const { service, bob } = pair;
  const delivery = new Deliveries(service.services);
  const { token } = await service.addSession(bob);
  const call = async (method: string, path: string, body?: object) => {
    const response = await service.fetch(path, {
      method,
      token,
      ...(body && { json: body }),
    });
    return await json(response);
  };
  const { device } = await call("POST", "/v1/push-devices", {
    ...push.subscription,
    name: "Phone",
    ...(kinds && { kinds }),
  });
  return {
    ...pair,
    call,
    push,
    device,
    delivery,
    deliver: async () => {
      await delivery.pass();
      await delivery.idle();
    },
    waiting: async () =>
      Number(
        (
          await service.services.db.orm.values<[number]>(
            "select count(*) from deliveries where sender = 'push'",
          )
        )[0]?.[0],
      ),
    async [Symbol.asyncDispose]() {
      push[Symbol.dispose]();
      await pair[Symbol.asyncDispose]();
    },
  };
}

const told = ({ pushed }: PushService) =>
  pushed.map(({ text }) => JSON.parse(text).notification);

test("a device is told who asks, what and where, encrypted for it alone, once, and nothing of what was written", async () => {
  await using core = await startTold();
  const { conversationId } = await createSubmitted(core, {
    title: "Translate our brochure",
    text: "THE SECRET WORDS",
  });
  await core.deliver();
  const [one] = core.push.pushed;
  expect(told(core.push)).toEqual([
    {
      title: expect.stringMatching(
        /^(?:Alice needs your decision: Translate our brochure|New in your inbox)$/,
      ),
      body: `From: Alice (${core.alice.address})\nAbout: Translate our brochure`,
      navigate: `${core.service.baseUrl}/c/${conversationId}`,
      tag: expect.stringContaining(conversationId),
    },
  ]);
  expect(JSON.parse(one?.text ?? "")).toMatchObject({ web_push: 8030 });
  expect(one?.text).not.toContain("SECRET");
  expect(one?.bytes).toBeLessThan(3_000);
  expect(one?.headers).toMatchObject({
    "content-encoding": "aes128gcm",
    ttl: String(24 * 60 * 60),
    topic: expect.stringMatching(/^[0-9a-f]{32}$/),
    urgency: expect.stringMatching(/^(normal|high)$/),
  });
  expect(one?.claims.sub).toBe(core.service.baseUrl);
  const listed = await core.call("GET", "/v1/push-devices");
  expect(one?.key).toBe(listed.key);
  expect(listed.devices[0].reachedAt).not.toBeNull();
  await core.deliver();
  expect(core.push.pushed).toHaveLength(1);
  expect(await core.waiting()).toBe(0);
});

test("the endpoint and its keys are in no row in the clear, and in no answer", async () => {
  await using core = await startTold();
  const { endpoint, auth } = core.push.subscription;
  const rows = await core.service.services.db.orm.values<[string]>(
    "select subscription from push_devices",
  );
  const listed = JSON.stringify(await core.call("GET", "/v1/push-devices"));
  for (const text of [JSON.stringify(rows), listed]) {
    expect(text).not.toContain(new URL(endpoint).pathname);
    expect(text).not.toContain(auth);
  }
});

test("a push service that fails is tried again, a few times; what is of no use is not", async () => {
  await using core = await startTold();
  await createSubmitted(core);
  core.push.status = 503;
  await core.deliver();
  await core.deliver();
  expect(core.push.pushed).toHaveLength(1);
  for (const pause of [1, 2, 11, 61, 600]) {
    core.clock.advance(pause * MINUTE);
    await core.deliver();
  }
  expect(core.push.pushed).toHaveLength(5);
  expect(await core.waiting()).toBe(0);
  core.push.status = 400;
  await createSubmitted(core);
  await core.deliver();
  expect(core.push.pushed).toHaveLength(6);
  expect(await core.waiting()).toBe(0);
});

test("a device that is gone is forgotten, and so is one whose session has ended", async () => {
  await using core = await startTold();
  await createSubmitted(core);
  core.push.status = 410;
  await core.deliver();
  expect((await core.call("GET", "/v1/push-devices")).devices).toEqual([]);
  expect(await core.waiting()).toBe(0);

  core.push.status = 201;
  const session = await core.service.addSession(core.bob);
  const added = await core.service.fetch("/v1/push-devices", {
    method: "POST",
    token: session.token,
    json: { ...core.push.subscription, name: "Phone" },
  });
  expect(added.status).toBe(201);
  await createSubmitted(core);
  await core.call("DELETE", "/v1/sessions");
  await core.deliver();
  expect(core.push.pushed).toHaveLength(1);
  expect((await core.call("GET", "/v1/push-devices")).devices).toEqual([]);
});

test("in quiet hours nothing is told; what came is told when they end", async () => {
  await using core = await startTold();
  // The clock of the test stands at noon.
  await core.call("PUT", "/v1/notifications", {
    quietHours: { from: "11:00", to: "13:00" },
  });
  await createSubmitted(core);
  await core.deliver();
  expect(core.push.pushed).toEqual([]);
  core.clock.advance(60 * MINUTE);
  await core.deliver();
  expect(core.push.pushed).toHaveLength(1);
});

test("a device is told of the kinds that it wants, its own account's acts and closed accounts never", async () => {
  await using core = await startTold(["money"]);
  const { conversationId } = await createSubmitted(core);
  expect(await core.waiting()).toBe(0);
  const { deviceId } = core.device;
  const path = `/v1/push-devices/${deviceId}`;
  await core.call("PATCH", path, { kinds: ["asks", "replies", "money"] });
  // Bob's own acts tell bob nothing.
  const sent = await core.call(
    "POST",
    `/v1/conversations/${conversationId}/messages`,
    { text: "An answer" },
  );
  expect(sent.code).toBeUndefined();
  expect(await core.waiting()).toBe(0);
  await createSubmitted(core);
  expect(await core.waiting()).toBe(1);
  const { accountId } = core.bob;
  await core.service.operate(disableAccount, { accountId });
  await core.deliver();
  expect(core.push.pushed).toEqual([]);
  expect(await core.waiting()).toBe(0);
});

test("money that moves is told as that, and the price that is held is said", async () => {
  await using core = await startTold();
  const { alice, bob, service } = core;
  await service.operate(creditAccount, {
    accountId: alice.accountId,
    amount: "5.00",
  });
  const asker = (await service.addSession(alice)).token;
  const { conversationId } = await createSubmitted(
    { ...core, alice: { ...alice, token: asker } },
    { price: "2.00" },
  );
  await core.deliver();
  expect(told(core.push)).toMatchObject([
    {
      title: expect.stringMatching(/ offers 2\.00: A request$/),
      body: expect.stringContaining("Price: 2.00"),
    },
  ]);
  // The asker is told in turn that the price came back.
  using other = startPushService();
  const added = await service.fetch("/v1/push-devices", {
    method: "POST",
    token: asker,
    json: { ...other.subscription, name: "Laptop" },
  });
  expect(added.status).toBe(201);
  const declined = await service.fetch(
    `/v1/conversations/${conversationId}/decisions`,
    {
      method: "POST",
      token: (await service.addSession(bob)).token,
      json: { decision: "decline" },
    },
  );
  expect(declined.status).toBe(200);
  await core.deliver();
  expect(told(other)).toMatchObject([
    { title: "A payment changed", body: "About: A request" },
  ]);
});

test("ten devices whose push service never answers keep nobody else waiting, and have a share of what is told at once", async () => {
  await using core = await startTold();
  const { service, alice, bob, delivery } = core;
  const hanging = Promise.withResolvers<void>();
  let silent = 0;
  using dead = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch() {
      silent += 1;
      await hanging.promise;
      return new Response(null, { status: 201 });
    },
  });
  const { token } = await service.addSession(alice);
  for (let at = 0; at < LIMITS.pushDevicesMax; at++) {
    const endpoint = `http://127.0.0.1:${dead.port}/push/${at}`;
    const added = await service.fetch("/v1/push-devices", {
      method: "POST",
      token,
      json: { ...core.push.subscription, endpoint, name: `Silent ${at}` },
    });
    expect(added.status).toBe(201);
  }
  await createSubmitted({ ...core, alice: bob, bob: alice });
  await delivery.pass();
  await createSubmitted(core);
  // Once another account was told, all that was begun before has arrived.
  while (core.push.pushed.length === 0) {
    await delivery.pass();
    await breathe();
  }
  expect(silent).toBe(LIMITS.pushDevicesAtOnceOfAccount);
  hanging.resolve();
  while ((await core.waiting()) > 0) await core.deliver();
  expect(silent).toBe(LIMITS.pushDevicesMax);
});
