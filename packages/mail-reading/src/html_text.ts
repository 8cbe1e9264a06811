/**
 * The text of a mail with HTML only, without the quoted mail that Gmail, Outlook or Apple
 * Mail put below it. The result is text: nothing of it is shown as HTML. Pure.
 */
export function textOfHtml(html: string): string {
  const cut = QUOTES.map((it) => html.search(it)).filter((at) => at >= 0);
  const own = html.slice(0, Math.min(html.length, ...cut));
  // An answer below its quote: keep all of it.
  const text = plain(own);
  return text === "" ? plain(html) : text;
}

const QUOTES: readonly RegExp[] = [
  /<div[^<>]{0,200}class="?gmail_quote/i,
  /<blockquote[^<>]{0,200}type="?cite/i,
  /<div[^<>]{0,200}id="?(?:divRplyFwdMsg|appendonsend|mail-editor-reference-message-container)/i,
];

function plain(html: string): string {
  return entities(
    withoutHidden(html)
      .replaceAll(/\s+/g, " ")
      .replaceAll(/<(?:br|\/p|\/div|\/li|\/tr|\/h[1-6])\b[^<>]*>/gi, "\n")
      .replaceAll(/<[^<>]*>/g, ""),
  )
    .replaceAll(/ ?\n ?/g, "\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .replaceAll("\u00a0", " ")
    .trim();
}

const HIDDEN: readonly { readonly start: RegExp; readonly end: RegExp }[] = [
  { start: /<!--/, end: /-->/ },
  ...["head", "style", "script", "title"].map((name) => ({
    start: new RegExp(`<${name}\\b`, "i"),
    end: new RegExp(`</${name}>`, "i"),
  })),
];

/** Removes what a mail program does not show. */
function withoutHidden(html: string): string {
  return HIDDEN.reduce((rest, { start, end }) => {
    const [first = "", ...pieces] = rest.split(start);
    const after = pieces.map((it) => {
      const found = end.exec(it);
      return found ? it.slice(found.index + found[0].length) : "";
    });
    return first + after.join("");
  }, html);
}

const NAMED: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: "\u00a0",
  auml: "ä",
  ouml: "ö",
  uuml: "ü",
  Auml: "Ä",
  Ouml: "Ö",
  Uuml: "Ü",
  szlig: "ß",
};

function entities(text: string): string {
  return text.replaceAll(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,6}));/gi,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return NAMED[name] ?? whole;
      const code = Number.parseInt(decimal ?? hex ?? "", decimal ? 10 : 16);
      return code > 0 && code <= 0x10ffff
        ? String.fromCodePoint(code).toWellFormed()
        : whole;
    },
  );
}
