import type { Page } from "playwright-core";
import de from "../../src/core/base/words/de.json" with { type: "json" };

/**
 * What a page in German says in English, although it is translated: texts to read and
 * names to hear, by the keys of the translations.
 */
export async function englishLeft(page: Page): Promise<readonly string[]> {
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
  return said.filter(
    (text) => PIECES.has(text) || ENGLISH.some((it) => it.test(text)),
  );
}

/** A value may stand for anything, but must not be all that a text has. */
const LETTERS_MIN = 8;

const ENGLISH: readonly RegExp[] = Object.entries(de.web).flatMap(
  ([key, german]) => {
    const forms = key.split("|");
    const others = german.split("|");
    return forms
      .filter((it) => !others.includes(it))
      .filter((it) => isTelling(it))
      .map((it) => new RegExp(`^${pattern(it)}$`));
  },
);

/** What stands beside the elements of a text, where two words tell that it is English. */
const PIECES: ReadonlySet<string> = new Set(
  Object.entries(de.web).flatMap(([key, german]) =>
    key
      .split(/\{\d+\}/)
      .map((it) => it.trim())
      .filter((it) => /[a-z]{2} [a-z]{2}/i.test(it) && !german.includes(it)),
  ),
);

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
