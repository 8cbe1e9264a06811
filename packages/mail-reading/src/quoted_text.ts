/**
 * The text above or below a quoted mail, without the quote. Knows the marks of Gmail, Outlook
 * and Apple Mail in English and German. If answers are between quoted lines, or in doubt, all
 * of it stays. Pure.
 */
export function withoutQuoted(text: string): string {
  const lines = text.replaceAll("\r\n", "\n").split("\n");
  const cut = outlookStart(lines) ?? attributedStart(lines);
  const kept = cut === undefined ? belowQuote(lines) : lines.slice(0, cut);
  return kept.join("\n").trim();
}

/** All that follows is the quoted mail: Outlook marks no lines. */
const OUTLOOK_RULE =
  /^\s*-{3,}\s*(?:original message|ursprüngliche nachricht)\s*-{3,}\s*$/i;
const OUTLOOK_FIELDS: readonly (readonly RegExp[])[] = [
  [/^\W*from:/i, /^\W*(?:sent|date):/i, /^\W*to:/i],
  [/^\W*von:/i, /^\W*(?:gesendet|datum):/i, /^\W*an:/i],
];
const RULE = /^\s*_{20,}\s*$/;
const FIELDS_MAX = 6;

function outlookStart(lines: readonly string[]): number | undefined {
  const at = lines.findIndex((line, index) => {
    if (OUTLOOK_RULE.test(line)) return true;
    const next = lines.slice(index, index + FIELDS_MAX);
    return OUTLOOK_FIELDS.some((fields) =>
      fields.every((field, place) =>
        place === 0
          ? field.test(line)
          : next.some((it, behind) => behind > 0 && field.test(it)),
      ),
    );
  });
  if (at < 0) return undefined;
  const above = lines.slice(0, at).findLastIndex((it) => it.trim() !== "");
  return above >= 0 && RULE.test(lines[above] ?? "") ? above : at;
}

const ATTRIBUTION =
  /^\s*(?:on\s.{6,300}\swrote|am\s.{6,300}\sschrieb.{0,200}):\s*$/i;
const ATTRIBUTION_LINES_MAX = 3;

/** The start of "On … wrote:", which may be folded, with its number of lines. */
function attribution(
  lines: readonly string[],
): { readonly from: number; readonly to: number } | undefined {
  for (const from of lines.keys()) {
    if (!/^\s*(?:on|am)\s/i.test(lines[from] ?? "")) continue;
    for (let count = 1; count <= ATTRIBUTION_LINES_MAX; count += 1) {
      const whole = lines.slice(from, from + count).join(" ");
      if (whole.length <= 600 && ATTRIBUTION.test(whole)) {
        return { from, to: from + count };
      }
    }
  }
  return undefined;
}

const isQuote = (line: string) => line.startsWith(">");
const isBlank = (line: string) => line.trim() === "";

/** The start of a quote that continues to the end. */
function attributedStart(lines: readonly string[]): number | undefined {
  const found = attribution(lines);
  if (!found) return trailingStart(lines);
  const rest = lines.slice(found.to);
  if (!rest.every((it) => isQuote(it) || isBlank(it))) return undefined;
  // An answer that itself has quotes stays unchanged.
  return lines.slice(0, found.from).some(isQuote) ? undefined : found.from;
}

/** Quoted lines without attribution, only at the end. */
function trailingStart(lines: readonly string[]): number | undefined {
  const first = lines.findIndex(isQuote);
  if (first <= 0 || lines.slice(0, first).every(isBlank)) return undefined;
  return lines.slice(first).every((it) => isQuote(it) || isBlank(it))
    ? first
    : undefined;
}

/** The answer below the single quote that a mail begins with. */
function belowQuote(lines: readonly string[]): readonly string[] {
  const found = attribution(lines);
  if (!found || !lines.slice(0, found.from).every(isBlank)) return lines;
  const rest = lines.slice(found.to);
  const first = rest.findIndex((it) => !isQuote(it) && !isBlank(it));
  if (first < 0 || !rest.slice(0, first).some(isQuote)) return lines;
  return rest.slice(first).some(isQuote) ? lines : rest.slice(first);
}
