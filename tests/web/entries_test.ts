import { expect, test } from "bun:test";
import type { Artifact, Message } from "../../packages/web/src/api/types.ts";
import { entriesOf } from "../../packages/web/src/thread/entries.ts";
import { hasThumbnail } from "../../packages/web/src/thread/files/thumbnail.tsx";

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

/** A file that came without a message. */
const file = (minute: number, label = "Bob"): Artifact => ({
  artifactId: `art_${minute}`,
  conversationId: "cnv_1",
  addedBy: "bob@inbox.example",
  actor: { kind: "person", label },
  name: `${minute}.png`,
  mimeType: "image/png",
  createdAt: at(minute),
});

test("files that one adds within five minutes are one entry", () => {
  const keys = (artifacts: Artifact[], messages: Message[] = []) =>
    entriesOf({ messages, checkpoints: [], artifacts }).map((it) =>
      "files" in it ? it.files.map(({ name }) => name).join() : it.key,
    );
  expect(keys([file(1), file(3), file(8), file(14)])).toEqual([
    "1.png,3.png,8.png",
    "14.png",
  ]);
  expect(keys([file(1), file(2, "Claude")])).toEqual(["1.png", "2.png"]);
  expect(keys([file(1), file(3)], [said(2)])).toEqual([
    "1.png",
    "msg_2",
    "3.png",
  ]);
});

test("a picture shows itself where it is small and kept here", () => {
  const shows = (change: Partial<Artifact>) =>
    hasThumbnail({ ...file(1), size: 900, ...change });
  expect(shows({})).toBe(true);
  expect(shows({ mimeType: "image/svg+xml" })).toBe(false);
  expect(shows({ size: 2_000_001 })).toBe(false);
  expect(shows({ uri: "https://elsewhere.example/1.png" })).toBe(false);
});
