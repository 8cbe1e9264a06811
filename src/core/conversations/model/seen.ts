import { isReadable } from "../../base/text.ts";
import type { Part } from "./model.ts";

/** Stands for the content of a message that was not read. */
export const LEFT_OUT: readonly Part[] = [];

/** True if a reader would see nothing of it. */
export function isEmpty(parts: readonly Part[]): boolean {
  return !parts.some(isSeen);
}

function isSeen({ text, data, url, raw }: Part): boolean {
  if (text !== undefined) return isReadable(text);
  if (url !== undefined) return url !== "";
  if (raw !== undefined) return Buffer.byteLength(raw, "base64") > 0;
  return holdsSomething(data);
}

/** Member names alone are no content; one of the values has to be. */
function holdsSomething(data: unknown): boolean {
  if (typeof data === "string") return isReadable(data);
  if (typeof data !== "object") return data !== undefined;
  return data !== null && Object.values(data).some(holdsSomething);
}
