/** A mail's HTML around its paragraphs, which are HTML already. Nothing of it is fetched. */
export function htmlOf(paragraphs: readonly string[]): string {
  return `<!doctype html>\n<html lang="en"><body>\n${paragraphs.join("\n")}\n</body></html>\n`;
}

/** A text as it is shown in HTML. */
export function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
