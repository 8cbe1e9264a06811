import { isReadable } from "../../base/text.ts";
import type { Part } from "./model.ts";

/** True if there is nothing in it that a reader sees. */
export function isEmpty(parts: readonly Part[]): boolean {
  return !parts.some(isSeen);
}

function isSeen({ text, data, url, raw }: Part): boolean {
  if (text !== undefined) return isReadable(text);
  if (url !== undefined) return url !== "";
  if (raw !== undefined) return Buffer.byteLength(raw, "base64") > 0;
  return holdsSomething(data);
}

/** Names alone say nothing: a value within has to. */
function holdsSomething(data: unknown): boolean {
  if (typeof data === "string") return isReadable(data);
  if (typeof data !== "object") return data !== undefined;
  return data !== null && Object.values(data).some(holdsSomething);
}
