import type { Static } from "typebox";
import { parseJson } from "../../../access/read_json.ts";
import { LIMITS } from "../../../base/limits.ts";
import type { Database } from "../../../db/database.ts";
import type { ArtifactSchema } from "../../model/content_schemas.ts";
import { conversationStore } from "../store/store.ts";

type File = Static<typeof ArtifactSchema>;

/** A whole file, as text or as a JSON value. */
export type FileContent =
  | { readonly text: string }
  | { readonly data: unknown };

const JSON_TYPE = /^application\/(?:json|[a-z0-9!#$&^_.-]+\+json)$/;
const TEXT_TYPE = /^text\//;
const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Numbers that a parser may return differently from how they are written. */
const LOSSY_NUMBER = /\d{16}|\d[eE][+-]?\d{3}/;

/**
 * Reads the small text and JSON files among those shown to a viewer, by artifactId, up to an
 * answer's limit.
 */
export async function smallFiles(
  db: Database,
  files: readonly File[],
): Promise<ReadonlyMap<string, FileContent>> {
  const found = new Map<string, FileContent>();
  let bytesLeft: number = LIMITS.a2aInlineBytesMax;
  let filesLeft: number = LIMITS.a2aInlineFilesMax;
  for (const file of files) {
    const { size = 0 } = file;
    if (!isSmallText(file) || size > bytesLeft) continue;
    if (filesLeft === 0) break;
    bytesLeft -= size;
    filesLeft--;
    const bytes = await conversationStore(db).bytesOf(file.artifactId);
    const content = bytes && contentOf(bytes, file.mimeType);
    if (content) found.set(file.artifactId, content);
  }
  return found;
}

function isSmallText({ mimeType, size = 0, downloadUrl }: File): boolean {
  const isText = TEXT_TYPE.test(mimeType) || JSON_TYPE.test(mimeType);
  const isSmall = size > 0 && size <= LIMITS.a2aInlineFileBytesMax;
  return isText && isSmall && downloadUrl !== undefined;
}

/** Undefined for bytes that are not text: those are downloaded. */
function contentOf(
  bytes: Uint8Array,
  mimeType: string,
): FileContent | undefined {
  try {
    const text = UTF8.decode(bytes);
    if (text.includes("\0")) return undefined;
    return JSON_TYPE.test(mimeType) ? jsonIn(text) : { text };
  } catch {
    return undefined;
  }
}

/** Reads JSON; invalid JSON, or a value that would not come back the same, stays text. */
function jsonIn(text: string): FileContent {
  if (LOSSY_NUMBER.test(text)) return { text };
  try {
    return { data: parseJson(text) };
  } catch {
    return { text };
  }
}
