import { Fragment } from "react";
import { withoutOperators } from "../search/completions.ts";

interface Mark {
  readonly start: number;
  readonly end: number;
}

const WORD = /[\p{L}\p{N}\p{M}]+/gu;

/** A text with the words of a search marked. */
export function Marked({
  text,
  marks,
}: {
  text: string;
  marks: readonly Mark[];
}) {
  return (
    <>
      {marks.map(({ start, end }, index) => (
        <Fragment key={start}>
          {text.slice(marks[index - 1]?.end ?? 0, start)}
          <mark className="bg-warn-back font-semibold text-ink">
            {text.slice(start, end)}
          </mark>
        </Fragment>
      ))}
      {text.slice(marks.at(-1)?.end ?? 0)}
    </>
  );
}

/** The positions of a search's words in a text, the last one as a prefix. Pure. */
export function marksIn(text: string, q: string): readonly Mark[] {
  const asked = wordsIn(withoutOperators(q)).map(({ 0: word }) => folded(word));
  return wordsIn(text).flatMap(({ 0: word, index }) => {
    const said = folded(word);
    const isAsked = asked.some((it, at) =>
      at === asked.length - 1 ? said.startsWith(it) : said === it,
    );
    return isAsked ? [{ start: index, end: index + word.length }] : [];
  });
}

function wordsIn(text: string): readonly RegExpExecArray[] {
  return [...text.matchAll(WORD)];
}

function folded(word: string): string {
  return word.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
