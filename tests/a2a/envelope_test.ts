import { afterAll, describe, expect, test } from "bun:test";
import { OPERATOR } from "../../src/core/access/principal.ts";
import { LIMITS } from "../../src/core/base/limits.ts";
import { addCredential } from "../../src/core/operations/add_credential.ts";
import { callOperation } from "../../src/core/pipeline/call.ts";
import { startService } from "../harness.ts";
import type { Json } from "./rpc.ts";
import {
  bearer,
  failure,
  fieldsOf,
  infoOf,
  message,
  post,
  result,
  rpc,
  svc,
} from "./rpc.ts";

const service = await startService();
const alice = await service.addAccount("alice");
await service.addAccount("bob");
const signedIn = bearer(alice.token);
afterAll(async () => await service[Symbol.asyncDispose]());

const LIST = { jsonrpc: "2.0", id: 1, method: "ListTasks" };

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

describe("the body is checked in the fixed order", () => {
  const rows: [string, string, Record<string, string>, number, Json][] = [
    [
      "text/plain before bad JSON",
      "{not json",
      { "content-type": "text/plain" },
      -32005,
      null,
    ],
    [
      "the media type of another binding",
      "{}",
      { "content-type": "application/a2a+json" },
      -32005,
      null,
    ],
    [
      "a longer name",
      "{}",
      { "content-type": "application/jsonx" },
      -32005,
      null,
    ],
    ["bad JSON", "{not json", {}, -32700, null],
    ["nothing", "", {}, -32700, null],
    ["a number", "1", {}, -32600, null],
    ["null", "null", {}, -32600, null],
    ["a string", '"x"', {}, -32600, null],
    ["no jsonrpc", '{"id":1,"method":"GetTask"}', {}, -32600, 1],
    [
      "another jsonrpc",
      '{"jsonrpc":"1.0","id":"a","method":"GetTask"}',
      {},
      -32600,
      "a",
    ],
    [
      "jsonrpc as a number",
      '{"jsonrpc":2.0,"id":1,"method":"GetTask"}',
      {},
      -32600,
      1,
    ],
    ["no method", '{"jsonrpc":"2.0","id":1}', {}, -32600, 1],
    [
      "method as a number",
      '{"jsonrpc":"2.0","id":1,"method":1}',
      {},
      -32600,
      1,
    ],
    [
      "an object for an id",
      '{"jsonrpc":"2.0","id":{},"method":"GetTask"}',
      {},
      -32600,
      null,
    ],
    [
      "true for an id",
      '{"jsonrpc":"2.0","id":true,"method":"GetTask"}',
      {},
      -32600,
      null,
    ],
    [
      "a fraction for an id",
      '{"jsonrpc":"2.0","id":1.5,"method":"GetTask"}',
      {},
      -32600,
      null,
    ],
    [
      "an id that would not come back as sent",
      '{"jsonrpc":"2.0","id":12345678901234567890,"method":"GetTask"}',
      {},
      -32600,
      null,
    ],
    [
      "a bad envelope before a bad version",
      '{"id":1}',
      { "a2a-version": "9.9" },
      -32600,
      1,
    ],
    [
      "a bad version before an unknown method",
      '{"jsonrpc":"2.0","id":1,"method":"x"}',
      { "a2a-version": "9.9" },
      -32009,
      1,
    ],
    [
      "an unknown method before bad params",
      '{"jsonrpc":"2.0","id":1,"method":"x","params":1}',
      {},
      -32601,
      1,
    ],
    [
      "params as an array",
      '{"jsonrpc":"2.0","id":1,"method":"GetTask","params":["x"]}',
      {},
      -32602,
      1,
    ],
    [
      "params as a string",
      '{"jsonrpc":"2.0","id":1,"method":"GetTask","params":"x"}',
      {},
      -32602,
      1,
    ],
  ];
  test.each(rows)("%s", async (_, body, headers, code, id) => {
    const said = await post(service, body, { ...signedIn, ...headers });
    expect(said.status).toBe(200);
    expect(said.headers.get("content-type")).toBe("application/json");
    expect(said.body.jsonrpc).toBe("2.0");
    expect(said.body.id).toEqual(id);
    expect(said.body.error.code).toBe(code);
  });

  test("bytes that are not UTF-8 are no JSON", async () => {
    const body = new Uint8Array([0x22, 0xff, 0xfe, 0x22]);
    const said = await post(service, body, signedIn);
    expect(said.body.error.code).toBe(-32700);
  });

  test("a body above the limit is 413 with a JSON-RPC body", async () => {
    const body = `"${"x".repeat(LIMITS.requestBytesMax)}"`;
    const said = await post(service, body, signedIn);
    expect(said.status).toBe(413);
    expect(said.body.error.code).toBe(-32600);
    expect(infoOf(said.body.error).metadata.code).toBe("payload_too_large");
  });

  test("a charset parameter and capitals are still application/json", async () => {
    const headers = { "content-type": "Application/JSON; charset=utf-8" };
    const said = await rpc(service, alice.token, "ListTasks", {}, headers);
    expect(said.body.error).toBeUndefined();
  });
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
  const accepted = ["1.0", "1.0.1", "1.0.99", "1.7", "1", ""];
  test.each(accepted)("%p is served as 1.0", async (version) => {
    const headers = { "a2a-version": version };
    const said = await rpc(service, alice.token, "ListTasks", {}, headers);
    expect(said.body.error).toBeUndefined();
    expect(said.headers.get("a2a-version")).toBe("1.0");
  });

  const refused = [
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

describe("ids", () => {
  test.each(["a", "", 0, -1, Number.MAX_SAFE_INTEGER, null, "日本\n"])(
    "%p comes back exactly",
    async (id) => {
      const said = await post(
        service,
        JSON.stringify({ ...LIST, id }),
        signedIn,
      );
      expect(said.body.id).toEqual(id);
      expect(said.body.result).toBeDefined();
    },
  );

  test("a call without an id is done and not answered", async () => {
    const params = {
      ...message("No answer, please"),
      ...svc({ to: "bob@inbox.localhost" }),
    };
    const body = JSON.stringify({
      jsonrpc: "2.0",
      method: "SendMessage",
      params,
    });
    const said = await post(service, body, signedIn);
    expect(said.status).toBe(204);
    expect(said.body).toBeUndefined();
    const { tasks } = await result(service, alice.token, "ListTasks");
    const texts = tasks.map((task: Json) => task.history[0].parts[0].text);
    expect(texts).toContain("No answer, please");
  });

  test("a wrong call without an id is not answered either", async () => {
    const body = JSON.stringify({ jsonrpc: "2.0", method: "GetTask" });
    expect((await post(service, body, signedIn)).status).toBe(204);
  });
});

describe("batches", () => {
  test("are answered in order, notifications left out, bad members one by one", async () => {
    const batch = [
      { ...LIST, id: "a" },
      { jsonrpc: "2.0", method: "ListTasks" },
      7,
      { ...LIST, id: "b", method: "Nothing" },
    ];
    const said = await post(service, JSON.stringify(batch), signedIn);
    expect(said.status).toBe(200);
    expect(said.body.map((it: Json) => [it.id, it.error?.code])).toEqual([
      ["a", undefined],
      [null, -32600],
      ["b", -32601],
    ]);
  });

  test("of one call are answered as an array", async () => {
    const said = await post(service, JSON.stringify([LIST]), signedIn);
    expect(said.body).toHaveLength(1);
  });

  test("of notifications alone are 204", async () => {
    const body = JSON.stringify([{ jsonrpc: "2.0", method: "ListTasks" }]);
    expect((await post(service, body, signedIn)).status).toBe(204);
  });

  test("beyond 4 MiB answer what is left with the error that says so", async () => {
    const text = "y".repeat(LIMITS.textCharsMax);
    const write = async (path: string, json: object) => {
      const options = { method: "POST", token: alice.token, json };
      return await (await service.fetch(path, options)).json();
    };
    const path = "/v1/conversations";
    const to = ["bob@inbox.localhost"];
    const { conversationId: id } = await write(path, {
      to,
      text,
      submit: true,
    });
    for (let index = 0; index < 4; index++) {
      await write(`${path}/${id}/messages`, { text });
    }
    const read = { ...LIST, method: "GetTask", params: { id } };
    const calls = Array.from({ length: LIMITS.batchCallsMax }, () => read);
    const { body } = await post(service, JSON.stringify(calls), signedIn);
    expect(body).toHaveLength(LIMITS.batchCallsMax);
    const over = body.filter((it: Json) => it.error);
    expect(over.length).toBeGreaterThan(0);
    expect(over.length).toBeLessThan(LIMITS.batchCallsMax);
    expect(body.slice(-over.length)).toEqual(over);
    for (const { error } of over) {
      expect(error.message).toContain("over its bound of bytes or time");
    }
    expect(JSON.stringify(body).length).toBeLessThan(
      1.5 * LIMITS.answerBytesMax,
    );
  });

  test("that are empty or too long are one error", async () => {
    const long = Array.from({ length: LIMITS.batchCallsMax + 1 }, () => LIST);
    for (const batch of [[], long]) {
      const said = await post(service, JSON.stringify(batch), signedIn);
      expect(said.body.error.code).toBe(-32600);
      expect(said.body.id).toBeNull();
    }
    const most = await post(service, JSON.stringify(long.slice(1)), signedIn);
    expect(most.body).toHaveLength(LIMITS.batchCallsMax);
  });
});

describe("an error object", () => {
  const wrong: [string, string, unknown][] = [
    ["-32601", "Nothing", {}],
    ["-32602", "GetTask", {}],
    ["-32001", "GetTask", { id: "cnv_none" }],
    ["-32004", "SubscribeToTask", {}],
  ];
  test.each(wrong)(
    "of %s has three members, typed details and string metadata",
    async (code, method, params) => {
      const headers = { "x-request-id": "req-7" };
      const said = await rpc(service, alice.token, method, params, headers);
      const { error } = said.body;
      expect(Object.keys(error).toSorted()).toEqual([
        "code",
        "data",
        "message",
      ]);
      expect(String(error.code)).toBe(code);
      expect(error.message.length).toBeGreaterThanOrEqual(12);
      for (const detail of error.data)
        expect(detail["@type"]).toStartWith("type.googleapis.com/google.rpc.");
      const { metadata } = infoOf(error);
      for (const value of Object.values(metadata)) expect(value).toBeString();
      expect(metadata.requestId).toBe("req-7");
      expect(said.headers.get("x-request-id")).toBe("req-7");
      expect(metadata.code).toBeString();
    },
  );

  test("of invalid params names each wrong field by its path", async () => {
    const error = await failure(service, alice.token, "SendMessage", {
      message: {
        messageId: 5,
        role: "ROLE_NOBODY",
        parts: [{ text: "a" }, { text: "b", url: "https://x.example" }, 3],
      },
      configuration: { historyLength: -1 },
    });
    expect(error.code).toBe(-32602);
    expect(fieldsOf(error).toSorted()).toEqual([
      "configuration.historyLength",
      "message.messageId",
      "message.parts[1]",
      "message.parts[2]",
      "message.role",
    ]);
  });

  test("names the wire's field for what the core refuses", async () => {
    const error = await failure(service, alice.token, "SendMessage", {
      ...message("x", { parts: [{ text: "x" }, { url: "http://x.example" }] }),
    });
    expect(error.code).toBe(-32602);
    expect(fieldsOf(error)).toEqual(["message.parts[1].url"]);
    const priced = await failure(service, alice.token, "SendMessage", {
      ...message("x", svc({ price: "-1" })),
    });
    expect(fieldsOf(priced)).toEqual(["message.metadata.svc.price"]);
    const outer = await failure(service, alice.token, "SendMessage", {
      ...message("x"),
      ...svc({ to: ["nonsense"] }),
    });
    expect(fieldsOf(outer)).toEqual(["metadata.svc.to[0]"]);
  });
});
