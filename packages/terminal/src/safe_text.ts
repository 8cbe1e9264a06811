import { cleanText } from "../../../src/core/base/text.ts";

/**
 * Characters that JSON does not escape and that could control a terminal or mislead its
 * reader.
 */
const STEERS =
  /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** A value as equivalent JSON that cannot control a terminal. */
export function plainJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replace(
    STEERS,
    (it) => `\\u${it.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Words of others, marked line by line, so that none can pass for ours. */
export function quoted(text: string): string {
  return cleanText(text)
    .split("\n")
    .map((line) => `  > ${line}`.trimEnd())
    .join("\n");
}
