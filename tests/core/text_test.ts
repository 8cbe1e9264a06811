import { expect, test } from "bun:test";
import { cleanLine, firstChars } from "../../src/core/base/text.ts";

const CLEANED: readonly (readonly [string, string])[] = [
  ["plain", "plain"],
  ["  two   blanks  ", "two blanks"],
  ["a\r\nBcc: x@y.example", "a Bcc: x@y.example"],
  ["a\tb\u0000c\u001b[31m", "a b c [31m"],
  ["one\u2028two\u2029three", "one two three"],
  ["left\u202eright", "left right"],
  ["\u2066iso\u2069 \u200fmark\u061c", "iso mark"],
  ["\ufeffbom", "bom"],
  ["\n\n", ""],
  ["日本語 \u{1f600}", "日本語 \u{1f600}"],
];

for (const [text, clean] of CLEANED) {
  test(`${JSON.stringify(text)} becomes one safe line`, () => {
    expect(cleanLine(text)).toBe(clean);
  });
}

test("the first characters are whole ones, never half a surrogate pair", () => {
  const text = `a${"\u{1f600}".repeat(10)}`;
  for (let count = 1; count <= 20; count++) {
    expect(firstChars(text, count)).toBe([...text].slice(0, count).join(""));
  }
});

test("a text that is short enough is kept whole", () => {
  expect(firstChars("abc", 3)).toBe("abc");
  expect(firstChars("abcd", 3)).toBe("abc");
  expect(firstChars("", 3)).toBe("");
});
