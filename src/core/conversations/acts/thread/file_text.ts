import { LIMITS } from "../../../base/limits.ts";
import type { Artifact } from "../../model/model.ts";

/** The parts of a file that tell how it may be shown. */
export type FileKind = Pick<Artifact, "mimeType" | "size" | "uri">;

const TEXT =
  /^(?:text\/|application\/(?:[\w.-]+\+)?(?:json|xml|yaml|x-yaml|x-ndjson|jsonl|csv|sql|toml|javascript)$)/;
const UTF8 = new TextDecoder("utf-8", { fatal: true });

/** True if a file may be a text that can be read: by its type, and not too large. */
export function mayBeText({ mimeType, size, uri }: FileKind): boolean {
  return (
    uri === null && size <= LIMITS.readableFileBytesMax && TEXT.test(mimeType)
  );
}

/** The text of the bytes; undefined if they are none. */
export function textOfFile(bytes: Uint8Array): string | undefined {
  try {
    const text = UTF8.decode(bytes);
    return text.includes("\0") ? undefined : text;
  } catch {
    return undefined;
  }
}

/** True if a file may be a picture that a model is shown. */
export function mayBePicture({ mimeType, size, uri }: FileKind): boolean {
  return (
    uri === null &&
    size <= LIMITS.shownImageBytesMax &&
    mimeType.startsWith("image/")
  );
}

/** Pictures that models read, by how their bytes begin in hex. */
const PICTURES: Readonly<Record<string, RegExp>> = {
  "image/png": /^89504e470d0a1a0a/,
  "image/jpeg": /^ffd8ff/,
  "image/gif": /^47494638(?:37|39)61/,
  "image/webp": /^52494646.{8}57454250/,
};

/** The type that the bytes of a picture have, whatever it is called. */
export function pictureType(bytes: Uint8Array): string | undefined {
  const head = bytes.subarray(0, 16).toHex();
  const found = Object.entries(PICTURES).find(([, start]) => start.test(head));
  return found?.[0];
}
