import { afterAll, describe, expect, test } from "bun:test";
import { connect } from "node:net";
import { startService } from "../harness.ts";
import type { Json } from "./rpc.ts";
import {
  bearer,
  failure,
  fieldsOf,
  message,
  post,
  result,
  rpc,
  svc,
} from "./rpc.ts";

const service = await startService();
const alice = await service.addAccount("alice");
const bob = await service.addAccount("bob");
const signedIn = bearer(alice.token);
afterAll(async () => await service[Symbol.asyncDispose]());

/** The process serves on, and nothing was written. */
async function expectUnharmed(): Promise<void> {
  const { totalSize } = await result(service, alice.token, "ListTasks");
  expect(totalSize).toBe(0);
}

const DEEP = 200_000;

describe("a hostile body gets a clear error and leaves nothing behind", () => {
  const send = (params: string) =>
    `{"jsonrpc":"2.0","id":1,"method":"SendMessage","params":${params}}`;
  const withPart = (part: string) =>
    send(`{"message":{"messageId":"h","role":"ROLE_USER","parts":[${part}]}}`);
  const rows: [string, string, number][] = [
    ["arrays nested deeply", "[".repeat(DEEP) + "]".repeat(DEEP), -32700],
    [
      "objects nested deeply",
      `${'{"a":'.repeat(DEEP)}1${"}".repeat(DEEP)}`,
      -32700,
    ],
    [
      "data nested deeper than the limit",
      withPart(`{"data":${"[".repeat(40)}${"]".repeat(40)}}`),
      -32700,
    ],
    ["half a surrogate pair", withPart('{"text":"\\ud800"}'), -32602],
    [
      "half a surrogate pair as a key",
      withPart('{"data":{"\\udfff":1}}'),
      -32602,
    ],
    ["a NUL", withPart('{"text":"a\\u0000b"}'), -32602],
    ["two documents", "{} {}", -32700],
    ["a comment", "/* x */ {}", -32700],
    ["NaN", withPart('{"data":NaN}'), -32700],
    ["a prototype for params", send('{"__proto__":{"message":{}}}'), -32602],
    [
      "a prototype for a message",
      send(
        '{"message":{"__proto__":{"messageId":"h"},"role":1,"parts":[{"text":"x"}]}}',
      ),
      -32602,
    ],
    [
      "a constructor for a part",
      withPart('{"constructor":{"text":"x"}}'),
      -32602,
    ],
    [
      "a length instead of an array",
      send(
        '{"message":{"messageId":"h","role":1,"parts":{"length":1,"0":{"text":"x"}}}}',
      ),
      -32602,
    ],
    [
      "too many parts",
      withPart(Array(51).fill('{"text":"x"}').join(",")),
      -32602,
    ],
    ["too long a text", withPart(`{"text":"${"x".repeat(100_001)}"}`), -32602],
    [
      "too long a file name",
      withPart(`{"raw":"aGk=","filename":"${"x".repeat(300)}"}`),
      -32602,
    ],
    ["a javascript URL", withPart('{"url":"javascript:alert(1)"}'), -32602],
    ["a file URL", withPart('{"url":"file:///etc/passwd"}'), -32602],
    ["an empty text", withPart('{"text":"  "}'), -32602],
    ["an array of nulls for params", send("[null]"), -32602],
  ];
  test.each(rows)("%s", async (_, body, code) => {
    const said = await post(service, body, signedIn);
    expect(said.status).toBe(200);
    expect(said.body.error.code).toBe(code);
    expect(said.body.error.message.length).toBeLessThan(500);
    await expectUnharmed();
  });

  test("a text that is none names its field and keeps the id of the call", async () => {
    const { body } = await post(
      service,
      withPart('{"text":"a\\u0000b"}'),
      signedIn,
    );
    expect(body.id).toBe(1);
    expect(fieldsOf(body.error)).toEqual(["message.parts[0].text"]);
    expect(body.error.message).toContain("contains a NUL");
  });

  test("more recipients than allowed", async () => {
    const to = Array.from(
      { length: 51 },
      (_, index) => `x${index}@example.org`,
    );
    const params = { ...message("x"), ...svc({ to }) };
    const error = await failure(service, alice.token, "SendMessage", params);
    expect(error.code).toBe(-32602);
    await expectUnharmed();
  });

  const prices: [unknown][] = [
    [-1],
    ["1e3"],
    ["0.0000001"],
    ["NaN"],
    [{}],
    [[]],
    [true],
    ["9".repeat(30)],
  ];
  test.each(prices)("the price %p", async (price) => {
    const params = { ...message("x"), ...svc({ to: bob.address, price }) };
    const error = await failure(service, alice.token, "SendMessage", params);
    expect(error.code).toBe(-32602);
    await expectUnharmed();
  });

  test("an address that is not the caller's own", async () => {
    const params = {
      ...message("x"),
      ...svc({ to: bob.address, fromAddress: bob.address }),
    };
    const error = await failure(service, alice.token, "SendMessage", params);
    expect(error.code).toBe(-32004);
    await expectUnharmed();
  });
});

test("a hostile value is not repeated in full", async () => {
  const name = "x".repeat(1_000_000);
  const error = await failure(service, alice.token, name, {});
  expect(error.message.length).toBeLessThan(200);
  const headers = { "a2a-version": "y".repeat(1_000) };
  const said = await rpc(service, alice.token, "ListTasks", {}, headers);
  expect(said.body.error.message.length).toBeLessThan(200);
});

test("a hostile request id is replaced", async () => {
  const headers = { "x-request-id": "a b<script>" };
  const said = await rpc(service, alice.token, "ListTasks", {}, headers);
  expect(said.headers.get("x-request-id")).toMatch(/^[\w-]+$/);
});

test("a body without an end is refused at the limit, not collected", async () => {
  const { hostname, port } = new URL(service.baseUrl);
  const head = `POST /a2a HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAuthorization: Bearer ${alice.token}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;
  const chunk = Buffer.alloc(1024 * 1024, "x");
  const said = await new Promise<string>((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => {
      socket.write(head);
      pour();
    });
    let ended = false;
    let text = "";
    const pour = () => {
      while (!ended) {
        socket.write("100000\r\n");
        socket.write(chunk);
        if (!socket.write("\r\n")) break;
      }
    };
    socket.on("drain", pour);
    socket.on("data", (data) => {
      ended = true;
      text += data.toString();
      if (text.includes('"jsonrpc"')) {
        socket.destroy();
        resolve(text);
      }
    });
    socket.on("close", () => {
      ended = true;
      resolve(text);
    });
    socket.on("error", (error) =>
      text === "" ? reject(error) : resolve(text),
    );
  });
  expect(said).toStartWith("HTTP/1.1 413");
  expect(said).toContain('"code":-32600');
  await expectUnharmed();
});

test("random JSON never gives a server error", async () => {
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed % below;
  };
  const names = [
    "message",
    "messageId",
    "role",
    "parts",
    "text",
    "raw",
    "data",
    "id",
    "taskId",
    "metadata",
    "svc",
    "to",
    "price",
    "configuration",
    "pageSize",
    "status",
    "tenant",
    "contextId",
    "__proto__",
  ];
  const leaves: Json[] = [
    null,
    true,
    0,
    -1,
    1e308,
    "",
    "x",
    "ROLE_USER",
    [],
    {},
    "TASK_STATE_WORKING",
  ];
  const value = (depth: number): Json => {
    if (depth === 0 || random(3) === 0) return leaves[random(leaves.length)];
    if (random(4) === 0)
      return Array.from({ length: random(3) }, () => value(depth - 1));
    const entries = Array.from({ length: random(5) }, () => [
      names[random(names.length)],
      value(depth - 1),
    ]);
    return Object.fromEntries(entries);
  };
  const methods = [
    "SendMessage",
    "GetTask",
    "ListTasks",
    "CancelTask",
    "GetExtendedAgentCard",
    "SubscribeToTask",
  ];
  for (let round = 0; round < 500; round++) {
    const params = value(5);
    const method = methods[random(methods.length)] ?? "";
    const { status, body } = await rpc(service, alice.token, method, params);
    expect(status).toBe(200);
    expect([params, body.error?.code]).not.toEqual([params, -32603]);
  }
});
