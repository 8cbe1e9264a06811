import { describe, expect, test } from "bun:test";
import {
  readRemoteTask,
  readStreamResponse,
} from "../../../src/core/agents/remote/calls/remote_task.ts";
import { LIMITS } from "../../../src/core/base/limits.ts";

const taskWith = (more: object) =>
  readRemoteTask({ id: "t1", status: { state: 2 }, ...more });
const partsOf = (parts: readonly unknown[]) =>
  taskWith({ history: [{ messageId: "m1", role: 2, parts }] });

describe("a task of another service", () => {
  test("ProtoJSON's other forms are read: first names, numbers, null", () => {
    expect(
      readRemoteTask({
        id: "t1",
        context_id: "c1",
        status: {
          state: 6,
          timestamp: "2026-11-28T08:00:00.5Z",
          message: { message_id: "m1", task_id: "t1", role: 2, parts: null },
        },
        artifacts: [
          {
            artifact_id: "a1",
            parts: [{ raw: "-_8", media_type: "A/B; c=d" }],
          },
        ],
        history: null,
        metadata: null,
        timeline: [{}],
      }),
    ).toEqual({
      id: "t1",
      contextId: "c1",
      state: "TASK_STATE_INPUT_REQUIRED",
      at: Date.UTC(2026, 10, 28, 8, 0, 0, 500),
      message: {
        messageId: "m1",
        taskId: "t1",
        isAgents: true,
        parts: [],
        metadata: {},
      },
      artifacts: [
        {
          artifactId: "a1",
          name: "",
          parts: [{ raw: "+/8=", mediaType: "a/b" }],
          metadata: {},
        },
      ],
      history: [],
      metadata: {},
      dropped: 0,
    });
  });

  test.each([
    { id: "" },
    { id: "x".repeat(LIMITS.remoteIdCharsMax + 1) },
    { id: "t 1" },
    { id: "." },
    { id: 7 },
    { status: null },
    { status: { state: "completed" } },
    { status: { state: 9 } },
    { status: { state: -1 } },
  ])("%j is none", (more) => {
    expect(taskWith(more)).toBeUndefined();
  });

  test.each([
    {},
    "text",
    { text: "x".repeat(LIMITS.textCharsMax + 1) },
    { text: 1 },
    { text: "a", url: "https://a.example/" },
    { url: "javascript:alert(1)" },
    { url: "https://a.example/\u0000" },
    { url: `https://a.example/${"x".repeat(LIMITS.uriCharsMax)}` },
    { raw: "%%%" },
    { data: "\u0000" },
    { data: { "\ud800": 1 } },
    { data: "x".repeat(LIMITS.textCharsMax) },
    { data: null },
  ])("a part of a wrong form is left out and counted, never cut", (part) => {
    const task = partsOf([{ text: "One." }, part, { text: "Two." }]);
    expect(task?.history[0]?.parts).toEqual([
      { text: "One." },
      { text: "Two." },
    ]);
    expect(task?.dropped).toBe(1);
  });

  test("texts are clean, and harm nothing else in the task", () => {
    const task = partsOf([
      { text: "Fine.\u202e\u0000\ud800", filename: "a\nb\ud800" },
      { text: null, data: { deep: [1] } },
    ]);
    expect(task?.history[0]?.parts).toEqual([
      { text: "Fine.  \ufffd", filename: "a b\ufffd" },
      { data: { deep: [1] } },
    ]);
    expect(task?.dropped).toBe(0);
  });

  test("the newest messages and the first parts are kept, the others counted", () => {
    const many = (count: number, one: (at: number) => object) =>
      Array.from({ length: count }, (_, at) => one(at));
    const history = many(LIMITS.remoteMessagesMax + 5, (at) => ({
      messageId: `m${at}`,
    }));
    const kept = taskWith({ history });
    expect(kept?.history[0]?.messageId).toBe("m5");
    expect(kept?.dropped).toBe(5);
    const parts = many(LIMITS.partsMax + 3, (at) => ({ text: `${at}` }));
    const told = partsOf(parts);
    expect(told?.history[0]?.parts[0]).toEqual({ text: "0" });
    expect(told?.dropped).toBe(3);
    const artifacts = many(LIMITS.remoteArtifactsMax + 2, (at) => ({
      artifactId: `a${at}`,
    }));
    expect(taskWith({ artifacts })?.dropped).toBe(2);
  });

  test("metadata that cannot be stored is left out and counted", () => {
    const large = { a: "x".repeat(LIMITS.remoteMetadataBytesMax) };
    for (const metadata of [large, { a: "\u0000" }, [], "a"]) {
      expect(taskWith({ metadata })).toMatchObject({
        metadata: {},
        dropped: 1,
      });
    }
  });
});

describe("the body of a push", () => {
  const task = { id: "t1", status: { state: 2 } };
  test.each([
    [{ task }, { kind: "task", task: { id: "t1" } }],
    [{ message: { messageId: "m1" } }, { kind: "message" }],
    [{ statusUpdate: { taskId: "t1" } }, { kind: "update", taskId: "t1" }],
    [{ artifact_update: { task_id: "t1" } }, { kind: "update", taskId: "t1" }],
  ])("%j says what has changed", (body, said) => {
    expect(readStreamResponse(body)).toMatchObject(said);
  });
  test("anything else says nothing", () => {
    const others = [
      null,
      [],
      {},
      { task: {} },
      { statusUpdate: { taskId: "" } },
    ];
    for (const body of others) {
      expect(readStreamResponse(body)).toBeUndefined();
    }
  });
});
