import { describe, expect, test } from "bun:test";
import { englishTexts } from "../../scripts/texts.ts";
import de from "../../src/core/base/words/de.json" with { type: "json" };
import type { Catalogue } from "../../src/core/base/words/say.ts";
import { keyOf, phrase, sayer } from "../../src/core/base/words/say.ts";

const ENGLISH = englishTexts();
const OTHERS: Readonly<Record<string, Readonly<Record<string, Catalogue>>>> = {
  de,
};

/** Which values a text has, and whether it has a number and its forms. */
function placesOf(text: string): readonly string[] {
  const forms = text.split("|");
  const places = forms.flatMap((it) => it.match(/\{\d+\}|#/g) ?? []);
  return [...new Set(places)].toSorted();
}

describe("the file of a language", () => {
  for (const [language, parts] of Object.entries(OTHERS)) {
    for (const [part, english] of Object.entries(ENGLISH)) {
      const texts = parts[part] ?? {};

      test(`${language} says every text of ${part}, and none that nobody says`, () => {
        expect(Object.keys(texts).toSorted()).toEqual(
          Object.keys(english).toSorted(),
        );
      });

      test(`${language} leaves out and adds no value in ${part}`, () => {
        const wrong = Object.entries(texts).filter(
          ([key, text]) =>
            text.trim() === "" ||
            placesOf(key).join() !== placesOf(text).join(),
        );
        expect(wrong).toEqual([]);
      });

      test(`${language} has each form of a number in ${part}`, () => {
        const { pluralCategories } = new Intl.PluralRules(
          language,
        ).resolvedOptions();
        const wrong = Object.entries(texts).filter(
          ([key, text]) =>
            key.includes("#") &&
            text.split("|").length !== pluralCategories.length,
        );
        expect(wrong).toEqual([]);
      });
    }
  }
});

describe("saying a text", () => {
  const say = sayer("de", {
    "{0} pays {1}": "{1} zahlt {0}",
    "# message of {0}|# messages of {1}":
      "# Nachricht von {0}|# Nachrichten von {1}",
    Held: "Gehalten",
  });

  test("puts values where the language has them, and reads no value as a place", () => {
    expect(say`${"{1}"} pays ${"Bo"}`).toBe("Bo zahlt {1}");
  });

  test("takes the form of the number", () => {
    const of = (count: number) =>
      say.many(count)`# message of ${"A#|"}|# messages of ${"A#|"}`;
    expect(of(1)).toBe("1 Nachricht von A#|");
    expect(of(2)).toBe("2 Nachrichten von A#|");
  });

  test("says English where a translation is missing", () => {
    expect(say`Sent to ${"Bo"}`).toBe("Sent to Bo");
    expect(say.many(1)`# file|# files`).toBe("1 file");
    expect(say.many(0)`# file|# files`).toBe("0 files");
  });

  test("says the texts of tables", () => {
    const held = phrase`Held`;
    expect([held, say.of(held)]).toEqual(["Held", "Gehalten"]);
    expect(keyOf(["a ", " b"])).toBe("a {0} b");
  });
});
