const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};

/** A text escaped for HTML. */
export function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (char) => ENTITIES[char] ?? char);
}

/** The parts of an HTML document; the title is text, the others are HTML. */
export interface HtmlDocument {
  /** A tag of BCP 47. */
  readonly language: string;
  readonly title: string;
  readonly head: string;
  readonly body: string;
}

/** A whole HTML document. */
export function htmlDocument({
  language,
  title,
  head,
  body,
}: HtmlDocument): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
${head}
</head>
<body>
${body}
</body>
</html>
`;
}
