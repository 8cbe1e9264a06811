import type { EncodedPart, MailBounds } from "./raw_mail.ts";
import { fieldOf, textInCharset, withoutEncodedWords } from "./raw_mail.ts";

/** The name of a file without one. */
export const NAMELESS = "attachment";

/** The file name of a part of a mail; "" if it is not a file. Pure. */
export function attachedNameOf(
  { head }: EncodedPart,
  { partsMax }: MailBounds,
): string {
  const disposition = fieldOf(head, "Content-Disposition") ?? "";
  const name =
    nameIn(disposition, partsMax) ??
    nameIn(fieldOf(head, "Content-Type") ?? "", partsMax);
  if (name !== undefined) return name;
  return /^\s*attachment/i.test(disposition) ? NAMELESS : "";
}

const PARAMETER =
  /;\s*(?:file)?name(?:\*(\d{1,2}))?(\*?)\s*=\s*(?:"((?:[^"\\]|\\.){1,400})"|([^";]{1,400}))/gi;

/** The exact name of a field; for programs without it, their substitute. */
function nameIn(field: string, piecesMax: number): string | undefined {
  const found = [...field.matchAll(PARAMETER)]
    .slice(0, piecesMax)
    .map(([, place, star = "", quoted, bare = ""]) => ({
      place: Number(place ?? 0),
      isPlain: place === undefined && star === "",
      isCoded: star !== "",
      value: quoted?.replaceAll(/\\(["\\])/g, "$1") ?? bare.trim(),
    }));
  const pieces = found
    .filter((it) => !it.isPlain)
    .sort((a, b) => a.place - b.place);
  if (pieces.length > 0) return exactName(pieces);
  const [plain] = found;
  if (plain === undefined) return undefined;
  const bytes = Buffer.from(plain.value, "latin1");
  return withoutEncodedWords(textInCharset(bytes, "utf-8"));
}

interface Piece {
  readonly isCoded: boolean;
  readonly value: string;
}

const CODED = /^([^']{0,40})'[^']{0,20}'/;

/** A name with an encoding, or in several pieces (RFC 2231). */
function exactName(pieces: readonly Piece[]): string {
  const [first] = pieces;
  const [start = "", charset = ""] =
    (first?.isCoded && CODED.exec(first.value)) || [];
  const texts = pieces.map(({ isCoded, value }, at) => {
    const text = at === 0 ? value.slice(start.length) : value;
    return isCoded ? fromPercents(text) : text;
  });
  // A letter may be split between two pieces.
  return textInCharset(Buffer.from(texts.join(""), "latin1"), charset);
}

function fromPercents(text: string): string {
  return text.replaceAll(/%([0-9a-f]{2})/gi, (_code, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}
