import de from "../../../src/core/base/words/de.json" with { type: "json" };
import type { Catalogue } from "../../../src/core/base/words/say.ts";

/** Gives an English text of the app as its page says it. */
export type Says = (english: string) => string;

export const inEnglish: Says = (english) => english;

const GERMAN: Catalogue = { ...de.core, ...de.pages, ...de.web };

/** Texts with values and numbers, by what tells them: the longest first. */
const WITH_VALUES = Object.entries(GERMAN)
  .filter(([key]) => /\{0\}|#/.test(key) && /\p{L}{3}/u.test(key))
  .flatMap(([key, text]) => {
    const forms = text.split("|");
    return key.split("|").map((form, at) => {
      const parts = form.split(/\{\d+\}|#/).map((it) => RegExp.escape(it));
      const is = new RegExp(`^${parts.join("(.+)")}$`, "su");
      return { is, text: forms[at] ?? text };
    });
  })
  .toSorted((one, other) => other.is.source.length - one.is.source.length);

/** A text that no translation has stays as it is: a name, or words that somebody wrote. */
export const inGerman: Says = (english) => {
  const whole = GERMAN[english];
  if (whole !== undefined) return whole;
  for (const { is, text } of WITH_VALUES) {
    const found = is.exec(english);
    if (!found) continue;
    return text.replaceAll(/\{(\d+)\}|#/g, (_, at) =>
      inGerman(found[Number(at ?? 0) + 1] ?? ""),
    );
  }
  return english;
};
