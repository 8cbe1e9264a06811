import { expect, test } from "bun:test";
import { requireRules } from "../../../src/core/addresses/domains/claim.ts";
import {
  brokenRule,
  isDnsLabel,
} from "../../../src/core/addresses/local_part.ts";

const ROWS: readonly (readonly [
  localPart: string,
  rule: 1 | 2 | 3 | 4 | undefined,
])[] = [
  ["alice", undefined],
  ["a", undefined],
  ["0", undefined],
  ["a.b-c.9", undefined],
  ["a--b", undefined],
  ["a.-b", undefined],
  ["x".repeat(64), undefined],
  ["Alice", 1],
  ["alicE", 1],
  ["a_b", 1],
  ["a b", 1],
  [" alice", 1],
  ["alice\n", 1],
  ["alice\0", 1],
  ["a@b", 1],
  ["a+b", 1],
  ["älice", 1],
  ["а", 1], // Cyrillic
  ["ａ", 1], // full width
  ["1️⃣", 1],
  ["", 2],
  ["x".repeat(65), 2],
  ["x".repeat(320), 2],
  [".a", 3],
  ["a.", 3],
  ["-a", 3],
  ["a-", 3],
  [".", 3],
  ["-", 3],
  ["a..b", 4],
  ["a...b", 4],
];

for (const [localPart, rule] of ROWS) {
  test(`brokenRule() of ${JSON.stringify(localPart)} is ${rule}`, () => {
    expect(brokenRule(localPart)).toBe(rule);
  });
}

test("a broken rule is named in the error and in words", () => {
  expect(() => requireRules("Alice")).toThrow(
    "Cannot use this local-part: use only lower-case letters, digits, dots and hyphens.",
  );
  expect(() => requireRules("a..b")).toThrow(
    expect.objectContaining({ code: "invalid_local_part", extra: { rule: 4 } }),
  );
});

test("only a single DNS label has a card host", () => {
  expect(isDnsLabel("alice")).toBe(true);
  expect(isDnsLabel("a-9")).toBe(true);
  expect(isDnsLabel("x".repeat(63))).toBe(true);
  expect(isDnsLabel("x".repeat(64))).toBe(false);
  expect(isDnsLabel("a.b")).toBe(false);
});
