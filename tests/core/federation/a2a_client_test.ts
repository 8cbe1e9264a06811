import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { TaskState, taskStateToJSON } from "@a2a-js/sdk";
import {
  cancelRemoteTask,
  getRemoteTask,
  sendRemoteMessage,
} from "../../../src/core/agents/remote/calls/a2a_client.ts";
import { chooseInterface } from "../../../src/core/agents/remote/calls/choose_interface.ts";
import { isEnded } from "../../../src/core/agents/remote/calls/remote_task.ts";
import { fetchRemoteCard } from "../../../src/core/agents/remote/remote_card.ts";
import { testWorld } from "../agents/hostile_server.ts";
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
  const chosen = chooseInterface(outside, {
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

    test.each([
      [TaskState.TASK_STATE_REJECTED, true],
      [TaskState.TASK_STATE_FAILED, true],
      [TaskState.TASK_STATE_AUTH_REQUIRED, false],
    ])(
      "state %d of a task is read, with the words of its status",
      async (state, ends) => {
        const caller = await callerFor(binding);
        agent.does((_asked, say) => say.task(state, "Because."));
        const sent = await sendRemoteMessage(caller, params("Do it."));
        if (sent.came !== "task") throw new Error("It answers with a task");
        const { task } = sent;
        expect<string>(task.state).toBe(taskStateToJSON(state));
        expect(task.message?.parts).toMatchObject([{ text: "Because." }]);
        expect(task.at).toBeNumber();
        expect(isEnded(task.state)).toBe(ends);
      },
    );

    test("addresses, data and metadata of a result arrive as they were", async () => {
      const caller = await callerFor(binding);
      const data = { rows: [1, "two", null] };
      const url = "https://agent.example/painting.pdf";
      agent.does((_asked, say) =>
        say.task(TaskState.TASK_STATE_COMPLETED, undefined, {
          artifacts: [
            {
              artifactId: "a1",
              name: "Both",
              description: "",
              parts: [
                { ...textPart(""), content: { $case: "url", value: url } },
                { ...textPart(""), content: { $case: "data", value: data } },
              ],
              metadata: { svc: { size: 3 } },
              extensions: [],
            },
          ],
        }),
      );
      const sent = await sendRemoteMessage(caller, params("Both."));
      expect(sent).toMatchObject({
        came: "task",
        task: {
          artifacts: [
            { parts: [{ url }, { data }], metadata: { svc: { size: 3 } } },
          ],
          message: null,
          dropped: 0,
        },
      });
    });

    test("an agent that takes its time answers at once, and is asked again", async () => {
      const caller = await callerFor(binding);
      const slow = Promise.withResolvers<void>();
      const done = Promise.withResolvers<void>();
      agent.does(async (_asked, say) => {
        say.task(TaskState.TASK_STATE_WORKING);
        await slow.promise;
        say.task(TaskState.TASK_STATE_COMPLETED, "Late.");
        done.resolve();
      });
      const sent = await sendRemoteMessage(caller, params("Slowly."));
      if (sent.came !== "task") throw new Error("It answers with a task");
      expect(sent.task.state).toBe("TASK_STATE_WORKING");
      slow.resolve();
      await done.promise;
      const read = await getRemoteTask(caller, sent.task.id);
      expect(read).toMatchObject({ task: { state: "TASK_STATE_COMPLETED" } });
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
      expect(unknown).toMatchObject({
        came: "refused",
        code: -32001,
        isFinal: true,
      });
      const again = await cancelRemoteTask(caller, "nothing");
      expect(again).toMatchObject({ code: -32001, isFinal: true });
    });
  },
);

describe("the interface of a card", () => {
  const { outside } = testWorld({ isLoopbackAllowed: false });
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
    expect(chooseInterface(outside, own)).toEqual({
      url: "https://a.example/a2a/v1",
      binding: "HTTP+JSON",
      tenant: null,
    });
    expect(
      chooseInterface(outside, card("https://b.example/a2a") as never),
    ).toBe(undefined);
  });
  test("its version and its address may be called from here", () => {
    const old = { protocolBinding: "JSONRPC", protocolVersion: "10.0" };
    const choose = (url: string, more: object = {}) =>
      chooseInterface(outside, {
        ...card(url),
        signature: "valid",
        card: {
          supportedInterfaces: [
            {
              url,
              protocolBinding: "JSONRPC",
              protocolVersion: "1.0",
              ...more,
            },
          ],
        },
      } as never);
    expect(choose("https://a.example/")).toBeDefined();
    expect(choose("https://a.example/", old)).toBeUndefined();
    expect(choose("https://a:b@a.example/")).toBeUndefined();
    expect(choose("https://10.0.0.1/")).toBeUndefined();
    expect(choose("http://a.example/")).toBeUndefined();
    expect(choose("https://a.example:8443/")).toBeUndefined();
  });
  test("on another origin if the card's own service signed it", () => {
    const signed = card("https://b.example/", { signature: "valid" }) as never;
    expect(chooseInterface(outside, signed)?.url).toBe("https://b.example/");
  });
});
