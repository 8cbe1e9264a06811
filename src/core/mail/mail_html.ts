import type { Language } from "../base/words/languages.ts";

/** A mail's HTML around its paragraphs, which are HTML already. It loads nothing. */
export function htmlOf(
  language: Language,
  paragraphs: readonly string[],
): string {
  return `<!doctype html>\n<html lang="${language}"><body>\n${paragraphs.join("\n")}\n</body></html>\n`;
}
