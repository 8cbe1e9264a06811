/** One part of a mail, or all of it: its header, a field a line, and its body in plain. */
export interface MailPart {
  readonly head: string;
  readonly body: string;
}

/** Reads header and body (RFC 5322), without what encodes the body (RFC 2045). Pure. */
export function readPart(raw: string): MailPart {
  const text = `\n${raw.replaceAll("\r\n", "\n")}`;
  const end = text.indexOf("\n\n");
  if (end < 0) return { head: unfolded(text), body: "" };
  const head = unfolded(text.slice(0, end));
  const encoding = fieldOf(head, "Content-Transfer-Encoding")?.toLowerCase();
  const decode = DECODERS[encoding ?? ""];
  const body = text.slice(end + 2);
  return { head, body: decode ? decode(body).replaceAll("\r\n", "\n") : body };
}

/** The parts of a multipart (RFC 2046, section 5.1); none if it is not one. Pure. */
export function partsOf({ head, body }: MailPart): readonly MailPart[] {
  const type = fieldOf(head, "Content-Type") ?? "";
  const [, quoted, plain] = BOUNDARY.exec(type) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) return [];
  const [, ...pieces] = `\n${body}`.split(`\n--${boundary}`);
  const end = pieces.findIndex((it) => it.startsWith("--"));
  return (end < 0 ? pieces : pieces.slice(0, end))
    .map((it) => /^[ \t]*\n/.exec(it)?.[0].length)
    .flatMap((skip, at) =>
      skip === undefined ? [] : [readPart(pieces[at]?.slice(skip) ?? "")],
    );
}

/** What a part is, in lower case and without parameters. Pure. */
export function typeOf({ head }: MailPart): string {
  const type = fieldOf(head, "Content-Type") ?? "text/plain";
  return type.split(";")[0]?.trim().toLowerCase() ?? "";
}

/** The value of the first field of a name, however that is written. Pure. */
export function fieldOf(head: string, name: string): string | undefined {
  const start = `${name.toLowerCase()}:`;
  const line = head
    .split("\n")
    .find((it) => it.slice(0, start.length).toLowerCase() === start);
  return line?.slice(start.length).trim();
}

/** Unfolds fields that are folded over lines. Pure. */
export function unfolded(text: string): string {
  return text.replaceAll(/\n[ \t]+/g, " ");
}

/** A value whose words are encoded (RFC 2047), in plain. Pure. */
export function withoutEncodedWords(value: string): string {
  return value
    .replaceAll(/\?=[ \t]+=\?/g, "?==?")
    .replaceAll(ENCODED_WORD, (_word, encoding: string, text: string) =>
      encoding.toLowerCase() === "b"
        ? fromBase64(text)
        : fromQuotedPrintable(text.replaceAll("_", " ")),
    );
}

const BOUNDARY = /;\s*boundary\s*=\s*(?:"([^"]{1,70})"|([^\s";]{1,70}))/i;
const ENCODED_WORD = /=\?[^?\s]{1,40}\?([bq])\?([^?\s]{0,75})\?=/gi;

const DECODERS: Readonly<Record<string, (text: string) => string>> = {
  base64: fromBase64,
  "quoted-printable": fromQuotedPrintable,
};

function fromBase64(text: string): string {
  return Buffer.from(text, "base64").toString("utf8");
}

/** Byte by byte: what we look for is ASCII. */
function fromQuotedPrintable(text: string): string {
  return text
    .replaceAll(/=\n/g, "")
    .replaceAll(/=([0-9a-f]{2})/gi, (_code, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
}
