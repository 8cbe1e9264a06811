import type { Language } from "../core/base/words/languages.ts";
import { LANGUAGES, USUAL_LANGUAGE } from "../core/base/words/languages.ts";
import { told } from "../core/base/words/sentence.ts";
import { ServiceError } from "../core/errors/errors.ts";

/** The parts of a read result that make its tag. */
interface Tagged {
  readonly conversation: {
    readonly version: number;
    readonly unread: boolean;
    readonly archived: boolean;
    readonly snoozedUntil: string | null;
    readonly labels: readonly string[];
  };
  readonly audit?: { readonly head: { readonly seq: number } } | undefined;
}

/**
 * The tag of a conversation as one viewer reads it: its version, and the viewer's own flags
 * and labels. With the audit chain, also its length. An answer in another language than
 * English is another text, so its tag names the language.
 */
export function entityTag(
  { conversation, audit }: Tagged,
  language: Language,
): string {
  const { version, unread, archived, snoozedUntil, labels } = conversation;
  const flags = `${unread ? ".u" : ""}${archived ? ".a" : ""}${snoozeTag(snoozedUntil)}${labelTag(labels)}`;
  const head = audit ? `.${audit.head.seq}` : "";
  const said = language === USUAL_LANGUAGE ? "" : `.${language}`;
  return `"v${version}${flags}${head}${said}"`;
}

function snoozeTag(until: string | null): string {
  return until === null ? "" : `.s${Date.parse(until) || 0}`;
}

function labelTag(labels: readonly string[]): string {
  if (labels.length === 0) return "";
  return `.l${Bun.hash.crc32(JSON.stringify(labels))}`;
}

/**
 * The version that If-Match asks for, if any.
 * @throws precondition_failed for a tag that this service never issued.
 */
export function ifMatch({
  "if-match": header,
}: Readonly<Record<string, string | undefined>>): { version?: number } {
  if (header === undefined || header === "*") return {};
  const version = TAG.exec(header)?.[1];
  if (version !== undefined) return { version: Number(version) };
  throw new ServiceError("precondition_failed", {
    detail: told`Cannot use If-Match: it must be a single ETag from this service.`,
  });
}

const TAG = new RegExp(
  `^"v(\\d{1,15})(?:\\.[uals\\d]+)*(?:\\.(?:${LANGUAGES.join("|")}))?"$`,
);
