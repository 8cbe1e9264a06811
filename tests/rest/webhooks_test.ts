import { expect, test } from "bun:test";
import { addCredential } from "../../src/core/operations/add_credential.ts";
import { json } from "../harness.ts";
import { startPair } from "./pair.ts";

const WEBHOOKS = "/v1/webhooks";

test("a webhook is made, changed, tested, looked at and ended, and its secret shown once", async () => {
  await using pair = await startPair();
  const { service, bob } = pair;
  const call = async (method: string, path: string, body?: object) => {
    const response = await service.fetch(path, {
      method,
      token: bob.token,
      ...(body && { json: body }),
    });
    return { status: response.status, body: await json(response) };
  };
  const url = "https://example.com/hook";
  const made = await call("POST", WEBHOOKS, { url, events: ["state.changed"] });
  expect(made.status).toBe(201);
  expect(made.body.secret).toStartWith("whsec_");
  const { webhookId } = made.body.webhook;
  const one = `${WEBHOOKS}/${webhookId}`;
  const listed = await call("GET", WEBHOOKS);
  expect(listed.body.webhooks).toMatchObject([
    { webhookId, url, status: "active", events: ["state.changed"] },
  ]);
  expect(JSON.stringify(listed.body)).not.toContain("whsec_");
  const paused = await call("PATCH", one, { active: false, events: null });
  expect(paused.body.webhook).toMatchObject({ status: "paused", events: null });
  const rotated = await call("POST", `${one}/rotate`);
  expect(rotated.body.secret).not.toBe(made.body.secret);
  const tested = await call("POST", `${one}/test`);
  expect(tested.status).toBe(202);
  const { deliveryId } = tested.body.delivery;
  const log = await call("GET", `${one}/deliveries?limit=1`);
  expect(log.body.deliveries).toMatchObject([
    { deliveryId, type: "webhook.test", status: "waiting", attempts: [] },
  ]);
  const replayed = await call("POST", `${one}/replay`, { deliveryId });
  expect(replayed).toMatchObject({ status: 202, body: { replayed: 0 } });
  expect((await call("DELETE", one)).body).toEqual({
    webhookId,
    deleted: true,
  });
  const gone = await call("GET", `${one}/deliveries`);
  expect([gone.status, gone.body.code]).toEqual([404, "webhook_not_found"]);
});

test("bad input, other accounts and agents without the scope are refused", async () => {
  await using pair = await startPair();
  const { service, alice, bob } = pair;
  const post = async (token: string, path: string, body: object) => {
    const response = await service.fetch(path, {
      method: "POST",
      token,
      json: body,
    });
    return { status: response.status, body: await json(response) };
  };
  for (const [body, code] of [
    [{ url: "http://10.0.0.1/" }, "url_refused"],
    [
      { url: "https://example.com", events: ["mesage.appended"] },
      "invalid_input",
    ],
    [{ url: "https://example.com", events: [] }, "invalid_input"],
    [{ url: "https://example.com", event: "all" }, "unknown_field"],
  ] as const) {
    expect(await post(bob.token, WEBHOOKS, body)).toMatchObject({
      status: 400,
      body: { code },
    });
  }
  const url = "https://example.com/hook";
  const made = await post(bob.token, WEBHOOKS, { url });
  const { webhookId } = made.body.webhook;
  const other = await post(alice.token, `${WEBHOOKS}/${webhookId}/rotate`, {});
  expect(other.body.code).toBe("webhook_not_found");
  const { token } = await service.operate(addCredential, {
    accountId: bob.accountId,
    name: "Reader",
    preset: "reader",
  });
  const refused = await post(token, WEBHOOKS, { url });
  expect(refused).toMatchObject({
    status: 403,
    body: { code: "insufficient_scope", scope: "webhooks:manage" },
  });
});
