import { LIMITS } from "../../../base/limits.ts";
import type { Artifact } from "../../model/model.ts";

/** The fields that decide how a file may be shown. */
export type FileKind = Pick<Artifact, "mimeType" | "size" | "uri">;

const TEXT =
  /^(?:text\/|application\/(?:[\w.-]+\+)?(?:json|xml|yaml|x-yaml|x-ndjson|jsonl|csv|sql|toml|javascript)$)/;
const UTF8 = new TextDecoder("utf-8", { fatal: true });

/** True if a file may be readable text, by its type and size. */
export function mayBeText({ mimeType, size, uri }: FileKind): boolean {
  return (
    uri === null && size <= LIMITS.readableFileBytesMax && TEXT.test(mimeType)
  );
}

/** The text of the bytes; undefined if they are not text. */
export function textOfFile(bytes: Uint8Array): string | undefined {
  try {
    const text = UTF8.decode(bytes);
    return text.includes("\0") ? undefined : text;
  } catch {
    return undefined;
  }
}

/** True if a file may be a picture that a model can be shown. */
export function mayBePicture({ mimeType, size, uri }: FileKind): boolean {
  return (
    uri === null &&
    size <= LIMITS.shownImageBytesMax &&
    mimeType.startsWith("image/")
  );
}

/** Picture types that models read, by their first bytes in hex. */
const PICTURES: Readonly<Record<string, RegExp>> = {
  "image/png": /^89504e470d0a1a0a/,
  "image/jpeg": /^ffd8ff/,
  "image/gif": /^47494638(?:37|39)61/,
  "image/webp": /^52494646.{8}57454250/,
};

/** The picture type of the bytes, regardless of their name. */
export function pictureType(bytes: Uint8Array): string | undefined {
  const head = bytes.subarray(0, 16).toHex();
  const found = Object.entries(PICTURES).find(([, start]) => start.test(head));
  return found?.[0];
}
