import { expect, test } from "bun:test";
import type { Message } from "../../packages/web/src/api/types.ts";
import { entriesOf } from "../../packages/web/src/thread/entries.ts";

const at = (minute: number) =>
  `2026-07-01T10:${String(minute).padStart(2, "0")}:00.000Z`;

/** A message of Mira's own at a minute, changed as a case needs. */
const said = (
  minute: number,
  change: Partial<Pick<Message, "actor" | "onlyYou" | "mode">> = {},
) =>
  ({
    messageId: `msg_${minute}`,
    createdAt: at(minute),
    author: { address: "mira@inbox.example", displayName: "Mira" },
    actor: { kind: "person", label: "Mira" },
    trust: { relation: "contact" },
    mode: "reply-all",
    artifactIds: [] as string[],
    ...change,
  }) as Message;

/** Whether each message stands under the head of the one before it. */
const follows = (...messages: Message[]) =>
  entriesOf({ messages, checkpoints: [], artifacts: [] }).map(
    (it) => "follows" in it && it.follows,
  );

test("messages of one author within five minutes stand together", () => {
  expect(follows(said(1), said(6), said(10))).toEqual([false, true, true]);
  expect(follows(said(1), said(7))).toEqual([false, false]);
});

test.each([
  ["its author's agent wrote", { actor: { kind: "agent", label: "Claude" } }],
  ["one alone can see it", { onlyYou: true }],
  ["it goes to one of them", { mode: "reply" }],
] as const)("a message has a head of its own where %s", (_, change) => {
  expect(follows(said(1), said(2, change), said(3))).toEqual([
    false,
    false,
    false,
  ]);
});
