/** One part of a mail, or all of it: its header, a field a line, and its body in plain. */
export interface MailPart {
  readonly head: string;
  readonly body: string;
}

/** A part whose body is as it travels. */
export interface EncodedPart {
  readonly head: string;
  readonly encoded: string;
}

/** Reads header and body (RFC 5322), without what encodes the body (RFC 2045). Pure. */
export function readPart(raw: string): MailPart {
  const { head, encoded } = splitPart(raw);
  const decode = DECODERS[encodingOf(head)];
  const body = decode
    ? decode(encoded).toString("utf8").replaceAll("\r\n", "\n")
    : encoded;
  return { head, body };
}

/** Parts header and body, the body as it travels. Pure. */
export function splitPart(raw: string): EncodedPart {
  const text = `\n${raw.replaceAll("\r\n", "\n")}`;
  const end = text.indexOf("\n\n");
  if (end < 0) return { head: unfolded(text), encoded: "" };
  return { head: unfolded(text.slice(0, end)), encoded: text.slice(end + 2) };
}

/** The bytes of a part, each character of whose body stands for one. Pure. */
export function bytesOfPart({ head, encoded }: EncodedPart): Buffer {
  const decode = DECODERS[encodingOf(head)];
  return decode ? decode(encoded) : Buffer.from(encoded, "latin1");
}

/** The parts of a multipart (RFC 2046, section 5.1); none if it is not one. Pure. */
export function partsOf({ head, body }: MailPart): readonly MailPart[] {
  return piecesOf(head, body).map(readPart);
}

/** The same as they travel. Pure. */
export function piecesOf(head: string, body: string): readonly string[] {
  const type = fieldOf(head, "Content-Type") ?? "";
  const [, quoted, plain] = BOUNDARY.exec(type) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) return [];
  const [, ...pieces] = `\n${body}`.split(`\n--${boundary}`);
  const end = pieces.findIndex((it) => it.startsWith("--"));
  return (end < 0 ? pieces : pieces.slice(0, end)).flatMap((it) => {
    const skip = /^[ \t]*\n/.exec(it)?.[0].length;
    return skip === undefined ? [] : [it.slice(skip)];
  });
}

/** What a part is, in lower case and without parameters. Pure. */
export function typeOf({ head }: Pick<MailPart, "head">): string {
  const type = fieldOf(head, "Content-Type") ?? "text/plain";
  return type.split(";")[0]?.trim().toLowerCase() ?? "";
}

/** The value of the first field of a name, however that is written. Pure. */
export function fieldOf(head: string, name: string): string | undefined {
  return allFieldsOf(head, name)[0];
}

/** The values of all fields of a name, from the top. Pure. */
export function allFieldsOf(head: string, name: string): readonly string[] {
  const start = `${name.toLowerCase()}:`;
  return head
    .split("\n")
    .filter((it) => it.slice(0, start.length).toLowerCase() === start)
    .map((it) => it.slice(start.length).trim());
}

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
    .replaceAll(/=\n/g, "")
    .replaceAll(/=([0-9a-f]{2})/gi, (_code, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  return Buffer.from(plain, "latin1");
}
