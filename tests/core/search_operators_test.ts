import { describe, expect, test } from "bun:test";
import { readQuery } from "../../src/core/conversations/read/lists/query.ts";

describe("a search with a colon", () => {
  test.each([
    "subject:logo",
    "subject: logo",
    "foo:bar",
    "form:bob",
    "cc:bob@a.example",
  ])("refuses %s, and names the operators", (text) => {
    expect(() => readQuery(text)).toThrow(/from: to: in: is: .*label:/);
  });

  test.each([
    "https://a.example/x",
    "mailto:bob@a.example",
    "10:30",
    "Re: logo",
    "at 9:15 sharp",
    '"foo:bar"',
    '"subject:logo" draft',
  ])("takes %s for words", (text) => {
    expect(readQuery(text)).toEqual({ words: text });
  });
});
