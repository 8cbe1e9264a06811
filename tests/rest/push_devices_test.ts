import { expect, test } from "bun:test";
import { LIMITS } from "../../src/core/base/limits.ts";
import { json } from "../harness.ts";
import { startPushService } from "../push_service.ts";
import { startPair } from "./pair.ts";

const DEVICES = "/v1/push-devices";

async function startSignedIn() {
  const pair = await startPair();
  const { service, bob, alice } = pair;
  using push = startPushService();
  const { p256dh, auth } = push.subscription;
  const bobs = (await service.addSession(bob)).token;
  const alices = (await service.addSession(alice)).token;
  const call = async (
    token: string,
    method: string,
    path: string,
    body?: object,
  ) => {
    const response = await service.fetch(path, {
      method,
      token,
      ...(body && { json: body }),
    });
    return { status: response.status, body: await json(response) };
  };
  const device = (place: string) => ({
    ...{ endpoint: `https://push.example.com/${place}`, p256dh, auth },
    name: "Phone",
  });
  return { ...pair, bobs, alices, call, device };
}

test("a device is added, listed, named, told of less, and removed", async () => {
  await using core = await startSignedIn();
  const { bobs, call, device } = core;
  const added = await call(bobs, "POST", DEVICES, device("one"));
  expect(added).toMatchObject({
    status: 201,
    body: {
      device: {
        name: "Phone",
        service: "push.example.com",
        kinds: ["asks", "replies", "money"],
        reachedAt: null,
      },
    },
  });
  const { deviceId } = added.body.device;
  const again = await call(bobs, "POST", DEVICES, device("one"));
  expect(again.body.device.deviceId).toBe(deviceId);
  const path = `${DEVICES}/${deviceId}`;
  const changed = await call(bobs, "PATCH", path, {
    name: "My phone",
    kinds: ["asks"],
  });
  expect(changed.body.device).toMatchObject({
    name: "My phone",
    kinds: ["asks"],
  });
  const listed = await call(bobs, "GET", DEVICES);
  expect(listed.body.devices).toEqual([changed.body.device]);
  expect(Buffer.from(listed.body.key, "base64url")).toHaveLength(65);
  expect((await call(bobs, "DELETE", path)).body).toEqual({
    deviceId,
    deleted: true,
  });
  expect((await call(bobs, "GET", DEVICES)).body.devices).toEqual([]);
});

test("no agent, no other account, no address of this network and no wrong key comes in", async () => {
  await using core = await startSignedIn();
  const { bobs, alices, bob, call, device } = core;
  const agent = await call(bob.token, "POST", DEVICES, device("one"));
  expect([agent.status, agent.body.code]).toEqual([403, "forbidden"]);
  for (const endpoint of [
    "https://127.0.0.1/x",
    "http://push.example.com/x",
    "https://169.254.169.254/latest",
    "https://push.example.com:8443/x",
  ]) {
    const refused = await call(bobs, "POST", DEVICES, {
      ...device("one"),
      endpoint,
    });
    expect(refused.body.code).toBe("url_refused");
  }
  const wrong = await call(bobs, "POST", DEVICES, {
    ...device("one"),
    p256dh: "BAAA",
  });
  expect([wrong.status, wrong.body.code]).toEqual([400, "invalid_input"]);
  const { deviceId } = (await call(bobs, "POST", DEVICES, device("one"))).body
    .device;
  const path = `${DEVICES}/${deviceId}`;
  for (const [method, body] of [
    ["PATCH", { name: "Mine" }],
    ["DELETE", undefined],
  ] as const) {
    const foreign = await call(alices, method, path, body);
    expect([foreign.status, foreign.body.code]).toEqual([
      404,
      "push_device_not_found",
    ]);
  }
  // The browser is alice's once she adds it: bob hears there no more.
  await call(alices, "POST", DEVICES, device("one"));
  expect((await call(bobs, "GET", DEVICES)).body.devices).toEqual([]);
});

test("an account has so many devices and no more", async () => {
  await using core = await startSignedIn();
  const { bobs, call, device } = core;
  for (let count = 0; count < LIMITS.pushDevicesMax; count++) {
    const added = await call(bobs, "POST", DEVICES, device(`n${count}`));
    expect(added.status).toBe(201);
  }
  const more = await call(bobs, "POST", DEVICES, device("more"));
  expect(more.body.code).toBe("quota_exceeded");
});

test("quiet hours are set, shown and taken away", async () => {
  await using core = await startSignedIn();
  const { bobs, call } = core;
  const path = "/v1/notifications";
  const quietHours = { from: "22:00", to: "07:30" };
  const set = await call(bobs, "PUT", path, { quietHours });
  expect(set.body).toMatchObject({ quietHours });
  expect(
    (await call(bobs, "PUT", path, { needsYou: true })).body,
  ).toMatchObject({ quietHours });
  const odd = { quietHours: { from: "24:00", to: "07:30" } };
  expect((await call(bobs, "PUT", path, odd)).body.code).toBe("invalid_input");
  await call(bobs, "PUT", path, { quietHours: null });
  expect((await call(bobs, "GET", path)).body.quietHours).toBeNull();
});
