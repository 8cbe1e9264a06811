import type { Settings } from "../../access/context.ts";
import { LIMITS } from "../../base/limits.ts";
import { pace } from "../../base/pace.ts";

type ReplySettings = Pick<Settings, "replyDomain">;

const REMOVED = "[link removed]";

/**
 * A text without the links that one of our mails gave its reader: if quoted, they would give
 * others the right to read and to answer in the reader's name. An address that a mail gateway
 * put around such a link is removed as a whole. Pure.
 */
export function withoutOwnLinks(at: ReplySettings, text: string): string {
  const own = ownLinks(at);
  return text
    .replaceAll(own, REMOVED)
    .replaceAll(WRAPPED, (run) => (isWrapped(own, run) ? REMOVED : run));
}

/** True for bytes with such a link, for example in an attached mail; scanned in slices. */
export async function hasOwnLink(
  at: ReplySettings,
  bytes: Buffer,
): Promise<boolean> {
  const link = ownLinks(at);
  for (let from = 0; from < bytes.length; from += LIMITS.mailSliceChars) {
    // The longest one may begin at the end of a slice.
    const to = from + LIMITS.mailSliceChars + LONGEST;
    const slice = bytes.subarray(from, to).toString("latin1");
    // Quoted-printable breaks its lines with "=" (RFC 2045, 6.7).
    if (slice.replaceAll(/=\r?\n/g, "").search(link) >= 0) return true;
    await pace.turn();
  }
  return false;
}

/** Characters of a link or a reply address, with room for the longest domain. */
const LONGEST = 512;

/** Words long enough for a link within another address, or in an encoding. */
const WRAPPED = /[^\s<>"]{28,}/g;

/** By their path only: mail systems put their own hosts before it, and encode it. */
function ownLinks({ replyDomain }: ReplySettings): RegExp {
  const slash = encoded("/");
  // Proofpoint's third form ends what it quotes with "__;".
  const link = `(?:https?://[^\\s/]{1,255})?${slash}i${slash}(?:stop${slash})?(?:3D)?[\\w-]{22}(?:(?![\\w-])|(?=__;))`;
  const address = `reply${encoded("+")}[0-9a-z]{58}${encoded("@")}${literal(replyDomain ?? "")}`;
  return new RegExp(`${link}|${address}`, "gi");
}

/** A character as it is, or percent-encoded any number of times. */
function encoded(one: string): string {
  const hex = one.charCodeAt(0).toString(16);
  return `(?:${literal(one)}|%(?:25){0,8}${hex})`;
}

/** Gateways encode what they quote; one behind another does so again. */
const LAYERS_MAX = 4;

function isWrapped(own: RegExp, run: string): boolean {
  let inner = run;
  for (let layer = 0; layer < LAYERS_MAX; layer++) {
    const forms = [inner, proofpoint(inner), ...base64Within(inner)];
    if (forms.some((it) => it.search(own) >= 0)) return true;
    const next = decoded(inner);
    if (next === inner) return false;
    inner = next;
  }
  return false;
}

/** Percent-encoding and the references of HTML, one layer of each. */
function decoded(text: string): string {
  return text
    .replaceAll(/&(?:amp|#38|#x26);/gi, "&")
    .replaceAll(/&#(?:x([\da-f]{2})|(\d{2,3}));/gi, (_, hex, decimal) =>
      String.fromCharCode(hex ? Number.parseInt(hex, 16) : Number(decimal)),
    )
    .replaceAll(/[%=]([\da-f]{2})/gi, (_, hex) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
}

/** Proofpoint's second form: "_" for "/", and "-2D" for "%2D". */
function proofpoint(text: string): string {
  return text
    .replaceAll("_", "/")
    .replaceAll(/-([\dA-F]{2})/g, (_, hex) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
}

function base64Within(text: string): readonly string[] {
  const pieces = text.match(/[\w+/-]{36,}/g) ?? [];
  // The path before it may be read as the same alphabet.
  return pieces.flatMap((it) =>
    [0, 1, 2, 3].map((from) =>
      Buffer.from(it.slice(from), "base64").toString("latin1"),
    ),
  );
}

function literal(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
