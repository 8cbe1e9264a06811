import { describe, expect, test } from "bun:test";
import { marksIn } from "../../packages/web/src/inbox/marked.tsx";
import type { Known } from "../../packages/web/src/search/completions.ts";
import {
  completionsOf,
  isHalf,
  ledTo,
  personTyped,
} from "../../packages/web/src/search/completions.ts";
import { viewPlace } from "../../packages/web/src/shell/views.ts";
import { VIEWS } from "../../src/core/conversations/model/schemas.ts";
import { OPERATOR_NAMES } from "../../src/core/conversations/read/lists/operators.ts";
import { readQuery } from "../../src/core/conversations/read/lists/query.ts";

const KNOWN: Known = {
  labels: ["Shop", "Two words"],
  people: [{ address: "zoe@mail.example", name: "Zoë" }],
};
const texts = (typed: string) =>
  completionsOf(typed, KNOWN).map(({ text }) => text);
const inbox = viewPlace("/inbox", new URLSearchParams());

describe("what a search offers", () => {
  test("completes each operator from its beginning, after any other text", () => {
    expect(texts("i")).toEqual(["in:", "is:"]);
    expect(texts("logo FR")).toEqual(["logo from:"]);
    expect(texts("")).toEqual([]);
    expect(texts("logo ")).toEqual([]);
    for (const name of OPERATOR_NAMES) {
      expect(texts(name.slice(0, -1) || name)).toContain(`${name}:`);
    }
  });

  test("is each value that the service takes, with quotes where they are needed", () => {
    for (const view of VIEWS) {
      expect(texts(`in:${view.slice(0, 3)}`)).toContain(`in:${view} `);
    }
    expect(texts("x label:two")).toEqual(['x label:"Two words" ']);
    expect(texts('label:"two w')).toEqual(['label:"Two words" ']);
    expect(texts("from:zoe")).toEqual(["from:zoe@mail.example "]);
    for (const typed of ["is:", "has:", "in:", "label:", "from:z", "to:z"]) {
      for (const text of texts(typed))
        expect(() => readQuery(text)).not.toThrow();
    }
  });

  test("asks for people only where a person is typed", () => {
    expect(personTyped("logo from:zo")).toBe("zo");
    expect(personTyped("from:")).toBeUndefined();
    expect(personTyped("zo")).toBeUndefined();
    expect(personTyped("label:zo")).toBeUndefined();
  });
});

test("a view that is named leads there, with the rest of the search", () => {
  expect(ledTo("in:sent", inbox)).toBe("/sent");
  expect(ledTo("logo in:needs-you  five", inbox)).toBe(
    "/needs-you?q=logo+five&only=1",
  );
  expect(ledTo("logo is:archived", inbox)).toBe("/archive?q=logo&only=1");
  expect(ledTo("in:imported logo", inbox)).toBe("/imported?q=logo&only=1");
  expect(ledTo("in:payments", inbox)).toBe("/payments");
  expect(ledTo("in:inbox", inbox)).toBeUndefined();
  expect(ledTo("in:nowhere", inbox)).toBeUndefined();
  expect(ledTo("in:sentimental", inbox)).toBeUndefined();
  const label = viewPlace("/labels", new URLSearchParams({ label: "Shop" }));
  expect(ledTo("in:sent", label)).toBeUndefined();
});

test("the words of a search are marked in a title, and operators are not", () => {
  const title = "Ein schönes Logo, logos";
  const marked = (q: string) =>
    marksIn(title, q).map(({ start, end }) => title.slice(start, end));
  expect(marked("SCHONES log")).toEqual(["schönes", "Logo", "logos"]);
  expect(marked("logo schones")).toEqual(["schönes", "Logo"]);
  expect(marked('from:logo label:"schönes logo" is:unread')).toEqual([]);
  expect(marked("")).toEqual([]);
});

test("a view without a list of its own narrows the one that is searched", () => {
  expect(ledTo("in:payments logo", inbox)).toBeUndefined();
  expect(ledTo("is:paid", inbox)).toBeUndefined();
});

test("an operator that is still being typed is not searched yet", () => {
  for (const typed of [
    "in:",
    "in:sen",
    "a from:",
    "is:unr",
    "has:f",
    "label:",
  ]) {
    expect([typed, isHalf(typed)]).toEqual([typed, true]);
  }
  for (const typed of [
    "in:sent",
    "in:imported",
    "in:sen ",
    "from:z",
    "a",
    "x:y",
    "is:unread",
  ]) {
    expect([typed, isHalf(typed)]).toEqual([typed, false]);
  }
});
