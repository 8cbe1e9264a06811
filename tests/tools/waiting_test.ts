import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { Type } from "typebox";
import { defineQuery, MEMBER } from "../../src/core/access/operation.ts";
import type { Member } from "../../src/core/access/principal.ts";
import { LIMITS } from "../../src/core/base/limits.ts";
import { Word } from "../../src/core/base/own_words.ts";
import { closed } from "../../src/core/base/schemas.ts";
import type { ToolsEndpoint } from "../../src/tools/protocol/endpoint.ts";
import { createToolsEndpoint } from "../../src/tools/protocol/endpoint.ts";
import { startCore } from "../core/core_harness.ts";

setDefaultTimeout(30_000);

const ALICE: Member = {
  kind: "agent",
  accountId: "acc_alice",
  credentialId: "cred_1",
  scopes: null,
};
const ALICES_OTHER: Member = { ...ALICE, credentialId: "cred_2" };
const BOB: Member = { ...ALICE, accountId: "acc_bob", credentialId: "cred_3" };

const HINTS = { destructive: false, idempotent: true, openWorld: false };

/** A tool that answers when its test lets it, with the name it was given. */
function patientTool() {
  const waiting = new Map<string, (failure?: Error) => void>();
  const operation = defineQuery({
    name: "wait",
    title: "Wait",
    description: "Waits.",
    access: MEMBER,
    input: closed({ who: Type.String() }),
    output: closed({ who: Word("code") }),
    tool: HINTS,
    run: ({ who }) =>
      new Promise((resolve, reject) => {
        waiting.set(who, (failure) =>
          failure ? reject(failure) : resolve({ who }),
        );
        arrived.get(who)?.();
      }),
  });
  const arrived = new Map<string, () => void>();
  return {
    operation,
    /** Resolves once the tool is running. */
    started: (who: string) =>
      new Promise<void>((resolve) => {
        if (waiting.has(who)) resolve();
        else arrived.set(who, resolve);
      }),
    isRunning: (who: string) => waiting.has(who),
    finish: (who: string, failure?: Error) => waiting.get(who)?.(failure),
  };
}

type Patient = ReturnType<typeof patientTool>;

interface Stage extends AsyncDisposable {
  readonly endpoint: ToolsEndpoint;
  readonly tool: Patient;
  readonly logged: readonly string[];
}

async function startStage(): Promise<Stage> {
  const core = await startCore();
  const logged: string[] = [];
  const services = {
    ...core.services,
    log: {
      info: () => {},
      error: (event: string) => void logged.push(event),
    },
  };
  const tool = patientTool();
  const endpoint = createToolsEndpoint(services, [tool.operation]);
  return {
    endpoint,
    tool,
    logged,
    [Symbol.asyncDispose]: () => core[Symbol.asyncDispose](),
  };
}

function post(body: unknown, signal?: AbortSignal): Request {
  return new Request("http://localhost/api/mcp", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  });
}

function waitFor(who: string, id: number | string) {
  const params = { name: "svc.wait", arguments: { who } };
  return { jsonrpc: "2.0", id, method: "tools/call", params };
}

function cancelOf(requestId: number | string) {
  const method = "notifications/cancelled";
  return { jsonrpc: "2.0", method, params: { requestId } };
}

interface Said {
  readonly id: number | string;
  readonly result: {
    readonly isError?: boolean;
    readonly structuredContent: { readonly who: string };
    readonly content: readonly { readonly text: string }[];
  };
}

/** A client is listened to from the turn after that in which it asked. */
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

async function said(response: Promise<Response>): Promise<Said> {
  return (await (await response).json()) as Said;
}

describe("a request that waits", () => {
  test("gets its own answer, though others have the same id and answer first", async () => {
    await using stage = await startStage();
    const { endpoint, tool } = stage;
    const first = said(endpoint(post(waitFor("a", 1)), ALICE, "r1"));
    const second = said(endpoint(post(waitFor("b", 1)), BOB, "r2"));
    const third = said(endpoint(post(waitFor("c", "1")), ALICE, "r3"));
    for (const who of ["a", "b", "c"]) await tool.started(who);
    expect(await endpoint.waiting()).toBe(3);
    for (const who of ["c", "b", "a"]) tool.finish(who);
    const answers = await Promise.all([first, second, third]);
    expect(
      answers.map(({ id, result }) => [id, result.structuredContent.who]),
    ).toEqual([
      [1, "a"],
      [1, "b"],
      ["1", "c"],
    ]);
    expect(await endpoint.waiting()).toBe(0);
  });

  test("is forgotten as soon as its client goes away", async () => {
    await using stage = await startStage();
    const { endpoint, tool } = stage;
    const client = new AbortController();
    const request = post([waitFor("a", 1), waitFor("b", 2)], client.signal);
    const response = endpoint(request, ALICE, "r1");
    await tool.started("a");
    await tool.started("b");
    expect(await endpoint.waiting()).toBe(2);
    await nextTurn();
    client.abort();
    expect(await endpoint.waiting()).toBe(0);
    expect((await response).status).toBe(202);
    for (const who of ["a", "b"]) tool.finish(who);
    const next = said(endpoint(post(waitFor("c", 1)), ALICE, "r2"));
    await tool.started("c");
    tool.finish("c");
    expect((await next).result.structuredContent).toEqual({ who: "c" });
    expect(stage.logged).toEqual([]);
  });

  test("is forgotten when the connection of its client breaks", async () => {
    await using stage = await startStage();
    const { endpoint, tool } = stage;
    const gone = Promise.withResolvers<void>();
    await using server = Bun.serve({
      port: 0,
      fetch(request) {
        request.signal.addEventListener("abort", () => gone.resolve());
        return endpoint(request, ALICE, "r1");
      },
    });
    const client = new AbortController();
    const response = fetch(server.url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(waitFor("a", 1)),
      signal: client.signal,
    });
    await tool.started("a");
    expect(await endpoint.waiting()).toBe(1);
    client.abort();
    expect(await response.catch(({ name }) => name)).toBe("AbortError");
    await gone.promise;
    expect(await endpoint.waiting()).toBe(0);
    tool.finish("a");
  });

  test("is not begun when its client has gone already", async () => {
    await using stage = await startStage();
    const { endpoint, tool } = stage;
    const client = new AbortController();
    const request = post(waitFor("a", 1), client.signal);
    const response = endpoint(request, ALICE, "r1");
    client.abort();
    await response;
    expect(tool.isRunning("a")).toBe(false);
    expect(await endpoint.waiting()).toBe(0);
  });

  test("ends without an answer when its own caller cancels it", async () => {
    await using stage = await startStage();
    const { endpoint, tool } = stage;
    const response = endpoint(post(waitFor("a", "x")), ALICE, "r1");
    await tool.started("a");
    const cancelled = await endpoint(post(cancelOf("x")), ALICE, "r2");
    expect(cancelled.status).toBe(202);
    expect((await response).status).toBe(202);
    expect(await endpoint.waiting()).toBe(0);
    tool.finish("a");
  });

  const others: [string, Member, number | string][] = [
    ["somebody else", BOB, 7],
    ["another credential of the same account", ALICES_OTHER, 7],
    ["its caller, with an id of the other kind", ALICE, "7"],
    ["its caller, with the id that we gave it", ALICE, 1],
  ];
  test.each(others)("is not reached by a cancel of %s", async (_, who, id) => {
    await using stage = await startStage();
    const { endpoint, tool } = stage;
    const answer = said(endpoint(post(waitFor("a", 7)), ALICE, "r1"));
    await tool.started("a");
    await endpoint(post(cancelOf(id)), who, "r2");
    expect(await endpoint.waiting()).toBe(1);
    tool.finish("a");
    expect((await answer).result.structuredContent).toEqual({ who: "a" });
  });

  test("finds no room once too many wait, and finds it again", async () => {
    await using stage = await startStage();
    const { endpoint, tool } = stage;
    const waiting: Promise<Response>[] = [];
    const { batchCallsMax, toolCallsWaitingMax } = LIMITS;
    for (let n = 0; n < toolCallsWaitingMax; n += batchCallsMax) {
      const batch = Array.from({ length: batchCallsMax }, (_, id) =>
        waitFor(`${n + id}`, id),
      );
      waiting.push(endpoint(post(batch), ALICE, "r"));
    }
    await tool.started(`${toolCallsWaitingMax - 1}`);
    expect(await endpoint.waiting()).toBe(toolCallsWaitingMax);
    const refused = await endpoint(post(waitFor("late", 1)), BOB, "r");
    expect(refused.status).toBe(503);
    expect(refused.headers.get("retry-after")).toBe("1");
    for (let n = 0; n < toolCallsWaitingMax; n++) tool.finish(`${n}`);
    await Promise.all(waiting);
    const taken = said(endpoint(post(waitFor("late", 1)), BOB, "r"));
    await tool.started("late");
    tool.finish("late");
    expect((await taken).result.structuredContent).toEqual({ who: "late" });
  });

  test("that fails for no reason of the caller's is logged, and shown without its inside", async () => {
    await using stage = await startStage();
    const { endpoint, tool } = stage;
    const answer = said(endpoint(post(waitFor("a", 1)), ALICE, "r1"));
    await tool.started("a");
    tool.finish("a", new Error("the secret path /var/lib"));
    const { result } = await answer;
    expect(result.isError).toBe(true);
    expect(JSON.stringify(result)).not.toContain("secret");
    expect(JSON.parse(result.content[0]?.text ?? "")).toMatchObject({
      code: "internal",
      requestId: expect.stringContaining("r1"),
    });
    expect(stage.logged).toEqual(["mcp.internal"]);
  });
});
