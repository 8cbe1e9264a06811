import { afterAll, describe, expect, test } from "bun:test";
import { LIMITS } from "../../src/core/base/limits.ts";
import { startService } from "../harness.ts";
import type { Json } from "./rpc.ts";
import { bearer, infoOf, post, rpc } from "./rpc.ts";

const service = await startService();

const alice = await service.addAccount("alice");

await service.addAccount("bob");

const signedIn = bearer(alice.token);

afterAll(async () => await service[Symbol.asyncDispose]());

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
