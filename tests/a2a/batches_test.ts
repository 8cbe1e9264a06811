import { afterAll, describe, expect, test } from "bun:test";
import { LIMITS } from "../../src/core/base/limits.ts";
import { startService } from "../harness.ts";

import type { Json } from "./rpc.ts";
import {
  bearer,
  failure,
  fieldsOf,
  infoOf,
  LIST,
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
