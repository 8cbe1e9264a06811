import { escaped } from "../core/base/text.ts";

/** The parts of an HTML document; the title is text, the others are HTML. */
export interface HtmlDocument {
  readonly title: string;
  readonly head: string;
  readonly body: string;
}

/** A whole HTML document in the language of the service. */
export function htmlDocument({ title, head, body }: HtmlDocument): string {
  return `<!doctype html>
<html lang="en">
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

/** A page of ours may load the stylesheet of the service and nothing else. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  "content-security-policy":
    "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
};
