/** A mail's HTML around its paragraphs, which are HTML already. It loads nothing. */
export function htmlOf(paragraphs: readonly string[]): string {
  return `<!doctype html>\n<html lang="en"><body>\n${paragraphs.join("\n")}\n</body></html>\n`;
}
