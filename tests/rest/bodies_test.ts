import { describe, expect, test } from "bun:test";
import { connect } from "node:net";
import { LIMITS } from "../../src/core/base/limits.ts";
import type { TestRequest, TestService } from "../harness.ts";
import { json } from "../harness.ts";
import { shared } from "../shared.ts";
import { startPair } from "./pair.ts";

const thePair = shared(startPair);

/** A POST that makes a draft, with a body of the test's own. */
async function postDraft(
  service: TestService,
  token: string,
  request: TestRequest,
) {
  const response = await service.fetch("/v1/conversations", {
    method: "POST",
    token,
    ...request,
    headers: { "content-type": "application/json", ...request.headers },
  });
  return { response, body: await json(response) };
}

async function drafts(service: TestService, token: string): Promise<number> {
  const response = await service.fetch("/v1/conversations?view=drafts", {
    token,
  });
  return (await json(response)).conversations.length;
}

const deep = (levels: number) => "[".repeat(levels) + "]".repeat(levels);

describe("a body", () => {
  test.each([
    ["no JSON", "{", 400, "invalid_json"],
    ["two documents", "{}{}", 400, "invalid_json"],
    ["a comment", "{/**/}", 400, "invalid_json"],
    ["a trailing comma", '{"title":"x",}', 400, "invalid_json"],
    ["NaN", '{"price":NaN}', 400, "invalid_json"],
    ["a form", "title=x", 400, "invalid_json"],
    ["an array", "[]", 400, "invalid_input"],
    ["null", "null", 400, "invalid_input"],
    ["a text", '"x"', 400, "invalid_input"],
    ["a number", "5", 400, "invalid_input"],
    ["a NUL in a text", '{"title":"a\\u0000b"}', 400, "invalid_input"],
    ["half a surrogate pair", '{"title":"\\ud800"}', 400, "invalid_input"],
    ["half a pair as a name", '{"\\udfff":1}', 400, "invalid_input"],
    ["33 levels", `{"title":${deep(33)}}`, 400, "invalid_json"],
    ["100,000 levels", `{"title":${deep(100_000)}}`, 400, "invalid_json"],
    ["a list as title", '{"title":["x"]}', 400, "invalid_input"],
    ["an object as to", '{"to":{"length":1}}', 400, "invalid_input"],
    ["a number beyond all bounds", '{"price":1e400}', 400, "invalid_price"],
  ])("that holds %s is refused", async (_what, text, status, code) => {
    const pair = thePair();
    const { service, alice } = pair;
    const before = await drafts(service, alice.token);
    const { response, body } = await postDraft(service, alice.token, {
      body: text,
    });
    expect([response.status, body.code]).toEqual([status, code]);
    expect(await drafts(service, alice.token)).toBe(before);
    expect(service.logged).toEqual([]);
  });

  test("that is not UTF-8 is refused", async () => {
    const pair = thePair();
    const { service, alice } = pair;
    const { response, body } = await postDraft(service, alice.token, {
      body: new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
    });
    expect(response.status).toBe(400);
    expect(body.code).toBe("invalid_json");
  });

  test.each(['{"__proto__":{"submit":true}}', '{"constructor":1}'])(
    "that reaches for a prototype is refused: %s",
    async (text) => {
      const pair = thePair();
      const { service, alice } = pair;
      const { response, body } = await postDraft(service, alice.token, {
        body: text,
      });
      expect([response.status, body.code]).toEqual([400, "unknown_field"]);
      expect(Object.prototype).not.toHaveProperty("submit");
    },
  );

  test("with 19,000 unknown fields is told of ten", async () => {
    const pair = thePair();
    const { service, alice } = pair;
    const fields: Record<string, number> = {};
    for (let i = 0; i < 19_000; i++) fields[`field${i}`] = i;
    const request = { method: "POST", token: alice.token, json: fields };
    const lenient = await service.fetch("/v1/conversations?strict=0", request);
    expect(lenient.headers.get("svc-warning")).toEndWith("field9, ...");
    const strict = await service.fetch("/v1/conversations", request);
    expect((await json(strict)).errors).toHaveLength(10);
  });

  test.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/jsonp",
    "application/json; charset=latin1",
    "text/json",
  ])("of the type %s is 415", async (type) => {
    const pair = thePair();
    const { service, alice } = pair;
    const { response, body } = await postDraft(service, alice.token, {
      body: "{}",
      headers: { "content-type": type },
    });
    expect([response.status, body.code]).toEqual([
      415,
      "unsupported_media_type",
    ]);
  });

  test.each([
    "application/json",
    "application/json; charset=utf-8",
    'APPLICATION/JSON;charset="UTF-8"',
    "application/merge-patch+json",
  ])("of the type %s is read", async (type) => {
    const pair = thePair();
    const { service, alice } = pair;
    const { response } = await postDraft(service, alice.token, {
      body: "{}",
      headers: { "content-type": type },
    });
    expect(response.status).toBe(201);
  });

  test("with a content coding is 415", async () => {
    const pair = thePair();
    const { service, alice } = pair;
    const { response } = await postDraft(service, alice.token, {
      body: Bun.gzipSync("{}"),
      headers: { "content-encoding": "gzip" },
    });
    expect(response.status).toBe(415);
  });

  test("may be absent where nothing is needed, whatever its type says", async () => {
    const pair = thePair();
    const { service, alice } = pair;
    const made = await postDraft(service, alice.token, { body: "{}" });
    const { conversationId } = made.body as { readonly conversationId: string };
    const response = await service.fetch(
      `/v1/conversations/${conversationId}/submit`,
      {
        ...{ method: "POST", token: alice.token },
        headers: { "content-type": "text/plain" },
      },
    );
    expect(response.status).not.toBe(415);
  });

  test("may be 1 MiB without its files, 8 MiB with them, and not a byte more", async () => {
    const pair = thePair();
    const { service, alice } = pair;
    const sized = (size: number, name: string) =>
      `{"x":{"${name}":"${"y".repeat(size - `{"x":{"${name}":""}}`.length)}"}}`;
    const { requestBytesMax, fileRequestBytesMax } = LIMITS;
    for (const [name, bytesMax] of [
      ["text", requestBytesMax],
      ["raw", fileRequestBytesMax],
    ] as const) {
      const body = sized(bytesMax, name);
      const most = await postDraft(service, alice.token, { body });
      expect(most.body.code).toBe("unknown_field");
      const more = await postDraft(service, alice.token, {
        body: sized(bytesMax + 1, name),
      });
      expect([more.response.status, more.body.code]).toEqual([
        413,
        "payload_too_large",
      ]);
      expect(more.body.bytesMax).toBe(bytesMax);
    }
  });

  test("is bounded more where it can hold no file", async () => {
    const pair = thePair();
    const { service, alice } = pair;
    const response = await service.fetch("/api/addresses/free", {
      method: "POST",
      token: alice.token,
      json: { raw: "y".repeat(LIMITS.requestBytesMax) },
    });
    expect(response.status).toBe(413);
  });

  test("that does not say its size is counted while it comes in", async () => {
    const pair = thePair();
    const { service, alice } = pair;
    const chunk = new Uint8Array(1024 * 1024).fill(0x20);
    let left = 12;
    const { response, body } = await postDraft(service, alice.token, {
      body: new ReadableStream({
        pull(controller) {
          if (left-- > 0) controller.enqueue(chunk);
          else controller.close();
        },
      }),
    });
    expect([response.status, body.code]).toEqual([413, "payload_too_large"]);
    expect((await service.fetch("/healthz")).status).toBe(200);
  });

  test("may come in pieces", async () => {
    const pair = thePair();
    const { service, alice } = pair;
    const { response, body } = await postDraft(service, alice.token, {
      body: new Blob(['{"ti', 'tle":"é', '"}']).stream(),
    });
    expect(response.status).toBe(201);
    expect(body.conversation.title).toBe("é");
  });

  test("is not read for who may not call: 401 comes before it", async () => {
    const { service } = thePair();
    // The body never comes: an answer shows that nobody waited for it.
    const answer = await firstLine(
      service,
      "POST /v1/conversations HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n",
    );
    expect(answer).toBe("HTTP/1.1 401 Unauthorized");
  });

  test("is not read when it says that it is too large", async () => {
    const pair = thePair();
    const { service, alice } = pair;
    const answer = await firstLine(
      service,
      `POST /v1/conversations HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${alice.token}\r\nContent-Type: application/json\r\nContent-Length: 20000000\r\n\r\n`,
    );
    expect(answer).toBe("HTTP/1.1 413 Payload Too Large");
  });
});

/** Sends raw bytes and gives the status line that comes back. */
function firstLine({ port }: TestService, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(text));
    socket.on("data", (data) => {
      socket.destroy();
      resolve(data.toString().split("\r\n")[0] ?? "");
    });
    socket.on("error", reject);
    socket.on("close", () => reject(new Error("closed without an answer")));
  });
}
