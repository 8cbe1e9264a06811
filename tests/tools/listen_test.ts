import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { LIMITS } from "../../src/core/base/limits.ts";
import { grantClientAccess } from "../../src/core/operations/grant_client_access.ts";
import { callOperation } from "../../src/core/pipeline/call.ts";
import type { TestAccount, TestService } from "../harness.ts";
import { json, startService } from "../harness.ts";
import { grant } from "../oauth_grant.ts";
import { connect, MODERN } from "./client_of_today.ts";
import type { Said } from "./modern.ts";
import { ask, post } from "./modern.ts";

setDefaultTimeout(30_000);

const META = "io.modelcontextprotocol/";

interface Told extends Said {
  readonly method?: string;
  readonly params?: {
    readonly uri?: string;
    readonly notifications?: object;
    readonly _meta?: Readonly<Record<string, unknown>>;
  };
}

/** One open stream, read a message at a time. */
interface Stream extends AsyncDisposable {
  next(): Promise<Told | undefined>;
}

async function listen(
  service: TestService,
  token: string,
  notifications: object,
): Promise<Stream> {
  const response = await post(service, token, {
    method: "subscriptions/listen",
    params: { notifications },
  });
  expect(response.headers.get("content-type")).toBe("text/event-stream");
  const reader = response.body
    ?.pipeThrough(new TextDecoderStream())
    .getReader();
  if (!reader) throw new TypeError("Expected a stream");
  let text = "";
  return {
    async next() {
      for (;;) {
        const [, data] = /^event: message\ndata: (.*)\n\n/.exec(text) ?? [];
        if (data !== undefined) {
          text = text.slice(text.indexOf("\n\n") + 2);
          return JSON.parse(data);
        }
        text = text.replace(/^: hb\n\n/, "");
        const { done, value } = await reader.read();
        if (done) return undefined;
        text += value;
      }
    },
    [Symbol.asyncDispose]: () => reader.cancel(),
  };
}

const uriOf = (id: string) => `inbox://conversations/${id}`;

interface Stage extends AsyncDisposable {
  readonly service: TestService;
  readonly alice: TestAccount;
  readonly bob: TestAccount;
  /** Alice writes to Bob. */
  write(): Promise<string>;
  /** Alice writes on. */
  append(conversationId: string): Promise<void>;
}

async function startStage(): Promise<Stage> {
  const service = await startService();
  const alice = await service.addAccount("alice");
  const bob = await service.addAccount("bob");
  const path = "/v1/conversations";
  const { token } = alice;
  return {
    service,
    alice,
    bob,
    async write() {
      const fields = { title: "Hello", to: [bob.address], text: "Hello" };
      const response = await service.fetch(path, {
        method: "POST",
        token,
        json: { ...fields, submit: true },
      });
      return ((await json(response)) as { conversationId: string })
        .conversationId;
    },
    async append(conversationId) {
      await service.fetch(`${path}/${conversationId}/messages`, {
        method: "POST",
        token,
        json: { text: "More" },
      });
    },
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
}

test("the official client hears of the conversations that it names, and of no other", async () => {
  await using stage = await startStage();
  const { service, bob } = stage;
  const [mine, other] = [await stage.write(), await stage.write()];
  await using client = await connect(service, bob.token, MODERN);
  const updated: string[] = [];
  const heard = Promise.withResolvers<void>();
  client.setNotificationHandler(
    "notifications/resources/updated",
    ({ params }) => {
      updated.push(params.uri);
      heard.resolve();
    },
  );
  const listening = await client.listen({
    toolsListChanged: true,
    promptsListChanged: true,
    resourceSubscriptions: [uriOf(mine), uriOf("cnv_missing"), "file:///a"],
  });
  expect(listening.honoredFilter).toEqual({
    toolsListChanged: true,
    resourceSubscriptions: [uriOf(mine)],
  });
  await stage.append(other);
  await stage.append(mine);
  await heard.promise;
  expect(updated).toEqual([uriOf(mine)]);
  await listening.close();
});

test("whatever a stream says is under the id of the request that opened it", async () => {
  await using stage = await startStage();
  const id = await stage.write();
  const { bus } = stage.service.services;
  const before = bus.count();
  await using stream = await listen(stage.service, stage.bob.token, {
    resourceSubscriptions: [uriOf(id)],
  });
  const first = await stream.next();
  expect(first?.method).toBe("notifications/subscriptions/acknowledged");
  expect(first?.params?.notifications).toEqual({
    resourceSubscriptions: [uriOf(id)],
  });
  await stage.append(id);
  const second = await stream.next();
  expect(second?.method).toBe("notifications/resources/updated");
  expect(second?.params?.uri).toBe(uriOf(id));
  stage.service.streams.endAll();
  const last = await stream.next();
  expect(last).toMatchObject({ id: 7, result: { resultType: "complete" } });
  for (const { params, result } of [first, second, last].filter(
    (it) => it !== undefined,
  )) {
    const meta = params?._meta ?? result?._meta;
    expect(meta).toMatchObject({ [`${META}subscriptionId`]: 7 });
  }
  expect(await stream.next()).toBeUndefined();
  expect(bus.count()).toBe(before);
});

test("nothing of a conversation is told without the right to read, or to a stranger", async () => {
  await using stage = await startStage();
  const { service, bob } = stage;
  const resourceSubscriptions = [uriOf(await stage.write())];
  const blind = await service.addCredential(bob, ["conversations:write"]);
  const carol = await service.addAccount();
  for (const token of [blind, carol.token]) {
    await using stream = await listen(service, token, {
      resourceSubscriptions,
    });
    expect((await stream.next())?.params?.notifications).toEqual({});
  }
});

describe("the end of an access", () => {
  const open = async (service: TestService, token: string) => {
    const stream = await listen(service, token, { toolsListChanged: true });
    await stream.next();
    return stream;
  };
  const end = async (stage: Stage, credentialId: string) => {
    const { service, bob } = stage;
    const { token } = await service.addSession(bob);
    const path = `/v1/credentials/${credentialId}`;
    const ended = await service.fetch(path, { method: "DELETE", token });
    expect(ended.status).toBe(200);
  };

  test("ends the stream of a credential, without a word of change", async () => {
    await using stage = await startStage();
    const { service, bob } = stage;
    const token = await service.addCredential(bob, ["conversations:read"]);
    await using stream = await open(service, token);
    const { credentials } = await service.credentialsOf(bob);
    const limited = credentials.find(({ name }) => name === "Limited");
    await end(stage, limited?.id ?? "");
    expect((await stream.next())?.id).toBe(7);
    expect(await stream.next()).toBeUndefined();
  });

  test("ends the stream of an OAuth client, by disconnecting it and by time", async () => {
    await using stage = await startStage();
    const { service, bob } = stage;
    const token = await grant(service, bob);
    await using first = await open(service, token);
    await using second = await open(service, token);
    await end(stage, "cred_client");
    expect((await first.next())?.id).toBe(7);
    expect((await second.next())?.id).toBe(7);
  });

  test("comes with the end of an OAuth token, whatever the grant says", async () => {
    await using stage = await startStage();
    const { service, bob } = stage;
    await using stream = await open(service, await grant(service, bob));
    service.clock.advance(601_000);
    // Something of the account has happened: the access is looked at.
    service.services.bus.publish(bob.accountId);
    expect((await stream.next())?.id).toBe(7);
  });
});

test("other scopes for the same client are a change of its tools", async () => {
  await using stage = await startStage();
  const { service, bob } = stage;
  const token = await grant(service, bob);
  await using stream = await listen(service, token, { toolsListChanged: true });
  await stream.next();
  const { accountId } = bob;
  const kind = "person" as const;
  const principal = { kind, accountId, sessionId: "ses_1", scopes: null };
  await callOperation(
    service.services,
    grantClientAccess,
    { principal, via: "web", requestId: "t" },
    {
      clientId: "client-1",
      name: "Client",
      redirectUri: "http://localhost/callback",
      scopes: ["conversations:read"],
    },
  );
  expect((await stream.next())?.method).toBe(
    "notifications/tools/list_changed",
  );
});

describe("a request to listen", () => {
  const rows: [string, unknown][] = [
    ["without a filter", undefined],
    ["with a filter that is a list", []],
    ["with a wish that is no boolean", { toolsListChanged: "yes" }],
    ["with an address that is no text", { resourceSubscriptions: [5] }],
    ["with one address for a list", { resourceSubscriptions: "inbox://" }],
    [
      "for too many at once",
      {
        resourceSubscriptions: Array.from(
          { length: LIMITS.resourceSubscriptionsMax + 1 },
          (_, at) => uriOf(`cnv_${at}`),
        ),
      },
    ],
  ];
  test("that is malformed is -32602", async () => {
    await using stage = await startStage();
    for (const [, notifications] of rows) {
      const said = await ask(stage.service, stage.bob.token, {
        method: "subscriptions/listen",
        params: { notifications },
      });
      expect([said.status, said.error?.code]).toEqual([200, -32602]);
    }
    expect(stage.service.streams.count).toBe(0);
  });

  test("beyond the streams of one caller is refused, and finds room again", async () => {
    await using stage = await startStage();
    const { service, bob } = stage;
    const request = {
      method: "subscriptions/listen",
      params: { notifications: {} },
    };
    const open: Stream[] = [];
    for (let at = 0; at < LIMITS.streamsPerConversationMax; at++) {
      open.push(await listen(service, bob.token, {}));
    }
    const refused = await ask(service, bob.token, request);
    expect(refused.error).toMatchObject({
      code: -32602,
      data: { code: "too_many_streams" },
    });
    service.streams.endAll();
    const again = await listen(service, bob.token, {});
    expect((await again.next())?.params?.notifications).toEqual({});
    await again[Symbol.asyncDispose]();
    for (const stream of open) await stream[Symbol.asyncDispose]();
  });

  test("is of the modern era alone", async () => {
    await using stage = await startStage();
    const response = await stage.service.fetch("/api/mcp", {
      method: "POST",
      token: stage.bob.token,
      json: {
        jsonrpc: "2.0",
        id: 1,
        method: "subscriptions/listen",
        params: { notifications: {} },
      },
    });
    expect(((await response.json()) as Said).error?.code).toBe(-32601);
  });
});

test("a view of the inbox is told of a conversation that is new in it, and only to who may read", async () => {
  await using stage = await startStage();
  const { service, bob } = stage;
  const view = "inbox://views/needs_you";
  const asked = { resourceSubscriptions: [view, "inbox://views/none"] };
  await using stream = await listen(service, bob.token, asked);
  expect((await stream.next())?.params?.notifications).toEqual({
    resourceSubscriptions: [view],
  });
  await stage.write();
  const told = await stream.next();
  expect(told?.method).toBe("notifications/resources/updated");
  expect(told?.params?.uri).toBe(view);
  const blind = await service.addCredential(bob, ["contacts:read"]);
  await using other = await listen(service, blind, asked);
  expect((await other.next())?.params?.notifications).toEqual({});
});
