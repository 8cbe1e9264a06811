import { expect, test } from "bun:test";
import { LIMITS } from "../../src/core/base/limits.ts";
import type { TestAccount, TestService } from "../harness.ts";
import { startService } from "../harness.ts";

const RATES = [
  ["read", 600],
  ["write", 120],
  ["create", 30],
  ["resolve", 120],
  ["available", 60],
] as const;

/** Makes drafts until none is left, then asks over each wire for one more. */
async function exhausted(): Promise<
  AsyncDisposable & {
    readonly service: TestService;
    readonly alice: TestAccount;
  }
> {
  const service = await startService({ env: { RATE_LIMITS: "on" } });
  const alice = await service.addAccount("alice");
  for (let i = 0; i < LIMITS.createsPerMinuteMax; i++) {
    const response = await draft(service, alice.token);
    expect(response.status).toBe(201);
  }
  return {
    service,
    alice,
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
}

function draft(service: TestService, token: string) {
  const json = { text: "words" };
  return service.fetch("/v1/conversations", { method: "POST", token, json });
}

function call(service: TestService, token: string, path: string, json: object) {
  const headers = { accept: "application/json" };
  return service.fetch(path, { method: "POST", token, headers, json });
}

const TOOL_CALL = {
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: {
    name: "svc.create_conversation",
    arguments: {
      title: "A title",
      to: ["bob@inbox.localhost"],
      parts: [{ text: "words" }],
    },
  },
};
const MESSAGE = {
  jsonrpc: "2.0",
  id: 1,
  method: "SendMessage",
  params: {
    message: { messageId: "m", role: "ROLE_USER", parts: [{ text: "words" }] },
  },
};
const SENTENCE =
  "Cannot create a conversation now: the limit is 30 new conversations per minute. Try again in 62 seconds.";

test("too many calls are told alike over rest, mcp and a2a, with the seconds to wait", async () => {
  await using stage = await exhausted();
  const { service, alice } = stage;

  const rest = await draft(service, alice.token);
  expect(rest.status).toBe(429);
  expect(rest.headers.get("retry-after")).toBe("62");
  expect(rest.headers.get("ratelimit-policy")).toBe('"create";q=30;w=60');
  expect(rest.headers.get("ratelimit")).toBe('"create";r=0;t=62');
  expect(await rest.json()).toMatchObject({
    code: "rate_limited",
    detail: SENTENCE,
    error: SENTENCE,
    retryAfter: 62,
  });

  const mcp = await call(service, alice.token, "/api/mcp", TOOL_CALL);
  expect(mcp.status).toBe(200);
  const { result } = await mcp.json();
  expect(result.isError).toBe(true);
  expect(JSON.parse(result.content[0].text)).toMatchObject({
    code: "rate_limited",
    error: SENTENCE,
    retryAfter: 62,
  });

  const a2a = await call(service, alice.token, "/a2a", MESSAGE);
  expect(a2a.status).toBe(429);
  expect(a2a.headers.get("retry-after")).toBe("62");
  const { error } = await a2a.json();
  expect(error.message).toBe(SENTENCE);
  expect(error.data[0]).toMatchObject({
    reason: "RATE_LIMITED",
    metadata: { retryAfter: "62" },
  });
  expect(service.logged).toEqual([]);
});

test("after the seconds that were named the same call is taken", async () => {
  await using stage = await exhausted();
  const { service, alice } = stage;
  const refused = await draft(service, alice.token);
  const seconds = Number(refused.headers.get("retry-after"));
  service.clock.advance(seconds * 1000);
  expect((await draft(service, alice.token)).status).toBe(201);
});

test("one caller's excess costs no other caller anything", async () => {
  await using stage = await exhausted();
  const { service } = stage;
  const bob = await service.addAccount("bob");
  expect((await draft(service, bob.token)).status).toBe(201);
});

test("a caller without a sign-in has no budget to lose: 401, however often", async () => {
  await using stage = await exhausted();
  const { service } = stage;
  const nobody = await draft(service, "svc_nobody");
  expect(nobody.status).toBe(401);
});

test("resolution has a limit of its own, and says so", async () => {
  await using service = await startService({ env: { RATE_LIMITS: "on" } });
  const { token } = await service.addAccount("alice");
  const resolve = () =>
    service.fetch("/api/router/resolve?address=eve@example.org", { token });
  for (let i = 0; i < LIMITS.resolvesPerMinuteMax; i++) {
    expect((await resolve()).status).toBe(200);
  }
  const refused = await resolve();
  expect(refused.status).toBe(429);
  expect(refused.headers.get("ratelimit-policy")).toBe('"resolve";q=120;w=60');
});

test("a public page and its offers are read so often from one address, whoever asks", async () => {
  const env = { RATE_LIMITS: "on", CLIENT_IP_HEADER: "x-client" };
  await using service = await startService({ env });
  await service.addAccount("olga");
  const visit = (path: string, from: string) =>
    service.fetch(path, { headers: { "x-client": from } });
  for (let i = 0; i < LIMITS.visitsPerMinuteMax; i++) {
    expect((await visit("/@olga/offers", "192.0.2.1")).status).toBe(200);
  }
  for (const path of ["/@olga/offers", "/@olga"]) {
    const refused = await visit(path, "192.0.2.1");
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  }
  expect((await visit("/@olga/offers", "192.0.2.2")).status).toBe(200);
  expect((await visit("/v1/limits", "192.0.2.1")).status).toBe(200);
});

test("the rates are published with the other limits", async () => {
  await using service = await startService();
  const { rates, limits } = await (await service.fetch("/v1/limits")).json();
  expect(rates).toEqual([
    ...RATES.map(([name, max]) => ({
      class: name,
      max,
      windowSeconds: 60,
      per: "account",
    })),
    { class: "visit", max: 120, windowSeconds: 60, per: "address" },
    ...[
      ["sign_in_mail", 5, 3_600, "mailbox"],
      ["sign_in_mail_address", 3, 3_600, "mailbox_and_address"],
      ["sign_in_try", 3, 300, "code"],
      ["sign_in_code", 3, 60, "address"],
      ["sign_in_link", 5, 60, "address"],
      ["sign_in_request", 100, 10, "address"],
      ["oauth_register", 10, 3_600, "address"],
    ].map(([name, max, windowSeconds, per]) => ({
      class: name,
      max,
      windowSeconds,
      per,
    })),
  ]);
  expect(limits).toMatchObject({
    invitesPerSenderHourMax: 20,
    invitesPerAddressDayMax: 20,
    invitesPerSeatDayMax: 3,
  });
});

/** Says only the head of a request, and hears what is answered before its body comes. */
async function headOnly(
  { baseUrl }: TestService,
  path: string,
  token: string,
): Promise<string> {
  const { hostname, host, port } = new URL(baseUrl);
  const heard = Promise.withResolvers<string>();
  const socket = await Bun.connect({
    hostname,
    port: Number(port),
    socket: {
      data: (_, bytes) => heard.resolve(bytes.toString()),
      close: () => heard.resolve(""),
      error: () => heard.resolve(""),
    },
  });
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nAccept: application/json\r\nContent-Length: 100000\r\n\r\n`,
  );
  const said = await heard.promise;
  socket.end();
  return said;
}

test("a call that is over its rate is refused before its body is read", async () => {
  await using stage = await exhausted();
  const { service, alice } = stage;
  const said = await headOnly(service, "/v1/conversations", alice.token);
  expect(said).toStartWith("HTTP/1.1 429");
  expect(said).toContain(SENTENCE);
});

test("a body that REST refuses counts as a call", async () => {
  await using service = await startService({ env: { RATE_LIMITS: "on" } });
  const alice = await service.addAccount("alice");
  const statuses: number[] = [];
  for (let n = 0; n <= LIMITS.createsPerMinuteMax; n++) {
    const refused = await service.fetch("/v1/conversations", {
      method: "POST",
      token: alice.token,
      json: [1, 2, 3],
    });
    statuses.push(refused.status);
  }
  expect(statuses.slice(0, -1).every((it) => it === 400)).toBe(true);
  expect(statuses.at(-1)).toBe(429);
});

for (const path of ["/api/mcp", "/a2a"]) {
  test(`bodies that ${path} refuses are counted for their account, and no more of them is read then`, async () => {
    await using service = await startService({ env: { RATE_LIMITS: "on" } });
    const alice = await service.addAccount("alice");
    const bob = await service.addAccount("bob");
    const body = "x".repeat(LIMITS.fileRequestBytesMax);
    const send = (token: string) =>
      service.fetch(path, {
        method: "POST",
        headers: {
          authorization: `Bearer ${token}`,
          "content-type": "application/json",
          accept: "application/json",
        },
        body,
      });
    const statuses: number[] = [];
    const each = LIMITS.fileRequestBytesMax / 65_536;
    for (let n = 0; n * each < LIMITS.refusedBodiesPerMinuteMax; n++) {
      statuses.push((await send(alice.token)).status);
    }
    expect(statuses).not.toContain(429);
    const said = await headOnly(service, path, alice.token);
    expect(said).toStartWith("HTTP/1.1 429");
    expect(said).toContain("too many of your requests were refused");
    expect((await send(bob.token)).status).not.toBe(429);
    service.clock.advance(120_000);
    expect((await send(alice.token)).status).not.toBe(429);
  });
}

test("forms that are refused are counted by the network address that they come from", async () => {
  await using service = await startService({ env: { RATE_LIMITS: "on" } });
  const send = () =>
    service.fetch("/sign-up", {
      method: "POST",
      headers: { origin: service.baseUrl, "content-type": "text/plain" },
      body: "x",
    });
  let last = 0;
  for (let n = 0; n < LIMITS.refusedBodiesPerMinuteMax; n++) {
    last = (await send()).status;
  }
  expect(last).toBe(415);
  expect((await send()).status).toBe(429);
});
