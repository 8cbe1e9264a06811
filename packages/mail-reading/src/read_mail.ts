import { attachedNameOf, NAMELESS } from "./file_name.ts";
import { textOfHtml } from "./html_text.ts";
import { withoutQuoted } from "./quoted_text.ts";
import type { EncodedPart, MailBounds } from "./raw_mail.ts";
import {
  allFieldsOf,
  bytesOfPart,
  fieldOf,
  piecesOf,
  splitPart,
  textInCharset,
  typeOf,
} from "./raw_mail.ts";

/** A file that came with a mail. */
export interface MailFile {
  readonly filename: string;
  readonly mediaType: string;
  readonly bytes: Buffer;
}

/** The fields of a received mail, which decide about it. */
export interface MailHead {
  readonly head: string;
  /** The one address of the one From; "" if there are more of either, or none. */
  readonly from: string;
  /** Without its angle brackets; "" if it has none. */
  readonly messageId: string;
  /** Every address that it claims to have gone to. */
  readonly to: readonly string[];
  /** True for automatic mail: a bounce, a vacation reply, a list. */
  readonly isAutomatic: boolean;
}

/** The content of a mail. */
export interface MailContent {
  /** The author's own text, without the quoted mail. */
  readonly text: string;
  readonly files: readonly MailFile[];
  /** False if it has more, or deeper nested, parts than are read. */
  readonly isWhole: boolean;
}

/** Reads the fields of a raw mail; each character is one byte. Pure. */
export function readMailHead(raw: string, bounds: MailBounds): MailHead {
  const { head } = splitPart(raw, bounds);
  const fields = allFieldsOf(head, "From");
  const senders = addressesIn(fields, bounds);
  const isByOne = fields.length === 1 && senders.length === 1;
  const [messageId = ""] =
    /[^<>\s]+/.exec(fieldOf(head, "Message-ID") ?? "") ?? [];
  return {
    head,
    from: (isByOne && senders[0]) || "",
    messageId,
    to: addressesIn(
      TO_FIELDS.flatMap((name) => allFieldsOf(head, name)),
      bounds,
    ),
    isAutomatic: senders.some((it) => MACHINE.test(it)) || isAutomatic(head),
  };
}

/** Reads the content of a raw mail, in slices, so that others get their turn. */
export async function readMailContent(
  raw: string,
  bounds: MailBounds,
): Promise<MailContent> {
  const found: Found = { bounds, others: [], count: 0, isWhole: true };
  const shown = await readParts(found, raw);
  const text = withoutQuoted(await textOf(found, shown));
  const files = await filesIn(found);
  return { text, files, isWhole: found.isWhole };
}

const TO_FIELDS = ["Delivered-To", "X-Original-To", "To", "Cc"] as const;
const MACHINE = /^(?:mailer-daemon|postmaster|no-?reply)@/;
/** Also invalid addresses: the relay that authenticated the sender may accept them. */
const ADDRESS = /[^\s<>,;:"()@]{0,64}@[^\s<>,;:"()@]{0,253}/g;
const QUOTED = /"(?:[^"\\]|\\.)*("|\\?$)/gs;

function addressesIn(
  fields: readonly string[],
  { partsMax }: MailBounds,
): readonly string[] {
  // A quoted name may look like an address; a quoted local part has no letters.
  const plain = fields
    .join(",")
    .replaceAll(QUOTED, (all, end: string) => (end === '"' ? "\0" : all));
  const found = plain.toLowerCase().match(ADDRESS) ?? [];
  return [...new Set(found)].slice(0, partsMax);
}

/** True for mail written by a program, by the marks of RFC 3834 and custom. */
function isAutomatic(head: string): boolean {
  const said = (name: string) => fieldOf(head, name)?.toLowerCase();
  const submitted = said("Auto-Submitted")?.split(/[;\s]/)[0] ?? "no";
  return (
    submitted !== "no" ||
    /^(?:bulk|junk|list|auto_reply)$/.test(said("Precedence") ?? "") ||
    ["X-Autoreply", "X-Autorespond", "List-Id"].some((it) => said(it)) ||
    said("Return-Path") === "<>" ||
    typeOf({ head }) === "multipart/report"
  );
}

/** The parts of a mail found so far. */
interface Found {
  readonly bounds: MailBounds;
  /** Those that are neither text nor containers. */
  readonly others: EncodedPart[];
  /** The number of all parts so far. */
  count: number;
  isWhole: boolean;
}

/** Finds the parts as deep as mail programs nest them. Returns the text parts, in order. */
async function readParts(
  found: Found,
  raw: string,
  depth = 0,
  within = "",
): Promise<readonly EncodedPart[]> {
  const { bounds } = found;
  await bounds.turn();
  if (found.count >= bounds.partsMax) return leftOut(found);
  found.count += 1;
  const part = splitPart(raw, bounds);
  const type = typeOf(part);
  if (!type.startsWith("multipart/")) {
    const isNameless = attachedNameOf(part, bounds) === "";
    if (isNameless && WORDS_TYPE.test(type)) return [part];
    const isForm = isNameless && within === FORMS && FORM_TYPE.test(type);
    if (!isForm) found.others.push(part);
    return [];
  }
  if (depth >= bounds.depthMax) return leftOut(found);
  const pieces: (readonly EncodedPart[])[] = [];
  for (const it of piecesOf(part, bounds)) {
    pieces.push(await readParts(found, it, depth + 1, type));
  }
  return type === FORMS ? oneForm(pieces) : pieces.flat();
}

function leftOut(found: Found): readonly EncodedPart[] {
  found.isWhole = false;
  return [];
}

const FORMS = "multipart/alternative";
const WORDS_TYPE = /^text\/(?:plain|html)$/;
/** The same text in another form, for some mail programs. */
const FORM_TYPE = /^text\/(?:enriched|richtext|rtf|x-amp-html|watch-html)$/;

/** The plain one of several forms of the same text, if there is one. */
function oneForm(
  forms: readonly (readonly EncodedPart[])[],
): readonly EncodedPart[] {
  const said = forms.filter((it) => it.some((part) => /\S/.test(part.encoded)));
  const isPlain = (form: readonly EncodedPart[]) =>
    form.every((it) => typeOf(it) === "text/plain");
  return said.find(isPlain) ?? said[0] ?? [];
}

/** The text of all parts. The last one may lose a quoted mail. */
async function textOf(
  found: Found,
  parts: readonly EncodedPart[],
): Promise<string> {
  const { bounds } = found;
  const texts: string[] = [];
  let left = bounds.textBytesMax;
  for (const it of parts) {
    await bounds.turn();
    if (left === 0) {
      found.isWhole = false;
      break;
    }
    const { text, size } = await decoded(it, left, bounds);
    left -= size;
    const plain = typeOf(it) === "text/html" ? textOfHtml(text) : text;
    if (plain.trim() !== "") texts.push(plain);
  }
  const [only = "", ...more] = texts;
  return more.length === 0 ? only : texts.map((it) => it.trim()).join("\n\n");
}

/** Everything but text, except inline pictures of a signature or a quoted mail. */
async function filesIn({
  others,
  bounds,
}: Found): Promise<readonly MailFile[]> {
  const files: MailFile[] = [];
  for (const it of others) {
    await bounds.turn();
    const mediaType = typeOf(it);
    const isWithin =
      mediaType.startsWith("image/") &&
      /^\s*inline/i.test(fieldOf(it.head, "Content-Disposition") ?? "inline") &&
      fieldOf(it.head, "Content-ID") !== undefined;
    if (isWithin) continue;
    const filename = attachedNameOf(it, bounds) || NAMELESS;
    files.push({ filename, mediaType, bytes: await bytesOfPart(it, bounds) });
  }
  return files;
}

const CHARSET = /;\s*charset\s*=\s*"?([\w.:-]{1,40})/i;

/** The text of a part, up to this many bytes, and the bytes used. */
async function decoded(
  { head, encoded }: EncodedPart,
  bytesMax: number,
  bounds: MailBounds,
): Promise<{ readonly text: string; readonly size: number }> {
  const type = fieldOf(head, "Content-Type") ?? "";
  const [, charset = "utf-8"] = CHARSET.exec(type) ?? [];
  // Each byte is at most three characters in transit.
  const start = encoded.slice(0, 3 * bytesMax);
  const bytes = await bytesOfPart({ head, encoded: start }, bounds);
  const kept = bytes.subarray(0, bytesMax);
  return { text: textInCharset(kept, charset), size: kept.length };
}
