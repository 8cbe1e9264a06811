import type { CommandCall } from "../../access/context.ts";
import { canonicalJson, sha256 } from "../../base/digest.ts";
import { isReadable } from "../../base/text.ts";
import type { Message, Part } from "./model.ts";

/** Stands for the content of a message that was not loaded. */
export const LEFT_OUT: readonly Part[] = [];

/** True if a reader would see nothing of it. */
export function isEmpty(parts: readonly Part[]): boolean {
  return !parts.some(isSeen);
}

function isSeen({ text, data, url, raw }: Part): boolean {
  if (text !== undefined) return isReadable(text);
  if (url !== undefined) return url !== "";
  if (raw !== undefined) return Buffer.byteLength(raw, "base64") > 0;
  return saysSomething(data);
}

/** Member names alone are not content; a value must be. */
function saysSomething(data: unknown): boolean {
  if (typeof data === "string") return isReadable(data);
  if (typeof data !== "object") return data !== undefined;
  return data !== null && Object.values(data).some(saysSomething);
}

/** The digest of a message's content in a waiting action. */
export function contentDigest({
  parts,
  a2a,
}: Pick<Message, "parts" | "a2a">): string {
  return sha256(canonicalJson({ parts, ...(a2a && { a2a }) }));
}

/** The text parts of a message, one after the other. */
export function textOf(parts: readonly Part[]): string {
  if (parts.length === 1) return parts[0]?.text ?? "";
  return parts
    .map((part) => part.text)
    .filter((text) => text !== undefined)
    .join("\n");
}

/** A fresh salt for a commitment: 128 bits as hex. */
export function newSalt(call: CommandCall): string {
  return call.randomBytes(16).toHex();
}
