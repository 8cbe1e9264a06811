import { LIMITS } from "../../base/limits.ts";
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

/** A mail that somebody sent to the service. */
export interface InboundMail {
  readonly head: string;
  /** The one address of From; "" if there are more, or none. */
  readonly from: string;
  /** Without its angle brackets; "" if it has none. */
  readonly messageId: string;
  /** Every address that it says to have gone to. */
  readonly to: readonly string[];
  /** True for what a machine sent by itself: a bounce, a vacation, a list. */
  readonly isAutomatic: boolean;
  /** What its author wrote, without what they answer. */
  readonly text: string;
  readonly files: readonly MailFile[];
}

/** Reads a raw mail, each character of which stands for one byte. Pure. */
export function readInbound(raw: string): InboundMail {
  const mail = splitPart(raw);
  const head = mail.head.slice(0, LIMITS.replyMailHeadCharsMax);
  const parts = leavesOf(mail, 0);
  const senders = addressesIn(allFieldsOf(head, "From"));
  const [messageId = ""] =
    /[^<>\s]+/.exec(fieldOf(head, "Message-ID") ?? "") ?? [];
  return {
    head,
    from: senders.length === 1 ? (senders[0] ?? "") : "",
    messageId,
    to: addressesIn(TO_FIELDS.flatMap((name) => allFieldsOf(head, name))),
    isAutomatic: isAutomatic(head),
    text: textIn(parts),
    files: filesIn(parts),
  };
}

const TO_FIELDS = ["Delivered-To", "X-Original-To", "To", "Cc"] as const;
const ADDRESS = /[^\s<>,;:"()@]{1,64}@[a-z0-9.-]{1,253}/gi;

function addressesIn(fields: readonly string[]): readonly string[] {
  // A quoted name may hold what looks like an address.
  const plain = fields.join(",").replaceAll(/"[^"]*"/g, "");
  const bracketed = [...plain.matchAll(/<([^<>]*)>/g)].map(([, it]) => it);
  const found = bracketed.length > 0 ? bracketed.join(",") : plain;
  return [...found.matchAll(ADDRESS)]
    .slice(0, LIMITS.replyMailPartsMax)
    .map(([it]) => it.toLowerCase());
}

/** What RFC 3834 and habit mark: nobody wrote it, so nobody is to read it. */
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

/** The parts that hold no others, as deep as mail programs nest them. */
function leavesOf(part: EncodedPart, depth: number): readonly EncodedPart[] {
  if (!typeOf(part).startsWith("multipart/")) return [part];
  if (depth >= LIMITS.replyMailDepthMax) return [];
  return piecesOf(part.head, part.encoded)
    .slice(0, LIMITS.replyMailPartsMax)
    .flatMap((it) => leavesOf(splitPart(it), depth + 1))
    .slice(0, LIMITS.replyMailPartsMax);
}

function textIn(parts: readonly EncodedPart[]): string {
  const written = parts.filter((it) => attachedNameOf(it) === "");
  const plain = written.find((it) => typeOf(it) === "text/plain");
  if (plain) return withoutQuoted(decoded(plain));
  const html = written.find((it) => typeOf(it) === "text/html");
  return html ? withoutQuoted(textOfHtml(decoded(html))) : "";
}

/** What has a name, but the pictures of a signature or of an older mail. */
function filesIn(parts: readonly EncodedPart[]): readonly MailFile[] {
  return parts.flatMap((it) => {
    const filename = attachedNameOf(it);
    const isInline =
      /^\s*inline/i.test(fieldOf(it.head, "Content-Disposition") ?? "inline") &&
      fieldOf(it.head, "Content-ID") !== undefined;
    if (filename === "" || isInline) return [];
    return [{ filename, mediaType: typeOf(it), bytes: bytesOfPart(it) }];
  });
}

const CHARSET = /;\s*charset\s*=\s*"?([\w.:-]{1,40})/i;

function decoded(part: EncodedPart): string {
  const type = fieldOf(part.head, "Content-Type") ?? "";
  const [, charset = "utf-8"] = CHARSET.exec(type) ?? [];
  const bytes = bytesOfPart(part).subarray(0, LIMITS.replyMailTextBytesMax);
  return textInCharset(bytes, charset);
}
