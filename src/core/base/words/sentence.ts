import { USUAL_LANGUAGE } from "./languages.ts";
import type { Say } from "./say.ts";

/** A sentence, or a part of one, translated once its reader is known. */
export interface Sentence {
  in(say: Say): string;
}

/** A value in a sentence: a name, a code or an amount, or words of the language. */
type Value = string | number | Sentence;

/** Keeps a sentence for its later reader: told`Cannot pay ${amount}.` */
export function told(
  template: TemplateStringsArray,
  ...values: readonly Value[]
): Sentence {
  return {
    in(say) {
      const words = values.map((it) =>
        typeof it === "object" ? it.in(say) : it,
      );
      return say(template, ...words);
    },
  };
}

/** Keeps a number with its word: toldMany(2)`# message|# messages` */
export function toldMany(count: number) {
  return (template: TemplateStringsArray): Sentence => ({
    in: (say) => say.many(count)(template),
  });
}

/** Keeps the text of a `phrase`, or of an operation's title. */
export function toldOf(text: string): Sentence {
  return { in: (say) => say.of(text) };
}

/** The title of an operation within a sentence, where English starts it in lower case. */
export function toldWithin(title: string): Sentence {
  return {
    in: (say) =>
      say.language === USUAL_LANGUAGE ? title.toLowerCase() : say.of(title),
  };
}

/** One of these: "a list or a string". */
export function toldAny(parts: readonly (string | Sentence)[]): Sentence {
  const [first = "", ...others] = parts;
  return others.reduce<Sentence>(
    (before, it) => told`${before} or ${it}`,
    typeof first === "string" ? toldAsIs(first) : first,
  );
}

/** Text that is the same in all languages, for programs only. */
export function toldAsIs(text: string): Sentence {
  return { in: () => text };
}
