import { escaped } from "../core/base/text.ts";

/** The parts of an HTML document; the title is text, the others are HTML. */
export interface HtmlDocument {
  readonly title: string;
  readonly head: string;
  readonly body: string;
}

/** A documentation page: it has no script, and no style but the shared stylesheet. */
export function page(title: string, body: string): string {
  return htmlDocument({
    title,
    head: `<link rel="stylesheet" href="/docs/style.css">`,
    body: `<main>\n${body}\n</main>`,
  });
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

/** A documentation page may load the stylesheet of the service and nothing else. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  "content-security-policy":
    "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
};

export const STYLE = `:root {
  color-scheme: light dark;
  --line: color-mix(in srgb, currentcolor 20%, transparent);
}
body {
  margin: 0;
  font: 16px/1.55 system-ui, sans-serif;
}
main {
  overflow-wrap: anywhere;
  max-width: 62rem;
  margin: 0 auto;
  padding: 1.5rem;
}
h2 {
  margin-top: 3rem;
  border-bottom: 1px solid var(--line);
}
h3 {
  margin-top: 2rem;
}
code,
pre {
  font: 0.9em/1.5 ui-monospace, monospace;
}
pre {
  overflow-x: auto;
  padding: 1rem;
  border: 1px solid var(--line);
  border-radius: 0.5rem;
}
.scroll {
  overflow-x: auto;
  overflow-wrap: normal;
}
table {
  width: 100%;
  border-collapse: collapse;
}
th,
td {
  padding: 0.35rem 0.75rem 0.35rem 0;
  border-bottom: 1px solid var(--line);
  text-align: left;
  vertical-align: top;
}
.method {
  display: inline-block;
  min-width: 4.5rem;
}
`;
