import de from "../../src/core/base/words/de.json" with { type: "json" };
import type { Catalogue } from "../../src/core/base/words/say.ts";

/**
 * The English on a German page, although it is translated: texts to read and names to hear, by the
 * keys of the translations.
 */
export async function englishLeft(page: {
  evaluate<T>(look: () => T): Promise<T>;
}): Promise<readonly string[]> {
  const said = await page.evaluate(() => {
    const [title = ""] = document.title.split(" · ");
    const texts = new Set([title]);
    const walker = document.createTreeWalker(document.body, 4);
    while (walker.nextNode()) {
      const { parentElement, textContent } = walker.currentNode;
      if (!parentElement?.closest("script, style, [hidden]")) {
        texts.add(textContent?.trim() ?? "");
      }
    }
    for (const name of ["aria-label", "title", "placeholder", "alt"]) {
      for (const it of document.querySelectorAll(`[${name}]`)) {
        texts.add(it.getAttribute(name)?.trim() ?? "");
      }
    }
    return [...texts];
  });
  return said.filter(IN_APP);
}

/** The same of a page of the server by its HTML, with what its script says later. */
export function englishIn(html: string): readonly string[] {
  const attributes =
    /\b(?:aria-label|title|placeholder|alt|data-leads|data-copied)="([^"]*)"/g;
  const words = [...html.matchAll(/\bdata-says="([^"]*)"/g)].flatMap(
    ([, json = ""]) => Object.values(JSON.parse(unescaped(json))).map(String),
  );
  const shown = html.split(/<[^>]*>/).map(unescaped);
  const named = [...html.matchAll(attributes)].map(([, it = ""]) =>
    unescaped(it),
  );
  const said = [...shown, ...named, ...words].flatMap((it) => it.split(" · "));
  return [...new Set(said.map((it) => it.trim()))].filter(ON_SERVER);
}

function unescaped(html: string): string {
  return html
    .replaceAll("&quot;", '"')
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}

/** A value may stand for anything, but must not be all that a text has. */
const LETTERS_MIN = 8;

const IN_APP = englishOf(de.web);
const ON_SERVER = englishOf({ ...de.core, ...de.pages });

/** Tells whether a text is one of these in English. */
function englishOf(texts: Catalogue): (text: string) => boolean {
  const whole = wholeOf(texts);
  const pieces = piecesOf(texts);
  return (text) => pieces.has(text) || whole.some((it) => it.test(text));
}

function wholeOf(texts: Catalogue): readonly RegExp[] {
  return Object.entries(texts).flatMap(([key, german]) => {
    const others = german.split("|");
    return key
      .split("|")
      .filter((it) => !others.includes(it))
      .filter((it) => isTelling(it))
      .map((it) => new RegExp(`^${pattern(it)}$`));
  });
}

/** The pieces beside the elements of a text, where two words tell that it is English. */
function piecesOf(texts: Catalogue): ReadonlySet<string> {
  return new Set(
    Object.entries(texts).flatMap(([key, german]) =>
      key
        .split(/\{\d+\}/)
        .map((it) => it.trim())
        .filter((it) => /[a-z]{2} [a-z]{2}/i.test(it) && !german.includes(it)),
    ),
  );
}

function isTelling(form: string): boolean {
  const letters = form.replace(/\{\d+\}|[^A-Za-z]/g, "");
  return !/\{\d+\}|#/.test(form) || letters.length >= LETTERS_MIN;
}

function pattern(form: string): string {
  return form
    .replace(/[.*+?^$()[\]\\|]/g, "\\$&")
    .replace(/\{\d+\}/g, ".+")
    .replaceAll("#", "\\d+");
}
