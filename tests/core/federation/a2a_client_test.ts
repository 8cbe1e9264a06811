import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { TaskState } from "@a2a-js/sdk";
import type { RemoteCaller } from "../../../src/core/agents/remote/calls/a2a_client.ts";
import {
  cancelRemoteTask,
  getRemoteTask,
  sendRemoteMessage,
} from "../../../src/core/agents/remote/calls/a2a_client.ts";
import { chooseInterface } from "../../../src/core/agents/remote/calls/choose_interface.ts";
import { fetchRemoteCard } from "../../../src/core/agents/remote/remote_card.ts";
import { serve, testWorld } from "../agents/hostile_server.ts";
import type { SdkAgent } from "./sdk_agent.ts";
import { startSdkAgent, textPart } from "./sdk_agent.ts";

let agent: SdkAgent;
beforeAll(async () => {
  agent = await startSdkAgent(["JSONRPC", "HTTP+JSON"]);
});
afterAll(() => agent[Symbol.asyncDispose]());

const params = (text: string, more: object = {}) => ({
  message: {
    messageId: crypto.randomUUID(),
    role: "ROLE_USER",
    parts: [{ text }],
    ...more,
  },
  configuration: { returnImmediately: true },
});

async function callerFor(binding: "JSONRPC" | "HTTP+JSON") {
  const { outside } = testWorld();
  const found = await fetchRemoteCard(testWorld(), agent.card);
  const supportedInterfaces = found.card.supportedInterfaces.filter(
    (it) => it.protocolBinding === binding,
  );
  const chosen = chooseInterface({
    ...found,
    card: { ...found.card, supportedInterfaces },
  });
  if (!chosen) throw new Error("The card offers the binding");
  return { outside, agent: chosen };
}

describe.each(["JSONRPC", "HTTP+JSON"] as const)(
  "the SDK's own server over %s",
  (binding) => {
    test("a task is opened, read and continued", async () => {
      const caller = await callerFor(binding);
      agent.does((_asked, say) =>
        say.task(TaskState.TASK_STATE_INPUT_REQUIRED, "Which colour?"),
      );
      const sent = await sendRemoteMessage(caller, params("Paint it."));
      expect(sent).toMatchObject({
        came: "task",
        task: {
          state: "TASK_STATE_INPUT_REQUIRED",
          message: { isAgents: true, parts: [{ text: "Which colour?" }] },
          dropped: 0,
        },
      });
      if (sent.came !== "task") return;
      agent.does((_asked, say) =>
        say.task(TaskState.TASK_STATE_COMPLETED, "Done.", {
          artifacts: [
            {
              artifactId: "a1",
              name: "Painting",
              description: "",
              parts: [
                textPart("A red one."),
                {
                  ...textPart(""),
                  content: { $case: "raw", value: Buffer.from("red") },
                  filename: "red.txt",
                },
              ],
              metadata: undefined,
              extensions: [],
            },
          ],
        }),
      );
      const { id: taskId, contextId } = sent.task;
      const more = { taskId, contextId };
      await sendRemoteMessage(caller, params("Red.", more));
      const read = await getRemoteTask(caller, taskId);
      expect(read).toMatchObject({
        came: "task",
        task: {
          id: taskId,
          state: "TASK_STATE_COMPLETED",
          artifacts: [
            {
              artifactId: "a1",
              name: "Painting",
              parts: [
                { text: "A red one." },
                { raw: "cmVk", filename: "red.txt" },
              ],
            },
          ],
        },
      });
      expect(agent.heard.slice(-2)).toEqual(["Paint it.", "Red."]);
      const late = await sendRemoteMessage(caller, params("Blue.", more));
      expect(late).toMatchObject({ came: "refused", isFinal: true });
    });

    test("an answer may be a message alone", async () => {
      const caller = await callerFor(binding);
      agent.does((_asked, say) => say.message("Hello."));
      const sent = await sendRemoteMessage(caller, params("Hi."));
      expect(sent).toMatchObject({
        came: "message",
        message: { isAgents: true, parts: [{ text: "Hello." }] },
      });
    });

    test("a task is canceled; an unknown one is refused for good", async () => {
      const caller = await callerFor(binding);
      agent.does((_asked, say) => say.task(TaskState.TASK_STATE_WORKING));
      const sent = await sendRemoteMessage(caller, params("Wait."));
      if (sent.came !== "task") throw new Error("It answers with a task");
      const canceled = await cancelRemoteTask(caller, sent.task.id);
      expect(canceled).toMatchObject({
        came: "task",
        task: { state: "TASK_STATE_CANCELED" },
      });
      const unknown = await getRemoteTask(caller, "nothing");
      expect(unknown).toMatchObject({ came: "refused", isFinal: true });
    });
  },
);

describe("an agent that does not keep to it", () => {
  async function cameFrom(
    answer: () => Response,
    binding = "JSONRPC" as const,
  ) {
    await using server = serve(answer);
    const url = `http://agent.example:${server.port}/`;
    const { outside } = testWorld();
    const caller: RemoteCaller = {
      outside,
      agent: { url, binding, tenant: null },
    };
    return await sendRemoteMessage(caller, params("Hi."));
  }
  const rpc = (body: object) => () =>
    Response.json({ jsonrpc: "2.0", id: 1, ...body });

  test("a page, another id, or no task is no answer, and is asked again", async () => {
    const page = () => new Response("<h1>Hello</h1>");
    const answers = [page, rpc({ id: 2, result: {} }), rpc({ result: {} })];
    for (const answer of answers) {
      expect(await cameFrom(answer)).toMatchObject({ came: "refused" });
    }
    expect(await cameFrom(rpc({ result: {} }))).toMatchObject({
      isFinal: false,
    });
  });

  test("an answer beyond the limit is not read", async () => {
    const body = new ReadableStream({
      pull: (it) => it.enqueue(new Uint8Array(1024 * 1024)),
    });
    expect(await cameFrom(() => new Response(body))).toEqual({
      came: "unreachable",
      error: "too_large",
    });
  });

  test("a redirect is not followed", async () => {
    const to = () => Response.redirect("http://localhost:1/", 307);
    expect(await cameFrom(to)).toMatchObject({ came: "refused", code: 307 });
  });

  test("a server that asks to wait says for how long", async () => {
    const busy = () =>
      new Response("", { status: 503, headers: { "retry-after": "60" } });
    expect(await cameFrom(busy)).toMatchObject({
      came: "refused",
      isFinal: false,
      retryAfter: "60",
    });
  });

  test("parts of a wrong form are left out and counted, never cut", async () => {
    const long = "x".repeat(100_001);
    const parts = [
      { text: "Fine.\u202e" },
      { text: long },
      { url: "javascript:alert(1)" },
      { data: { deep: [1] } },
      {},
    ];
    const task = {
      id: "t1",
      status: { state: 1 },
      history: [{ message_id: "m1", role: 2, parts }, { role: "ROLE_AGENT" }],
    };
    expect(await cameFrom(rpc({ result: { task } }))).toMatchObject({
      came: "task",
      task: {
        state: "TASK_STATE_SUBMITTED",
        history: [
          {
            messageId: "m1",
            isAgents: true,
            parts: [{ text: "Fine. " }, { data: { deep: [1] } }],
          },
        ],
        dropped: 4,
      },
    });
  });
});

describe("the interface of a card", () => {
  const card = (url: string, more: object = {}) => ({
    url: "https://a.example/card.json",
    signature: "absent" as const,
    card: {
      supportedInterfaces: [
        { url, protocolBinding: "GRPC", protocolVersion: "1.0" },
        { url, protocolBinding: "JSONRPC", protocolVersion: "0.3" },
        { url, protocolBinding: "HTTP+JSON", protocolVersion: "1.0.1" },
      ],
    },
    ...more,
  });
  test("the first that is spoken here, on the card's own origin", () => {
    const own = card("https://a.example/a2a/v1") as never;
    expect(chooseInterface(own)).toEqual({
      url: "https://a.example/a2a/v1",
      binding: "HTTP+JSON",
      tenant: null,
    });
    expect(chooseInterface(card("https://b.example/a2a") as never)).toBe(
      undefined,
    );
  });
  test("on another origin if the card's own service signed it", () => {
    const signed = card("https://b.example/", { signature: "valid" }) as never;
    expect(chooseInterface(signed)?.url).toBe("https://b.example/");
  });
});
