import { describe, expect, test } from "bun:test";
import { gzipSync } from "node:zlib";
import type { RemoteCaller } from "../../../src/core/agents/remote/calls/a2a_client.ts";
import {
  cancelRemoteTask,
  getRemoteTask,
  sendRemoteMessage,
} from "../../../src/core/agents/remote/calls/a2a_client.ts";
import { LIMITS } from "../../../src/core/base/limits.ts";
import {
  serve,
  serveRaw,
  testWorld,
  writeForever,
} from "../agents/hostile_server.ts";

type Binding = "JSONRPC" | "HTTP+JSON";

const PARAMS = {
  message: { messageId: "m1", role: "ROLE_USER", parts: [{ text: "Hi." }] },
};

function callerAt(
  port: number,
  binding: Binding = "JSONRPC",
  more: Partial<RemoteCaller> = {},
): RemoteCaller {
  const url = `http://agent.example:${port}/`;
  const agent = { url, binding, tenant: null };
  return { outside: testWorld().outside, agent, ...more };
}

/** The outcome of a message to a server that always answers so. */
async function cameFrom(
  answer: (request: Request) => Response | Promise<Response>,
  binding?: Binding,
) {
  await using server = serve(answer);
  return await sendRemoteMessage(callerAt(server.port, binding), PARAMS);
}

const rpc = (body: object, init?: ResponseInit) => () =>
  Response.json({ jsonrpc: "2.0", id: 1, ...body }, init);
const task = (id: string, more: object = {}) => ({
  ...{ id, status: { state: "TASK_STATE_WORKING" }, ...more },
});
const INVALID = { came: "refused", code: -32006, isFinal: false };

describe("an agent that does not keep to it", () => {
  const json = { "content-type": "application/json" };
  const given = { jsonrpc: "2.0", id: 1, result: { task: task("t1") } };
  test.each([
    ["a page", () => new Response("<h1>Hello</h1>")],
    ["another id", rpc({ id: 2, result: { task: task("t1") } })],
    ["no task", rpc({ result: {} })],
    ["a task without an id", rpc({ result: { task: task("") } })],
    ["a path for an id", rpc({ result: { task: task("..") } })],
    ["another type", () => new Response(JSON.stringify(given))],
    ["no body", () => new Response(null, { status: 204 })],
    ["an error without a code", rpc({ error: { message: "No." } })],
    [
      "deep JSON",
      () => new Response(`${"[".repeat(5_000)}`, { headers: json }),
    ],
    [
      "bytes that are no text",
      () => new Response(new Uint8Array([0x22, 0xff, 0x22]), { headers: json }),
    ],
    [
      "compressed JSON",
      () =>
        new Response(gzipSync(JSON.stringify(given)), {
          headers: { ...json, "content-encoding": "gzip" },
        }),
    ],
  ] as const)("%s is no answer, and is asked again", async (_name, answer) => {
    expect(await cameFrom(answer)).toMatchObject(INVALID);
  });

  const TOO_LARGE = { came: "unreachable", error: "too_large" } as const;
  const endless = () =>
    new ReadableStream({
      pull: (it) => it.enqueue(new Uint8Array(1024 * 1024)),
    });

  test("an endless answer is left at the limit, and is not cut to fit", async () => {
    expect(await cameFrom(() => new Response(endless()))).toEqual(TOO_LARGE);
    await using raw = await serveRaw((socket) => {
      socket.write("HTTP/1.1 200 OK\r\ncontent-length: 100000000\r\n\r\n");
      writeForever(socket, " ".repeat(65_536));
    });
    expect(await sendRemoteMessage(callerAt(raw.port), PARAMS)).toEqual(
      TOO_LARGE,
    );
    await raw.left;
  });

  test("a million values are not parsed", async () => {
    const body = `[${"0,".repeat(500_000)}0]`;
    const many = () => new Response(body, { headers: json });
    expect(await cameFrom(many)).toEqual(TOO_LARGE);
  });

  test("a task that is too large is asked for with fewer messages", async () => {
    const asked: unknown[] = [];
    await using server = serve(async (request) => {
      const { params } = await request.json();
      asked.push(params.historyLength);
      return asked.length === 1
        ? new Response(endless())
        : rpc({ result: task("t1") })();
    });
    const read = await getRemoteTask(callerAt(server.port), "t1");
    expect(read).toMatchObject({ came: "task", task: { id: "t1" } });
    expect(asked).toEqual([LIMITS.remoteMessagesMax, LIMITS.remoteMessagesFew]);
  });

  test("a redirect is not followed, not even to this machine", async () => {
    await using inner = serve(rpc({ result: { task: task("t1") } }));
    const to = () =>
      Response.redirect(`http://localhost:${inner.port}/secret`, 307);
    expect(await cameFrom(to)).toMatchObject({
      came: "refused",
      code: 307,
      isFinal: true,
    });
    expect(inner.paths).toEqual([]);
  });

  test.each(["JSONRPC", "HTTP+JSON"] as const)(
    "over %s another task than the one that was asked for is no answer",
    async (binding) => {
      const other = task("t2");
      const answer = binding === "JSONRPC" ? rpc({ result: other }) : undefined;
      await using server = serve(answer ?? (() => Response.json(other)));
      const caller = callerAt(server.port, binding);
      expect(await getRemoteTask(caller, "t1")).toMatchObject(INVALID);
      expect(await cancelRemoteTask(caller, "t1")).toMatchObject(INVALID);
      expect(await getRemoteTask(caller, "t2")).toMatchObject({ came: "task" });
    },
  );

  test("a silent one is left when the time runs out", async () => {
    await using raw = await serveRaw(() => {});
    const world = testWorld();
    const { outside } = world;
    const sent = sendRemoteMessage(
      callerAt(raw.port, "JSONRPC", { outside }),
      PARAMS,
    );
    await raw.asked;
    world.runOut();
    expect(await sent).toEqual({ came: "unreachable", error: "timeout" });
  });

  test("a name that leads inside looks like one that leads nowhere", async () => {
    const closed = (lookup: () => Promise<readonly string[]>) =>
      testWorld({ isLoopbackAllowed: false, lookup }).outside;
    const agent = {
      url: "https://agent.example/",
      binding: "JSONRPC",
      tenant: null,
    } as const;
    const inner = closed(async () => ["10.0.0.7"]);
    const none = closed(() => Promise.reject(new Error("ENOTFOUND")));
    const silent = { came: "unreachable", error: "unreachable" } as const;
    for (const outside of [inner, none]) {
      const came = await sendRemoteMessage({ outside, agent }, PARAMS);
      expect(came).toEqual(silent);
    }
    const url = "https://10.0.0.7/";
    expect(
      await sendRemoteMessage(
        { outside: inner, agent: { ...agent, url } },
        PARAMS,
      ),
    ).toMatchObject({ came: "refused", code: 0, isFinal: true });
  });
});

test("a task that is answered as created is one", async () => {
  const created = () => Response.json({ task: task("t1") }, { status: 201 });
  const came = await cameFrom(created, "HTTP+JSON");
  expect(came).toMatchObject({ came: "task", task: { id: "t1" } });
});

describe("an agent that refuses", () => {
  const refusal = (status: number, error: object, headers = {}) =>
    Response.json({ jsonrpc: "2.0", id: 1, error }, { status, headers });
  const info = (reason: string) => ({
    details: [{ "@type": "x" }, { "@type": "google.rpc.ErrorInfo", reason }],
  });

  test.each([
    ["JSONRPC", 401, { code: -32603, message: "Sign in." }, 401, true],
    ["HTTP+JSON", 403, { code: 403 }, 403, true],
    ["JSONRPC", 200, { code: -32001 }, -32001, true],
    ["JSONRPC", 200, { code: -32603 }, -32603, false],
    ["JSONRPC", 200, { code: -32602 }, -32602, true],
    ["JSONRPC", 503, { code: -32602 }, -32602, false],
    ["HTTP+JSON", 404, info("TASK_NOT_FOUND"), -32001, true],
    ["HTTP+JSON", 400, info("TASK_NOT_CANCELABLE"), -32002, true],
    ["HTTP+JSON", 404, {}, 404, true],
    ["HTTP+JSON", 500, { details: "none" }, 500, false],
    ["HTTP+JSON", 429, {}, 429, false],
    ["HTTP+JSON", 522, {}, 522, false],
    ["HTTP+JSON", 501, {}, 501, true],
  ] as const)(
    "over %s with %d and %j: %d, for good: %p",
    async (binding, status, error, code, isFinal) => {
      const came = await cameFrom(() => refusal(status, error), binding);
      expect(came).toMatchObject({ came: "refused", code, isFinal });
    },
  );

  test("its words are one clean line, and it says for how long to wait", async () => {
    const message = `No.\u202e\n${"x".repeat(1_000)}\ud800`;
    const headers = { "retry-after": "60" };
    const came = await cameFrom(() =>
      refusal(429, { code: 1, message }, headers),
    );
    if (came.came !== "refused") throw new Error("It refuses");
    expect(came.detail).toStartWith("No. xxx");
    expect(came.detail.length).toBe(LIMITS.remoteDetailCharsMax);
    expect(came.retryAfter).toBe("60");
  });
});

describe("a request", () => {
  test("is signed as it leaves, and names its extensions, version and tenant", async () => {
    const heard: { url: string; body: string; headers: Headers }[] = [];
    await using server = serve(async (request) => {
      const { url, headers } = request;
      heard.push({ url, headers, body: await request.text() });
      return Response.json({ task: task("t1") });
    });
    const { agent } = callerAt(server.port, "HTTP+JSON");
    const signed: unknown[] = [];
    const caller = callerAt(server.port, "HTTP+JSON", {
      agent: { ...agent, url: `${agent.url}A B/?key=1`, tenant: "a/b" },
      extensions: ["urn:one", "urn:two"],
      sign: (it) => {
        signed.push(it);
        return { signature: "sig1=:AA==:" };
      },
    });
    expect(await sendRemoteMessage(caller, PARAMS)).toMatchObject({
      came: "task",
    });
    await getRemoteTask(caller, "t/1", 5);
    const at = `http://agent.example:${server.port}/A%20B/a%2Fb`;
    expect(heard.map(({ url }) => url)).toEqual([
      `${at}/message:send?key=1`,
      `${at}/tasks/t%2F1?key=1&historyLength=5`,
    ]);
    const contentType = "application/a2a+json";
    const body = JSON.stringify(PARAMS);
    expect(heard[0]?.body).toBe(body);
    expect(signed).toEqual([
      { method: "POST", url: heard[0]?.url, contentType, body },
      { method: "GET", url: heard[1]?.url, body: "" },
    ]);
    const { headers } = heard[0] ?? { headers: new Headers() };
    expect(headers.get("a2a-version")).toBe("1.0");
    expect(headers.get("a2a-extensions")).toBe("urn:one, urn:two");
    expect(headers.get("signature")).toBe("sig1=:AA==:");
    expect(headers.get("content-type")).toBe(contentType);
  });
});
