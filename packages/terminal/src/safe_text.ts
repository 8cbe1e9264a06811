import { cleanText } from "../../../src/core/base/text.ts";

/**
 * Characters that JSON leaves as they are and that could steer a terminal or mislead its
 * reader.
 */
const STEERS =
  /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** A value as JSON that means the same and steers no terminal. */
export function plainJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replace(
    STEERS,
    (it) => `\\u${it.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** The words of somebody else, marked line by line: none of them passes for ours. */
export function quoted(text: string): string {
  return cleanText(text)
    .split("\n")
    .map((line) => `  > ${line}`.trimEnd())
    .join("\n");
}
