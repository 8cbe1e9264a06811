import { expect, test } from "bun:test";
import { sayInEnglish } from "../../../src/core/base/words/say.ts";
import type {
  Conversation,
  Participant,
} from "../../../src/core/conversations/model/model.ts";
import type { Condition } from "../../../src/core/conversations/model/turn/condition.ts";
import {
  conditionFor,
  isEarned,
} from "../../../src/core/conversations/model/turn/condition.ts";
import { artifactOf, conversationOf, messageOf } from "./values.ts";

const ROLES = ["sender", "to", "to", "cc"] as const;
const PAYEE = 1;

interface Case {
  readonly name: string;
  readonly conversation: Partial<Conversation>;
  readonly statement?: string;
  readonly missing: string | null;
  readonly earned: boolean;
}

const REPLY_MISSING = "a reply from the recipient that the sender can read";
const VISIT = { type: "url_visit", url: "https://example.org/" } as const;
const PDF = { type: "artifact", mimeType: "application/pdf" } as const;

const CASES: readonly Case[] = [
  {
    name: "accepted: nothing is needed, and it is not earned before work starts",
    conversation: { release: "accepted" },
    missing: null,
    earned: false,
  },
  {
    name: "accepted: earned once the recipient works",
    conversation: { release: "accepted", state: "working" },
    missing: null,
    earned: true,
  },
  {
    name: "replied: a reply is missing",
    conversation: {},
    missing: REPLY_MISSING,
    earned: false,
  },
  {
    name: "replied: met by the recipient's message",
    conversation: { messages: [messageOf(PAYEE)] },
    missing: null,
    earned: true,
  },
  {
    name: "replied: met by the recipient's agent",
    conversation: { messages: [messageOf(PAYEE, { authorKind: "agent" })] },
    missing: null,
    earned: true,
  },
  {
    name: "replied: an automatic answer does not count",
    conversation: { messages: [messageOf(PAYEE, { authorKind: "service" })] },
    missing: REPLY_MISSING,
    earned: false,
  },
  {
    name: "replied: a message that the sender cannot read does not count",
    conversation: { messages: [messageOf(PAYEE, { audience: [1, 2] })] },
    missing: REPLY_MISSING,
    earned: false,
  },
  {
    name: "replied: another recipient's reply does not count",
    conversation: { messages: [messageOf(2), messageOf(3), messageOf(0)] },
    missing: REPLY_MISSING,
    earned: false,
  },
  {
    name: "converted by a text: the payee's words are missing, whatever was written",
    conversation: {
      release: "converted",
      releaseAction: { type: "text", text: "call back" },
      messages: [messageOf(PAYEE)],
      artifacts: [artifactOf(PAYEE)],
    },
    missing: "statement",
    earned: false,
  },
  {
    name: "converted by a text: met by the payee's words, never earned before",
    conversation: {
      release: "converted",
      releaseAction: { type: "text", text: "call back" },
    },
    statement: "I called",
    missing: null,
    earned: false,
  },
  ...["", "  \n\t ", "\u200b\u2060", "\u202e\u0000", "\u2800"].map((blank) => ({
    name: `converted by a text: ${JSON.stringify(blank)} says nothing`,
    conversation: {
      release: "converted" as const,
      releaseAction: { type: "text" as const, text: "call back" },
    },
    statement: blank,
    missing: "statement",
    earned: false,
  })),
  {
    name: "converted by a visit: the payee's words are missing",
    conversation: { release: "converted", releaseAction: VISIT },
    missing: "statement",
    earned: false,
  },
  {
    name: "converted by a visit: met by the payee's words, never earned before",
    conversation: { release: "converted", releaseAction: VISIT },
    statement: "I read all of it",
    missing: null,
    earned: false,
  },
  {
    name: "converted by a file: words are no file",
    conversation: {
      release: "converted",
      releaseAction: { type: "artifact" },
    },
    statement: "I sent it by mail",
    missing: "a file from the recipient",
    earned: false,
  },
  {
    name: "converted by a file: a file is missing",
    conversation: {
      release: "converted",
      releaseAction: { type: "artifact" },
      messages: [messageOf(PAYEE)],
      artifacts: [artifactOf(0), artifactOf(2)],
    },
    missing: "a file from the recipient",
    earned: false,
  },
  {
    name: "converted by a file: met by any file of the recipient",
    conversation: {
      release: "converted",
      releaseAction: { type: "artifact" },
      artifacts: [artifactOf(PAYEE, { mimeType: "text/plain" })],
    },
    missing: null,
    earned: true,
  },
  {
    name: "converted by a file of a type: another type does not count",
    conversation: {
      release: "converted",
      releaseAction: PDF,
      artifacts: [artifactOf(PAYEE, { mimeType: "text/plain" })],
    },
    missing: "a file of type application/pdf from the recipient",
    earned: false,
  },
  {
    name: "converted by a file of a type: met by that type",
    conversation: {
      release: "converted",
      releaseAction: PDF,
      artifacts: [artifactOf(PAYEE)],
    },
    missing: null,
    earned: true,
  },
  {
    name: "converted by a file: one that the sender cannot read does not count",
    conversation: {
      release: "converted",
      releaseAction: PDF,
      artifacts: [artifactOf(PAYEE, { audience: [1] })],
    },
    missing: "a file of type application/pdf from the recipient",
    earned: false,
  },
];

/** The payee of a conversation between the roles above. */
function payeeIn({ participants }: Conversation): Participant {
  return (
    participants[PAYEE] ??
    expect.unreachable("Nobody sits in the payee's place")
  );
}

for (const { name, conversation, statement, missing, earned } of CASES) {
  test(name, () => {
    const value = conversationOf(ROLES, conversation);
    const payee = payeeIn(value);
    const found = conditionFor(value, payee, statement);
    expect(found.met ? null : found.missing.in(sayInEnglish)).toBe(missing);
    expect(isEarned(value, payee)).toBe(earned);
  });
}

/** The messages and files of the payee and of others, in and out of the sender's sight. */
const DONE = {
  messages: [
    messageOf(0, { id: "a" }),
    messageOf(PAYEE, { id: "b" }),
    messageOf(PAYEE, { id: "c", audience: [1, 2] }),
    messageOf(PAYEE, { id: "automatic", authorKind: "service" }),
    messageOf(2, { id: "d" }),
    messageOf(PAYEE, { id: "e", audience: [0, 1] }),
  ],
  artifacts: [
    artifactOf(PAYEE, { id: "f" }),
    artifactOf(PAYEE, { id: "g", audience: [1] }),
    artifactOf(2, { id: "h" }),
    artifactOf(PAYEE, { id: "i", mimeType: "text/plain" }),
  ],
} as const;

const EVIDENCE: readonly (readonly [
  string,
  Partial<Conversation>,
  Condition & { readonly met: true },
])[] = [
  [
    "replied: the recipient's messages that the sender can read",
    { release: "replied" },
    { met: true, evidence: { messageIds: ["b", "e"], artifactIds: [] } },
  ],
  [
    "a file: the recipient's files",
    { release: "converted", releaseAction: { type: "artifact" } },
    { met: true, evidence: { messageIds: [], artifactIds: ["f", "i"] } },
  ],
  [
    "a file of a type: those of that type",
    { release: "converted", releaseAction: PDF },
    { met: true, evidence: { messageIds: [], artifactIds: ["f"] } },
  ],
  [
    "accepted without having been asked: nothing",
    { release: "accepted" },
    { met: true, evidence: { messageIds: [], artifactIds: [] } },
  ],
];

test.each(EVIDENCE)(
  "the evidence names exactly what met the condition: %s",
  (_name, terms, wanted) => {
    const value = conversationOf(ROLES, { ...DONE, ...terms });
    expect(conditionFor(value, payeeIn(value))).toEqual(wanted);
  },
);

test("the words of the payee stand beside what the record shows, without what steers unseen", () => {
  const value = conversationOf(ROLES, {
    ...DONE,
    release: "converted",
    releaseAction: VISIT,
  });
  const words = "  I read it:\n\tall of it\u202e\u0007 ";
  expect(conditionFor(value, payeeIn(value), words)).toEqual({
    met: true,
    evidence: {
      messageIds: ["b", "e"],
      artifactIds: ["f", "i"],
      statement: "I read it:\n\tall of it",
    },
  });
});
