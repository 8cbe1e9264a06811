import { escaped } from "../core/base/text.ts";
import type { Language } from "../core/base/words/languages.ts";

/** The parts of an HTML document; the title is text, the others are HTML. */
export interface HtmlDocument {
  readonly language: Language;
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

/** Our pages may load only the service's stylesheet. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  "content-security-policy":
    "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
};
