import { expect, test } from "bun:test";
import { LIMITS } from "../../../src/core/base/limits.ts";
import { snippetOf } from "../../../src/core/conversations/read/lists/snippet.ts";

/** The marked stretches of what is shown. */
function marked(said: string, asked: string): readonly string[] {
  const { text, marks } = snippetOf(said, asked) ?? { text: "", marks: [] };
  return marks.map(({ start, end }) => text.slice(start, end));
}

test("words are marked as the index finds them: accents and capitals alike, the last a beginning", () => {
  expect(marked("Die Prüfung: ÉTÉ, etes", "prufung ete")).toEqual([
    "Prüfung",
    "ÉTÉ",
    "etes",
  ]);
  expect(marked("prufungen ete", "prüfung été")).toEqual(["ete"]);
  expect(marked("ΛΟΓΟΣ", "λογοσ")).toEqual(["ΛΟΓΟΣ"]);
  expect(marked("a logo.", "“logo!”")).toEqual(["logo"]);
});

test("what holds none of the words has no snippet", () => {
  expect(snippetOf("hay", "needle")).toBeUndefined();
  expect(snippetOf("", "needle")).toBeUndefined();
  expect(snippetOf("hay", "?!")).toBeUndefined();
  expect(snippetOf("a needless thing", "needle in")).toBeUndefined();
});

test("it is cut at words, in one line, where most of the words stand together", () => {
  const hay = "some hay and ".repeat(40);
  const said = `${hay}red ${hay}\nthe red\tneedle is here ${hay}`;
  const { text = "" } = snippetOf(said, "red needle") ?? {};
  expect(text).toContain("the red needle is here");
  expect(text.length).toBeLessThanOrEqual(LIMITS.snippetCharsMax + 2);
  const inner = text.slice(1, -1);
  expect([text.at(0), text.at(-1)]).toEqual(["…", "…"]);
  const whole = said.replace(/\s+/g, " ");
  expect(whole).toContain(` ${inner} `);
});

test("a word without an end, and pairs of surrogates, are cut within the bound", () => {
  const long = `needle${"x".repeat(5_000)}`;
  expect(marked(long, "needle")).toEqual([
    long.slice(0, LIMITS.snippetCharsMax),
  ]);
  const cut = snippetOf(
    `${"𝒳".repeat(300)} needle ${"𝒳".repeat(300)}`,
    "needle",
  );
  expect(cut?.text.isWellFormed()).toBe(true);
  expect(marked(`${"字".repeat(300)}`, "字")).toHaveLength(1);
});
