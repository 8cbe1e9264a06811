import { expect, test } from "bun:test";
import {
  conditionFor,
  isEarned,
} from "../../../src/core/conversations/condition.ts";
import type { Conversation } from "../../../src/core/conversations/model.ts";
import { artifactOf, conversationOf, messageOf } from "./values.ts";

const ROLES = ["sender", "to", "to", "cc"] as const;
const PAYEE = 1;

interface Case {
  readonly name: string;
  readonly conversation: Partial<Conversation>;
  readonly missing: string | null;
  readonly earned: boolean;
}

const REPLY_MISSING = "a reply from the recipient that the sender can read";
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
    name: "converted by a text: met by the signature, never earned before",
    conversation: {
      release: "converted",
      releaseAction: { type: "text", text: "call back" },
      messages: [messageOf(PAYEE)],
    },
    missing: null,
    earned: false,
  },
  {
    name: "converted by a visit: met by the signature, never earned before",
    conversation: {
      release: "converted",
      releaseAction: { type: "url_visit", url: "https://example.org/" },
    },
    missing: null,
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
    missing: "an artifact from the recipient",
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
    missing: "an artifact of type application/pdf from the recipient",
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
    missing: "an artifact of type application/pdf from the recipient",
    earned: false,
  },
];

for (const { name, conversation, missing, earned } of CASES) {
  test(name, () => {
    const value = conversationOf(ROLES, conversation);
    expect(conditionFor(value, PAYEE)).toMatchObject({
      met: missing === null,
      missing,
    });
    expect(isEarned(value, PAYEE)).toBe(earned);
  });
}

test("the evidence names exactly what the recipient did in the sender's sight", () => {
  const value = conversationOf(ROLES, {
    messages: [
      messageOf(0, { id: "a" }),
      messageOf(PAYEE, { id: "b" }),
      messageOf(PAYEE, { id: "c", audience: [1, 2] }),
      messageOf(2, { id: "d" }),
      messageOf(PAYEE, { id: "e", audience: [0, 1] }),
    ],
    artifacts: [
      artifactOf(PAYEE, { id: "f" }),
      artifactOf(PAYEE, { id: "g", audience: [1] }),
      artifactOf(2, { id: "h" }),
    ],
  });
  const { messageIds, artifactIds } = conditionFor(value, PAYEE);
  expect(messageIds).toEqual(["b", "e"]);
  expect(artifactIds).toEqual(["f"]);
});
