import { afterAll, describe, expect, test } from "bun:test";
import { OPERATOR } from "../../src/core/access/principal.ts";
import { addCredential } from "../../src/core/operations/add_credential.ts";
import { callOperation } from "../../src/core/pipeline/call.ts";
import { startService } from "../harness.ts";

import type { Json } from "./rpc.ts";
import { bearer, failure, infoOf, LIST, message, post, rpc } from "./rpc.ts";

const service = await startService();

const alice = await service.addAccount("alice");

await service.addAccount("bob");

const signedIn = bearer(alice.token);

afterAll(async () => await service[Symbol.asyncDispose]());

describe("identity comes first", () => {
  const rows: [string, Record<string, string>, string][] = [
    ["no token", {}, 'Bearer realm="svc"'],
    ["another scheme", { authorization: "Basic YTpi" }, 'Bearer realm="svc"'],
    [
      "an unknown token",
      bearer("svc_nobody"),
      'Bearer realm="svc", error="invalid_token"',
    ],
  ];
  test.each(rows)(
    "%s is 401 with a challenge and a JSON-RPC error",
    async (_, headers, challenge) => {
      const said = await post(service, "{not json", headers);
      expect(said.status).toBe(401);
      expect(said.headers.get("www-authenticate")).toBe(challenge);
      expect(said.body.jsonrpc).toBe("2.0");
      expect(said.body.id).toBeNull();
      expect(said.body.error.message).toBe("Sign in required.");
      expect(infoOf(said.body.error).metadata.code).toBe("unauthenticated");
    },
  );

  test("an invalid content type is not even looked at without a token", async () => {
    const said = await post(service, "x", { "content-type": "text/plain" });
    expect(said.status).toBe(401);
  });
});

describe("a credential that lacks a scope", () => {
  const readOnly = async () => {
    const caller = {
      principal: OPERATOR,
      via: "cli",
      requestId: "test",
    } as const;
    const input = {
      accountId: alice.accountId,
      name: "reader",
      scopes: ["conversations:read"],
    };
    const { output } = await callOperation(
      service.services,
      addCredential,
      caller,
      input,
    );
    return output.token;
  };

  test("is 403, naming the scope, with a JSON-RPC error", async () => {
    const said = await rpc(
      service,
      await readOnly(),
      "SendMessage",
      message("x"),
    );
    expect(said.status).toBe(403);
    expect(said.headers.get("www-authenticate")).toBe(
      'Bearer realm="svc", error="insufficient_scope", scope="conversations:submit"',
    );
    expect(said.body.id).toBe(1);
    const { metadata } = infoOf(said.body.error);
    expect(metadata.code).toBe("insufficient_scope");
    expect(metadata.scope).toBe("conversations:submit");
  });

  test("still does what it may, and a batch tells each call apart", async () => {
    const batch = [
      { ...LIST, id: 1 },
      { jsonrpc: "2.0", id: 2, method: "SendMessage", params: message("x") },
    ];
    const body = JSON.stringify(batch);
    const said = await post(service, body, bearer(await readOnly()));
    expect(said.status).toBe(200);
    expect(said.body[0].result.tasks).toBeArray();
    expect(infoOf(said.body[1].error).metadata.code).toBe("insufficient_scope");
  });
});

test("a fault of the service is -32603, logged, and shows no internals", async () => {
  await using broken = await startService();
  const { token } = await broken.addAccount("alice");
  const warm = await rpc(broken, token, "ListTasks");
  expect(warm.body.error).toBeUndefined();
  const { db } = broken.services;
  Object.assign(db, { orm: undefined, commit: undefined });
  const said = await rpc(broken, token, "SendMessage", message("x"));
  expect(said.status).toBe(200);
  expect(said.body.error.code).toBe(-32603);
  expect(said.body.error.message).toBe("Internal error");
  expect(JSON.stringify(said.body)).not.toContain("undefined");
  expect(broken.logged.join()).toContain("a2a.internal");
});

describe("the address is served with POST alone", () => {
  test.each(["GET", "PUT", "DELETE", "PATCH", "OPTIONS"])(
    "%s is 405",
    async (method) => {
      for (const path of ["/a2a", "/a2a/"]) {
        const response = await fetch(service.baseUrl + path, { method });
        expect(response.status).toBe(405);
        expect(response.headers.get("allow")).toBe("POST");
        const body: Json = await response.json();
        expect(body.error.code).toBe(-32600);
      }
    },
  );

  test("with a trailing slash it is the same", async () => {
    const said = await post(service, JSON.stringify(LIST), signedIn, "/a2a/");
    expect(said.body.result.tasks).toEqual([]);
  });
});

describe("A2A-Version", () => {
  const accepted = ["1.0", "1.0.1", "1.0.99", "1.7", "1"];
  test.each(accepted)("%p is served as 1.0", async (version) => {
    const headers = { "a2a-version": version };
    const said = await rpc(service, alice.token, "ListTasks", {}, headers);
    expect(said.body.error).toBeUndefined();
    expect(said.headers.get("a2a-version")).toBe("1.0");
  });

  const refused = [
    "",
    "0.3",
    "0.3.0",
    "2.0",
    "99.0",
    "10.0",
    "abc",
    "1.x",
    "1.0.0.0",
    "v1.0",
  ];
  test.each(refused)(
    "%p is refused, naming what is spoken",
    async (version) => {
      const headers = { "a2a-version": version };
      const said = await rpc(service, alice.token, "ListTasks", {}, headers);
      const { error } = said.body;
      expect(error.code).toBe(-32009);
      expect(error.message).toContain("1.0");
      expect(infoOf(error).reason).toBe("VERSION_NOT_SUPPORTED");
      expect(infoOf(error).domain).toBe("a2a-protocol.org");
    },
  );

  test("the query parameter counts when there is no header", async () => {
    const body = JSON.stringify(LIST);
    const old = await post(service, body, signedIn, "/a2a?A2A-Version=0.3");
    expect(old.body.error.code).toBe(-32009);
    const now = await post(service, body, signedIn, "/a2a?A2A-Version=1.0");
    expect(now.body.error).toBeUndefined();
    const headers = { ...signedIn, "a2a-version": "1.0" };
    const both = await post(service, body, headers, "/a2a?A2A-Version=0.3");
    expect(both.body.error).toBeUndefined();
  });
});

test("unknown extensions are tolerated and none is said to be active", async () => {
  const headers = { "a2a-extensions": "https://example.org/x, urn:y" };
  const said = await rpc(service, alice.token, "ListTasks", {}, headers);
  expect(said.body.error).toBeUndefined();
  expect(said.headers.get("a2a-extensions")).toBeNull();
});

describe("methods that are not served", () => {
  const names = [
    "SendStreamingMessage",
    "CreateTaskPushNotificationConfig",
    "GetTaskPushNotificationConfig",
    "ListTaskPushNotificationConfigs",
    "DeleteTaskPushNotificationConfig",
    "message/send",
    "tasks/get",
    "sendMessage",
    "constructor",
    "__proto__",
    "toString",
    " GetTask",
  ];
  test.each(names)("%p is -32601", async (name) => {
    const error = await failure(service, alice.token, name, {});
    expect(error.code).toBe(-32601);
    expect(error.message).toContain(name);
  });

  test("SubscribeToTask says where the events are", async () => {
    const { token } = alice;
    const named = await failure(service, token, "SubscribeToTask", {
      id: "cnv_1",
    });
    expect(named.code).toBe(-32004);
    expect(named.message).toBe(
      `Use GET ${service.baseUrl}/v1/conversations/cnv_1/subscribe`,
    );
    const bare = await failure(service, token, "SubscribeToTask");
    expect(bare.message).toBe(
      `Use GET ${service.baseUrl}/v1/conversations/{id}/subscribe`,
    );
    expect(infoOf(bare).reason).toBe("UNSUPPORTED_OPERATION");
  });
});
