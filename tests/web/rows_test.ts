import { expect, test } from "bun:test";
import type { Conversation } from "../../packages/web/src/api/types.ts";
import {
  duePillOf,
  isUnanswered,
  ownAgentOf,
  wordsOf,
} from "../../packages/web/src/inbox/row_words.ts";

type Actor = NonNullable<Conversation["preview"]>["actor"];

const PERSON: Actor = { kind: "person", label: "Alice" };
const CLAUDE: Actor = {
  kind: "agent",
  label: "Claude, for Alice",
  name: "Claude",
};

/** A conversation of Alice and Mira as a list has it, whose newest words somebody wrote. */
const row = (actor: Actor, author = "alice") =>
  ({
    participants: ["alice", "mira"].map((it, nth) => ({
      role: nth === 0 ? "sender" : "to",
      address: `${it}@inbox.example`,
      accountId: it,
      kind: "person",
    })),
    messages: [] as Conversation["messages"],
    checkpoints: [] as Conversation["checkpoints"],
    preview: { author: `${author}@inbox.example`, actor, text: "Hello" },
  }) as Conversation;

const asking = (kind: string, relation: string) =>
  ({
    ...row(PERSON, "mira"),
    checkpoints: [
      {
        status: "open",
        askedBy: {
          ...{ kind, name: "Claude", label: "Claude, for Alice" },
          trust: { relation },
        },
        proposal: { sends: true },
      },
    ],
  }) as Conversation;

test("a row names the reader's own agent that wrote, and leaves You to the person", () => {
  const said = (it: Conversation) => [
    ownAgentOf(it, "alice"),
    wordsOf(it, "alice"),
  ];
  expect(said(row(CLAUDE))).toEqual(["Claude", "Hello"]);
  expect(said(row(PERSON))).toEqual([undefined, "You: Hello"]);
  expect(said(row(CLAUDE, "mira"))).toEqual([undefined, "Hello"]);
});

test("a row names the reader's own agent that asks to send, but no other agent", () => {
  expect(ownAgentOf(asking("agent", "self"), "alice")).toBe("Claude");
  expect(ownAgentOf(asking("agent", "contact"), "alice")).toBeUndefined();
  expect(ownAgentOf(asking("person", "self"), "alice")).toBeUndefined();
});

test("a row of a decline says the reason", () => {
  const declined = {
    ...row(PERSON),
    ...{ state: "rejected", stateTitle: "Declined", stateReason: "I'm away." },
    stateReasonBy: { kind: "person", label: "Mira" },
  } as Conversation;
  expect(wordsOf(declined, "alice")).toBe("Declined: I'm away.");
});

test("a row says To only of one's own request that nobody has answered", () => {
  expect(isUnanswered(row(PERSON), "alice")).toBe(true);
  expect(isUnanswered(row(PERSON, "mira"), "alice")).toBe(false);
  expect(isUnanswered(row(PERSON), "mira")).toBe(false);
});

test("a row says what is due and when, until it has ended", () => {
  const HOUR = 3_600_000;
  const due = (terms: object, more: object = { state: "working" }) =>
    duePillOf({ ...row(PERSON), links: {}, ...more, terms } as Conversation);
  const at = (ms: number) => new Date(Date.now() + ms).toISOString();
  expect(due({ dueAt: at(3 * HOUR) })).toEqual({
    ...{ look: "ask", words: "Due in 3 h" },
  });
  expect(due({ dueAt: at(72 * HOUR) })).toEqual({
    ...{ look: "mute", words: "Due in 3 days" },
  });
  expect(due({ dueAt: at(-1) })?.words).toBe("Overdue");
  const asked = { state: "submitted" };
  expect(due({ acceptBy: at(5 * HOUR) }, asked)?.words).toBe(
    "Answer within 5 h",
  );
  expect(due({ acceptBy: at(5 * HOUR) })).toBeUndefined();
  const ended = { state: "canceled", links: { followUp: {} } };
  expect(due({ dueAt: at(HOUR) }, ended)).toBeUndefined();
});
