import { expect, test } from "bun:test";
import {
  answeredBy,
  audienceOf,
  audienceOfFile,
  canRead,
  canReadFile,
  notified,
  visibleTo,
} from "../../../src/core/conversations/model/audience.ts";
import {
  artifactOf,
  conversationOf,
  messageOf,
  participantOf,
} from "./values.ts";

// Positions: the sender, two in `to`, one in `cc`, two in `bcc`.
const ROLES = ["sender", "to", "to", "cc", "bcc", "bcc"] as const;
const NAMES = ["sender", "to1", "to2", "cc", "bcc1", "bcc2"];
const CONVERSATION = conversationOf(ROLES);

function participant(name: string) {
  const found = CONVERSATION.participants[NAMES.indexOf(name)];
  if (!found) throw new Error(`No participant ${name}`);
  return found;
}

function reached(
  name: string,
  mode: "reply" | "reply-all",
  answers?: string,
): string {
  const answered =
    answers === undefined ? undefined : messageOf(NAMES.indexOf(answers));
  const audience = audienceOf(CONVERSATION, participant(name), mode, answered);
  return audience === null
    ? "everyone"
    : audience.map((position) => NAMES[position]).join(" ");
}

const ALL_BUT_BCC = "sender to1 to2 cc";

/** The readers of a message: author, mode, the answered message's author, readers. */
const AUDIENCES: readonly (readonly [
  string,
  "reply" | "reply-all",
  string | undefined,
  string,
])[] = [
  ["sender", "reply", undefined, "sender to1 to2"],
  ["sender", "reply", "sender", "sender to1 to2"],
  ["sender", "reply", "to1", "sender to1"],
  ["sender", "reply", "cc", "sender cc"],
  ["sender", "reply", "bcc1", "sender bcc1"],
  ["sender", "reply-all", undefined, "everyone"],
  ["sender", "reply-all", "to1", "everyone"],
  ["sender", "reply-all", "bcc1", "everyone"],
  ["to1", "reply", undefined, "sender to1"],
  ["to1", "reply", "sender", "sender to1"],
  ["to1", "reply", "to2", "to1 to2"],
  ["to1", "reply", "to1", "sender to1"],
  ["to1", "reply", "cc", "to1 cc"],
  ["to1", "reply-all", "sender", ALL_BUT_BCC],
  ["to1", "reply-all", undefined, ALL_BUT_BCC],
  ["cc", "reply", "sender", "sender cc"],
  ["cc", "reply", "to2", "to2 cc"],
  ["cc", "reply-all", "sender", ALL_BUT_BCC],
  ["bcc1", "reply", "sender", "sender bcc1"],
  ["bcc1", "reply", "to1", "sender bcc1"],
  ["bcc1", "reply", "cc", "sender bcc1"],
  ["bcc1", "reply-all", "sender", "sender bcc1"],
  ["bcc1", "reply-all", "to1", "sender bcc1"],
  ["bcc1", "reply-all", undefined, "sender bcc1"],
];

for (const [author, mode, answers, wanted] of AUDIENCES) {
  const what = answers ? `answering ${answers}` : "answering nothing";
  test(`${mode} by ${author} ${what} is read by ${wanted}`, () => {
    expect(reached(author, mode, answers)).toBe(wanted);
  });
}

test("without a bcc, reply-all by anyone is for everyone", () => {
  const small = conversationOf(["sender", "to", "cc"]);
  for (const author of small.participants) {
    expect(audienceOf(small, author, "reply-all", undefined)).toBeNull();
  }
});

test("no message by a bcc ever reaches anyone but the sender", () => {
  for (const mode of ["reply", "reply-all"] as const) {
    for (const answers of [undefined, ...NAMES]) {
      expect(reached("bcc1", mode, answers)).toBe("sender bcc1");
    }
  }
});

const VISIBLE: readonly (readonly [string, string])[] = [
  ["sender", "sender to1 to2 cc bcc1 bcc2"],
  ["to1", ALL_BUT_BCC],
  ["to2", ALL_BUT_BCC],
  ["cc", ALL_BUT_BCC],
  ["bcc1", `${ALL_BUT_BCC} bcc1`],
  ["bcc2", `${ALL_BUT_BCC} bcc2`],
];

for (const [viewer, wanted] of VISIBLE) {
  test(`${viewer} sees the participants ${wanted}`, () => {
    const seen = visibleTo(CONVERSATION, participant(viewer));
    expect(seen.map(({ position }) => NAMES[position]).join(" ")).toBe(wanted);
  });
}

test("no audience is everyone, an empty one is nobody", () => {
  for (const { position } of CONVERSATION.participants) {
    expect(canRead({ audience: null }, position)).toBe(true);
    expect(canRead({ audience: [] }, position)).toBe(false);
    expect(canRead({ audience: [position] }, position)).toBe(true);
  }
});

const THREAD = {
  ...CONVERSATION,
  messages: [
    messageOf(0, { id: "first" }),
    messageOf(4, { id: "secret", audience: [0, 4] }),
    messageOf(1, { id: "mine" }),
  ],
};

test("a reply answers the last readable message by someone else", () => {
  expect(answeredBy(THREAD, participant("to1"), undefined)?.id).toBe("first");
  expect(answeredBy(THREAD, participant("sender"), undefined)?.id).toBe("mine");
  expect(answeredBy(THREAD, participant("bcc1"), undefined)?.id).toBe("mine");
});

test("a message that the author cannot read cannot be answered", () => {
  expect(answeredBy(THREAD, participant("to1"), "secret")).toBeUndefined();
  expect(answeredBy(THREAD, participant("bcc2"), "secret")).toBeUndefined();
  expect(answeredBy(THREAD, participant("sender"), "secret")?.id).toBe(
    "secret",
  );
  expect(answeredBy(THREAD, participant("to1"), "unknown")).toBeUndefined();
});

test("something new is notified to its readers but not to its author", () => {
  expect(notified(CONVERSATION, 1, null)).toEqual([0, 2, 3, 4, 5]);
  expect(notified(CONVERSATION, 1, [0, 1])).toEqual([0]);
});

/** The sender, one in `to`, an ordinary address in `cc`, one in `bcc`. */
const MIXED = conversationOf([], {
  participants: [
    participantOf(0, "sender"),
    participantOf(1, "to"),
    participantOf(2, "cc", "email"),
    participantOf(3, "bcc"),
  ],
});

test.each([
  [0, [0, 1, 3]],
  [1, [0, 1]],
  [3, [0, 3]],
] as const)(
  "a file that position %d adds by itself is for the accounts %j",
  (position, wanted) => {
    const author =
      MIXED.participants[position] ?? participantOf(position, "to");
    expect(audienceOfFile(MIXED, author)).toEqual(wanted);
  },
);

test("a file of a draft goes with the draft, and one among accounts is everyone's", () => {
  const sender = participantOf(0, "sender");
  const draft = { ...MIXED, state: "draft" as const };
  expect(audienceOfFile(draft, sender)).toBeNull();
  expect(audienceOfFile(CONVERSATION, sender)).toBeNull();
});

test("a file comes into sight with a message of whoever added it, for those who read that", () => {
  const file = artifactOf(1, { audience: [0, 1] });
  const readers = (...messages: readonly ReturnType<typeof messageOf>[]) =>
    [0, 1, 2, 3].filter((position) =>
      canReadFile({ messages }, file, position),
    );
  const artifactIds = [file.id];
  expect(readers(messageOf(1))).toEqual([0, 1]);
  expect(readers(messageOf(0, { artifactIds }))).toEqual([0, 1]);
  const aside = messageOf(1, { artifactIds, audience: [0, 1] });
  expect(readers(aside)).toEqual([0, 1]);
  const toAll = messageOf(1, { artifactIds, audience: [0, 1, 2] });
  expect(readers(aside, toAll)).toEqual([0, 1, 2]);
});
