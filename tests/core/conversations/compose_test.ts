import { expect, test } from "bun:test";
import { LIMITS } from "../../../src/core/base/limits.ts";
import type {
  ComposeInput,
  DraftFields,
} from "../../../src/core/conversations/acts/drafts/compose.ts";
import {
  readParts,
  write,
} from "../../../src/core/conversations/acts/drafts/compose.ts";
import type { Part } from "../../../src/core/conversations/model/model.ts";
import { isEmpty } from "../../../src/core/conversations/model/parts.ts";
import { thrown } from "../core_harness.ts";

const BLANK: DraftFields = {
  title: "",
  price: 0,
  rail: "ledger",
  release: "replied",
  releaseAction: null,
  releaseChosen: false,
  fromAddress: "alice@inbox.localhost",
  fromName: "Alice",
  firstUse: null,
  quoteId: null,
  terms: null,
  order: null,
  milestones: null,
  contactType: "everyone",
};

type Body = { readonly text?: string; readonly parts?: readonly Part[] };

const BODIES: readonly (readonly [
  string,
  Body,
  readonly Part[] | undefined,
])[] = [
  ["nothing", {}, undefined],
  ["a text", { text: "hi" }, [{ text: "hi" }]],
  ["an empty text", { text: "" }, [{ text: "" }]],
  ["parts", { parts: [{ text: "a" }] }, [{ text: "a" }]],
  ["no parts", { parts: [] }, []],
  [
    "the same twice",
    { text: "a\nb", parts: [{ text: "a" }, { text: "b" }] },
    [{ text: "a" }, { text: "b" }],
  ],
  [
    "the same text beside data",
    { text: "a", parts: [{ text: "a" }, { data: { b: 1 } }] },
    [{ text: "a" }, { data: { b: 1 } }],
  ],
  ["data that is null", { parts: [{ data: null }] }, [{ data: null }]],
  [
    "each kind of part",
    {
      parts: [
        { text: "a" },
        { data: [1] },
        { url: "https://example.org/" },
        { raw: "YQ==", mediaType: "text/plain", filename: "a.txt" },
      ],
    },
    [
      { text: "a" },
      { data: [1] },
      { url: "https://example.org/" },
      { raw: "YQ==", mediaType: "text/plain", filename: "a.txt" },
    ],
  ],
];

for (const [name, body, parts] of BODIES) {
  test(`a body of ${name} is read as its parts`, () => {
    expect(readParts(body)).toEqual(parts);
  });
}

const BAD_BODIES: readonly (readonly [string, Body, string, string])[] = [
  [
    "text and parts that differ",
    { text: "a", parts: [{ text: "b" }] },
    "/text",
    "conflict",
  ],
  ["a text beside no parts", { text: "a", parts: [] }, "/text", "conflict"],
  ["an empty part", { parts: [{ text: "a" }, {}] }, "/parts/1", "one_of"],
  [
    "a part of two kinds",
    { parts: [{ text: "a", data: 1 }] },
    "/parts/0",
    "one_of",
  ],
  [
    "parts that are too long together",
    {
      parts: [{ text: "x".repeat(LIMITS.textCharsMax) }, { text: "y" }],
    },
    "/parts",
    "too_long",
  ],
];

for (const [name, body, pointer, code] of BAD_BODIES) {
  test(`a body of ${name} is refused at ${pointer}`, () => {
    const error = thrown(() => readParts(body));
    expect(error.code).toBe("invalid_input");
    expect(error.errors[0]).toMatchObject({ pointer, code });
  });
}

const UNSEEN: readonly Part[] = [
  { text: " \n\t" },
  { text: "\u200b\u2060\ufeff\u00ad\u3164\u2800" },
  { data: null },
  { data: {} },
  { data: { a: [null, "\u200b"] } },
  { raw: "" },
  { raw: "", filename: "a.txt", mediaType: "text/plain" },
];

test.each(UNSEEN)("what no reader sees is empty: %j", (part) => {
  expect(isEmpty([part, { text: "" }])).toBe(true);
});

const SEEN: readonly Part[] = [
  { text: "\u200b." },
  { text: "👍" },
  { data: 0 },
  { data: false },
  { data: { a: ["x"] } },
  { url: "https://example.org" },
  { raw: "YQ==" },
];

test.each(SEEN)("what a reader sees is not: %j", (part) => {
  expect(isEmpty([{ text: "" }, part])).toBe(false);
});

const TEXT_ACTION = { type: "text", text: "call back" } as const;

const TERMS: readonly (readonly [
  string,
  ComposeInput,
  Partial<DraftFields>,
])[] = [
  ["nothing", {}, { price: 0, release: "replied", releaseAction: null }],
  ["a price", { price: "5" }, { price: 5_000_000, release: "replied" }],
  ["accepted", { release: "accepted" }, { release: "accepted" }],
  [
    "converted with a text",
    { release: "converted", releaseAction: "call back" },
    { release: "converted", releaseAction: TEXT_ACTION },
  ],
  [
    "converted with a text object",
    { release: "converted", releaseAction: TEXT_ACTION },
    { releaseAction: TEXT_ACTION },
  ],
  [
    "converted with any file",
    { release: "converted", releaseAction: { type: "artifact" } },
    { releaseAction: { type: "artifact" } },
  ],
  [
    "converted with a file of a type",
    {
      release: "converted",
      releaseAction: { type: "artifact", mimeType: "image/png" },
    },
    { releaseAction: { type: "artifact", mimeType: "image/png" } },
  ],
  [
    "converted with a visit",
    {
      release: "converted",
      releaseAction: { type: "url_visit", url: "https://example.org/" },
    },
    { releaseAction: { type: "url_visit", url: "https://example.org/" } },
  ],
];

for (const [name, input, wanted] of TERMS) {
  test(`terms with ${name} are read`, () => {
    expect(write(BLANK, input)).toMatchObject(wanted);
  });
}

const BAD_TERMS: readonly (readonly [string, ComposeInput, string])[] = [
  ["converted without an action", { release: "converted" }, "required"],
  ["an action without a release", { releaseAction: "x" }, "conflict"],
  [
    "an action with accepted",
    { release: "accepted", releaseAction: "x" },
    "conflict",
  ],
  [
    "an action with replied",
    { release: "replied", releaseAction: { type: "artifact" } },
    "conflict",
  ],
  [
    "a text action without its text",
    { release: "converted", releaseAction: { type: "text" } },
    "required",
  ],
  [
    "a visit without its url",
    { release: "converted", releaseAction: { type: "url_visit" } },
    "required",
  ],
];

for (const [name, input, code] of BAD_TERMS) {
  test(`terms with ${name} are refused at /releaseAction`, () => {
    const error = thrown(() => write(BLANK, input));
    expect(error.code).toBe("invalid_input");
    expect(error.errors[0]).toMatchObject({ pointer: "/releaseAction", code });
  });
}

const FOREIGN_FIELDS: readonly (readonly [object, string])[] = [
  [{ type: "artifact", url: "https://example.org/" }, "url"],
  [{ type: "artifact", mimeType: "image/png", text: "call back" }, "text"],
  [{ type: "text", text: "call back", mimeType: "image/png" }, "mimeType"],
  [{ type: "url_visit", url: "https://example.org/", text: "x" }, "text"],
  [{ type: "url_visit", mimeType: "image/png" }, "mimeType"],
];

for (const [releaseAction, field] of FOREIGN_FIELDS) {
  test(`an action of ${JSON.stringify(releaseAction)} is refused at its ${field}, which another type has`, () => {
    const error = thrown(() =>
      write(BLANK, { release: "converted", releaseAction }),
    );
    expect(error.code).toBe("invalid_input");
    expect(error.errors).toEqual([
      expect.objectContaining({
        pointer: `/releaseAction/${field}`,
        code: "conflict",
      }),
    ]);
  });
}

const CONVERTED: DraftFields = {
  ...BLANK,
  price: 7,
  release: "converted",
  releaseAction: TEXT_ACTION,
};

test("an edit keeps every field that it does not name", () => {
  const before: DraftFields = {
    ...CONVERTED,
    title: "T",
    firstUse: true,
    contactType: "clients",
  };
  expect(write(before, {})).toEqual(before);
  expect(write(before, { title: "U" })).toEqual({ ...before, title: "U" });
});

test("another release drops the action of converted", () => {
  expect(write(CONVERTED, { release: "accepted" }).releaseAction).toBeNull();
});

test("a price of zero takes the price back", () => {
  expect(write(CONVERTED, { price: 0 }).price).toBe(0);
});

test("titles and names become one safe line, the address its one form", () => {
  const written = write(BLANK, {
    title: " Re:\r\nBcc: eve@x.example \u202e",
    fromName: "A\nlice",
    fromAddress: " ALICE@Inbox.Localhost ",
  });
  expect(written.title).toBe("Re: Bcc: eve@x.example");
  expect(written.fromName).toBe("A lice");
  expect(written.fromAddress).toBe("alice@inbox.localhost");
});

test("a name of nothing readable leaves the account's own", () => {
  expect(write(BLANK, { fromName: "\u202e \n" }).fromName).toBe("Alice");
});
