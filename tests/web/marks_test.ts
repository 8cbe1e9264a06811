import { expect, test } from "bun:test";
import type { Mark } from "../../packages/web/src/ui/marks/mark_change.ts";
import { markChange } from "../../packages/web/src/ui/marks/mark_change.ts";

/** A text whose selection stands between two bars, or its cursor at one. */
function after(shown: string, mark: Mark): string {
  const start = shown.indexOf("|");
  const end = shown.lastIndexOf("|") - (shown.lastIndexOf("|") > start ? 1 : 0);
  const text = shown.replaceAll("|", "");
  const change = markChange({ text, start, end }, mark);
  const next =
    text.slice(0, change.from) + change.insert + text.slice(change.to);
  const isCursor = change.start === change.end;
  return isCursor
    ? `${next.slice(0, change.start)}|${next.slice(change.start)}`
    : `${next.slice(0, change.start)}|${next.slice(change.start, change.end)}|${next.slice(change.end)}`;
}

const there: readonly (readonly [Mark, string, string])[] = [
  ["bold", "a |word| b", "a **|word|** b"],
  ["bold", "a| word |b", "a **|word|** b"],
  ["italic", "a |word| b", "a _|word|_ b"],
  ["italic", "a **|word|** b", "a **_|word|_** b"],
  ["code", "a |word| b", "a `|word|` b"],
  ["bold", "a | b", "a **|** b"],
  ["italic", "a **|** b", "a **_|_** b"],
  ["link", "see |the page| now", "see [the page](|https://|) now"],
  ["link", "|https://a.example/x|", "[|](https://a.example/x)"],
  ["link", "a |", "a [|](https://)"],
  ["list", "one\n|two\nthree|\nfour", "one\n|- two\n- three|\nfour"],
  ["list", "on|e", "- on|e"],
  ["list", "|", "- |"],
];

test("a key marks the selection, and removes the mark when pressed again", () => {
  for (const [mark, plain, written] of there) {
    expect([mark, after(plain, mark)]).toEqual([mark, written]);
  }
  const back: readonly (readonly [Mark, string, string])[] = [
    ["bold", "a **|word|** b", "a |word| b"],
    ["bold", "a |**word**| b", "a |word| b"],
    ["bold", "a __|word|__ b", "a |word| b"],
    ["bold", "a **|** b", "a | b"],
    ["bold", "a **word|** b", "a **word**| b"],
    ["italic", "a _|word|_ b", "a |word| b"],
    ["italic", "a *|word|* b", "a |word| b"],
    ["italic", "a **_|word|_** b", "a **|word|** b"],
    ["code", "a `|word|` b", "a |word| b"],
    ["link", "see [the |page|](https://a.example) now", "see |the page| now"],
    ["list", "|- two\n- three|", "|two\nthree|"],
    ["list", "- on|e", "on|e"],
  ];
  for (const [mark, written, plain] of back) {
    expect([mark, after(written, mark)]).toEqual([mark, plain]);
  }
});

test("several lines of code are a block, and mixed lines become one list", () => {
  expect(after("|a\nb|", "code")).toBe("|```\na\nb\n```|");
  expect(after("|```\na\nb\n```|", "code")).toBe("|a\nb|");
  expect(after("|- a\nb\n\nc|", "list")).toBe("|- a\n- b\n\n- c|");
});
