import { expect, test } from "bun:test";
import { sayInEnglish } from "../../../src/core/base/words/say.ts";
import { conversationStore } from "../../../src/core/conversations/acts/store/store.ts";
import type { Window } from "../../../src/core/conversations/acts/store/window.ts";
import {
  NO_MESSAGES,
  READ_WINDOW,
} from "../../../src/core/conversations/acts/store/window.ts";
import { LEFT_OUT } from "../../../src/core/conversations/model/parts.ts";
import { present } from "../../../src/core/conversations/read/projection/present.ts";
import { createConversation } from "../../../src/core/operations/create_conversation.ts";
import { sendMessage } from "../../../src/core/operations/send_message.ts";
import type { Actor, Stage } from "../core_harness.ts";
import { START, startStage } from "../core_harness.ts";

/** A thread in which not everybody reads everything. */
async function threadOf({ alice, bob, carol, dave }: Stage): Promise<string> {
  const { conversationId } = await alice.run(createConversation, {
    to: [bob.address],
    cc: [carol.address],
    bcc: [dave.address],
    text: "0",
    submit: true,
  });
  const says = async (actor: Actor, mode: "reply" | "reply-all", i: number) => {
    const text = `${i} é "\\ `.repeat(1 + (i % 5) * 40);
    const a2a = { messageId: `m${i}`, metadata: { long: "x".repeat(i * 20) } };
    const input = { conversationId, text, mode };
    await actor.run(sendMessage, input, i % 4 === 0 ? { a2a } : {});
  };
  const turns = [alice, bob, carol, bob, dave];
  for (let i = 1; i < 40; i++) {
    const mode = i % 3 === 0 ? "reply-all" : "reply";
    await says(turns[i % turns.length] ?? alice, mode, i);
  }
  return conversationId;
}

const WINDOWS: readonly Window[] = [
  READ_WINDOW,
  NO_MESSAGES,
  { count: 3, bytes: 1e9 },
  { count: 500, bytes: 6_000 },
  { count: 500, bytes: 1 },
];

test("a viewer is shown the same of an outline as of the whole, wherever it ends", async () => {
  await using core = await startStage();
  const { alice, bob, carol, dave, services } = core;
  const id = await threadOf(core);
  const store = conversationStore(services.db);
  for (const viewer of [alice, bob, carol, dave]) {
    const viewerState = await store.viewerRow(id, viewer.accountId);
    if (!viewerState) throw new Error("Expected a viewer row");
    const whole = await store.load(id, viewerState.version);
    const befores = whole.messages.map((it) => it.id).filter((_, i) => i % 7);
    for (const window of [
      ...WINDOWS,
      ...befores.map((before) => ({ ...READ_WINDOW, bytes: 9_000, before })),
    ]) {
      const { position } = viewerState;
      const shown = async (conversation: Promise<typeof whole>) => {
        try {
          const by = { ...services, say: sayInEnglish, now: START };
          return present(by, await conversation, viewerState, window);
        } catch (error) {
          return String(error);
        }
      };
      // A later version than there is: read again, not taken from what is kept.
      const later = viewerState.version + 1;
      const seen = await shown(store.outline(id, later, position, window));
      const expected = await shown(Promise.resolve(whole));
      if (typeof seen === "string" || typeof expected === "string") {
        expect(seen).toEqual(expected);
        continue;
      }
      // Lengths are measured in the file: it may show one less, and says so.
      const { messages, messagesOmitted, before, ...others } = seen;
      const {
        messages: all,
        messagesOmitted: less,
        before: _,
        ...same
      } = expected;
      expect(others).toEqual(same);
      expect(all.slice(all.length - messages.length)).toEqual(messages);
      expect(messagesOmitted - less).toBe(all.length - messages.length);
      expect(messages.length).toBeGreaterThanOrEqual(Math.min(1, all.length));
      if (before !== undefined) expect(messages[0]?.messageId).toBe(before);
    }
  }
});

test("the content of what is not shown is not read", async () => {
  await using core = await startStage();
  const id = await threadOf(core);
  const store = conversationStore(core.services.db);
  const outline = await store.outline(id, 1_000, 0, { count: 3, bytes: 1e9 });
  const { messages } = outline;
  const whole = messages.filter(({ parts }) => parts !== LEFT_OUT);
  expect(outline.tally.count).toBe(40);
  expect(messages.length).toBeLessThan(20);
  // The newest three, the very first and the viewer's newest.
  expect(whole.length).toBeLessThanOrEqual(5);
});
