import { describe, expect, test } from "bun:test";
import { refuseUnsound } from "../../../src/core/access/read_json.ts";
import {
  readRemoteTask,
  readStreamResponse,
} from "../../../src/core/agents/remote/calls/remote_task.ts";
import { LIMITS } from "../../../src/core/base/limits.ts";
import { sample } from "../../proof.ts";

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

/** Numbers of one seed, from 0 below `below`. */
function chance(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const FIELDS = [
  ...["id", "contextId", "context_id", "status", "state", "message", "history"],
  ...[
    "artifacts",
    "artifactId",
    "name",
    "messageId",
    "taskId",
    "role",
    "parts",
  ],
  ...["text", "url", "raw", "data", "mediaType", "filename", "metadata"],
  ...["timestamp", "task", "statusUpdate", "__proto__", "constructor"],
];
const VALUES = [
  ...[null, true, -1, 2, 1e300, "", "t1", "..", "TASK_STATE_WORKING", "\u0000"],
  ...["\ud800", "https://a.example/", "cmVk", "%", "2026-11-28T08:00:00Z"],
];

/** Any JSON value of the words of a task. */
function anything(pick: (below: number) => number, depth: number): unknown {
  const kind = depth === 0 ? 0 : pick(4);
  if (kind < 2) return VALUES[pick(VALUES.length)];
  const items = Array.from({ length: pick(4) }, () =>
    anything(pick, depth - 1),
  );
  if (kind === 2) return items;
  return JSON.parse(
    `{${items.map((it) => `"${FIELDS[pick(FIELDS.length)]}":${JSON.stringify(it)}`)}}`,
  );
}

test("whatever it is, reading it does not throw, and what is read can be stored", () => {
  const pick = chance(7);
  const message = () => ({
    messageId: "m1",
    role: 2,
    parts: [anything(pick, 3)],
  });
  let read = 0;
  for (let n = 0; n < sample(2_000, 20_000); n++) {
    readStreamResponse(anything(pick, 5));
    const task = readRemoteTask({
      ...{ id: "t1", status: { state: pick(10), message: anything(pick, 4) } },
      history: [
        anything(pick, 4),
        { ...message(), metadata: anything(pick, 2) },
      ],
      artifacts: [{ artifactId: "a1", parts: [anything(pick, 3)] }],
    });
    if (!task) continue;
    read++;
    refuseUnsound(task);
  }
  expect(read).toBeGreaterThan(sample(1_000, 10_000));
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
