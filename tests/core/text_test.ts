import { expect, test } from "bun:test";
import {
  cleanLine,
  cleanText,
  firstChars,
  firstWords,
  sizeText,
} from "../../src/core/base/text.ts";

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

test("a text of several lines ends each as it did, however its lines end, and steers nothing unseen", () => {
  expect(cleanText("one\r\n\r\ntwo\n\tthree\n")).toBe("one\n\ntwo\n\tthree\n");
  expect(cleanText("a\rb\u001b[31m\u202ec")).toBe("a b [31m c");
});

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

test("a size is said in the largest unit that it fills", () => {
  const sizes = [0, 1, 999, 1_000, 1_499, 999_499, 999_500, 26_214_400];
  expect(sizes.map((it) => sizeText(it))).toEqual([
    "0 bytes",
    "1 byte",
    "999 bytes",
    "1 kB",
    "1 kB",
    "999 kB",
    "1.0 MB",
    "26.2 MB",
  ]);
});

const FIRST_WORDS: readonly (readonly [string, string])[] = [
  ["# Hello **big** _world_", "Hello big world"],
  ["> quoted\n> more\n\nsaid", "quoted more said"],
  ["see [a link](https://x.example/y_z) ![pic](u)", "see a link pic"],
  ["```ts\nconst a = 1;\n```\nDone", "const a = 1; Done"],
  ["- one\n* two\n1. three", "one two 1. three"],
  ["---\nHi ~~gone~~ `code`", "Hi gone code"],
  ["\\*as it is\\*", "*as it is*"],
  // Text that only looks like marks stays as it was written.
  ["2 * 3 * 4, 5*3*2, a_b_c", "2 * 3 * 4, 5*3*2, a_b_c"],
  ["`__init__` of a[0](x", "__init__ of a[0](x"],
  ["***", "***"],
  ["left\u202eright\r\nBcc: x", "left right Bcc: x"],
  ["", ""],
];

for (const [text, words] of FIRST_WORDS) {
  test(`${JSON.stringify(text)} begins with plain words`, () => {
    expect(firstWords(text, 200)).toBe(words);
  });
}

test("the first words are so many at most, whatever their marks", () => {
  for (const text of ["**", "[", "_a", "> ", "`a` ", "\u{1f600}"]) {
    const words = firstWords(text.repeat(100_000), 200);
    expect([...words].length).toBeLessThanOrEqual(200);
  }
});
