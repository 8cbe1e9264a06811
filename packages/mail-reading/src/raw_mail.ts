/** How much of a mail is read, and how reading it lets others have their turn. */
export interface MailBounds {
  /** Of the header of a part. */
  readonly headCharsMax: number;
  readonly partsMax: number;
  readonly depthMax: number;
  /** Of the text of all parts. */
  readonly textBytesMax: number;
  /** Decoded at once. */
  readonly sliceChars: number;
  readonly turn: () => Promise<void>;
}

/** A mail or one part of it: its header, one field per line, and its decoded body. */
export interface MailPart {
  readonly head: string;
  readonly body: string;
}

/** A part with its body as in transit. */
export interface EncodedPart {
  readonly head: string;
  readonly encoded: string;
}

/** Reads header and body (RFC 5322), and decodes the body (RFC 2045). Pure. */
export function readPart(raw: string, bounds: MailBounds): MailPart {
  const { head, encoded } = splitPart(raw, bounds);
  const decode = DECODERS[encodingOf(head)];
  const body = decode ? decode(encoded).toString("utf8") : encoded;
  return { head, body: body.replaceAll("\r\n", "\n") };
}

/**
 * Splits header and body, the body as in transit. Only the start of a header beyond the limit
 * is read, and no body. Pure.
 */
export function splitPart(
  raw: string,
  { headCharsMax }: MailBounds,
): EncodedPart {
  const start = raw.slice(0, headCharsMax);
  const blank = /(?:^|\n)\r?\n/.exec(start);
  const head = start.slice(0, blank?.index).replaceAll("\r\n", "\n");
  const encoded = blank ? raw.slice(blank.index + blank[0].length) : "";
  return { head: unfolded(`\n${head}`), encoded };
}

/** The decoded bytes of a part, whose body has one byte per character, in slices. */
export async function bytesOfPart(
  { head, encoded }: EncodedPart,
  { sliceChars, turn }: MailBounds,
): Promise<Buffer> {
  // It is decoded fast, and its letters span line ends.
  if (encodingOf(head) === "base64") return fromBase64(encoded);
  const isQuoted = encodingOf(head) === "quoted-printable";
  const slices: Buffer[] = [];
  let at = 0;
  while (at < encoded.length) {
    const slice = isQuoted
      ? quotedSlice(encoded, at, sliceChars)
      : encoded.slice(at, at + sliceChars);
    slices.push(
      isQuoted ? fromQuotedPrintable(slice) : Buffer.from(slice, "latin1"),
    );
    at += slice.length;
    await turn();
  }
  return Buffer.concat(slices);
}

/**
 * A slice of a quoted text: an "=" stays with the two characters after it, as does a soft
 * break.
 */
function quotedSlice(text: string, from: number, chars: number): string {
  const slice = text.slice(from, from + chars);
  const isLast = from + slice.length >= text.length;
  return isLast ? slice : slice.replace(/=[^=]?$/s, "");
}

/** The parts of a multipart (RFC 2046, section 5.1); none for other types. Pure. */
export function partsOf(
  { head, body }: MailPart,
  bounds: MailBounds,
): readonly MailPart[] {
  const pieces = piecesOf({ head, encoded: body }, bounds);
  return pieces.map((it) => readPart(it, bounds));
}

/** The same as in transit, up to the limit of one mail. Pure. */
export function piecesOf(
  { head, encoded: body }: EncodedPart,
  { partsMax }: MailBounds,
): readonly string[] {
  const type = fieldOf(head, "Content-Type") ?? "";
  const [, quoted, plain] = BOUNDARY.exec(type) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) return [];
  const line = `--${boundary}`;
  const pieces: string[] = [];
  let at = body.startsWith(line) ? line.length : behind(body, line, 0);
  for (let n = 0; at >= 0 && n < partsMax; n++) {
    if (body.startsWith("--", at)) break;
    const next = behind(body, line, at);
    const end = next < 0 ? body.length : next - line.length - 1;
    const skip = /^[ \t]{0,80}\r?\n/.exec(body.slice(at, at + 100))?.[0].length;
    const piece = body.slice(at + (skip ?? 0), end);
    if (skip !== undefined) pieces.push(piece.replace(/\r$/, ""));
    at = next;
  }
  return pieces;
}

/** The end of a line with this start, from a position on; negative if there is none. */
function behind(text: string, line: string, from: number): number {
  const found = text.indexOf(`\n${line}`, from);
  return found < 0 ? -1 : found + 1 + line.length;
}

/** The media type of a part, in lower case and without parameters. Pure. */
export function typeOf({ head }: Pick<MailPart, "head">): string {
  const type = fieldOf(head, "Content-Type") ?? "text/plain";
  return type.split(";")[0]?.trim().toLowerCase() ?? "";
}

/** The value of the first field of a name, in any case. Pure. */
export function fieldOf(head: string, name: string): string | undefined {
  return allFieldsOf(head, name)[0];
}

/** The values of all fields of a name, from the top. Pure. */
export function allFieldsOf(head: string, name: string): readonly string[] {
  const start = name.toLowerCase();
  return head
    .split("\n")
    .filter((it) => it.slice(0, start.length).toLowerCase() === start)
    .map((it) => it.slice(start.length))
    .filter((it) => COLON.test(it))
    .map((it) => it.replace(COLON, "").trim());
}

/** RFC 5322, section 4.5: blanks may stand before it. */
const COLON = /^[ \t]*:/;

/** Unfolds fields that are folded over lines. Pure. */
export function unfolded(text: string): string {
  return text.replaceAll(/\n[ \t]+/g, " ");
}

/** A value whose words are encoded (RFC 2047), in plain. Pure. */
export function withoutEncodedWords(value: string): string {
  return value
    .replaceAll(/\?=[ \t]+=\?/g, "?==?")
    .replaceAll(
      ENCODED_WORD,
      (_word, charset: string, encoding: string, text: string) =>
        textInCharset(
          encoding.toLowerCase() === "b"
            ? fromBase64(text)
            : fromQuotedPrintable(text.replaceAll("_", " ")),
          charset,
        ),
    );
}

const BOUNDARY = /;\s*boundary\s*=\s*(?:"([^"]{1,70})"|([^\s";]{1,70}))/i;

/** Its encoding, perhaps its language, and its text, which some write longer than is allowed. */
const ENCODED_WORD =
  /=\?([^?*\s]{1,40})(?:\*[^?\s]{0,40})?\?([bq])\?([^?\s]{0,400})\?=/gi;

/** Bytes as text, without what no message holds; of an encoding that nobody knows as UTF-8. Pure. */
export function textInCharset(bytes: Buffer, charset: string): string {
  return decoderOf(charset).decode(bytes).replaceAll("\0", "");
}

function decoderOf(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder();
  }
}

const DECODERS: Readonly<Record<string, (text: string) => Buffer>> = {
  base64: fromBase64,
  "quoted-printable": fromQuotedPrintable,
};

function encodingOf(head: string): string {
  return fieldOf(head, "Content-Transfer-Encoding")?.toLowerCase() ?? "";
}

function fromBase64(text: string): Buffer {
  return Buffer.from(text, "base64");
}

function fromQuotedPrintable(text: string): Buffer {
  const plain = text
    .replaceAll(/=\r?\n/g, "")
    .replaceAll(/=([0-9a-f]{2})/gi, (_code, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  return Buffer.from(plain, "latin1");
}
