import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { LIMITS } from "../../src/core/base/limits.ts";
import type { TestAccount, TestService } from "../harness.ts";
import { startService } from "../harness.ts";

let service: TestService;
let alice: TestAccount;
let bob: TestAccount;

beforeAll(async () => {
  service = await startService();
  alice = await service.addAccount("alice");
  bob = await service.addAccount("bob");
});
afterAll(() => service[Symbol.asyncDispose]());

const rpc = (method: string, params: string) =>
  `{"jsonrpc":"2.0","id":1,"method":"${method}","params":${params}}`;

/** A message with these parts, as each wire says it. */
const WIRES = {
  rest: {
    path: "/v1/conversations",
    body: (parts: string) => `{"parts":${parts}}`,
  },
  mcp: {
    path: "/api/mcp",
    body: (parts: string) =>
      rpc(
        "tools/call",
        `{"name":"svc.create_conversation","arguments":{"to":["bob@inbox.localhost"],"title":"x","parts":${parts}}}`,
      ),
  },
  a2a: {
    path: "/a2a",
    body: (parts: string) =>
      rpc(
        "SendMessage",
        `{"message":{"messageId":"m","role":"ROLE_USER","parts":${parts}},"metadata":{"svc":{"to":["bob@inbox.localhost"]}}}`,
      ),
  },
} as const;

async function post(path: string, body: string) {
  const headers = { "content-type": "application/json" };
  const { token } = alice;
  const request = { method: "POST", token, body, headers };
  const response = await service.fetch(path, request);
  return { status: response.status, text: await response.text() };
}

const list = (item: string, times: number) =>
  `[${Array.from({ length: times }, () => item).join(",")}]`;

/** How often a text says that something is wrong with a part. */
const faultsIn = (text: string) => text.match(/parts(\/|\[)\d+/g) ?? [];

for (const [name, { path, body }] of Object.entries(WIRES)) {
  describe(`over ${name}`, () => {
    test("2.7 million empty objects are refused before one of them is made", async () => {
      const { status, text } = await post(path, body(list("{}", 2_700_000)));
      expect(status).toBe(413);
      expect(text).toContain(`more than ${LIMITS.jsonValuesMax} values`);
      expect(text.length).toBeLessThan(2_000);
    });

    test("a list that is too long is refused before what is in it", async () => {
      const { text } = await post(path, body(list("{}", 9_000)));
      expect(text).toContain(`at most ${LIMITS.partsMax} entries`);
      expect(faultsIn(text)).toEqual([]);
      expect(text.length).toBeLessThan(10_000);
    });

    test("an error names at most 20 faults, however many there are", async () => {
      const { text } = await post(path, body(list('{"url":5,"raw":5}', 50)));
      expect(faultsIn(text).length).toBeGreaterThan(1);
      expect(faultsIn(text).length).toBeLessThanOrEqual(LIMITS.faultsMax);
      expect(text.length).toBeLessThan(10_000);
    });

    test("text of more than 1 MiB is refused, though a file may be larger", async () => {
      const text = list(`{"text":"${"x".repeat(90_000)}"}`, 12);
      expect((await post(path, body(text))).status).toBe(413);
      const raw = Buffer.alloc(LIMITS.requestBytesMax).toString("base64");
      const filed = await post(path, body(`[{"text":"See"},{"raw":"${raw}"}]`));
      expect(filed.status).toBeLessThan(300);
      expect(filed.text).not.toContain("isError");
    });
  });
}

test.each(["/a2a", "/api/mcp"])(
  "a batch at %s is bounded before it is read",
  async (path) => {
    const { status, text } = await post(path, list("{}", 2_700_000));
    expect(status).toBe(413);
    expect(text.length).toBeLessThan(2_000);
    const long = await post(path, list("{}", LIMITS.batchCallsMax + 1));
    expect(long.text).toContain(`at most ${LIMITS.batchCallsMax}`);
  },
);

test("an unknown field of any length is named shortly", async () => {
  const body = `{"to":["${bob.address}"],"parts":[{"${"y".repeat(900_000)}":1}]}`;
  const { text } = await post("/v1/conversations", body);
  expect(text.length).toBeLessThan(2_000);
});

test("a form of a page has a bounded number of fields", async () => {
  const { status } = await service.fetch("/sign-in", {
    method: "POST",
    body: "&a=b".repeat(LIMITS.formFieldsMax),
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      origin: service.baseUrl,
    },
  });
  expect(status).toBe(413);
});
