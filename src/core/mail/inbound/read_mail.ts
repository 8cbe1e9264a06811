import { LIMITS } from "../../base/limits.ts";
import { pace } from "../../base/pace.ts";
import type { EncodedPart } from "../raw_mail.ts";
import {
  allFieldsOf,
  bytesOfPart,
  fieldOf,
  piecesOf,
  splitPart,
  textInCharset,
  typeOf,
} from "../raw_mail.ts";
import { attachedNameOf } from "./file_name.ts";
import { textOfHtml } from "./html_text.ts";
import { withoutQuoted } from "./quoted_text.ts";

/** A file that came with a mail. */
export interface MailFile {
  readonly filename: string;
  readonly mediaType: string;
  readonly bytes: Buffer;
}

/** The fields of a mail that somebody sent to the service: what decides about it. */
export interface MailHead {
  readonly head: string;
  /** The one address of From; "" if there are more, or none. */
  readonly from: string;
  /** Without its angle brackets; "" if it has none. */
  readonly messageId: string;
  /** Every address that it says to have gone to. */
  readonly to: readonly string[];
  /** True for what a machine sent by itself: a bounce, a vacation, a list. */
  readonly isAutomatic: boolean;
}

/** The content of a mail. */
export interface MailContent {
  /** The author's own text, without the mail that it answers. */
  readonly text: string;
  readonly files: readonly MailFile[];
}

/** Reads the fields of a raw mail, each character of which stands for one byte. Pure. */
export function readMailHead(raw: string): MailHead {
  const { head } = splitPart(raw);
  const senders = addressesIn(allFieldsOf(head, "From"));
  const [messageId = ""] =
    /[^<>\s]+/.exec(fieldOf(head, "Message-ID") ?? "") ?? [];
  return {
    head,
    from: senders.length === 1 ? (senders[0] ?? "") : "",
    messageId,
    to: addressesIn(TO_FIELDS.flatMap((name) => allFieldsOf(head, name))),
    isAutomatic: isAutomatic(head),
  };
}

/** Reads what a raw mail says, in slices: others have their turn meanwhile. */
export async function readMailContent(raw: string): Promise<MailContent> {
  const leaves: EncodedPart[] = [];
  await addLeaves(leaves, { raw, depth: 0, counted: { parts: 0 } });
  return { text: await textIn(leaves), files: await filesIn(leaves) };
}

const TO_FIELDS = ["Delivered-To", "X-Original-To", "To", "Cc"] as const;
const ADDRESS = /[^\s<>,;:"()@]{1,64}@[a-z0-9.-]{1,253}/gi;

function addressesIn(fields: readonly string[]): readonly string[] {
  // A quoted name may hold what looks like an address.
  const plain = fields.join(",").replaceAll(/"[^"]*"/g, "");
  const bracketed = [...plain.matchAll(/<([^<>]*)>/g)].map(([, it]) => it);
  const found = bracketed.length > 0 ? bracketed.join(",") : plain;
  return [...found.matchAll(ADDRESS)]
    .slice(0, LIMITS.mailPartsMax)
    .map(([it]) => it.toLowerCase());
}

/** True for mail that a program wrote, by the marks of RFC 3834 and habit. */
function isAutomatic(head: string): boolean {
  const said = (name: string) => fieldOf(head, name)?.toLowerCase();
  const submitted = said("Auto-Submitted")?.split(/[;\s]/)[0] ?? "no";
  return (
    submitted !== "no" ||
    /^(?:bulk|junk|list|auto_reply)$/.test(said("Precedence") ?? "") ||
    ["X-Autoreply", "X-Autorespond", "List-Id"].some((it) => said(it)) ||
    said("Return-Path") === "<>" ||
    /^(?:mailer-daemon|postmaster|no-?reply)@/.test(
      addressesIn(allFieldsOf(head, "From"))[0] ?? "",
    ) ||
    typeOf({ head }) === "multipart/report"
  );
}

/** A part that may hold others, and how many there have been in its mail. */
interface Nested {
  readonly raw: string;
  readonly depth: number;
  readonly counted: { parts: number };
}

/** Adds the parts that hold no others, as deep as mail programs nest them. */
async function addLeaves(
  leaves: EncodedPart[],
  { raw, depth, counted }: Nested,
): Promise<void> {
  await pace.turn();
  if (counted.parts >= LIMITS.mailPartsMax) return;
  counted.parts += 1;
  const part = splitPart(raw);
  if (!typeOf(part).startsWith("multipart/")) leaves.push(part);
  else if (depth < LIMITS.replyMailDepthMax) {
    for (const piece of piecesOf(part.head, part.encoded)) {
      await addLeaves(leaves, { raw: piece, depth: depth + 1, counted });
    }
  }
}

async function textIn(parts: readonly EncodedPart[]): Promise<string> {
  const written = new Map<string, EncodedPart>();
  for (const it of parts) {
    await pace.turn();
    const type = typeOf(it);
    if (!written.has(type) && attachedNameOf(it) === "") written.set(type, it);
  }
  const plain = written.get("text/plain");
  if (plain) return withoutQuoted(await decoded(plain));
  const html = written.get("text/html");
  return html ? withoutQuoted(textOfHtml(await decoded(html))) : "";
}

/** The files with a name, except pictures of a signature or of an older mail. */
async function filesIn(
  parts: readonly EncodedPart[],
): Promise<readonly MailFile[]> {
  const files: MailFile[] = [];
  for (const it of parts) {
    await pace.turn();
    const filename = attachedNameOf(it);
    const isInline =
      /^\s*inline/i.test(fieldOf(it.head, "Content-Disposition") ?? "inline") &&
      fieldOf(it.head, "Content-ID") !== undefined;
    if (filename === "" || isInline) continue;
    const bytes = await bytesOfPart(it);
    files.push({ filename, mediaType: typeOf(it), bytes });
  }
  return files;
}

const CHARSET = /;\s*charset\s*=\s*"?([\w.:-]{1,40})/i;

async function decoded({ head, encoded }: EncodedPart): Promise<string> {
  const type = fieldOf(head, "Content-Type") ?? "";
  const [, charset = "utf-8"] = CHARSET.exec(type) ?? [];
  // Each byte travels as three characters at most.
  const start = encoded.slice(0, 3 * LIMITS.replyMailTextBytesMax);
  const bytes = await bytesOfPart({ head, encoded: start });
  const kept = bytes.subarray(0, LIMITS.replyMailTextBytesMax);
  return textInCharset(kept, charset);
}
